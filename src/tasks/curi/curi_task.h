// CURI (Vedantam et al. 2021), compositional reasoning under uncertainty, as a Task.
#pragma once

#include <memory>

#include "assay/base/lazy.h"
#include "assay/core/task.h"
#include "assay/tasks/curi/language/derivation.h"
#include "assay/tasks/curi/row_check.h"
#include "assay/tasks/curi/settings.h"
#include "assay/tasks/curi/solver.h"

namespace assay::curi {

class CuriTask : public Task,
                 public Illustrator,
                 public Instructor,
                 public Auditor,
                 public IdealLearners {
 public:
  explicit CuriTask(Params given, Workplace workplace = {});
  static const TaskInfo& static_info();

  const TaskInfo& info() const override { return static_info(); }
  const Schema& schema() const override { return schema_; }
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
  std::vector<Finding> certify(std::uint64_t seed) const override;
  std::vector<Holdout> holdouts() const override;
  std::vector<Format> formats() const override;
  Abilities abilities() const override;
  std::unique_ptr<LearnerPanel> panel(
      const std::optional<std::vector<std::string>>& trained) const override;

 private:
  Settings settings_;
  Schema schema_;
  Derivations derivations_;
  // Concepts and scenes depend on the parameters alone: made once, when first needed.
  Lazy<std::shared_ptr<const ConceptSpace>> space_;
  Lazy<Solver> solver_;
  Lazy<RowCheck> row_check_;
};

}  // namespace assay::curi
