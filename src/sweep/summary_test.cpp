#include "assay/sweep/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/sweep/some_runs_testing.h"

namespace assay {
namespace {

using testing::DoubleNear;
using testing::HasSubstr;

TEST(SweepSummary, MeansOverSeeds) {
  const SweepSummary summary =
      summarise({some_run("lstm", "a", 1, 0.4), some_run("lstm", "b", 1, 0.9),
                 some_run("lstm", "a", 2, 0.5), some_run("lstm", "a", 3, 0.6)});
  ASSERT_EQ(summary.cells.size(), 2U);
  const SweepCell& cell = summary.cells[0];
  EXPECT_EQ(cell.learner, "lstm");
  EXPECT_EQ(cell.split, "a");
  EXPECT_EQ(cell.accuracy.at("test").runs, 3U);
  EXPECT_THAT(cell.accuracy.at("test").mean, DoubleNear(0.5, 1e-12));
  // 0.1 / sqrt(3) times the quantile of Student's t with two degrees of freedom, 4.303.
  EXPECT_THAT(cell.accuracy.at("test").interval->high, DoubleNear(0.5 + 0.2484, 1e-3));
  EXPECT_EQ(cell.cpu_minutes, 1.5);
  EXPECT_FALSE(summary.cells[1].accuracy.at("test").interval.has_value());
  EXPECT_TRUE(summary.fits.empty());
  EXPECT_EQ(summary.cpu_minutes, 6);
}

TEST(SweepSummary, SettingsMakeAnotherLearner) {
  RunRow other = some_run("lstm", "a", 1, 0.1);
  other.settings = {{"dropout", "0.3"}};
  const SweepSummary summary = summarise({some_run("lstm", "a", 1, 0.4), other});
  ASSERT_EQ(summary.cells.size(), 2U);
  EXPECT_EQ(summary.cells[1].learner, "lstm, dropout=0.3");
}

TEST(SweepSummary, EachTestHasItsShares) {
  RunRow one = some_run("gcn", "random", 1, 0.5);
  one.parts.push_back({.part = "A1", .rows = 10, .exact = 2, .exact_30 = 4, .cells = 6});
  RunRow two = some_run("gcn", "random", 2, 0.5);
  two.parts.push_back({.part = "A1", .rows = 10, .exact = 4, .exact_30 = 6, .cells = 6});
  const SweepSummary summary = summarise({one, two});
  ASSERT_EQ(summary.cells.size(), 1U);
  EXPECT_THAT(summary.cells[0].accuracy.at("A1").mean, DoubleNear(0.3, 1e-12));
  EXPECT_THAT(summary.cells[0].first_30.at("A1").mean, DoubleNear(0.5, 1e-12));
  EXPECT_THAT(summary.cells[0].cells.at("A1").mean, DoubleNear(0.6, 1e-12));
  EXPECT_FALSE(summary.cells[0].cells.contains("test"));
  const SeriesPlot plot = plot_of(summary, "T", {});
  ASSERT_EQ(plot.panels[0].series.size(), 1U);
  ASSERT_EQ(plot.panels[0].series[0].points.size(), 2U);
  EXPECT_EQ(plot.panels[0].series[0].points[1].name, "A1");
  EXPECT_THAT(plot.panels[0].series[0].points[1].y, DoubleNear(0.3, 1e-12));
  EXPECT_THAT(summary_lines(summary), HasSubstr(R"("target_cell":{"A1":{"runs":2,"mean":0.6)"));
}

TEST(SweepSummary, FitsMeansOfSplits) {
  // On a line but for the seeds, whose means are on it.
  const SweepSummary summary =
      summarise({some_run("lstm", "a", 1, 0.9, 0.1), some_run("lstm", "b", 1, 0.5, 0.5),
                 some_run("lstm", "c", 1, 0.2, 0.8), some_run("lstm", "a", 2, 0.8, 0.1),
                 some_run("lstm", "b", 2, 0.6, 0.5), some_run("lstm", "c", 2, 0.3, 0.8)});
  ASSERT_EQ(summary.fits.size(), 1U);
  EXPECT_EQ(summary.fits[0].splits, 3U);
  // Means 0.85, 0.55, 0.25 at 0.1, 0.5, 0.8: r^2 by hand.
  EXPECT_THAT(*summary.fits[0].compound_divergence, DoubleNear(0.993243, 1e-5));
  EXPECT_THAT(*summary.fits[0].output_length_ratio, DoubleNear(0.993243, 1e-5));
  EXPECT_FALSE(summary.fits[0].input_length_ratio.has_value());
}

TEST(SweepSummary, IsDrawnWithItsCurve) {
  const SweepSummary summary =
      summarise({some_run("lstm", "a", 1, 0.9, 0.1), some_run("lstm", "b", 1, 0.5, 0.5),
                 some_run("lstm", "c", 1, 0.2, 0.8), some_run("other", "a", 1, 0.4, 0.1)});
  const SeriesPlot plot = plot_of(summary, "T", {"a", "b"});
  ASSERT_EQ(plot.panels.size(), 1U);
  ASSERT_EQ(plot.panels[0].series.size(), 2U);
  EXPECT_EQ(plot.panels[0].series[0].points[0].name, "a");
  EXPECT_FALSE(plot.panels[0].series[0].points[1].apart);
  EXPECT_TRUE(plot.panels[0].series[0].points[2].apart);
  EXPECT_EQ(plot.panels[0].series[1].points[0].name, "");
  ASSERT_EQ(plot.notes.size(), 1U);
  EXPECT_THAT(plot.notes[0], HasSubstr("of lstm on 3 splits: 1.00 with compound divergence"));
  EXPECT_FALSE(plot_of(summary, "T", {}).panels[0].series[0].points[2].apart);
}

TEST(SweepSummary, LinesAreJson) {
  const std::string lines = summary_lines(summarise({some_run("lstm", "a", 1, 0.4)}));
  EXPECT_EQ(lines,
            R"({"learner":"lstm","split":"a","atom_divergence":0.02,"compound_divergence":0.5,)"
            R"("output_length_ratio":0.5,"input_length_ratio":1.0,"accuracy":{"test":{"runs":1,)"
            R"("mean":0.4,"low":null,"high":null},"train":{"runs":1,"mean":1.0,"low":null,)"
            R"("high":null}},"parameters":12,"steps":100.0,"tokens":2000000.0,"cpu_minutes":1.5})"
            "\n");
}

}  // namespace
}  // namespace assay
