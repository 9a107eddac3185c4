// What a phrase and a whole command mean in a world.
//
// A thing is small when something of its class is larger, and big when something is smaller: class
// is what the phrase says besides the size. That is how the release reads it; where a class has two
// sizes only, all other readings agree. Things of a command are pairwise different.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "assay/tasks/reascan/structures.h"
#include "assay/world/movement.h"
#include "assay/world/world.h"

namespace assay::reascan {

// One bit for each thing of a world.
using ThingSet = std::uint32_t;
inline constexpr std::size_t kMostThings = 32;

class Resolver {
 public:
  // The world must outlive it and have at most kMostThings things.
  explicit Resolver(const world::World& world);

  ThingSet satisfying(const Phrase& phrase) const;
  // All that `thing` is so related to; never itself. Inside: the boxes around it.
  ThingSet related(Relation relation, std::size_t thing) const {
    return related_[static_cast<std::size_t>(relation)][thing];
  }
  // The things that the first phrase can stand for when there is something for each clause.
  ThingSet referents(const Structure& structure) const;

 private:
  struct Search;
  bool has_all(const Search& search, std::size_t clause, ThingSet used) const;

  const world::World& world_;
  std::array<std::array<ThingSet, kMostThings>, kRelations> related_{};
};

// "push the red circle that is inside of a box and in the same row as the big square cautiously":
// things of which there is but one have "the", and so has what is meant.
std::string command_text(const Structure& structure, const Pattern& pattern, world::Verb verb,
                         world::Manner manner, const Resolver& resolver);

}  // namespace assay::reascan
