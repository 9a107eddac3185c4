// Is one run better than another, or is it noise? Verdicts of runs on the same rows, compared.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/base/progress.h"
#include "assay/pipeline/run_table.h"
#include "assay/statistics/intervals.h"
#include "assay/statistics/paired.h"

namespace assay {

// A row without an answer is not right, and an accuracy is one of all rows.
struct RunFigures {
  std::string name;
  PairedBy paired_by = PairedBy::kId;
  std::uint64_t right = 0;
  std::uint64_t wrong = 0;
  std::uint64_t unparsable = 0;
  std::uint64_t no_answer = 0;
  std::uint64_t missing = 0;  // of those without an answer: rows that the file does not name
  std::uint64_t shorter = 0;  // answers that are not right, with fewer words than the target
  std::uint64_t longer = 0;
  double accuracy = 0;
  Interval interval = {};  // Wilson's, for as many rows as the units are worth
};

// Two runs on some rows: the first minus the second.
struct Difference {
  PairedTally tally = {};
  double difference = 0;
  Interval interval = {};  // bootstrap over units
  double probability = 1;  // exact McNemar
  double adjusted = 1;     // by Holm, with all that were compared beside it
};

struct GroupDifference {
  GroupKey value;
  Difference rows;
};

struct PairComparison {
  std::size_t first = 0;
  std::size_t second = 0;
  Difference all = {};  // adjusted: with all pairs of runs
  // What so many rows would show; absent: nothing.
  std::optional<double> smallest = {};
  std::vector<std::string> only_first = {};  // a few ids
  std::vector<std::string> only_second = {};
  struct By {
    std::string by;
    std::vector<std::string> columns;
    std::vector<GroupDifference> groups;  // adjusted: with all groups of this pair
  };
  std::vector<By> by = {};
};

struct Comparison {
  std::uint64_t rows = 0;
  std::uint64_t units = 0;
  std::vector<RunFigures> runs;
  std::vector<PairComparison> pairs;    // each run with each later one
  std::uint64_t missed_by_all = 0;      // rows that no run has right
  double missed_by_chance = 0;          // as many would be, were the errors of runs independent
  std::vector<std::string> missed_ids;  // a few
};

// There is a row and a run.
Comparison compare_runs(const RunTable& table, const Control& control);

// Figures of one run alone.
RunFigures figures_of(const RunTable& table, std::size_t run);

}  // namespace assay
