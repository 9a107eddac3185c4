#include "assay/pipeline/compare.h"

#include <gtest/gtest.h>

#include "assay/base/random.h"

namespace assay {
namespace {

// Runs that are right with these chances, on units of three rows, in groups 0 to 2 by row.
RunTable drawn_table(std::size_t rows, const std::vector<double>& chances) {
  RunTable table;
  GroupedRows by{"kind", {"kind"}, {}};
  for (std::int64_t kind = 0; kind < 3; ++kind) by.keys.push_back({kind});
  for (std::uint32_t row = 0; row < rows; ++row) {
    table.unit_of.push_back(row / 3);
    by.groups.push_back(row % 7 % 3);
    by.begins.push_back(row + 1);
  }
  table.units = static_cast<std::uint32_t>((rows + 2) / 3);
  table.by.push_back(std::move(by));
  for (std::size_t run = 0; run < chances.size(); ++run) {
    Stream stream({8, 8}, {.unit = run});
    RunVerdicts verdicts{"run", PairedBy::kId};
    for (std::size_t row = 0; row < rows; ++row) {
      const bool right = stream.below(1000) < static_cast<std::uint64_t>(1000 * chances[run]);
      const auto kind = stream.below(4);
      verdicts.verdicts.push_back(right       ? Status::kRight
                                  : kind == 0 ? Status::kUnparsable
                                  : kind == 1 ? Status::kNoAnswer
                                              : Status::kWrong);
    }
    for (std::size_t first = 0; first < run; ++first) {
      table.disagreements.push_back({first, run, {}, {}});
    }
    table.runs.push_back(std::move(verdicts));
  }
  return table;
}

PairedTally tally_by_hand(const RunTable& table, std::size_t first, std::size_t second,
                          std::optional<std::uint32_t> group) {
  PairedTally tally;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (group && row % 7 % 3 != *group) continue;
    const bool a = table.runs[first].verdicts[row] == Status::kRight;
    const bool b = table.runs[second].verdicts[row] == Status::kRight;
    tally.both += a && b ? 1 : 0;
    tally.only_first += a && !b ? 1 : 0;
    tally.only_second += !a && b ? 1 : 0;
    tally.neither += !a && !b ? 1 : 0;
  }
  return tally;
}

TEST(CompareRuns, CountsRowByRow) {
  const RunTable table = drawn_table(500, {0.7, 0.6, 0.3});
  const Comparison comparison = compare_runs(table, {});
  EXPECT_EQ(comparison.rows, 500U);
  EXPECT_EQ(comparison.units, 167U);
  ASSERT_EQ(comparison.pairs.size(), 3U);
  std::vector<double> probabilities;
  for (const PairComparison& pair : comparison.pairs) {
    const PairedTally all = tally_by_hand(table, pair.first, pair.second, std::nullopt);
    EXPECT_EQ(pair.all.tally, all);
    EXPECT_EQ(pair.all.probability, mcnemar(all));
    EXPECT_LT(pair.all.interval.low, pair.all.difference);
    EXPECT_GT(pair.all.interval.high, pair.all.difference);
    probabilities.push_back(pair.all.probability);
    ASSERT_EQ(pair.by.size(), 1U);
    ASSERT_EQ(pair.by[0].groups.size(), 3U);
    std::vector<double> of_groups;
    for (std::uint32_t group = 0; group < 3; ++group) {
      const Difference& found = pair.by[0].groups[group].rows;
      EXPECT_EQ(found.tally, tally_by_hand(table, pair.first, pair.second, group));
      of_groups.push_back(found.probability);
    }
    const auto adjusted = holm(of_groups);
    for (std::size_t group = 0; group < 3; ++group) {
      EXPECT_EQ(pair.by[0].groups[group].rows.adjusted, adjusted[group]);
    }
  }
  const auto adjusted = holm(probabilities);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(comparison.pairs[i].all.adjusted, adjusted[i]);
}

TEST(CompareRuns, KnowsWhatAllMiss) {
  const RunTable table = drawn_table(400, {0.5, 0.4, 0.3});
  const Comparison comparison = compare_runs(table, {});
  std::uint64_t missed = 0;
  for (std::size_t row = 0; row < 400; ++row) {
    missed +=
        table.runs[0].is_right(row) || table.runs[1].is_right(row) || table.runs[2].is_right(row)
            ? 0
            : 1;
  }
  EXPECT_EQ(comparison.missed_by_all, missed);
  double by_chance = 400;
  for (const RunFigures& run : comparison.runs) {
    by_chance *= static_cast<double>(400 - run.right) / 400;
    EXPECT_EQ(run.right + run.wrong + run.unparsable + run.no_answer, 400U);
    EXPECT_LT(run.interval.low, run.accuracy);
    EXPECT_GT(run.interval.high, run.accuracy);
  }
  EXPECT_NEAR(comparison.missed_by_chance, by_chance, 1e-9);
}

// Three rows of a unit that always agree are worth one: the interval is wider.
TEST(CompareRuns, SiblingsWidenTheInterval) {
  RunTable alone = drawn_table(300, {0.7, 0.6});
  for (RunVerdicts& run : alone.runs) {
    for (std::size_t row = 0; row < 300; ++row) run.verdicts[row] = run.verdicts[row / 3 * 3];
  }
  RunTable together = alone;
  for (std::uint32_t row = 0; row < 300; ++row) alone.unit_of[row] = row;
  alone.units = 300;
  const auto width = [](const Interval& interval) { return interval.high - interval.low; };
  const PairComparison one = compare_runs(alone, {}).pairs[0];
  const PairComparison three = compare_runs(together, {}).pairs[0];
  EXPECT_GT(width(three.all.interval), 1.5 * width(one.all.interval));
  EXPECT_GT(three.smallest.value(), 1.5 * one.smallest.value());
  EXPECT_GT(width(figures_of(together, 0).interval), 1.5 * width(figures_of(alone, 0).interval));
}

TEST(CompareRuns, EqualRunsDifferInNothing) {
  RunTable table = drawn_table(50, {0.5, 0.5});
  table.runs[1].verdicts = table.runs[0].verdicts;
  const PairComparison pair = compare_runs(table, {}).pairs[0];
  EXPECT_EQ(pair.all.difference, 0);
  EXPECT_EQ(pair.all.probability, 1);
  EXPECT_EQ(pair.smallest, std::nullopt);
}

}  // namespace
}  // namespace assay
