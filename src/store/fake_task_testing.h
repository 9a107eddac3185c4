// For the tests of this layer: a task with a field of every type.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "assay/base/error_testing.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/core/task.h"

namespace assay {

class FakeTask : public Task {
 public:
  explicit FakeTask(Workplace workplace = {}) : Task(Params(), std::move(workplace)) {
    info_.name = "fake";
    info_.version = "1.2.3";
    info_.title = "Fake: a task for tests";
    info_.summary = "It makes nothing.";
    info_.citation = "@misc{fake}";
    info_.notes = {"It differs from everything."};
    const auto add = [&](const char* name, ValueType type, Role role) {
      schema_.fields.push_back({name, type, role, std::string("what ") + name + " is", {}});
    };
    add("input", ValueType::kText, Role::kInput);
    add("target", ValueType::kText, Role::kTarget);
    add("flag", ValueType::kBool, Role::kMetadata);
    add("number", ValueType::kInteger, Role::kMetadata);
    add("real", ValueType::kReal, Role::kMetadata);
    add("texts", ValueType::kTexts, Role::kMetadata);
    add("numbers", ValueType::kIntegers, Role::kMetadata);
    add("reals", ValueType::kReals, Role::kMetadata);
    rules_.add("leaf", RuleKind::kGrammar);
    rules_.add("f(x)", RuleKind::kMeaning);
    rules_.add("say \"größer\"", RuleKind::kSurface);
  }

  const TaskInfo& info() const override { return info_; }
  const Schema& schema() const override { return schema_; }
  const RuleTable& rules() const override { return rules_; }
  std::unique_ptr<Source> open(std::uint64_t) const override { return nullptr; }
  std::string solve(std::string_view) const override { return ""; }
  Verdict judge(const Example&, std::string_view) const override { return {}; }
  std::string canonical(const Example&) const override { return ""; }
  Features features(const Example&) const override { return {}; }
  std::vector<Holdout> holdouts() const override { return {}; }
  std::vector<Format> formats() const override { return {}; }

 private:
  TaskInfo info_;
  Schema schema_;
  RuleTable rules_;
};

}  // namespace assay
