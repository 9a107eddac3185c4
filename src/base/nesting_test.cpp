#include "assay/base/nesting.h"

#include <gtest/gtest.h>

#include "assay/base/json_parser.h"
#include "assay/base/limits.h"

namespace assay {
namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

std::string deep_json(std::size_t depth) {
  return repeated("[", depth) + "1" + repeated("]", depth);
}

TEST(JsonNesting, IsFoundAboveTheLimit) {
  EXPECT_FALSE(json_line_too_deep(deep_json(kMostNesting)));
  EXPECT_EQ(json_line_too_deep(deep_json(kMostNesting + 1)), 1U);
  EXPECT_EQ(json_line_too_deep("\n\n" + repeated(R"({"a":)", 1'000'000)), 3U);
}

TEST(JsonNesting, DoesNotCountWhatIsClosedOrQuoted) {
  EXPECT_FALSE(json_line_too_deep("[" + repeated("[],", 1000) + "[]]"));
  EXPECT_FALSE(json_line_too_deep("\"" + repeated("[", 1000) + "\""));
  EXPECT_FALSE(json_line_too_deep("\"\\\"" + repeated("[", 1000) + "\""));
  EXPECT_EQ(json_line_too_deep("\"\\\\\"" + repeated("[", 1000)), 1U);
}

TEST(JsonNesting, HoldsForTheParserOfRows) {
  auto parser = make_json_parser();
  EXPECT_EQ(parser.parse(deep_json(kMostNesting)).error(), simdjson::SUCCESS);
  const auto problem = parser.parse(deep_json(kMostNesting + 1)).error();
  EXPECT_EQ(json_problem(problem), "is nested more than 128 levels deep");
  // Also after it took more memory.
  EXPECT_EQ(parser.parse("[" + repeated("1,", 100'000) + "1]").error(), simdjson::SUCCESS);
  EXPECT_EQ(parser.parse(deep_json(kMostNesting + 1)).error(), simdjson::DEPTH_ERROR);
}

TEST(JsonProblem, IsNotTheTextWhenMemoryIsMissing) {
  EXPECT_THROW(json_problem(simdjson::MEMALLOC), std::bad_alloc);
}

std::string dotted(std::size_t dots) { return "a" + repeated(".a", dots); }

TEST(TomlNesting, CountsTheStepsOfKeys) {
  EXPECT_FALSE(toml_line_too_deep(dotted(kMostNesting) + " = 1"));
  EXPECT_EQ(toml_line_too_deep("x = 1\n" + dotted(kMostNesting + 1) + " = 1"), 2U);
  EXPECT_EQ(toml_line_too_deep("[" + dotted(kMostNesting) + "]"), 1U);
  EXPECT_EQ(toml_line_too_deep("a = {" + dotted(kMostNesting) + " = 1}"), 1U);
  EXPECT_EQ(toml_line_too_deep("a = " + repeated("{" + dotted(10) + " = ", 20)), 1U);
  EXPECT_EQ(toml_line_too_deep(R"("q" . "q")" + repeated(R"(."q")", 200) + " = 1"), 1U);
}

TEST(TomlNesting, CountsLists) {
  EXPECT_FALSE(toml_line_too_deep("a = " + deep_json(kMostNesting)));
  EXPECT_EQ(toml_line_too_deep("a = " + deep_json(kMostNesting + 1)), 1U);
  EXPECT_EQ(toml_line_too_deep("a = [\n" + repeated("[\n", 1000)), kMostNesting + 1);
}

TEST(TomlNesting, DoesNotCountTextsCommentsAndNumbers) {
  const std::string dots(1000, '.');
  EXPECT_FALSE(toml_line_too_deep("# " + dots + "\na = 1"));
  EXPECT_FALSE(toml_line_too_deep("a = \"" + dots + "\""));
  EXPECT_FALSE(toml_line_too_deep("a = '" + dots + "'"));
  EXPECT_FALSE(toml_line_too_deep("a = \"\"\"\n" + dots + "\n\"\"\"\nb = 1"));
  EXPECT_FALSE(toml_line_too_deep("a = '''\n" + dots + "\n'''\nb = 1"));
  EXPECT_FALSE(toml_line_too_deep("a = [" + repeated("1.5, ", 1000) + "]"));
  EXPECT_FALSE(toml_line_too_deep(repeated("a.b = 1.5\n", 1000)));
}

TEST(TomlNesting, IsNotHiddenBehindTexts) {
  const std::string deep = dotted(1000) + " = 1";
  EXPECT_EQ(toml_line_too_deep("a = \"\\\"\"\n" + deep), 2U);
  EXPECT_EQ(toml_line_too_deep("a = 'x\\'\n" + deep), 2U);
  EXPECT_EQ(toml_line_too_deep("a = \"\"\"x\"\"\"\"\"\n" + deep), 2U);
  EXPECT_EQ(toml_line_too_deep("a = '''x''''\n" + deep), 2U);
}

}  // namespace
}  // namespace assay
