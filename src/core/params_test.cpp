#include "assay/core/params.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "assay/base/error.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::Property;
using testing::StrEq;
using testing::Throws;

std::vector<ParamSpec> sample_specs() {
  ParamSpec free_text;
  free_text.name = "words";
  free_text.default_text = "jump";
  return {ParamSpec::number("max_length", 5, -3, 40, "how long"),
          ParamSpec::choice("edition", "sound", {"sound", "published"}, "which one"), free_text};
}

Params with(const std::map<std::string, std::string>& given) {
  return Params(sample_specs(), given, "scan");
}

auto is_usage_error(const std::string& message) {
  return Throws<Error>(
      AllOf(Property(&Error::kind, ErrorKind::kUsage), Property(&Error::what, StrEq(message))));
}

TEST(Params, FillInTheDefaults) {
  const Params params = with({});
  EXPECT_EQ(params.number("max_length"), 5);
  EXPECT_EQ(params.text("edition"), "sound");
  EXPECT_EQ(params.text("words"), "jump");
  EXPECT_THAT(params.all(), ElementsAre(Pair("edition", "sound"), Pair("max_length", "5"),
                                        Pair("words", "jump")));
}

TEST(Params, TakeWhatIsGiven) {
  const Params params = with({{"edition", "published"}, {"max_length", "-3"}, {"words", ""}});
  EXPECT_EQ(params.number("max_length"), -3);
  EXPECT_EQ(params.text("edition"), "published");
  EXPECT_EQ(params.text("words"), "");
}

TEST(Params, KeepNumbersInTheirRange) {
  for (const char* value : {"-3", "0", "40"}) {
    EXPECT_NO_THROW(with({{"max_length", value}})) << value;
  }
  for (const std::string value : {"-4", "41", "", "five", "5.0", "5 ", "+5", "0x5", "1e1",
                                  "9223372036854775808", "-9223372036854775809"}) {
    EXPECT_THAT(
        [&] {
          with({{"max_length", value}});
        },
        is_usage_error("scan: max_length=" + value + " is not a whole number from -3 to 40"));
  }
}

TEST(Params, ReachTheEndsOfWholeNumbers) {
  const auto least = std::numeric_limits<std::int64_t>::min();
  const auto most = std::numeric_limits<std::int64_t>::max();
  const std::vector<ParamSpec> specs = {ParamSpec::number("n", 0, least, most, "")};
  EXPECT_EQ(Params(specs, {{"n", "-9223372036854775808"}}, "x").number("n"), least);
  EXPECT_EQ(Params(specs, {{"n", "9223372036854775807"}}, "x").number("n"), most);
}

TEST(Params, NameTheNearestChoice) {
  EXPECT_THAT(
      [] {
        with({{"edition", "publisht"}});
      },
      is_usage_error(R"(scan: edition=publisht is not known; did you mean "published"?)"));
  EXPECT_THAT(
      [] {
        with({{"edition", ""}});
      },
      is_usage_error("scan: edition= is not known; there are: sound, published"));
  EXPECT_THAT(
      [] {
        with({{"edition", "Sound"}});
      },
      is_usage_error(R"(scan: edition=Sound is not known; did you mean "sound"?)"));
}

TEST(Params, NameTheNearestParameter) {
  EXPECT_THAT(
      [] {
        with({{"max_lenght", "5"}});
      },
      is_usage_error(R"(scan: unknown parameter "max_lenght"; did you mean "max_length"?)"));
  EXPECT_THAT(
      [] {
        with({{"conjunctions", "5"}});
      },
      is_usage_error(R"(scan: unknown parameter "conjunctions"; there are: max_length, )"
                     "edition, words"));
  EXPECT_THAT(
      [] {
        Params({}, {{"a", "1"}}, "cfq");
      },
      is_usage_error(R"(cfq has no parameters, so "a" cannot be set)"));
}

TEST(Params, ShowForeignTextWithoutControlCharacters) {
  EXPECT_THAT(
      [] {
        with({{"max_length", "\x1b[31m"}});
      },
      is_usage_error("scan: max_length=\\x1b[31m is not a whole number from -3 to 40"));
}

TEST(Params, AreAskedOnlyForWhatTheyHave) {
  EXPECT_THROW(with({}).text("other"), Bug);
  EXPECT_THROW(with({}).number("words"), Bug);
  EXPECT_THAT(Params().all(), IsEmpty());
}

TEST(ParamSpec, SaysWhatItIs) {
  const auto specs = sample_specs();
  EXPECT_TRUE(specs[0].is_number());
  EXPECT_EQ(specs[0].default_text, "5");
  EXPECT_FALSE(specs[1].is_number());
  EXPECT_FALSE(specs[2].is_number());
}

}  // namespace
}  // namespace assay
