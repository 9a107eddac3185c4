// The pool of compounds of a data set's rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/core/task.h"
#include "assay/measure/divergence_pool.h"
#include "assay/split/bundles.h"
#include "assay/store/data_set.h"

namespace assay {

// Whether rows of equal canonical form are one example, or each row is one, as in format 1 of split
// files.
enum class EqualRows : std::uint8_t { kTogether, kApart };

// Throws Error(kInput) when rows were stored without rules.
DivergencePool read_pool(const DataSet& data, const Task& task,
                         const CompoundDefinition& definition, const Control& control,
                         EqualRows equal = EqualRows::kTogether);

// The example of each row, numbered by first row. Either relation may be empty.
std::vector<std::uint32_t> examples_of(std::size_t rows, Forms forms,
                                       std::span<const std::uint64_t> groups);

// The same for whoever takes "none" for "each row alone".
std::span<const std::uint32_t> shared_examples(const std::vector<std::uint32_t>& example_of);

}  // namespace assay
