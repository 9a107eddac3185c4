// Which rules explain a puzzle, against going through all of them.
#include "assay/tasks/arc/puzzles/explanations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <string_view>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/reascan/worlds/sound_worlds.h"
#include "assay/tasks/reascan/worlds/vf2_testing.h"

namespace assay::arc {
namespace {

using reascan::Structure;
using reascan::StructureSpace;
using world::World;

constexpr const char* kOneClause = "$OBJ_0 ^ $OBJ_1";
constexpr const char* kTwoClauses = "$OBJ_0 ^ $OBJ_1 & $OBJ_2";
constexpr const char* kChain = "$OBJ_0 ^ $OBJ_1 ^ $OBJ_2";

// What a structure means where "small" is "nothing like it is smaller", whether or not something
// has to be larger: by trying all things for all phrases.
bool fits_extremely(const world::Thing& thing, const reascan::Phrase& phrase, const World& world,
                    bool of_sizes) {
  if (!reascan::witness::is_named(thing, phrase)) return false;
  bool larger = false;
  bool smaller = false;
  for (const world::Thing& other : world.things) {
    if (!reascan::witness::is_named(other, phrase)) continue;
    larger = larger || other.size > thing.size;
    smaller = smaller || other.size < thing.size;
  }
  if (phrase.size == world::SizeWord::kSmall) return !smaller && (larger || !of_sizes);
  if (phrase.size == world::SizeWord::kBig) return !larger && (smaller || !of_sizes);
  return true;
}

bool can_stand(const Structure& structure, const World& world, bool of_sizes,
               std::vector<std::size_t>& chosen) {
  const std::size_t next = chosen.size();
  if (next == structure.phrases.size()) return true;
  for (std::size_t thing = 0; thing < world.things.size(); ++thing) {
    if (!fits_extremely(world.things[thing], structure.phrases[next], world, of_sizes)) continue;
    if (std::find(chosen.begin(), chosen.end(), thing) != chosen.end()) continue;
    const auto& [parent, relation] = structure.clauses[next - 1];
    const unsigned relations =
        reascan::witness::relations_of(world.things[chosen[parent]], world.things[thing]);
    if ((relations >> static_cast<unsigned>(relation) & 1U) == 0) continue;
    chosen.push_back(thing);
    if (can_stand(structure, world, of_sizes, chosen)) return true;
    chosen.pop_back();
  }
  return false;
}

std::uint32_t meant_extremely(const Structure& structure, const World& world, bool of_sizes) {
  std::uint32_t found = 0;
  for (std::size_t thing = 0; thing < world.things.size(); ++thing) {
    if (!fits_extremely(world.things[thing], structure.phrases[0], world, of_sizes)) continue;
    std::vector<std::size_t> chosen{thing};
    if (can_stand(structure, world, of_sizes, chosen)) found |= 1U << thing;
  }
  return found;
}

// Explains all worlds but the last, and means one thing there.
template <typename Meant>
bool explains(const std::vector<World>& worlds, const Meant& meant) {
  for (std::size_t i = 0; i + 1 < worlds.size(); ++i) {
    if (meant(worlds[i]) != 1U) return false;
  }
  return std::has_single_bit(meant(worlds.back()));
}

std::vector<World> draw_worlds(const Structure& structure, std::size_t count, Stream& stream) {
  std::vector<World> worlds;
  reascan::Sampled sampled;
  reascan::SoundWorlds sound(structure, {});
  for (int tries = 0; tries < 500 && worlds.size() < count; ++tries) {
    if (sound.draw(stream, sampled)) worlds.push_back(sampled.world);
  }
  return worlds;
}

// Puzzles of few worlds, so that many rules explain them.
void compare(const char* rule_pattern, const char* pattern_text, std::uint64_t puzzles) {
  const StructureSpace rules(*reascan::read_pattern(rule_pattern));
  const StructureSpace space(*reascan::read_pattern(pattern_text));
  Explanations explanations;
  std::uint64_t rivals = 0;
  std::uint64_t none = 0;
  for (std::uint64_t i = 0; i < puzzles; ++i) {
    Stream stream(stream_key(3, "explanations"), {Purpose::kUnit, i});
    const Structure rule = rules.unrank(stream.below(rules.size()));
    const auto worlds = draw_worlds(rule, 2 + i % 2, stream);
    if (worlds.size() < 2) continue;
    explanations.look_at(worlds);
    const Explained explained = explanations.explain(space.pattern());
    bool some = false;
    bool rival = false;
    for (std::uint64_t rank = 0; rank < space.size(); ++rank) {
      const Structure structure = space.unrank(rank);
      for (const int reading : {0, 1, 2}) {
        const auto meant = [&](const World& world) {
          return reading == 0 ? reascan::Resolver(world).referents(structure)
                              : meant_extremely(structure, world, reading == 1);
        };
        if (!explains(worlds, meant)) continue;
        some = true;
        rival = rival || meant(worlds.back()) != 1U;
      }
    }
    // Readings may be mixed inside of one rule there, so it may find more.
    EXPECT_LE(some, explained.structures > 0) << i;
    EXPECT_LE(rival, explained.rival.has_value()) << i;
    if (explained.rival) {
      EXPECT_TRUE(space.rank(*explained.rival).has_value()) << i;
      ++rivals;
    }
    none += explained.structures == 0 ? 1U : 0U;
    if (std::string_view(rule_pattern) == pattern_text) {
      EXPECT_GT(explained.structures, 0U);
    }
  }
  EXPECT_GT(rivals, puzzles / 20);
  EXPECT_LT(none, puzzles);
}

TEST(Explanations, FindWhatGoingThroughAllRulesFinds) {
  compare(kOneClause, kOneClause, 40);
  compare("$OBJ_0", kOneClause, 40);
}

TEST(ExplanationsSlow, FindWhatGoingThroughAllRulesFinds) {
  compare(kTwoClauses, kTwoClauses, 12);
  compare(kChain, kChain, 12);
}

// What explains pairs is a structure that the pattern has, and mostly it is found again.
TEST(Explanations, KnowTheRuleItself) {
  for (const char* text :
       {"$OBJ_0", kOneClause, kTwoClauses, kChain, "$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3",
        "$OBJ_0 ^ $OBJ_1 & $OBJ_2 ^ $OBJ_3"}) {
    const StructureSpace space(*reascan::read_pattern(text));
    Explanations explanations;
    for (std::uint64_t i = 0; i < 30; ++i) {
      Stream stream(stream_key(4, "explanations"), {Purpose::kUnit, i});
      const Structure rule = space.unrank(stream.below(space.size()));
      const auto worlds = draw_worlds(rule, 4, stream);
      if (worlds.size() < 4) continue;
      explanations.look_at(worlds);
      const Explained explained = explanations.explain(space.pattern());
      EXPECT_GT(explained.structures, 0U) << text;
      if (explained.rival) {
        EXPECT_TRUE(space.rank(*explained.rival).has_value()) << text;
      }
    }
  }
}

}  // namespace
}  // namespace assay::arc
