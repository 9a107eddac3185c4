// CFQ as a Task: endless question patterns, one item a unit.
#pragma once

#include "assay/core/task.h"
#include "assay/tasks/cfq/language/language.h"
#include "assay/tasks/cfq/language/patterns.h"

namespace assay::cfq {

class CfqTask : public Task, public TextReader, public Instructor, public Auditor {
 public:
  explicit CfqTask(Params given, Workplace workplace = {});
  static const TaskInfo& static_info();

  const TaskInfo& info() const override { return info_; }
  const Schema& schema() const override;
  const RuleTable& rules() const override { return language_.rules(); }
  std::unique_ptr<Source> open(std::uint64_t seed) const override;
  std::string solve(std::string_view input) const override;
  std::vector<std::string> readings(std::string_view input) const override;
  void derive(std::string_view input, Example& out) const override;
  // The independent compiler on input and target; nothing where rules were added.
  std::string defect(const Example& row) const override;
  Verdict judge(const Example& row, std::string_view answer) const override;
  std::string canonical(const Example& row) const override { return row.input(); }
  Features features(const Example& row) const override;
  Instructions instructions() const override;
  std::vector<Holdout> holdouts() const override { return {}; }
  std::vector<Format> formats() const override;
  // With rules of a user's own there are words that no instructions explain.
  Abilities abilities() const override;

  const Language& language() const { return language_; }

 private:
  TaskInfo info_;
  Language language_;
};

}  // namespace assay::cfq
