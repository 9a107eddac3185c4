#include "assay/base/json.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "assay/base/error.h"
#include "assay/base/random.h"

namespace assay {
namespace {

std::string json_text(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

template <typename Number>
std::string number_text(Number number) {
  std::string out;
  append_json_number(out, number);
  return out;
}

// One byte at a time, straight from RFC 8259, section 7.
std::string slowly_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == '"' || letter == '\\') {
      out += {'\\', letter};
    } else if (letter == '\n') {
      out += "\\n";
    } else if (letter == '\r') {
      out += "\\r";
    } else if (letter == '\t') {
      out += "\\t";
    } else if (byte < 0x20) {
      constexpr std::string_view kHex = "0123456789abcdef";
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += letter;
    }
  }
  return out + '"';
}

TEST(JsonString, EscapesWhatMustBe) {
  struct Case {
    std::string_view text;
    std::string_view json;
  };
  using std::string_view_literals::operator""sv;
  const Case cases[] = {
      {"", R"("")"},
      {"walk left", R"("walk left")"},
      {R"(say "jump")", R"("say \"jump\"")"},
      {R"(\)", R"("\\")"},
      {"a\nb", R"("a\nb")"},
      {"\t\r", R"("\t\r")"},
      {"\0"sv, R"("\u0000")"},
      {"\x1b[31m", R"("\u001b[31m")"},
      {"\x1f ", R"("\u001f ")"},
      {"\x7f/", "\"\x7f/\""},
      {"größer 日本 🙂", "\"größer 日本 🙂\""},
      {"0123456789abcdef\"", R"("0123456789abcdef\"")"},
      {R"("""")", R"("\"\"\"\"")"},
  };
  for (const Case& c : cases) EXPECT_EQ(json_text(c.text), c.json);
}

TEST(JsonString, EscapesEveryByteAtEveryPlaceAroundSixteen) {
  for (const std::size_t length : {1U, 15U, 16U, 17U, 31U, 32U, 33U, 50U}) {
    for (std::size_t at = 0; at < length; ++at) {
      for (int byte = 0; byte < 0x80; ++byte) {
        std::string text(length, 'x');
        text[at] = static_cast<char>(byte);
        ASSERT_EQ(json_text(text), slowly_quoted(text)) << "byte " << byte << " at " << at;
      }
    }
  }
}

TEST(JsonString, LeavesBytesAboveAsciiAlone) {
  for (int byte = 0x80; byte < 0x100; ++byte) {
    const std::string text(20, static_cast<char>(byte));
    ASSERT_EQ(json_text(text), '"' + text + '"') << byte;
  }
}

TEST(JsonString, EqualsTheSlowWayOnAnyText) {
  EXPECT_TRUE(rc::check("any bytes", [](const std::string& text) {
    RC_ASSERT(json_text(text) == slowly_quoted(text));
  }));
}

TEST(JsonString, IsAppended) {
  std::string out = "{";
  append_json_string(out, "a");
  append_json_string(out, "b");
  EXPECT_EQ(out, R"({"a""b")");
}

TEST(JsonNumber, WritesWholeNumbersToTheirLimits) {
  EXPECT_EQ(number_text(std::int64_t{0}), "0");
  EXPECT_EQ(number_text(std::int64_t{-1}), "-1");
  EXPECT_EQ(number_text(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(number_text(std::numeric_limits<std::int64_t>::max()), "9223372036854775807");
  EXPECT_EQ(number_text(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
}

TEST(JsonNumber, WritesTheShortestDigits) {
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(-2.5), "-2.5");
  EXPECT_EQ(number_text(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(number_text(1e300), "1e+300");
  EXPECT_EQ(number_text(5e-324), "5e-324");
}

TEST(JsonNumber, ReadsBackAsTheSameReal) {
  Stream stream(stream_key(1, "reals"), {});
  for (int i = 0; i < 50'000; ++i) {
    const std::uint64_t bits = stream.next64();
    const auto number = std::bit_cast<double>(bits);
    if (!std::isfinite(number)) continue;
    const double back = std::strtod(number_text(number).c_str(), nullptr);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(back), bits) << number_text(number);
  }
}

TEST(JsonNumber, RefusesWhatJsonCannotSay) {
  EXPECT_THROW(number_text(std::numeric_limits<double>::infinity()), Bug);
  EXPECT_THROW(number_text(-std::numeric_limits<double>::infinity()), Bug);
  EXPECT_THROW(number_text(std::numeric_limits<double>::quiet_NaN()), Bug);
}

}  // namespace
}  // namespace assay
