// Reads what splits need of the rows of a data set, once for all splits that are made or checked.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/pipeline/divergence_pool.h"
#include "assay/pipeline/methods/split_rows.h"

namespace assay {

// Data and task must outlive it.
class SplitSession final : public TaskRows {
 public:
  SplitSession(const DataSet& data, const Task& task, const Control& control,
               EqualRows equal = EqualRows::kTogether);
  // With the canonical forms, for whoever has them already; they must outlive it as well.
  SplitSession(const DataSet& data, const Task& task, const Control& control, EqualRows equal,
               Forms canonical_forms);

  const SplitSubject& subject() const override { return subject_; }
  const Folder& folder() const override { return data_.folder(); }
  const Control& control() const override { return control_; }
  Key key(std::uint64_t seed) const override;
  std::vector<std::uint64_t> facts(RowFact which) override;
  Forms forms() override;
  const DivergencePool& pool(const ParamTable& define) override;

  const Task& task() const override { return task_; }
  Split split(std::string_view name) const override;
  std::vector<Deal> deals(const Predicate& predicate) override;
  std::vector<RowTie> ties() override;
  std::vector<std::string> inputs() override;
  Forms canonical_forms() override;

 private:
  // Asks every row for a value, and for its form when nobody did before.
  template <typename Type, typename Ask>
  std::vector<Type> ask(Ask ask);

  const DataSet& data_;
  const Task& task_;
  Control control_;
  EqualRows equal_;
  SplitSubject subject_;
  std::vector<std::uint64_t> own_forms_;
  std::optional<Forms> forms_;
  std::unique_ptr<DivergencePool> pool_;
};

// The key of all that a split of a task draws under a seed.
Key split_key(std::string_view task, std::uint64_t seed);

}  // namespace assay
