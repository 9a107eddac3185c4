// -n N gives N examples as different as the task allows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "all_tasks.h"
#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

std::string unit_of(const std::string& id) {
  const std::size_t item = id.rfind(':');
  const std::size_t unit = id.rfind(':', item - 1);
  return id.substr(unit + 1, item - unit - 1);
}

std::set<std::string> units_of(const std::string& rows) {
  std::set<std::string> units;
  for (const std::string& line : text_lines(rows)) {
    units.insert(unit_of(Json::parse(line)["id"].get<std::string>()));
  }
  return units;
}

class RowOrder : public ::testing::TestWithParam<std::string> {};

TEST_P(RowOrder, FirstRowsAreOfDifferentUnits) {
  for (int seed = 0; seed < 20; ++seed) {
    const Outcome outcome =
        assay({"generate", GetParam(), "-n", "200", "--seed", std::to_string(seed)});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    ASSERT_EQ(text_lines(outcome.out).size(), 200U);
    EXPECT_EQ(units_of(outcome.out).size(), 200U) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryTask, RowOrder, ::testing::ValuesIn(all_tasks()),
                         [](const auto& task) { return task.param; });

TEST(RowOrders, OfAllRowsOfAFiniteTaskAreTheSameRows) {
  const std::vector<std::string> words = {
      "generate", "gscan", "--set", "grammar=simple_intrans", "--set", "resampling=1"};
  const auto rows = [&](std::vector<std::string> more) {
    more.insert(more.begin(), words.begin(), words.end());
    std::vector<std::string> lines = text_lines(assay(more).out);
    std::sort(lines.begin(), lines.end());
    return lines;
  };
  const auto all = rows({});
  ASSERT_GT(all.size(), 1000U);
  const std::string count = std::to_string(all.size());
  EXPECT_EQ(rows({"-n", count}), all);
  EXPECT_EQ(rows({"-n", count, "--order", "blocks"}), all);
}

TEST(RowOrders, ShowDrawsItems) {
  std::set<std::string> positions;
  for (const std::string& line : text_lines(assay({"show", "gscan", "-n", "40", "--json"}).out)) {
    // Size of the grid, row and column of the agent, its direction, then things, the target first.
    const auto world = Json::parse(line)["world"].get<std::vector<int>>();
    positions.insert(std::to_string(world.at(4) - world.at(1)) + " " +
                     std::to_string(world.at(5) - world.at(2)));
  }
  EXPECT_GE(positions.size(), 10U);
}

TEST(RowOrders, BlocksKeepSiblingsTogether) {
  const Outcome blocks = assay({"generate", "logic", "-n", "100", "--order", "blocks"});
  EXPECT_EQ(units_of(blocks.out).size(), 10U);
  EXPECT_EQ(assay({"generate", "logic", "-n", "100", "--order", "sideways"}).exit_code, 2);
}

TEST(RowOrders, TheClosingLineAndTheCardSayHowManyUnits) {
  const ScratchFolder scratch;
  const auto make = [&](const std::string& order) {
    return assay({"generate", "logic", "-n", "100", "--order", order, "--out", scratch / order});
  };
  EXPECT_THAT(make("spread").out, HasSubstr("100 rows of 100 problems in 1 file"));
  EXPECT_THAT(make("blocks").out, HasSubstr("100 rows of 10 problems in 1 file"));
  EXPECT_THAT(read_file(scratch / "blocks/README.md"), HasSubstr("100 rows of 10 problems."));
}

}  // namespace
}  // namespace assay::testing
