#include "compare_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

verbs::CompareReport some_report(std::size_t runs) {
  verbs::CompareReport report{{"hard", "test", ""}, {}};
  Comparison& comparison = report.comparison;
  comparison.rows = 1200;
  comparison.units = 300;
  for (std::size_t run = 0; run < runs; ++run) {
    comparison.runs.push_back({.name = "run" + std::to_string(run),
                               .paired_by = PairedBy::kIdAndContentHash,
                               .right = 900,
                               .accuracy = 0.75,
                               .interval = {0.7, 0.8}});
    for (std::size_t first = 0; first < run; ++first) {
      PairComparison pair{first, run};
      pair.all = {{.both = 800, .only_first = 100, .only_second = 50, .neither = 250},
                  0.0417,
                  {0.02, 0.06},
                  0.00005,
                  0.2};
      pair.smallest = 0.03;
      pair.only_first = {"scan:1"};
      comparison.pairs.push_back(pair);
    }
  }
  comparison.missed_by_all = 250;
  comparison.missed_by_chance = 75;
  comparison.missed_ids = {"scan:2"};
  return report;
}

TEST(CompareReport, SaysWhoIsBetterAndHowSurely) {
  EXPECT_EQ(
      compare_text(some_report(2)),
      "1,200 rows of 300 units, part test of split hard; a row without an answer is not right\n"
      "\n"
      "   run   accuracy     95 % interval  right  wrong  unparsable  no answer  too short  too "
      "long\n"
      "A  run0    0.7500  0.7000 to 0.8000    900      0           0          0          0      "
      "   0\n"
      "B  run1    0.7500  0.7000 to 0.8000    900      0           0          0          0      "
      "   0\n"
      "\n"
      "A - B        +0.0417, 95 % interval 0.0200 to 0.0600\n"
      "right        both 800, only A 100, only B 50, neither 250\n"
      "McNemar      p = 5.0e-05 (exact): A is better\n"
      "detectable   a difference of 0.0300 would show in four of five such tests\n"
      "only A       scan:1\n"
      "\n"
      "No run has 250 rows right; by chance that would be 75.0, were their errors independent\n"
      "scan:2, ...\n");
}

TEST(CompareReport, OfSeveralRunsIsATableOfDifferences) {
  const std::string text = compare_text(some_report(3));
  EXPECT_THAT(text, HasSubstr("        - A       - B       - C\n"
                              "A            +0.0417   +0.0417\n"
                              "B  -0.0417             +0.0417\n"
                              "C  -0.0417   -0.0417\n"));
  EXPECT_THAT(text, Not(HasSubstr("McNemar")));
}

TEST(CompareReport, WarnsOfFilesThatSayLittle) {
  verbs::CompareReport report = some_report(2);
  report.comparison.runs[1].missing = 3;
  report.comparison.runs[1].paired_by = PairedBy::kId;
  const std::string text = compare_text(report);
  EXPECT_THAT(text, HasSubstr("B says nothing about 3 rows\n"
                              "B is paired by id alone: it has no content_hash\n"));
}

}  // namespace
}  // namespace assay
