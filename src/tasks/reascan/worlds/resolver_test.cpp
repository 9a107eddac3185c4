#include "assay/tasks/reascan/worlds/resolver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <vector>

#include "assay/base/random.h"

namespace assay::reascan {
namespace {

using world::Colour;
using world::Shape;
using world::Thing;
using world::World;

// By trying all assignments of things to phrases.
ThingSet referents_by_force(const World& world, const Structure& structure) {
  const auto satisfies = [&](const Thing& thing, const Phrase& phrase) {
    const auto of_class = [&](const Thing& other) {
      return (!phrase.colour || other.colour == *phrase.colour) &&
             (phrase.noun == Noun::kObject || world::name_of(other.shape) == name_of(phrase.noun));
    };
    if (!of_class(thing)) return false;
    if (phrase.size == SizeWord::kNone) return true;
    return std::any_of(world.things.begin(), world.things.end(), [&](const Thing& other) {
      return of_class(other) &&
             (phrase.size == SizeWord::kSmall ? other.size > thing.size : other.size < thing.size);
    });
  };
  const auto holds = [](Relation relation, const Thing& a, const Thing& b) {
    const bool inside = b.shape == Shape::kBox && a.cell.row >= b.cell.row &&
                        a.cell.row < b.cell.row + b.size && a.cell.column >= b.cell.column &&
                        a.cell.column < b.cell.column + b.size;
    const std::array<bool, kRelations> all{
        a.cell.row == b.cell.row, a.cell.column == b.cell.column, inside,
        a.size == b.size,         a.colour == b.colour,           a.shape == b.shape};
    return all[static_cast<std::size_t>(relation)];
  };
  ThingSet found = 0;
  const std::size_t count = world.things.size();
  std::vector<std::size_t> chosen(structure.phrases.size(), 0);
  while (true) {
    bool fits = true;
    for (std::size_t i = 0; i < chosen.size() && fits; ++i) {
      fits = satisfies(world.things[chosen[i]], structure.phrases[i]) &&
             std::count(chosen.begin(), chosen.end(), chosen[i]) == 1;
    }
    for (std::size_t i = 0; i < structure.clauses.size() && fits; ++i) {
      const Clause& clause = structure.clauses[i];
      fits =
          holds(clause.relation, world.things[chosen[clause.parent]], world.things[chosen[i + 1]]);
    }
    if (fits) found |= ThingSet{1} << chosen[0];
    std::size_t at = 0;
    while (at < chosen.size() && ++chosen[at] == count) chosen[at++] = 0;
    if (at == chosen.size()) return found;
  }
}

TEST(ReascanResolver, AgreesWithTryingEverything) {
  std::size_t unique = 0;
  std::size_t none = 0;
  for (const char* text : {"$OBJ_0", "$OBJ_0 ^ $OBJ_1", "$OBJ_0 ^ $OBJ_1 & $OBJ_2",
                           "$OBJ_0 ^ $OBJ_1 ^ $OBJ_2", "$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3"}) {
    const StructureSpace space(*read_pattern(text));
    for (std::uint64_t i = 0; i < 2'000; ++i) {
      Stream stream(stream_key(4, "reascan"), {Purpose::kUnit, i});
      World world;
      for (std::uint64_t left = 4 + stream.below(5); left > 0; --left) {
        const auto shape = static_cast<Shape>(stream.below(4));
        const auto size = static_cast<std::uint8_t>(1 + stream.below(4));
        const std::uint64_t room = shape == Shape::kBox ? 7U - size : 6U;
        world.things.push_back(
            {shape,
             static_cast<Colour>(stream.below(2)),
             size,
             {static_cast<int>(stream.below(room)), static_cast<int>(stream.below(room))}});
      }
      const Structure structure = space.unrank(stream.below(space.size()));
      const ThingSet found = Resolver(world).referents(structure);
      ASSERT_EQ(found, referents_by_force(world, structure)) << text << ' ' << i;
      unique += std::has_single_bit(found) ? 1 : 0;
      none += found == 0 ? 1 : 0;
    }
  }
  EXPECT_GT(unique, 200U);
  EXPECT_GT(none, 200U);
}

}  // namespace
}  // namespace assay::reascan
