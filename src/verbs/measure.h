// measure: how different the parts of a split are, or how much ideal learners lose on it.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/core/compound_definition.h"
#include "assay/core/split_report.h"
#include "assay/core/workplace.h"
#include "assay/pipeline/gap.h"
#include "assay/render/frequency_plot.h"
#include "assay/render/gap_plot.h"
#include "assay/store/split_file.h"

namespace assay::verbs {

struct MeasureRequest {
  std::string data;        // the folder of a data set, or a file of JSON lines
  std::string split = {};  // one of its splits, or a .json file of indices; empty: its own parts
  std::string of = {};     // the text file whose lines such indices count; empty: rows of the data
  std::map<std::string, std::string> define = {};  // changes the compounds
};

// In what shares of the examples of train and of test each thing is that one of them has.
struct Frequencies {
  std::vector<std::pair<double, double>> atoms;
  std::vector<std::pair<double, double>> compounds;
};

struct MeasureResult {
  std::string about;  // the split, or else the data
  CompoundDefinition definition;
  std::uint64_t kept_compounds = 0;
  std::uint64_t all_compounds = 0;  // before any was left out
  SplitReport report = {};
  std::optional<Frequencies> frequencies = {};  // absent when the split lacks train or test
};

MeasureResult measure(const MeasureRequest& request, const Workplace& workplace = {});

// A split and what it is called.
struct NamedSplit {
  std::string name;
  SplitFile file;
};

// The same of several splits of a data set, in their order. Rows are read once for all splits that
// count the same compounds.
std::vector<MeasureResult> measure_splits(const DataSet& data, const Task& task,
                                          const std::vector<NamedSplit>& splits,
                                          const Control& control);

// The data set's own parts, with what its manifest says of the split that they were made from;
// absent when it has no part train, or none of the others.
std::optional<SplitFile> own_split(const DataSet& data);

nlohmann::ordered_json to_json(const MeasureResult& result);

// Throws Error(kUsage) when the split lacks train or test.
FrequencyPlot plot_of(const MeasureResult& result);

struct GapRequest {
  std::string data;        // the folder of a data set
  std::string split = {};  // as in MeasureRequest
  std::string part = {};   // of the split or of the data set; empty: test, or every row
  std::optional<std::uint64_t> resamples = {};  // at most a million
};

struct GapResult {
  std::string split;  // empty: none
  std::string part;   // empty: every row
  std::string content_hash;
  GapReport report;

  std::string about() const;  // "test of comp", "part test" or "the whole data set"
};

GapResult measure_gap(const GapRequest& request, const Workplace& workplace = {});

nlohmann::ordered_json to_json(const GapResult& result);

// A panel for each metric: the learners, then the gap.
IntervalPlot plot_of(const GapResult& result);

}  // namespace assay::verbs
