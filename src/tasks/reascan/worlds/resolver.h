// What a phrase and a whole command mean in a world.
//
// A thing is small when something of its class is larger, and big when something is smaller: class
// is what the phrase says besides the size. That is how the release reads it; where a class has two
// sizes only, all other readings agree. Things of a command are pairwise different.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "assay/movement/movement.h"
#include "assay/tasks/reascan/worlds/structures.h"
#include "assay/world/world.h"

namespace assay::reascan {

// One bit for each thing of a world.
using ThingSet = std::uint32_t;
inline constexpr std::size_t kMostThings = 32;

// Whether a box is around the cell.
bool covers(const world::Thing& box, world::Cell cell);

class Resolver {
 public:
  Resolver() = default;
  explicit Resolver(const world::World& world);

  void clear() { *this = {}; }
  // At most kMostThings in all.
  void add(const world::Thing& thing);
  std::size_t count() const { return things_.size(); }

  // All that are as the phrase says, wherever they stand.
  ThingSet satisfying(const Phrase& phrase) const;
  // The same but for size: what small and big are measured against.
  ThingSet class_of(const Phrase& phrase) const;
  ThingSet of_size(int size) const { return sizes_[static_cast<std::size_t>(size)]; }
  ThingSet boxes() const { return shapes_[static_cast<std::size_t>(world::Shape::kBox)]; }
  // All that `thing` is so related to; never itself. Inside: the boxes around it.
  ThingSet related(Relation relation, std::size_t thing) const;
  // The things that the first phrase can stand for when there is something for each clause. More
  // things never make them fewer.
  ThingSet referents(const Structure& structure) const;

 private:
  struct Search;
  bool has_all(Search& search, std::size_t clause, ThingSet used) const;

  // Who has what.
  InlineVector<world::Thing, kMostThings> things_;
  std::array<ThingSet, world::kLargestGrid> rows_{};
  std::array<ThingSet, world::kLargestGrid> columns_{};
  std::array<ThingSet, world::kLargestSize + 1> sizes_{};
  std::array<ThingSet, world::kColours> colours_{};
  std::array<ThingSet, world::kShapes> shapes_{};
  std::array<ThingSet, kMostThings> around_{};  // the boxes around a thing
};

// "push the red circle that is inside of a box and in the same row as the big square cautiously":
// things of which there is but one have "the", and so has what is meant.
std::string command_text(const Structure& structure, const Pattern& pattern, world::Verb verb,
                         world::Manner manner, const Resolver& resolver);

}  // namespace assay::reascan
