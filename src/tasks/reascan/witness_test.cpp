// What the generator makes, as the solver sees it, which has nothing but the text.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/random.h"
#include "assay/base/text.h"
#include "assay/grounded/published_record.h"
#include "assay/grounded/published_records_testing.h"
#include "assay/movement/movement.h"
#include "assay/tasks/reascan/solver/solver_testing.h"
#include "assay/tasks/reascan/worlds/dead_structures.h"
#include "assay/tasks/reascan/worlds/published_worlds.h"
#include "assay/tasks/reascan/worlds/resolver.h"
#include "assay/tasks/reascan/worlds/sound_worlds.h"
#include "assay/tasks/reascan/worlds/sound_worlds_testing.h"
#include "assay/tasks/reascan/worlds/structures.h"
#include "assay/world/world_text.h"

namespace assay::reascan {
namespace {

using enum SizeReading;
using world::World;

// Commands, worlds and actions as examples have them, whether one thing is meant or not.
TEST(ReascanSolver, AgreesWithTheGenerator) {
  std::size_t solved = 0;
  Sampled sampled;
  for (const char* text :
       {"$OBJ_0", "$OBJ_0 ^ $OBJ_1", "$OBJ_0 ^ $OBJ_1 & $OBJ_2", "$OBJ_0 ^ $OBJ_1 ^ $OBJ_2",
        "$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3", "$OBJ_0 ^ $OBJ_1 & $OBJ_2 ^ $OBJ_3",
        "$OBJ_0 ^ $OBJ_1 ^ $OBJ_2 & $OBJ_3 ^ $OBJ_4"}) {
    const Pattern pattern = *read_pattern(text);
    const StructureSpace space(pattern);
    for (std::uint64_t i = 0; i < 2'000; ++i) {
      Stream stream(stream_key(5, "solver"), {Purpose::kUnit, i});
      const Structure structure = space.unrank(stream.below(space.size()));
      PublishedWorlds(structure, {}).draw(stream, sampled);
      const world::CellSet taken = world::taken_cells(sampled.world);
      while (taken.has(sampled.world.agent)) {
        sampled.world.agent.row = static_cast<int>(stream.below(6));
        sampled.world.agent.column = static_cast<int>(stream.below(6));
      }
      const auto verb = static_cast<world::Verb>(stream.below(3));
      const auto manner = static_cast<world::Manner>(stream.below(5));
      const Resolver resolver(sampled.world);
      const std::string command = command_text(structure, pattern, verb, manner, resolver);
      const std::string input = input_of(command, sampled.world);
      ASSERT_TRUE(determiners_hold(parse_command(command), sampled.world, kSomeLarger)) << input;
      const ThingSet found = resolver.referents(structure);
      if (!std::has_single_bit(found)) {
        const auto count = static_cast<std::uint64_t>(std::popcount(found));
        ASSERT_EQ(problem_of(input),
                  "the command means " + counted(count, "thing") + " in this world")
            << input;
        continue;
      }
      std::vector<world::Action> actions;
      world::plan(sampled.world, static_cast<std::size_t>(std::countr_zero(found)), verb, manner,
                  actions);
      std::string expected;
      world::append_actions(expected, actions);
      ASSERT_EQ(solve(input, kSomeLarger), expected) << input;
      ++solved;
    }
  }
  EXPECT_GT(solved, 3'000U);
}

TEST(ReascanSolver, ThrowsNothingButErrorsAtBrokenText) {
  Sampled sampled;
  const Pattern pattern = *read_pattern("$OBJ_0 ^ $OBJ_1 & $OBJ_2");
  const StructureSpace space(pattern);
  const auto try_to_solve = [](std::string_view input) {
    for (const SizeReading reading : {kSomeLarger, kExtreme}) problem_of(input, reading);
  };
  constexpr std::array<std::string_view, 24> kWords{
      "walk", "to",     "push", "the", "a",  "small", "red",      "circle",
      "box",  "object", "that", "is",  "in", "same",  "row",      "size",
      "as",   "inside", "of",   "and", "",   "while", "spinning", "cautiously"};
  for (std::uint64_t i = 0; i < 5'000; ++i) {
    Stream stream(stream_key(8, "solver"), {Purpose::kUnit, i});
    const auto any_byte = [&] { return static_cast<char>(stream.below(256)); };
    std::string bytes;
    for (std::uint64_t left = stream.below(200); left > 0; --left) bytes += any_byte();
    try_to_solve(bytes);

    const Structure structure = space.unrank(stream.below(space.size()));
    PublishedWorlds(structure, {}).draw(stream, sampled);
    std::string words;
    for (std::uint64_t left = stream.below(30); left > 0; --left) {
      words += kWords[stream.below(kWords.size())];
      words += ' ';
    }
    try_to_solve(input_of(words, sampled.world));
    try_to_solve(input_of(bytes, sampled.world));

    const std::string command = command_text(structure, pattern, world::Verb::kPush,
                                             world::Manner::kSpinning, Resolver(sampled.world));
    std::string input = input_of(command, sampled.world);
    for (std::uint64_t left = 1 + stream.below(4); left > 0; --left) {
      const std::size_t at = stream.below(input.size());
      const std::size_t length = 1 + stream.below(12);
      switch (stream.below(4)) {
        case 0:
          input[at] = any_byte();
          break;
        case 1:
          input.erase(at, length);
          break;
        case 2:
          input.insert(at, input.substr(stream.below(input.size()), length));
          break;
        default:
          input.insert(at, kWords[stream.below(kWords.size())]);
      }
      if (input.empty()) input = ".";
    }
    try_to_solve(input);
  }
}

TEST(PublishedReascan, IsSolvedFromTheTextAlone) {
  const std::vector<std::string> all = grounded::published_records();
  if (all.empty()) GTEST_SKIP() << grounded::kNotAtHand;
  std::size_t same_by_extremes = 0;
  simdjson::dom::parser parser;
  for (const std::string& text : all) {
    const auto record = grounded::parse_record(parser, text);
    std::string command(record.text("command"));
    std::replace(command.begin(), command.end(), ',', ' ');
    const World world = grounded::read_situation(record).world;
    const std::string input = input_of(command, world);
    const std::string_view published = record.text("target_commands");
    EXPECT_EQ(solve(input, kSomeLarger), published) << input;
    EXPECT_TRUE(determiners_hold(parse_command(command), world, kSomeLarger)) << input;
    const bool clear = problem_of(input, kExtreme).empty();
    same_by_extremes += clear && solve(input, kExtreme) == published ? 1 : 0;
  }
  EXPECT_EQ(same_by_extremes, 266U);  // the usual reading is not the release's
}

// All patterns of so many objects.
std::vector<std::string> patterns_of(std::size_t objects) {
  std::vector<std::string> patterns{"$OBJ_0"};
  for (std::size_t i = 1; i < objects; ++i) {
    std::vector<std::string> longer;
    for (const std::string& pattern : patterns) {
      for (const char* sign : {" ^ $OBJ_", " & $OBJ_"}) {
        const std::string next = pattern + sign + std::to_string(i);
        if (read_pattern(next)) longer.push_back(next);
      }
    }
    patterns = std::move(longer);
  }
  return patterns;
}

// Whatever worlds there are need every clause, as the generator sees it and as the solver does,
// which reads text.
void check_needs(const StructureSpace& space, int grid, int count) {
  WorldSettings settings;
  settings.grid = grid;
  int made = 0;
  std::uint64_t tried = 0;
  Sampled sampled;
  for (; made < count && tried < 2 * static_cast<std::uint64_t>(count); ++tried) {
    Stream pick(stream_key(6, "structures"), {Purpose::kUnit, tried});
    const Structure structure = space.unrank(pick.below(space.size()));
    if (is_dead(structure)) continue;
    SoundWorlds worlds(structure, settings);
    if (!draw_some(worlds, tried, 0, sampled)) continue;
    ++made;
    check_world(structure, sampled);
    if (testing::Test::HasFatalFailure()) return;
    std::string input;
    append_input(input,
                 command_text(structure, space.pattern(), world::Verb::kPush,
                              world::Manner::kPlainly, Resolver(sampled.world)),
                 sampled.world);
    ASSERT_EQ(unmet_need(input, {}), "") << input;
  }
  // Some commands have no such world: "in the same size as" twice, where there are two sizes.
  EXPECT_EQ(made, count) << space.pattern().text;
  EXPECT_LE(tried, static_cast<std::uint64_t>(count) * 108 / 100)
      << space.pattern().text << " on grid " << grid;
}

TEST(ReascanSoundWorlds, NeedEveryClauseInLongPatterns) {
  for (const char* pattern :
       {"$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3", "$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3 & $OBJ_4",
        "$OBJ_0 ^ $OBJ_1 ^ $OBJ_2 & $OBJ_3 & $OBJ_4",
        "$OBJ_0 ^ $OBJ_1 ^ $OBJ_2 ^ $OBJ_3 ^ $OBJ_4 ^ $OBJ_5",
        "$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3 & $OBJ_4 & $OBJ_5"}) {
    const StructureSpace space(*read_pattern(pattern));
    for (const int grid : {6, 10}) check_needs(space, grid, 60);
  }
}

TEST(ReascanSoundWorldsSlow, NeedEveryClauseInPatternsOfFourToSixObjects) {
  for (const std::size_t objects : {4U, 5U, 6U}) {
    const auto patterns = patterns_of(objects);
    EXPECT_EQ(patterns.size(), std::size_t{1} << (objects - 2));
    for (const std::string& pattern : patterns) {
      const StructureSpace space(*read_pattern(pattern));
      for (const int grid : {6, 10}) check_needs(space, grid, 1'000);
    }
  }
}

}  // namespace
}  // namespace assay::reascan
