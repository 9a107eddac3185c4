#include "assay/tasks/reascan/worlds/published_worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "assay/tasks/reascan/worlds/resolver.h"

namespace assay::reascan {
namespace {

using world::Thing;

// Draws worlds for random structures of a pattern and shows each.
template <typename Visit>
void each_world(std::string_view text, std::uint64_t structures, const WorldSettings& settings,
                const Visit& visit) {
  const StructureSpace space(*read_pattern(text));
  Sampled sampled;
  for (std::uint64_t i = 0; i < structures; ++i) {
    Stream pick(stream_key(3, "structures"), {Purpose::kUnit, i});
    const Structure structure = space.unrank(pick.below(space.size()));
    PublishedWorlds worlds(structure, settings);
    for (std::uint32_t again = 0; again < 12; ++again) {
      Stream stream(stream_key(3, "worlds"), {Purpose::kItem, i, again});
      visit(structure, sampled, worlds.draw(stream, sampled));
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(ReascanWorlds, HoldWhatTheyShould) {
  for (const char* text : {"$OBJ_0", "$OBJ_0 ^ $OBJ_1", "$OBJ_0 ^ $OBJ_1 & $OBJ_2",
                           "$OBJ_0 ^ $OBJ_1 ^ $OBJ_2", "$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3"}) {
    each_world(
        text, 400, {}, [&](const Structure& structure, const Sampled& sampled, bool accepted) {
          if (!accepted) return;
          const Resolver resolver(sampled.world);
          EXPECT_EQ(resolver.referents(structure), 1U);
          const auto& things = sampled.world.things;
          EXPECT_GE(things.size(), 13U);
          const std::size_t most = structure.clauses.size() < 2    ? 13
                                   : structure.clauses.size() == 2 ? 16
                                                                   : 25;
          EXPECT_LE(things.size(), most);
          std::set<std::pair<int, int>> cells;
          std::set<std::pair<int, int>> corners;
          for (const Thing& thing : things) {
            auto& taken = thing.is_box() ? corners : cells;
            EXPECT_TRUE(taken.emplace(thing.cell.row, thing.cell.column).second);
            const int reach = thing.is_box() ? thing.size - 1 : 0;
            EXPECT_TRUE(world::is_inside({thing.cell.row + reach, thing.cell.column + reach}, 6));
          }
          EXPECT_FALSE(cells.contains({sampled.world.agent.row, sampled.world.agent.column}));
          // The mentioned things are related as the command says.
          for (std::size_t i = 0; i < structure.clauses.size(); ++i) {
            const Clause& clause = structure.clauses[i];
            const bool shape_or_colour =
                clause.relation == Relation::kSameColour || clause.relation == Relation::kSameShape;
            const bool later = std::any_of(
                structure.clauses.begin() + static_cast<std::ptrdiff_t>(i + 1),
                structure.clauses.end(),
                [&](const Clause& other) { return other.parent == i + 1 && shape_or_colour; });
            if (later) continue;  // what the child shares is copied after the parent has it
            EXPECT_TRUE(resolver.related(clause.relation, clause.parent) >> (i + 1) & 1U)
                << words_of(clause.relation);
          }
        });
  }
}

// How often a drawn world will do, as measured on the released code: 25 structures of one clause
// and 14 of two, so that its figures are good to about 0.1.
TEST(ReascanWorlds, AreAcceptedAsOftenAsThoseOfTheRelease) {
  std::map<std::set<Relation>, std::pair<double, double>> accepted;  // of all
  const auto count = [&](const Structure& structure, const Sampled&, bool holds) {
    std::set<Relation> relations;
    for (const Clause& clause : structure.clauses) relations.insert(clause.relation);
    auto& [right, all] = accepted[relations];
    all += 1;
    right += holds ? 1 : 0;
  };
  WorldSettings drawn;
  drawn.sizes = SizeRule::kDrawn;
  for (const char* text : {"$OBJ_0", "$OBJ_0 ^ $OBJ_1", "$OBJ_0 ^ $OBJ_1 & $OBJ_2"}) {
    each_world(text, 1'500, drawn, count);
  }
  const auto share = [&](const std::set<Relation>& relations) {
    const auto& [right, all] = accepted[relations];
    return right / all;
  };
  using enum Relation;
  EXPECT_EQ(share({}), 1.0);
  EXPECT_EQ(share({kSameSize}), 0.0);
  const std::map<std::set<Relation>, double> release{{{kSameRow}, 0.69},
                                                     {{kSameColumn}, 0.70},
                                                     {{kInside}, 0.60},
                                                     {{kSameColour}, 0.16},
                                                     {{kSameShape}, 0.06},
                                                     {{kInside, kSameColumn}, 0.50},
                                                     {{kInside, kSameRow}, 0.46},
                                                     {{kInside, kSameShape}, 0.28},
                                                     {{kInside, kSameSize}, 0.34},
                                                     {{kSameRow, kSameColumn}, 0.18},
                                                     {{kSameColumn, kSameSize}, 0.13},
                                                     {{kSameRow, kSameSize}, 0.11},
                                                     {{kSameColumn, kSameShape}, 0.07},
                                                     {{kSameRow, kSameShape}, 0.07}};
  for (const auto& [relations, published] : release) {
    EXPECT_NEAR(share(relations), published, 0.15) << words_of(*relations.begin());
  }
}

}  // namespace
}  // namespace assay::reascan
