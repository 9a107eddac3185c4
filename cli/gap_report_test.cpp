#include "gap_report.h"

#include <gtest/gtest.h>

#include "assay/verbs/some_gap_testing.h"

namespace assay {
namespace {

using verbs::some_gap;

TEST(GapReport, IsATableWithIntervals) {
  EXPECT_EQ(gap_text(some_gap()),
            "test of comp: 2,000 rows; training has 11,900 groups\n"
            "\n"
            "learner                 mAP     95 % interval  accuracy     95 % interval\n"
            "strong               0.9473  0.9401 to 0.9538    0.9942  0.9900 to 0.9961\n"
            "weak                 0.0722  0.0650 to 0.0801    0.6234  0.6100 to 0.6370\n"
            "random               0.0455  0.0400 to 0.0500         -                 -\n"
            "gap (strong - weak)  0.8751  0.8680 to 0.8822    0.3708  0.3600 to 0.3800\n"
            "\n"
            "mAP: strong and weak are both defined in 1,990 of 2,000 rows\n"
            "concepts: 14,942\n"
            "median valid: 5.5000\n"
            "intervals: percentiles of 2,000 resamples of 1,500 groups\n");
}

TEST(GapReport, StaysInEightyColumns) {
  verbs::GapResult result = some_gap();
  GapReport& report = result.report;
  report.metrics = {"one", "two", "three"};
  report.means.assign(9, {2000, 0.5, 0.4, 0.6});
  report.gaps.assign(3, {2000, 0.25, 0.2, 0.3});
  const std::string text = gap_text(result);
  std::size_t begin = 0;
  std::size_t tables = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    EXPECT_LE(end - begin, 80U) << text;
    if (text.compare(begin, 7, "learner") == 0) ++tables;
  }
  EXPECT_EQ(tables, 2U);
  EXPECT_NE(text.find("three"), std::string::npos);
}

TEST(GapReport, SaysNothingOfWhatIsNotKnown) {
  verbs::GapResult result = some_gap();
  GapReport& report = result.report;
  report.trained_groups.reset();
  report.figures.clear();
  report.gaps[0].rows = 2000;
  result.part.clear();
  const std::string text = gap_text(result);
  EXPECT_EQ(text.substr(0, text.find('\n')), "the whole data set: 2,000 rows");
  EXPECT_EQ(text.find("defined"), std::string::npos);
}

}  // namespace
}  // namespace assay
