#include "assay/pipeline/methods/divergence_claim.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

SplitFile with_pair(const std::string& first, bool above) {
  SplitFile file;
  PairReport& pair = file.report.emplace().pairs.emplace_back();
  pair.first = first;
  pair.second = "test";
  pair.above_bound = above;
  return file;
}

TEST(DivergenceClaims, AreAboveTheBoundWhenAnyPairIs) {
  EXPECT_FALSE(is_above_bound(SplitFile{}));
  EXPECT_FALSE(is_above_bound(with_pair("train", false)));
  EXPECT_TRUE(is_above_bound(with_pair("train", true)));
  EXPECT_FALSE(is_above_bound(with_pair("dev", false)));
  EXPECT_TRUE(is_above_bound(with_pair("dev", true)));
}

}  // namespace
}  // namespace assay
