// Splits meet rows: reads what a method asks for from the files, lets it deal, writes the claim.
#pragma once

#include <string>

#include "assay/core/task.h"
#include "assay/store/data_set.h"
#include "assay/store/split_file.h"

namespace assay {

// The key of all that a split of a task draws under a seed.
Key split_key(std::string_view task, std::uint64_t seed);

std::vector<std::string> split_methods();

// Throws Error(kUsage) for unknown methods, holdouts and parameters, with the nearest names.
SplitFile make_split(const DataSet& data, const Task& task, const SplitSpec& spec,
                     const Control& control);

// A published index file about a file of the authors' (`of_path`, in a format of the task or one
// input a line), mapped by content to the rows of the data set.
SplitFile import_split(const DataSet& data, const Task& task, const std::string& index_path,
                       const std::string& of_path, const std::string& name, const Control& control);

// A hash of which canonical forms stand in which part, with repetitions, in any order.
std::string member_hash(const DataSet& data, const Task& task, const Split& split,
                        const Control& control);

// The task's holdout that a claim names; nullopt for other methods.
std::optional<Holdout> holdout_of(const Task& task, const SplitSpec& claim);

// Where a claim places each row by itself, for methods that say so (holdout, length).
std::optional<Predicate> row_predicate(const Task& task, const SplitSpec& spec);

}  // namespace assay
