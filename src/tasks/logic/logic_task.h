// LogicInference as a Task: a sound edition without end, and the published one to the byte.
#pragma once

#include "assay/core/task.h"
#include "assay/inference/inference_rules.h"
#include "assay/tasks/logic/derivation.h"
#include "assay/tasks/logic/text_reader.h"
#include "assay/tasks/logic/vocabulary/question.h"

namespace assay::logic {

class LogicTask : public Task, public Instructor, public Auditor {
 public:
  explicit LogicTask(Params given, Workplace workplace = {});
  static const TaskInfo& static_info();

  const TaskInfo& info() const override { return info_; }
  const Schema& schema() const override;
  const RuleTable& rules() const override { return derivations_.rules(); }
  std::unique_ptr<Source> open(std::uint64_t seed) const override;
  std::string solve(std::string_view input) const override;
  Verdict judge(const Example& row, std::string_view answer) const override;
  std::string defect(const Example& row) const override;
  std::string canonical(const Example& row) const override;
  Features features(const Example& row) const override;
  std::vector<Finding> certify(std::uint64_t seed) const override;
  std::vector<Finding> digests() const override;
  Instructions instructions() const override;
  std::vector<Holdout> holdouts() const override;
  std::vector<Format> formats() const override;
  // The sound edition reads texts; rows of the release have answers that the text does not tell.
  Abilities abilities() const override;

 private:
  TaskInfo info_;
  RuleBook book_;
  Derivations derivations_;
  AnswerPlace place_;
  LogicReader reader_;
};

}  // namespace assay::logic
