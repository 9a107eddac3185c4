// Puzzles and what is promised of them.
#include "assay/tasks/arc/puzzles/puzzles.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

namespace assay::arc {
namespace {

using world::Colour;
using world::Shape;
using world::Thing;

constexpr const char* kMixed = "$OBJ_0 ^ $OBJ_1 & $OBJ_2 ^ $OBJ_3";

Puzzle made(const PuzzleMaker& maker, std::uint64_t unit) {
  Explanations explanations;
  Puzzle puzzle;
  EXPECT_TRUE(maker.make(stream_key(0, "arc"), unit, explanations, puzzle)) << unit;
  return puzzle;
}

TEST(Operations, ReallyChangeWhatTheyAreDoneTo) {
  const Thing red_circle{Shape::kCircle, Colour::kRed, 2, {0, 0}};
  std::map<std::string, int> changing;
  for (const Operation& operation : all_operations()) {
    EXPECT_EQ(read_operation(text_of(operation)), operation);
    changing[std::string(name_of(operation.kind()))] += really_changes(operation, red_circle);
  }
  EXPECT_EQ(all_operations().size(), 20U);
  EXPECT_EQ(changing,
            (std::map<std::string, int>{{"draw", 3}, {"change", 2}, {"remove", 1}, {"both", 6}}));
  EXPECT_EQ(read_operation("draw pink"), std::nullopt);
}

// All that the card promises of rules that speak of up to three things.
TEST(Puzzles, AreCheckedAgainstSoManyRules) {
  std::uint64_t rules = 0;
  const PuzzleMaker maker({});
  for (const reascan::Pattern& pattern : maker.family()) {
    rules += reascan::StructureSpace(pattern).size();
  }
  EXPECT_EQ(rules, 45U + 5'050U + 302'548U + 383'470U);
}

TEST(Puzzles, KeepTheirPromises) {
  for (const char* pattern : {"release", "c2", "p4", kMixed}) {
    Settings settings;
    settings.pattern = pattern;
    const PuzzleMaker maker(settings);
    Explanations explanations;
    for (std::uint64_t unit = 0; unit < 30; ++unit) {
      EXPECT_EQ(maker.broken_promise(made(maker, unit), explanations), "") << pattern << unit;
    }
  }
}

// With another world to ask about, or fewer pairs, other rules come into play.
TEST(Puzzles, BrokenPromisesAreNoticed) {
  const PuzzleMaker maker({});
  Explanations explanations;
  std::map<std::string, int> broken;
  for (std::uint64_t unit = 0; unit < 300; ++unit) {
    Puzzle puzzle = made(maker, unit);
    puzzle.worlds.erase(puzzle.worlds.begin(), puzzle.worlds.begin() + 2);
    const std::string first_words = maker.broken_promise(puzzle, explanations).substr(0, 9);
    ++broken[first_words];
    if (unit % 3 == 0) continue;
    puzzle = made(maker, unit);
    std::swap(puzzle.worlds[0].things[0], puzzle.worlds[0].things[1]);
    EXPECT_NE(maker.broken_promise(puzzle, explanations), "");
  }
  EXPECT_GT(broken["another r"], 100);
  EXPECT_GT(broken["a rule of"], 10);
}

TEST(Puzzles, UseAllOperationsAndPatterns) {
  const PuzzleMaker maker({});
  std::map<std::string, int> kinds;
  std::map<std::string, int> patterns;
  for (std::uint64_t unit = 0; unit < 600; ++unit) {
    const Puzzle puzzle = made(maker, unit);
    ++kinds[std::string(name_of(puzzle.operation.kind()))];
    ++patterns[puzzle.space->pattern().text];
  }
  ASSERT_EQ(kinds.size(), kOperationKinds);
  for (const auto& [kind, count] : kinds) EXPECT_GT(count, 100) << kind;
  ASSERT_EQ(patterns.size(), 3U);
  for (const auto& [pattern, count] : patterns) EXPECT_EQ(count, 200) << pattern;
}

}  // namespace
}  // namespace assay::arc
