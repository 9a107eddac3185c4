// The solver on puzzles of which it knows nothing but their text.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/tasks/arc/grids/puzzle_text.h"
#include "assay/tasks/arc/puzzles/puzzles.h"
#include "assay/tasks/arc/puzzles/world_grid.h"
#include "assay/tasks/arc/solver/solver.h"
#include "assay/tasks/arc/solver_patterns.h"

namespace assay::arc {
namespace {

using world::Colour;
using world::Shape;
using world::Thing;
using world::World;

constexpr const char* kMixed = "$OBJ_0 ^ $OBJ_1 & $OBJ_2 ^ $OBJ_3";

Puzzle made(const PuzzleMaker& maker, std::uint64_t unit, std::uint64_t seed = 0) {
  Explanations explanations;
  Puzzle puzzle;
  EXPECT_TRUE(maker.make(stream_key(seed, "arc"), unit, explanations, puzzle)) << unit;
  return puzzle;
}

std::string input_of(const Puzzle& puzzle) {
  PuzzleGrids grids;
  for (const World& world : puzzle.worlds) {
    grids.train.push_back({grid_of(world), grid_of(after(puzzle.operation, world, 0))});
  }
  grids.test = {grids.train.back().input, {}};
  grids.train.pop_back();
  std::string text;
  append_input(text, grids);
  return text;
}

TEST(Solver, FindsEveryAnswerAndMostlyTheVeryRule) {
  for (const char* pattern : {"release", "c2", "p4", kMixed}) {
    for (const std::size_t pairs : {2U, 3U, 5U}) {
      Settings settings;
      settings.pattern = pattern;
      settings.pairs = pairs;
      const PuzzleMaker maker(settings);
      std::size_t same = 0;
      const std::uint64_t count = settings.pattern == "release" ? 60 : 4;
      for (std::uint64_t unit = 0; unit < count; ++unit) {
        const Puzzle puzzle = made(maker, unit);
        const Solution solution = solve_puzzle(input_of(puzzle), parents_of(maker.family()));
        EXPECT_EQ(solution.output, grid_of(after(puzzle.operation, puzzle.worlds.back(), 0)));
        const std::string rule =
            rule_text(puzzle.structure, puzzle.space->pattern(), puzzle.operation);
        same += solution.rule == rule ? 1U : 0U;
      }
      if (count > 10 && pairs > 2) {
        EXPECT_GT(same, count / 4);
      }
    }
  }
}

// All rules of each pattern, however sizes are read: those with fewer objects than the puzzle's own
// explain nothing, and all others that explain the pairs lead to the one answer.
void expect_one_answer(const PuzzleMaker& maker, const Puzzle& puzzle, const std::string& name) {
  const std::string input = input_of(puzzle);
  const Grid answer = grid_of(after(puzzle.operation, puzzle.worlds.back(), 0));
  for (const SizeReading reading :
       {SizeReading::kSomeLarger, SizeReading::kSmallestOfSeveral, SizeReading::kSmallest}) {
    std::size_t answers = 0;
    for (const reascan::Pattern& pattern : maker.family()) {
      for (const Solution& solution : all_solutions(input, parents_of({&pattern, 1}), reading)) {
        EXPECT_GE(pattern.objects(), puzzle.structure.phrases.size()) << name << solution.rule;
        EXPECT_EQ(solution.output, answer) << name << ": " << solution.rule;
        ++answers;
      }
    }
    EXPECT_GE(answers, 1U) << name;
  }
}

// With "small" as "nothing like it is smaller", the only yellow circle is the big one, too.
TEST(Solver, FindsOneAnswerWhetherOrNotSizesHaveToDiffer) {
  const PuzzleMaker maker({});
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> addresses{
      {2718, 52}, {27180, 66}, {27180, 447}, {27180, 868}, {27180, 1575}};
  for (const auto& [seed, unit] : addresses) {
    expect_one_answer(maker, made(maker, unit, seed), std::to_string(unit));
  }
}

TEST(Solver, FindsOneAnswerInOtherPatterns) {
  for (const char* pattern : {"c2", "p4"}) {
    Settings settings;
    settings.pattern = pattern;
    const PuzzleMaker maker(settings);
    for (std::uint64_t unit = 0; unit < 3; ++unit) {
      expect_one_answer(maker, made(maker, unit), pattern);
    }
  }
}

TEST(SolverSlow, FindsOneAnswerForEachOf20000Puzzles) {
  const PuzzleMaker maker({});
  for (std::uint64_t unit = 0; unit < 20'000; ++unit) {
    expect_one_answer(maker, made(maker, unit, 27180), std::to_string(unit));
    if (testing::Test::HasFailure()) return;
  }
}

// Another grammar than the generator's, and the same language.
TEST(Solver, FindsOnlyRulesThatAPatternHas) {
  const PuzzleMaker maker({});
  std::vector<std::string> known;
  for (const auto& space : maker.spaces()) {
    for (std::uint64_t rank = 0; rank < space->size(); ++rank) {
      known.push_back(rule_text(space->unrank(rank), space->pattern(), {}));
    }
  }
  std::sort(known.begin(), known.end());
  for (std::uint64_t unit = 0; unit < 150; ++unit) {
    const Puzzle puzzle = made(maker, unit);
    const std::string rule = solve_puzzle(input_of(puzzle), parents_of(maker.family())).rule;
    EXPECT_TRUE(rule.starts_with(text_of(puzzle.operation)));
    const std::string removing = "remove" + rule.substr(text_of(puzzle.operation).size());
    EXPECT_TRUE(std::binary_search(known.begin(), known.end(), removing)) << rule;
  }
}

// Two worlds and a third, small enough to see through.
TEST(Solver, SolvesByHand) {
  const auto world = [](std::vector<Thing> things) {
    World made;
    made.grid = 3;
    made.things = std::move(things);
    return made;
  };
  Puzzle puzzle;
  puzzle.operation = {Colour::kBlue, std::nullopt};
  puzzle.worlds = {world({{Shape::kCircle, Colour::kRed, 1, {0, 0}},
                          {Shape::kCircle, Colour::kGreen, 1, {1, 0}},
                          {Shape::kSquare, Colour::kRed, 1, {2, 2}}}),
                   world({{Shape::kCircle, Colour::kRed, 2, {2, 1}},
                          {Shape::kSquare, Colour::kRed, 2, {0, 0}},
                          {Shape::kCircle, Colour::kYellow, 2, {1, 2}}}),
                   world({{Shape::kCircle, Colour::kRed, 4, {1, 1}},
                          {Shape::kCylinder, Colour::kRed, 1, {0, 0}},
                          {Shape::kCircle, Colour::kBlue, 2, {2, 2}}})};
  const PuzzleMaker maker({});
  const Solution solution = solve_puzzle(input_of(puzzle), parents_of(maker.family()));
  EXPECT_EQ(solution.rule, "draw blue the red circle");
  EXPECT_EQ(solution.output, grid_of(after(puzzle.operation, puzzle.worlds.back(), 0)));
}

// "small circle" comes before "red circle"; the second pair has it wrong.
TEST(Solver, LooksAtAsManyPairsAsAsked) {
  const auto circles = [](Colour one, int size, Colour other, int other_size) {
    World made;
    made.grid = 3;
    made.things = {{Shape::kCircle, one, static_cast<std::uint8_t>(size), {0, 0}},
                   {Shape::kCircle, other, static_cast<std::uint8_t>(other_size), {1, 1}}};
    return made;
  };
  Puzzle puzzle;
  puzzle.operation = {Colour::kYellow, std::nullopt};
  puzzle.worlds = {circles(Colour::kRed, 1, Colour::kGreen, 2),
                   circles(Colour::kRed, 2, Colour::kGreen, 1),
                   circles(Colour::kRed, 4, Colour::kBlue, 3)};
  const std::string input = input_of(puzzle);
  const PuzzleMaker maker({});
  const auto patterns = parents_of(maker.family());
  const Solution by_one = solve_puzzle(input, patterns, 1);
  EXPECT_EQ(by_one.rule, "draw yellow the small circle");
  EXPECT_EQ(by_one.output, grid_of(after(puzzle.operation, puzzle.worlds.back(), 1)));
  EXPECT_EQ(solve_puzzle(input, patterns, 2).rule, "draw yellow the red circle");
  EXPECT_EQ(solve_puzzle(input, patterns, 3).rule, "draw yellow the red circle");
}

std::string solver_error(const std::string& input) {
  const PuzzleMaker maker({});
  try {
    solve_puzzle(input, parents_of(maker.family()));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
  return "";
}

TEST(Solver, SaysWhatItCannotRead) {
  EXPECT_EQ(solver_error("walk to the circle"), "there is no \"{\"");
  EXPECT_EQ(solver_error("{\"train\":[{\"input\":[[1]]}]}"), "pair 1 is no pair of grids");
  EXPECT_EQ(solver_error("{\"train\":[{\"input\":[[1]],\"output\":[[1]]}]}"),
            "there is no list \"test\" behind the pairs");
  EXPECT_EQ(solver_error("{\"train\":[{\"input\":[[1]],\"output\":[[1]]}],"
                         "\"test\":[{\"input\":[[1]]}]}"),
            "pair 1: a grid of 1 by 1 is no world");
  Puzzle puzzle = made(PuzzleMaker({}), 0);
  std::string input = input_of(puzzle);
  EXPECT_EQ(solver_error(input + "?"), "something stands behind the puzzle");
  std::swap(puzzle.worlds[1].things[0], puzzle.worlds[1].things[3]);
  EXPECT_NE(solver_error(input_of(puzzle)), "");
}

TEST(Solver, TakesAnyBytes) {
  const PuzzleMaker maker({});
  const std::string input = input_of(made(maker, 1));
  int solved = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    Stream stream(stream_key(5, "bytes"), {Purpose::kUnit, i});
    std::string spoilt = input;
    spoilt[input.find('{') + stream.below(input.size() - input.find('{'))] =
        "0123456789[]{},\": x"[stream.below(20)];
    if (i % 10 == 0) spoilt.resize(stream.below(spoilt.size()));
    try {
      solve_puzzle(spoilt, parents_of(maker.family()));
      ++solved;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
    }
  }
  EXPECT_LT(solved, 60) << "a number exchanged for itself";
}

}  // namespace
}  // namespace assay::arc
