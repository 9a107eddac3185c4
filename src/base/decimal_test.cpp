#include "assay/base/decimal.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <limits>

namespace assay {
namespace {

std::string bucket(auto number, std::string_view width) {
  const auto edge = floor_to_multiple(number, *parse_decimal(width));
  return edge ? fmt::format("{}", edge->value()) : "-";
}

TEST(Decimal, IsReadFromPlainDigits) {
  EXPECT_EQ(parse_decimal("500"), (Decimal{500, 0}));
  EXPECT_EQ(parse_decimal("0.50"), (Decimal{50, 2}));
  EXPECT_EQ(parse_decimal("-1.25"), (Decimal{-125, 2}));
  EXPECT_EQ(parse_decimal("999999999999999"), (Decimal{999'999'999'999'999, 0}));
  for (const char* other :
       {"", "-", ".", ".5", "5.", "1.2.3", "1e3", "+1", " 1", "1 ", "0x1", "1000000000000000"}) {
    EXPECT_EQ(parse_decimal(other), std::nullopt) << other;
  }
}

TEST(Decimal, BucketsAreNamedByTheirLowerEdge) {
  EXPECT_EQ(bucket(std::int64_t{0}, "5"), "0");
  EXPECT_EQ(bucket(std::int64_t{4}, "5"), "0");
  EXPECT_EQ(bucket(std::int64_t{5}, "5"), "5");
  EXPECT_EQ(bucket(std::int64_t{-1}, "5"), "-5");
  EXPECT_EQ(bucket(std::int64_t{-5}, "5"), "-5");
  EXPECT_EQ(bucket(std::int64_t{7}, "2.5"), "5");
  EXPECT_EQ(bucket(std::int64_t{8}, "2.5"), "7.5");
  EXPECT_EQ(bucket(0.74, "0.5"), "0.5");
  EXPECT_EQ(bucket(1234.5, "500"), "1000");
  EXPECT_EQ(bucket(-0.01, "0.5"), "-0.5");
}

TEST(Decimal, NumbersAtAnEdgeStayThere) {
  for (int i = -200; i <= 200; ++i) {
    const double number = i / 10.0;
    EXPECT_EQ(bucket(number, "0.1"), fmt::format("{}", number));
  }
  EXPECT_EQ(bucket(0.3, "0.1"), "0.3");                  // 0.3 / 0.1 is 2.9999999999999996
  EXPECT_EQ(bucket(0.7, "0.1"), "0.7");                  // 7 * 0.1 is 0.7000000000000001
  EXPECT_EQ(bucket(0.29999999999999999, "0.1"), "0.3");  // the same double
  EXPECT_EQ(bucket(0.29999999999999993, "0.1"), "0.2");  // the one below it
}

TEST(Decimal, NumbersFarFromZeroHaveNoBucketOrAnExactOne) {
  EXPECT_EQ(bucket(5e-324, "0.5"), "0");
  EXPECT_EQ(bucket(-5e-324, "0.5"), "-0.5");
  EXPECT_EQ(bucket(1e14, "1"), "100000000000000");
  EXPECT_EQ(bucket(1e300, "1"), "-");
  EXPECT_EQ(bucket(1e15, "1"), "-");
  EXPECT_EQ(bucket(1e14, "0.1"), "-");
  EXPECT_EQ(bucket(std::numeric_limits<double>::infinity(), "1"), "-");
  EXPECT_EQ(bucket(std::numeric_limits<std::int64_t>::min(), "1"), "-");
  EXPECT_EQ(bucket(std::numeric_limits<std::int64_t>::max(), "0.1"), "-");
}

TEST(Decimal, TheEdgeIsWhereCountingEnds) {
  rc::check([] {
    const int hundredths = *rc::gen::inRange(-10'000, 10'000);
    const int width = *rc::gen::inRange(1, 5'000);
    int edge = -(10'000 / width + 1) * width;
    while (edge + width <= hundredths) edge += width;
    const auto found = floor_to_multiple(hundredths / 100.0, Decimal{width, 2});
    RC_ASSERT(found.has_value());
    RC_ASSERT(found->units == edge);
    RC_ASSERT(found->value() == edge / 100.0);
  });
}

}  // namespace
}  // namespace assay
