// Which structures explain a puzzle: those that mean, in every world that is shown, the one thing
// that changes there.
//
// Several may do so and still mean different things in the world that is asked about; then the
// puzzle has no one answer. All structures of a pattern are looked at. "Small" is taken both as
// "something like it is larger" and as "nothing like it is smaller", and "big" likewise, so that
// nothing hangs on how they are read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "assay/tasks/reascan/resolver.h"
#include "assay/tasks/reascan/structures.h"
#include "assay/world/world.h"

namespace assay::arc {

// What the structures of a pattern come to.
struct Explained {
  // That mean what changes wherever it is shown, and one thing where it is asked for.
  std::uint64_t structures = 0;
  std::optional<reascan::Structure> rival;  // one of them that means another thing there
};

class Explanations {
 public:
  Explanations();

  // From now on about these worlds. What changes is the first thing of each; the last one is asked
  // about. At most kMostThings in each.
  void look_at(std::span<const world::World> worlds);

  // Stops at the first rival.
  Explained explain(const reascan::Pattern& pattern);

 private:
  using ThingSet = reascan::ThingSet;

  enum class Extreme : std::uint8_t { kNo, kYes };
  // A phrase in one of its readings.
  struct Reading {
    reascan::Phrase phrase;
    Extreme extreme = Extreme::kNo;
  };
  struct Link {
    reascan::Relation relation = reascan::Relation::kSameRow;
    std::size_t reading = 0;
  };
  // What is known of a world.
  struct View {
    std::vector<ThingSet> fitting;  // by reading
    std::array<std::array<ThingSet, reascan::kMostThings>, reascan::kRelations> related{};
  };
  struct Search;

  static ThingSet fitting(const Reading& reading, const reascan::Resolver& resolver);
  bool allows(const Search& search, std::size_t clause, const Link& link) const;
  bool has_rest(const Search& search, const View& view, std::size_t clause, ThingSet used) const;
  bool means(const Search& search, const View& view, std::size_t thing) const;
  ThingSet meant(const Search& search, const View& view) const;
  bool means_what_changes(const Search& search) const;
  void extend(Search& search) const;
  void finish(Search& search) const;

  std::vector<Reading> readings_;  // of all phrases
  std::vector<Link> links_;        // of all relations to what a clause may end at
  std::vector<View> views_;
  std::vector<std::size_t> distinct_;  // readings that are not the same as one before, here
  std::vector<std::size_t> holding_;   // links of these that hold of all that changes
  std::vector<std::size_t> any_;       // links of these
};

}  // namespace assay::arc
