#include "assay/tasks/reascan/sound_worlds.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "assay/tasks/reascan/dead_structures.h"
#include "assay/tasks/reascan/solver.h"
#include "assay/world/world_text.h"

namespace assay::reascan {
namespace {

using world::Thing;

// Whether some attempt gives a world.
bool draw_some(SoundWorlds& worlds, std::uint64_t unit, std::uint32_t item, Sampled& out) {
  for (std::uint16_t attempt = 0; attempt < SoundWorlds::kAttempts; ++attempt) {
    Stream stream(stream_key(5, "sound"), {Purpose::kItem, unit, item, attempt});
    if (worlds.draw(stream, out, attempt)) return true;
  }
  return false;
}

void check_world(const Structure& structure, const Sampled& sampled) {
  const Resolver resolver(sampled.world);
  ASSERT_EQ(resolver.referents(structure), 1U);
  ASSERT_EQ(sampled.roles.size(), sampled.world.things.size());
  // Small and big are two sizes, whoever reads them.
  for (const Phrase& phrase : structure.phrases) {
    if (phrase.size == SizeWord::kNone) continue;
    int sizes = 0;
    for (int size = 1; size <= 4; ++size) {
      sizes += (resolver.class_of(phrase) & resolver.of_size(size)) != 0 ? 1 : 0;
    }
    ASSERT_EQ(sizes, 2) << text_of(phrase);
  }
  for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
    const Clause& clause = structure.clauses[i];
    ASSERT_TRUE(resolver.related(clause.relation, clause.parent) >> (i + 1) & 1U);
  }
  // Each clause is needed, and one word at least.
  for (std::size_t clause = 0; clause < structure.clauses.size(); ++clause) {
    ASSERT_NE(resolver.referents(without_clause(structure, clause)), 1U);
  }
  ASSERT_EQ(sampled.books.relations.size(), structure.clauses.size());
  ASSERT_FALSE(sampled.books.attributes.empty());
  // What the books say is so.
  for (const AttributeSet& set : sampled.books.attributes) {
    ASSERT_NE(resolver.referents(without_word(structure, {set.object, set.token})), 1U);
  }
  for (const IsomorphismSet& set : sampled.books.isomorphisms) {
    ASSERT_NE(resolver.referents(exchanged(structure, set)) & ~1U, 0U);
  }
  std::set<std::pair<int, int>> cells;
  std::set<std::pair<int, int>> corners;
  for (const Thing& thing : sampled.world.things) {
    auto& taken = thing.is_box() ? corners : cells;
    ASSERT_TRUE(taken.emplace(thing.cell.row, thing.cell.column).second);
    const int reach = thing.is_box() ? thing.size - 1 : 0;
    ASSERT_TRUE(
        world::is_inside({thing.cell.row + reach, thing.cell.column + reach}, sampled.world.grid));
  }
  ASSERT_FALSE(cells.contains({sampled.world.agent.row, sampled.world.agent.column}));
}

void check_pattern(std::string_view text, std::uint64_t structures, std::uint32_t worlds_each) {
  const StructureSpace space(*read_pattern(text));
  Sampled sampled;
  for (std::uint64_t i = 0; i < structures; ++i) {
    Stream pick(stream_key(5, "structures"), {Purpose::kUnit, i});
    const Structure structure =
        space.unrank(structures == space.size() ? i : pick.below(space.size()));
    if (is_dead(structure)) continue;
    SoundWorlds worlds(structure, {});
    for (std::uint32_t item = 0; item < worlds_each; ++item) {
      ASSERT_TRUE(draw_some(worlds, i, item, sampled)) << text << " has no world for " << i;
      check_world(structure, sampled);
      if (testing::Test::HasFatalFailure()) return;
      if (structure.clauses.size() > 2) continue;
      // The order of words matters where it can.
      if (text != "$OBJ_0 ^ $OBJ_1 ^ $OBJ_2") {
        ASSERT_EQ(sampled.books.isomorphisms.empty(), exchanges_of(structure).empty());
      }
    }
  }
}

TEST(ReascanSoundWorlds, NeedAllClausesAndHaveTwoSizes) {
  check_pattern("$OBJ_0", 45, 20);
  check_pattern("$OBJ_0 ^ $OBJ_1", 400, 5);
  check_pattern("$OBJ_0 ^ $OBJ_1 & $OBJ_2", 400, 5);
  check_pattern("$OBJ_0 ^ $OBJ_1 ^ $OBJ_2", 200, 5);
}

TEST(ReascanSoundWorlds, AreFoundForLongPatterns) {
  check_pattern("$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3", 100, 3);
  check_pattern("$OBJ_0 ^ $OBJ_1 & $OBJ_2 ^ $OBJ_3", 100, 3);
  check_pattern("$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3 & $OBJ_4", 50, 2);
  check_pattern("$OBJ_0 ^ $OBJ_1 ^ $OBJ_2 ^ $OBJ_3 ^ $OBJ_4 ^ $OBJ_5", 50, 2);
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

// Every structure of the release's patterns has worlds, but for those that cannot.
TEST(ReascanSoundWorldsSlow, AreFoundForEveryStructure) {
  check_pattern("$OBJ_0 ^ $OBJ_1", 5'050, 3);
  check_pattern("$OBJ_0 ^ $OBJ_1 & $OBJ_2", 302'548, 1);
  check_pattern("$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3", 30'000, 1);
  check_pattern("$OBJ_0 ^ $OBJ_1 ^ $OBJ_2", 383'470, 1);
}

TEST(ReascanDeadStructures, AreThoseThatNoWorldHas) {
  const auto dead = [](std::string_view text) {
    const StructureSpace space(*read_pattern(text));
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < space.size(); ++i) count += is_dead(space.unrank(i)) ? 1U : 0U;
    return count;
  };
  EXPECT_EQ(dead("$OBJ_0"), 0U);
  EXPECT_EQ(dead("$OBJ_0 ^ $OBJ_1"), 0U);
  EXPECT_EQ(dead("$OBJ_0 ^ $OBJ_1 & $OBJ_2"), 0U);
  // "object", or "red object" and so on, of the same shape as one small and one big of the kind.
  EXPECT_EQ(dead("$OBJ_0 ^ $OBJ_1 ^ $OBJ_2"), 10U);
}

// Partners stand in every column of the row, not in the first that is free.
TEST(ReascanSoundWorlds, PlacePartnersEverywhere) {
  const Structure structure{{{SizeWord::kNone, std::nullopt, Noun::kCircle},
                             {SizeWord::kNone, world::Colour::kRed, Noun::kSquare}},
                            {{0, Relation::kSameRow}}};
  SoundWorlds worlds(structure, {});
  Sampled sampled;
  std::array<int, 6> columns{};
  for (std::uint32_t item = 0; item < 3'000; ++item) {
    ASSERT_TRUE(draw_some(worlds, 0, item, sampled));
    ++columns[static_cast<std::size_t>(sampled.world.things[1].cell.column)];
  }
  for (const int count : columns) EXPECT_NEAR(count, 500, 100);
}

TEST(ReascanExchanges, AreThoseThatMakeAnotherCommand) {
  const Phrase red{SizeWord::kNone, world::Colour::kRed, Noun::kSquare};
  const Phrase blue{SizeWord::kNone, world::Colour::kBlue, Noun::kCircle};
  const Phrase first{SizeWord::kNone, std::nullopt, Noun::kCylinder};
  const Structure both{{first, red, blue}, {{0, Relation::kSameRow}, {0, Relation::kSameColumn}}};
  EXPECT_EQ(exchanges_of(both).size(), 2U);
  // In one row it does not matter which of the two comes first, but which of them is red does.
  const Structure chain{{first, red, blue}, {{0, Relation::kSameRow}, {1, Relation::kSameRow}}};
  EXPECT_EQ(exchanges_of(chain).size(), 2U);
  const Phrase red_circle{SizeWord::kNone, world::Colour::kRed, Noun::kCircle};
  const Structure alike{{first, red, red_circle},
                        {{0, Relation::kSameRow}, {1, Relation::kSameRow}}};
  EXPECT_TRUE(exchanges_of(alike).empty());
}

}  // namespace
}  // namespace assay::reascan
