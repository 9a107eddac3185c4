// CURI (Vedantam et al. 2021), compositional reasoning under uncertainty, as a Task.
#pragma once

#include <memory>
#include <mutex>

#include "assay/core/task.h"
#include "assay/tasks/curi/language/derivation.h"
#include "assay/tasks/curi/row_check.h"
#include "assay/tasks/curi/settings.h"
#include "assay/tasks/curi/solver.h"

namespace assay::curi {

class CuriTask : public Task {
 public:
  explicit CuriTask(Params params);
  static const TaskInfo& static_info();

  const TaskInfo& info() const override { return static_info(); }
  const Params& params() const override { return params_; }
  const Schema& schema() const override { return schema_; }
  const RuleTable& rules() const override { return derivations_.rules(); }
  void prepare(const Workplace& workplace) const override;
  std::unique_ptr<Source> open(std::uint64_t seed, const Workplace& workplace) const override;
  std::string solve(std::string_view input) const override;
  Verdict judge(const Example& row, std::string_view answer) const override;
  std::string defect(const Example& row) const override;
  std::string canonical(const Example& row) const override;
  Features features(const Example& row) const override;
  std::optional<Picture> picture(const Example& row, Reveal reveal) const override;
  std::string sketch(const Example& row, Reveal reveal) const override;
  std::vector<Finding> certify(std::uint64_t seed, const Workplace& workplace) const override;
  std::vector<Holdout> holdouts() const override;
  std::vector<Format> formats() const override;
  std::vector<MetricSpec> metrics() const override;
  std::unique_ptr<LearnerPanel> learners(const std::optional<std::vector<std::string>>& trained,
                                         const Workplace& workplace) const override;

 private:
  // Concepts and scenes depend on the parameters alone: made once, when first needed.
  std::shared_ptr<const ConceptSpace> space(const Workplace& workplace = {}) const;

  Params params_;
  Settings settings_;
  Schema schema_;
  Derivations derivations_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const ConceptSpace> space_;
  mutable std::unique_ptr<Solver> solver_;
  mutable std::unique_ptr<RowCheck> row_check_;
};

}  // namespace assay::curi
