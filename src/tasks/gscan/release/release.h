// The examples of gSCAN by address, and the set that the release would put each into.
//
// A unit is a command and a thing that it may mean; its items are the placements of that thing,
// which all commands share. Who is tested at random is decided by keyed orders of the training
// pool, so that any example knows its set without looking at the others; only examples of the same
// command with the same cells are looked at, for the release leaves out tests that training has,
// too.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "assay/base/permutation.h"
#include "assay/base/random.h"
#include "assay/tasks/gscan/release/commands.h"
#include "assay/tasks/gscan/release/situations.h"
#include "assay/tasks/gscan/release/splits.h"

namespace assay::gscan {

struct Settings {
  Grammar grammar = Grammar::kAdverb;
  int grid = 6;
  int samples = 5;  // of each distance and direction
  std::uint64_t test_percent = 10;
  std::uint64_t dev_percent = 1;  // of what is left
  std::uint64_t shots = 1;        // cautious examples that train
};

class Release {
 public:
  Release(const Settings& settings, std::uint64_t seed);

  std::size_t units() const { return units_.size(); }
  std::uint32_t items() const { return static_cast<std::uint32_t>(plan_.size()); }
  const Command& command(std::uint64_t unit) const { return commands_[units_[unit].command]; }

  // Overwrites `out`; the target is its first thing.
  void make(std::uint64_t unit, std::uint32_t item, world::World& out) const;

  // train, dev, test or a held-out set; empty for what the release drops.
  std::string_view set_of(std::uint64_t unit, std::uint32_t item) const;

 private:
  struct UnitEntry {
    std::uint32_t command = 0;
    std::uint32_t target = 0;      // number of its kind of thing
    std::uint8_t sets = 0;         // wherever it lies but in the south-west
    std::uint64_t first_rank = 0;  // of its items among those of all units with the same sets
  };
  struct Seen {
    std::uint32_t cells = 0;  // of agent and target
    std::uint32_t item = 0;
  };
  static constexpr std::size_t kKinds = 48;  // shapes, colours, sizes

  std::uint64_t rank(std::uint64_t unit, std::uint32_t item) const;
  std::uint32_t cells_of(const Placement& placement) const;
  bool is_trained(std::uint64_t unit, std::uint32_t item) const;
  bool is_trained_elsewhere(std::uint64_t unit, std::uint32_t item) const;

  int grid_;
  Key key_;
  std::vector<Command> commands_;
  std::vector<UnitEntry> units_;
  std::vector<std::uint64_t> first_unit_;  // of each command, and the end
  PlacementPlan plan_;
  std::uint32_t south_west_ = 0;  // where items in the south-west begin, and how many they are
  std::uint32_t south_west_count_ = 0;
  std::array<world::Thing, kKinds> kinds_{};
  std::array<std::vector<Placement>, kKinds> placements_;
  std::array<std::vector<Seen>, kKinds> seen_;  // by cells
  Permutation pool_order_;
  Permutation shot_order_;
  std::uint64_t test_count_ = 0;
  std::uint64_t dev_count_ = 0;
  std::uint64_t shots_ = 0;
};

}  // namespace assay::gscan
