#include "assay/tasks/reascan/worlds/sound_worlds.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string_view>

#include "assay/tasks/reascan/worlds/dead_structures.h"
#include "assay/tasks/reascan/worlds/sound_worlds_testing.h"

namespace assay::reascan {
namespace {

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
        ASSERT_EQ(sampled.metadata.isomorphisms.empty(), exchanges_of(structure).empty());
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
