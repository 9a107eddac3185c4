#include "sweep_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/sweep/some_runs_testing.h"

namespace assay {
namespace {

using testing::HasSubstr;

TEST(SweepReport, IsATable) {
  const std::string text = summary_text(
      summarise({some_run("lstm", "a", 1, 0.25, 0.1), some_run("lstm", "a", 2, 0.75, 0.1),
                 some_run("lstm", "b", 1, 0.5, 0.5), some_run("lstm", "c", 1, 0.5, 0.9)}));
  EXPECT_THAT(text, HasSubstr("learner  split    D_A    D_C  output  input  seeds"));
  // The half-width is 0.25 times the quantile of Student's t with one degree of freedom, 12.706.
  EXPECT_THAT(text, HasSubstr("50.0 \u00b1 317.7"));
  EXPECT_THAT(text, HasSubstr("R\u00b2 of lstm on 3 splits: 0.000 with D_C"));
  EXPECT_THAT(text, HasSubstr("CPU minutes of all runs: 6\n"));
}

TEST(SweepReport, HasALineForEachFurtherTest) {
  RunRow run = some_run("gcn", "random", 1, 0.5);
  run.parts.push_back({.part = "A1", .rows = 10, .exact = 2, .exact_30 = 4, .cells = 6});
  const std::string text = summary_text(summarise({run}));
  EXPECT_THAT(text, HasSubstr("gcn      random      A1        1     20.0        40.0    60.0\n"));
  EXPECT_THAT(text, HasSubstr("gcn      random      test      1     50.0           -       -\n"));
}

TEST(SweepReport, SaysWhatIsMissing) {
  verbs::SweepResult result;
  result.recipe.results = "results.jsonl";
  result.out = "sweep-x";
  result.planned = 3;
  result.made = 1;
  result.missing = {"lstm on a, seed 1", "lstm on b, seed 1"};
  result.failed = {{"lstm on a, seed 1", 3, "assay-train: training diverged"}};
  EXPECT_EQ(progress_text(result),
            "1 of 3 runs done, 1 of them now; results in results.jsonl, runs in sweep-x\n"
            "failed with 3: lstm on a, seed 1: assay-train: training diverged\n"
            "missing, the same command goes on:\n"
            "  lstm on a, seed 1\n"
            "  lstm on b, seed 1\n");
}

}  // namespace
}  // namespace assay
