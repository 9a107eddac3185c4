// Which command an example has: the sets of a benchmark one after the other, each a number of
// commands of a pattern with a number of worlds for each.
//
// A unit has as many items in all sets. Where a command has fewer worlds, a unit holds several
// commands. Commands come in a keyed order of all that the pattern has, each with a verb and an
// adverb of its own; only what the release chooses by trial (commands that have worlds at all) or
// in view of others is put into a table.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/base/permutation.h"
#include "assay/base/random.h"
#include "assay/movement/movement.h"
#include "assay/tasks/reascan/worlds/structures.h"
#include "assay/tasks/reascan/worlds/worlds.h"

namespace assay::reascan {

inline constexpr std::uint64_t kWays = 15;  // verbs and adverbs, and none

struct Command {
  std::uint64_t id = 0;    // tells its worlds from those of other commands of the set
  std::uint64_t rank = 0;  // of its structure
  world::Verb verb = world::Verb::kWalk;
  world::Manner manner = world::Manner::kPlainly;
};

// One set of a benchmark.
struct SetPlan {
  std::string name;  // p1, p2, p3, b1, c1, c2, or custom
  std::string pattern;
  std::uint64_t commands = 0;
  std::uint32_t worlds = 0;  // of each command
  WorldSettings settings;
  std::uint32_t retries = 500;
  bool only_walks = false;
};

class CommandSet {
 public:
  CommandSet(SetPlan plan, std::shared_ptr<const StructureSpace> space, Key key,
             std::uint32_t number);

  const SetPlan& plan() const { return plan_; }
  const StructureSpace& space() const { return *space_; }
  std::uint32_t number() const { return number_; }  // among the sets

  // How many there are at most, and the one at a place of the keyed order of all.
  std::uint64_t drawable() const { return space_->size() * kWays; }
  Command draw(std::uint64_t place) const;

  // From now on the commands are these.
  void choose(std::vector<Command> commands);
  std::uint64_t commands() const { return chosen_ ? chosen_->size() : plan_.commands; }
  Command command(std::uint64_t index) const { return chosen_ ? (*chosen_)[index] : draw(index); }

 private:
  SetPlan plan_;
  std::shared_ptr<const StructureSpace> space_;
  Key key_;
  std::uint32_t number_;
  Permutation order_;
  std::optional<std::vector<Command>> chosen_;
};

class Roster {
 public:
  // Items of a unit: the most worlds that a command of some set has.
  Roster(std::vector<CommandSet> sets, std::uint32_t items);

  std::uint64_t units() const { return ends_.empty() ? 0 : ends_.back(); }
  std::uint32_t items() const { return items_; }
  // Of one unit: the last one of a set may be filled in part.
  std::uint32_t items_of(std::uint64_t unit) const;

  struct Place {
    const CommandSet* set = nullptr;
    std::uint64_t command = 0;  // of the set; at its end or behind it: there is none
    std::uint32_t world = 0;
  };
  Place place(std::uint64_t unit, std::uint32_t item) const;

 private:
  std::size_t set_of(std::uint64_t unit) const;

  std::vector<CommandSet> sets_;
  std::uint32_t items_ = 1;
  std::vector<std::uint64_t> ends_;  // units up to the end of each set
};

}  // namespace assay::reascan
