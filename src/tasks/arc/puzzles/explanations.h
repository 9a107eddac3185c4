// Which structures explain a puzzle: those that mean, in every world that is shown, the one thing
// that changes there.
//
// Several may do so and still mean different things in the world that is asked about; then the
// puzzle has no one answer. All structures of a pattern are looked at, and size words are read in
// three ways, so that nothing depends on how they are read. Things like it are those that the
// phrase's other words fit. "Small" is, and "big" likewise:
//   * something like it is larger;
//   * nothing like it is smaller, and something is larger;
//   * nothing like it is smaller, so the only one of its kind is small and big at once.
// The first two may be mixed inside of one rule, the third stands for itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "assay/tasks/reascan/worlds/resolver.h"
#include "assay/tasks/reascan/worlds/structures.h"
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

  // The three ways of reading a size word, in the order above.
  enum class SizeRule : std::uint8_t { kSomeLarger, kExtremeOfSizes, kExtreme };
  // A phrase in one of its readings; without a size word it has but one, the first.
  struct Reading {
    reascan::Phrase phrase;
    SizeRule rule = SizeRule::kSomeLarger;
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
  // Which readings rules are made of.
  struct Scope {
    std::vector<std::size_t> readings;
    std::vector<std::size_t> holding;  // links of these that hold of all that changes
    std::vector<std::size_t> any;      // links of these
    // Readings one of which a rule must have, or it was looked at before; by reading, empty: all.
    std::vector<bool> fresh;
  };
  struct Search;

  static ThingSet fitting(const Reading& reading, const reascan::Resolver& resolver);
  bool differ(std::size_t one, std::size_t other) const;
  void choose_readings();
  void choose_links(Scope& scope) const;
  bool allows(const Search& search, std::size_t clause, const Link& link) const;
  bool has_rest(Search& search, const View& view, std::size_t clause, ThingSet used) const;
  bool means(Search& search, const View& view, std::size_t thing) const;
  ThingSet meant(Search& search, const View& view) const;
  bool means_what_changes(Search& search) const;
  static bool is_looked_at(const Search& search);
  void extend(Search& search) const;
  void finish(Search& search) const;

  std::vector<Reading> readings_;  // of all phrases
  std::vector<Link> links_;        // of all relations to what a clause may end at
  std::vector<View> views_;
  std::array<Scope, 2> scopes_;  // of the first two ways to read sizes, and of the third
};

}  // namespace assay::arc
