// SCAN as a Task: a ranked language, one item a unit.
#pragma once

#include "assay/core/task.h"
#include "assay/tasks/scan/language/language.h"

namespace assay::scan {

class ScanTask : public Task, public TextReader, public Instructor {
 public:
  explicit ScanTask(Params given, Workplace workplace = {});
  static const TaskInfo& static_info();

  const TaskInfo& info() const override { return static_info(); }
  const Schema& schema() const override;
  const RuleTable& rules() const override { return language_.rules(); }
  std::unique_ptr<Source> open(std::uint64_t seed) const override;
  std::string solve(std::string_view input) const override;
  Verdict judge(const Example& row, std::string_view answer) const override;
  std::string canonical(const Example& row) const override { return row.input(); }
  Features features(const Example& row) const override;
  std::vector<Holdout> holdouts() const override;
  std::vector<Format> formats() const override;
  Abilities abilities() const override { return {.reader = this, .instructor = this}; }

  std::vector<std::string> readings(std::string_view input) const override;
  void derive(std::string_view input, Example& out) const override;
  Instructions instructions() const override;
  std::string steps(const Example& row) const override;

 private:
  Language language_;
};

}  // namespace assay::scan
