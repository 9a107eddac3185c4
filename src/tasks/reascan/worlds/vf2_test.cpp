// What commands mean, against a search for sub-graphs that others wrote.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/reascan/worlds/published_worlds.h"
#include "assay/tasks/reascan/worlds/resolver.h"
#include "assay/tasks/reascan/worlds/sound_worlds.h"
#include "assay/tasks/reascan/worlds/structures.h"
#include "assay/tasks/reascan/worlds/vf2_testing.h"

namespace assay::reascan {
namespace {

// Worlds in which a command means one thing and worlds in which it does not.
void compare_on_worlds(std::uint64_t worlds) {
  constexpr std::array<const char*, 6> kPatterns{"$OBJ_0",
                                                 "$OBJ_0 ^ $OBJ_1",
                                                 "$OBJ_0 ^ $OBJ_1 & $OBJ_2",
                                                 "$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3",
                                                 "$OBJ_0 ^ $OBJ_1 ^ $OBJ_2",
                                                 "$OBJ_0 ^ $OBJ_1 & $OBJ_2 ^ $OBJ_3"};
  std::vector<StructureSpace> spaces;
  for (const char* text : kPatterns) spaces.emplace_back(*read_pattern(text));
  std::uint64_t unique = 0;
  std::uint64_t several = 0;
  Sampled sampled;
  for (std::uint64_t i = 0; i < worlds; ++i) {
    Stream stream(stream_key(6, "vf2"), {Purpose::kUnit, i});
    const StructureSpace& space = spaces[i % spaces.size()];
    const Structure structure = space.unrank(stream.below(space.size()));
    // Worlds that are given up on are worlds, too.
    if (i / spaces.size() % 2 == 0) {
      PublishedWorlds(structure, {}).draw(stream, sampled);
    } else {
      SoundWorlds(structure, {}).draw(stream, sampled);
    }
    const ThingSet found = Resolver(sampled.world).referents(structure);
    ASSERT_EQ(found, witness::referents_by_vf2(sampled.world, structure))
        << space.pattern().text << ' ' << i;
    unique += std::has_single_bit(found) ? 1 : 0;
    several += std::popcount(found) > 1 ? 1 : 0;
  }
  EXPECT_GT(unique, worlds / 5);
  EXPECT_GT(several, worlds / 5);
}

Phrase any_phrase(Stream& stream) {
  Phrase phrase;
  if (stream.below(3) == 0) phrase.size = static_cast<SizeWord>(1 + stream.below(2));
  if (stream.below(3) == 0) phrase.colour = static_cast<world::Colour>(stream.below(2));
  phrase.noun = stream.below(2) == 0 ? static_cast<Noun>(stream.below(4)) : Noun::kObject;
  return phrase;
}

// Up to six phrases that are often the same, for few things that are much alike: here it matters
// that no thing stands for two phrases.
void compare_on_crowds(std::uint64_t worlds) {
  std::uint64_t some = 0;
  std::uint64_t not_all = 0;
  for (std::uint64_t i = 0; i < worlds; ++i) {
    Stream stream(stream_key(7, "vf2"), {Purpose::kUnit, i});
    Structure structure{.phrases = {any_phrase(stream)}, .clauses = {}};
    for (std::uint64_t left = stream.below(kMostObjects); left > 0; --left) {
      const bool speaks_of_last = structure.clauses.empty() || stream.below(2) == 0;
      structure.clauses.push_back({speaks_of_last
                                       ? static_cast<std::uint8_t>(structure.phrases.size() - 1)
                                       : structure.clauses.back().parent,
                                   static_cast<Relation>(stream.below(kRelations))});
      structure.phrases.push_back(stream.below(2) == 0 ? structure.phrases.front()
                                                       : any_phrase(stream));
    }
    world::World world;
    for (std::uint64_t left = 4 + stream.below(6); left > 0; --left) {
      world.things.push_back(
          {static_cast<world::Shape>(stream.below(world::kShapes)),
           static_cast<world::Colour>(stream.below(2)),
           static_cast<std::uint8_t>(1 + stream.below(3)),
           {static_cast<int>(stream.below(3)), static_cast<int>(stream.below(3))}});
    }
    const ThingSet found = Resolver(world).referents(structure);
    ASSERT_EQ(found, witness::referents_by_vf2(world, structure)) << i;
    some += found != 0 ? 1 : 0;
    not_all += found != Resolver(world).satisfying(structure.phrases.front()) ? 1 : 0;
  }
  EXPECT_GT(some, worlds / 5);
  EXPECT_GT(not_all, worlds / 5);
}

TEST(ReascanVf2, FindsTheSameThings) { compare_on_worlds(400); }
TEST(ReascanVf2Slow, FindsTheSameThings) { compare_on_worlds(40'000); }

TEST(ReascanVf2, FindsTheSameThingsInCrowds) { compare_on_crowds(2'000); }
TEST(ReascanVf2Slow, FindsTheSameThingsInCrowds) { compare_on_crowds(200'000); }

}  // namespace
}  // namespace assay::reascan
