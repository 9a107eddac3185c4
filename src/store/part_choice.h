// Which rows of a data set a command is about: a part of one of its splits, or one of its own
// parts.
//
// Every verb that takes --split and --part asks here, so the two mean the same everywhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/store/data_set.h"
#include "assay/store/split_file.h"

namespace assay {

struct PartChoice {
  std::string split;  // the name of a split; empty: parts are those of the data set itself
  std::string part;   // train, dev (or validation), test ...; empty: the default of the verb
};

// What a verb does when no part is named.
struct PartDefault {
  std::string of_split;        // with a split
  std::string of_own = "all";  // of the data set's own parts, where it has one of that name
};

struct ChosenRows {
  std::string split;  // empty: none
  std::string part;   // as it is called there; "all": every row
  // In the order of the part; training may repeat a row. Absent: every row.
  std::optional<std::vector<std::uint64_t>> rows;

  std::uint64_t count(const DataSet& data) const { return rows ? rows->size() : data.rows(); }
};

// Throws Error(kUsage) for a split or part that is not there, naming those that are.
ChosenRows choose_rows(const DataSet& data, const PartChoice& choice, const PartDefault& otherwise);

// The rows of train, dev (or validation) or test. Throws Error(kUsage) for another name.
const std::vector<std::uint64_t>& rows_of_part(const Split& split, std::string_view part);

// The data set's own parts as a split: train, validation (dev) and test. Absent when it has no part
// train, or none of the others.
std::optional<Split> split_of_parts(const DataSet& data);

// The split of this name; with an empty one the data set's own parts. Throws Error(kUsage) for one
// that is not there, naming those that are.
Split split_or_own_parts(const DataSet& data, const std::string& name);

}  // namespace assay
