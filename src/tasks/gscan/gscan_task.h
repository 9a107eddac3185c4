// gSCAN as a Task.
#pragma once

#include "assay/core/task.h"
#include "assay/tasks/gscan/release/derivation.h"
#include "assay/tasks/gscan/release/release.h"
#include "assay/tasks/gscan/text_reader.h"

namespace assay::gscan {

class GscanTask : public Task, public Illustrator, public Instructor, public Auditor {
 public:
  explicit GscanTask(Params given, Workplace workplace = {});
  static const TaskInfo& static_info();

  const TaskInfo& info() const override { return static_info(); }
  const Schema& schema() const override;
  const RuleTable& rules() const override { return derivations_.rules(); }
  std::unique_ptr<Source> open(std::uint64_t seed) const override;
  std::string solve(std::string_view input) const override;
  Verdict judge(const Example& row, std::string_view answer) const override;
  std::string defect(const Example& row) const override;
  std::string canonical(const Example& row) const override;
  Features features(const Example& row) const override;
  Picture picture(const Example& row, Reveal reveal) const override;
  std::string sketch(const Example& row, Reveal reveal) const override;
  Instructions instructions() const override;
  std::string steps(const Example& row) const override;
  std::vector<Holdout> holdouts() const override;
  std::vector<Format> formats() const override;
  Abilities abilities() const override;

 private:
  Settings settings_;
  Derivations derivations_;
  GscanReader reader_{derivations_};
};

}  // namespace assay::gscan
