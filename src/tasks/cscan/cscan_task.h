// Conceptual SCAN as a Task: contexts of rules and examples, and requests about them.
#pragma once

#include "assay/core/task.h"
#include "assay/pieces/token_counter.h"
#include "assay/tasks/cscan/row_check.h"
#include "assay/tasks/cscan/solver/solver.h"
#include "assay/tasks/cscan/source.h"
#include "assay/tasks/cscan/text_reader.h"

namespace assay::cscan {

class CscanTask : public Task, public Instructor, public Auditor {
 public:
  explicit CscanTask(Params given, Workplace workplace = {});
  static const TaskInfo& static_info();

  const TaskInfo& info() const override { return static_info(); }
  const Schema& schema() const override;
  const RuleTable& rules() const override { return rules_; }
  std::unique_ptr<Source> open(std::uint64_t seed) const override;
  std::string solve(std::string_view input) const override;
  Verdict judge(const Example& row, std::string_view answer) const override;
  std::string defect(const Example& row) const override;
  std::string canonical(const Example& row) const override;
  Features features(const Example& row) const override;
  std::vector<Finding> certify(std::uint64_t seed) const override;
  Instructions instructions() const override;
  std::string steps(const Example& row) const override;
  std::vector<Holdout> holdouts() const override;
  std::vector<Format> formats() const override;
  Abilities abilities() const override;

 private:
  RuleSpace space_;
  PhraseTable phrases_;  // of the whole space
  Reader reader_;
  TokenCounter tokens_;
  Solver solver_;
  CscanReader text_reader_;
  RowCheck row_check_;
  SourceSettings settings_;
  RuleTable rules_;  // the productions, by their numbers
};

}  // namespace assay::cscan
