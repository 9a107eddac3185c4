#include "parse_count.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(ParseCount, ReadsNumbersAsPeopleWriteThem) {
  EXPECT_EQ(parse_count("0"), 0U);
  EXPECT_EQ(parse_count("500"), 500U);
  EXPECT_EQ(parse_count("10k"), 10'000U);
  EXPECT_EQ(parse_count("10K"), 10'000U);
  EXPECT_EQ(parse_count("2M"), 2'000'000U);
  EXPECT_EQ(parse_count("1.5k"), 1'500U);
  EXPECT_EQ(parse_count("1e6"), 1'000'000U);
  EXPECT_EQ(parse_count("2.5e6"), 2'500'000U);
  EXPECT_EQ(parse_count("1e0"), 1U);
  EXPECT_EQ(parse_count("18446744073709551615"), 18446744073709551615U);
  EXPECT_EQ(parse_count("1e19"), 10'000'000'000'000'000'000U);
}

TEST(ParseCount, ReadsNothingElse) {
  for (const char* text : {"",       "k",
                           "e6",     "1e",
                           "1e-3",   "1e20",
                           "2e19",   "1.5",
                           "1.55e1", "1.e3",
                           ".5k",    "-5",
                           "+5",     " 5",
                           "5 ",     "1k5",
                           "1kk",    "1e6k",
                           "0x10",   "1e6.0",
                           "1..5k",  "99999999999999999999",
                           "m",      "1m"}) {
    EXPECT_EQ(parse_count(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace assay
