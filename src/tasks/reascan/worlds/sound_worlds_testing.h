// For tests only: drawing a sound world, and whether it keeps what is promised of it, as the
// generator reads commands.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <utility>

#include "assay/tasks/reascan/worlds/resolver.h"
#include "assay/tasks/reascan/worlds/sound_worlds.h"

namespace assay::reascan {

// Whether some attempt gives a world.
inline bool draw_some(SoundWorlds& worlds, std::uint64_t unit, std::uint32_t item, Sampled& out) {
  for (std::uint16_t attempt = 0; attempt < SoundWorlds::kAttempts; ++attempt) {
    Stream stream(stream_key(5, "sound"), {Purpose::kItem, unit, item, attempt});
    if (worlds.draw(stream, out, attempt)) return true;
  }
  return false;
}

inline void check_world(const Structure& structure, const Sampled& sampled) {
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
  ASSERT_EQ(sampled.metadata.relations.size(), structure.clauses.size());
  ASSERT_FALSE(sampled.metadata.attributes.empty());
  // What the metadata say is so.
  for (const AttributeSet& set : sampled.metadata.attributes) {
    ASSERT_NE(resolver.referents(without_word(structure, {set.object, set.token})), 1U);
  }
  for (const IsomorphismSet& set : sampled.metadata.isomorphisms) {
    ASSERT_NE(resolver.referents(exchanged(structure, set)) & ~1U, 0U);
  }
  std::set<std::pair<int, int>> cells;
  std::set<std::pair<int, int>> corners;
  for (const world::Thing& thing : sampled.world.things) {
    auto& taken = thing.is_box() ? corners : cells;
    ASSERT_TRUE(taken.emplace(thing.cell.row, thing.cell.column).second);
    const int reach = thing.is_box() ? thing.size - 1 : 0;
    ASSERT_TRUE(
        world::is_inside({thing.cell.row + reach, thing.cell.column + reach}, sampled.world.grid));
  }
  ASSERT_FALSE(cells.contains({sampled.world.agent.row, sampled.world.agent.column}));
}

}  // namespace assay::reascan
