// All that splitting and measuring by divergence need of some rows: those of a data set, or of any
// file of JSON lines that carry `rules`, or `atoms` and `compounds`.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "assay/core/task.h"
#include "assay/dbca/profile_graphs.h"
#include "assay/measure/split_report.h"
#include "assay/store/data_set.h"
#include "assay/store/split_file.h"

namespace assay {

// Whether rows of equal canonical form are one example, or each row is one, as in format 1 of split
// files.
enum class EqualRows : std::uint8_t { kTogether, kApart };

struct DivergencePool {
  Profiles profiles;
  std::vector<std::uint32_t> example_of;  // of each row: equal rows and groups share one
  std::vector<RowFeatures> features;      // of each row; empty when rows have no texts
  CompoundDefinition definition;
  CompoundFigures figures;
  SplitSubject subject;

  std::uint64_t rows() const { return example_of.size(); }
};

// The definition with some members changed: nodes, least, shape, weights, kept, order, sets,
// sample, groups. Throws Error(kUsage).
CompoundDefinition redefined(CompoundDefinition definition,
                             const std::map<std::string, std::string>& changes);
// Shape, least nodes and weights only where they are not the usual ones.
nlohmann::ordered_json to_json(const CompoundDefinition& definition);
// Throws Error(kInput) for what a file of others may hold.
CompoundDefinition definition_from_json(const nlohmann::ordered_json& json);

// Throws Error(kInput) when rows were stored without rules.
DivergencePool read_pool(const DataSet& data, const Task& task,
                         const CompoundDefinition& definition, const Control& control,
                         EqualRows equal = EqualRows::kTogether);

// Rows of others: {"rules": [...]} in our list form, or {"atoms": [...], "compounds": [...]}, both
// lists of texts; an atom or compound counts once a row. Optional: "input", "target", "group".
// Equal rows are one example: those with the same input and target, or else the same rules or
// lists.
DivergencePool read_foreign_pool(const std::string& path,
                                 const std::map<std::string, std::string>& define,
                                 const Control& control);

}  // namespace assay
