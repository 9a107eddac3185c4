// Splits meet rows: reads what a method asks for from the files, lets it deal, writes the claim.
#pragma once

#include <string>

#include "assay/core/task.h"
#include "assay/pipeline/divergence_pool.h"
#include "assay/store/data_set.h"
#include "assay/store/split_file.h"

namespace assay {

// The key of all that a split of a task draws under a seed.
Key split_key(std::string_view task, std::uint64_t seed);

std::vector<std::string> split_methods();

// Throws Error(kUsage) for unknown methods, holdouts and parameters, with the nearest names. Rows
// of equal canonical form are dealt as one, but for a published holdout that may share them.
SplitFile make_split(const DataSet& data, const Task& task, const SplitSpec& spec,
                     const Control& control, EqualRows equal = EqualRows::kTogether);

// The same for a file of JSON lines, by the methods that need no task. `folder` is that of the
// file.
SplitFile split_foreign_rows(const std::string& path, const SplitSpec& spec, const Folder& folder,
                             const Control& control);

// A published index file about a file of the authors' (`of_path`, in a format of the task or one
// input a line), mapped by content to the rows of the data set.
SplitFile import_split(const DataSet& data, const Task& task, const std::string& index_path,
                       const std::string& of_path, const std::string& name, const Control& control);

// A hash of each row's canonical form.
std::vector<std::uint64_t> forms_of(const DataSet& data, const Task& task, const Control& control);

// A hash of which canonical forms stand in which part, with repetitions, in any order.
std::string member_hash(const Split& split, Forms forms);

// How many rows of dev and test are the same example as one of training.
std::uint64_t shared_rows(const Split& split, Forms forms);

// The task's holdout that a claim names; nullopt for other methods.
std::optional<Holdout> holdout_of(const Task& task, const SplitSpec& claim);

// Where a claim places each row by itself, for methods that say so (holdout, length).
std::optional<Predicate> row_predicate(const Task& task, const SplitSpec& spec);

}  // namespace assay
