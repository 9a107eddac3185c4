#include "assay/core/split.h"

#include <gtest/gtest.h>

#include "assay/core/split_report.h"

namespace assay {
namespace {

TEST(Parts, HaveAnotherNameInFiles) {
  for (const Place part : {Place::kTrain, Place::kDev, Place::kTest}) {
    EXPECT_EQ(part_named(name_of(part)), part);
    EXPECT_EQ(part_named(part_file_name(part)), part);
  }
  EXPECT_EQ(part_file_name(Place::kDev), "validation");
  EXPECT_EQ(part_named("all"), std::nullopt);
  EXPECT_EQ(part_named(""), std::nullopt);
}

TEST(Parts, HoldRows) {
  Split split{{1, 2}, {3}, {4}};
  EXPECT_EQ(rows_in(split, Place::kTrain), split.train);
  EXPECT_EQ(rows_in(split, Place::kDev), split.dev);
  rows_in(split, Place::kTest).push_back(5);
  EXPECT_EQ(split.test.size(), 2U);
}

// A figure that is above the bound only beyond six decimals is not marked: files could not tell.
TEST(SplitReport, IsComparedBySixDecimals) {
  SplitReport report;
  for (const double figure : {0.02, 0.0200004, 0.0200006, 0.5}) {
    PairReport pair;
    pair.atom_divergence = figure;
    pair.input_length_ratio = 1.0 / 3;
    report.pairs.push_back(pair);
  }
  mark_above_bound(report, 0.02);
  EXPECT_FALSE(report.pairs[0].above_bound);
  EXPECT_FALSE(report.pairs[1].above_bound);
  EXPECT_TRUE(report.pairs[2].above_bound);
  EXPECT_TRUE(report.pairs[3].above_bound);
  const SplitReport short_one = rounded(report);
  EXPECT_EQ(short_one.pairs[1].atom_divergence, 0.02);
  EXPECT_EQ(short_one.pairs[2].atom_divergence, 0.020001);
  EXPECT_EQ(short_one.pairs[0].input_length_ratio, 0.333333);
  EXPECT_EQ(short_one.pairs[0].output_length_ratio, std::nullopt);
}

}  // namespace
}  // namespace assay
