// sweep: many runs of `train`, from a recipe to a table and a plot.
//
// A run is known by a key, a hash of all that decides it, and its row in the file of results says
// that it is finished. So a sweep can be stopped, killed, moved to another machine and gone on
// with.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/workplace.h"
#include "assay/sweep/summary.h"
#include "assay/sweep/sweep_recipe.h"

namespace assay::verbs {

struct SweepRequest {
  std::string recipe;      // a file in TOML
  std::string out = {};    // the folder of the data and the runs; empty: sweep-NAME
  bool only_plan = false;  // nothing is run
  // The path of assay-train, asked for when a run is missing; nullopt: it cannot be had.
  std::function<std::optional<std::string>()> program;
  std::function<bool()> may_start = [] { return true; };  // false: no more runs are started
  Variables variables = {};                               // of the environment
};

struct FailedRun {
  std::string run;  // "lstm_small on mcd1, seed 2"
  int exit_code = 0;
  std::string why;
};

struct SweepResult {
  SweepRecipe recipe;
  std::string out;
  std::uint64_t planned = 0;
  std::uint64_t made = 0;            // now
  std::vector<std::string> missing;  // runs that have no row yet
  std::vector<FailedRun> failed;
  bool lacks_program = false;
  SweepSummary summary;  // of all planned runs that have a row
};

// The runs of this process use `workplace.control.jobs` processes at a time. Table and plot are
// written beside the results: NAME_table.jsonl and NAME.svg.
SweepResult sweep(const SweepRequest& request, const Workplace& workplace = {});

nlohmann::ordered_json to_json(const SweepResult& result);

// The path of what is written beside the results: the sweep's name and the ending.
std::string path_beside_results(const SweepRecipe& recipe, const std::string& ending);

}  // namespace assay::verbs
