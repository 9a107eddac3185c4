#include "assay/tasks/gscan/release/release.h"

#include <algorithm>
#include <bit>

#include "assay/movement/movement.h"

namespace assay::gscan {

namespace {

using world::Thing;
using world::World;

constexpr std::uint8_t kAdverb1Only = 1U << static_cast<unsigned>(HeldOut::kAdverb1);

std::uint32_t kind_of(const Thing& thing) {
  const std::size_t look = static_cast<std::size_t>(thing.shape) * world::kColours +
                           static_cast<std::size_t>(thing.colour);
  return static_cast<std::uint32_t>(look * world::kLargestSize + thing.size - 1);
}

Key order_key(Key key, std::uint64_t number) {
  Stream stream(key, {.purpose = Purpose::kSplit, .unit = number});
  const std::uint32_t first = stream.next();
  return {first, stream.next()};
}

}  // namespace

Release::Release(const Settings& settings, std::uint64_t seed)
    : grid_(settings.grid),
      key_(stream_key(seed, "gscan")),
      commands_(all_commands(settings.grammar)),
      plan_(settings.grid, settings.samples),
      pool_order_(key_, 1),
      shot_order_(key_, 1),
      shots_(settings.shots) {
  for (std::uint32_t item = 0; item < plan_.size(); ++item) {
    if (plan_.bearing(item) != "sw") continue;
    if (south_west_count_++ == 0) south_west_ = item;
  }
  std::array<std::uint64_t, 256> counts{};  // of items, by their sets
  for (std::uint32_t c = 0; c < commands_.size(); ++c) {
    first_unit_.push_back(units_.size());
    for (const Thing& target : possible_targets(commands_[c].phrase)) {
      const std::uint8_t sets = held_out_sets(commands_[c], target, "");
      units_.push_back({c, kind_of(target), sets, counts[sets]});
      counts[sets] += plan_.size() - south_west_count_;
      kinds_[kind_of(target)] = target;
    }
  }
  first_unit_.push_back(units_.size());
  for (std::uint32_t kind = 0; kind < kKinds; ++kind) {
    for (std::uint32_t item = 0; item < plan_.size(); ++item) {
      Stream stream(key_, {.purpose = Purpose::kShared, .unit = kind, .item = item});
      placements_[kind].push_back(plan_.draw(stream, item));
      seen_[kind].push_back({cells_of(placements_[kind].back()), item});
    }
    std::sort(seen_[kind].begin(), seen_[kind].end(), [](const Seen& a, const Seen& b) {
      return a.cells != b.cells ? a.cells < b.cells : a.item < b.item;
    });
  }
  const std::uint64_t pool = counts[0];
  pool_order_ = Permutation(order_key(key_, 0), std::max<std::uint64_t>(1, pool));
  shot_order_ = Permutation(order_key(key_, 1), std::max<std::uint64_t>(1, counts[kAdverb1Only]));
  test_count_ = pool * settings.test_percent / 100;
  dev_count_ = (pool - test_count_) * settings.dev_percent / 100;
}

std::uint32_t Release::cells_of(const Placement& placement) const {
  const auto grid = static_cast<std::uint32_t>(grid_);
  const auto number = [&](world::Cell cell) {
    return static_cast<std::uint32_t>(cell.row) * grid + static_cast<std::uint32_t>(cell.column);
  };
  return number(placement.agent) * grid * grid + number(placement.target);
}

void Release::make(std::uint64_t unit, std::uint32_t item, World& out) const {
  const UnitEntry& entry = units_[unit];
  const Placement& placement = placements_[entry.target][item];
  out.clear();
  out.grid = grid_;
  out.agent = placement.agent;
  out.facing = world::Direction::kEast;
  out.things.push_back(kinds_[entry.target]);
  out.things.front().cell = placement.target;
  Stream stream(key_, {.purpose = Purpose::kItem, .unit = unit, .item = item});
  add_others(stream, commands_[entry.command].phrase, out);
}

std::uint64_t Release::rank(std::uint64_t unit, std::uint32_t item) const {
  return units_[unit].first_rank + item - (item < south_west_ ? 0 : south_west_count_);
}

std::string_view Release::set_of(std::uint64_t unit, std::uint32_t item) const {
  const bool south_west = item >= south_west_ && item < south_west_ + south_west_count_;
  const std::uint8_t sets = units_[unit].sets;
  if (south_west) return sets == 0 ? name_of(HeldOut::kSituational1) : "";
  if (std::popcount(sets) > 1) return "";
  if (sets == kAdverb1Only && shot_order_.at(rank(unit, item)) < shots_) return "train";
  if (sets != 0) return name_of(static_cast<HeldOut>(std::countr_zero(sets)));
  const std::uint64_t place = pool_order_.at(rank(unit, item));
  if (place >= test_count_ + dev_count_) return "train";
  if (place >= test_count_) return "dev";
  return is_trained_elsewhere(unit, item) ? "" : "test";
}

// Or is in dev, which the release takes from training later.
bool Release::is_trained(std::uint64_t unit, std::uint32_t item) const {
  return units_[unit].sets == 0 && pool_order_.at(rank(unit, item)) >= test_count_;
}

// The same command, cells and actions: of those who walk the cells decide.
bool Release::is_trained_elsewhere(std::uint64_t unit, std::uint32_t item) const {
  const std::uint32_t number = units_[unit].command;
  const Command& command = commands_[number];
  const std::uint32_t cells = cells_of(placements_[units_[unit].target][item]);
  World world;
  std::vector<world::Action> own;
  std::vector<world::Action> others;
  for (std::uint64_t other = first_unit_[number]; other < first_unit_[number + 1]; ++other) {
    const auto& seen = seen_[units_[other].target];
    auto at = std::lower_bound(seen.begin(), seen.end(), cells,
                               [](const Seen& entry, auto wanted) { return entry.cells < wanted; });
    for (; at != seen.end() && at->cells == cells; ++at) {
      if (!is_trained(other, at->item)) continue;
      if (command.verb == world::Verb::kWalk) return true;
      if (own.empty()) {
        make(unit, item, world);
        plan(world, 0, command.verb, command.manner, own);
      }
      make(other, at->item, world);
      plan(world, 0, command.verb, command.manner, others);
      if (own == others) return true;
    }
  }
  return false;
}

}  // namespace assay::gscan
