#include "assay/tasks/gscan/release/situations.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "assay/movement/movement.h"

namespace assay::gscan {

namespace {

using world::Cell;
using world::CellSet;
using world::Colour;
using world::Shape;
using world::Thing;
using world::World;

// Signs of row and column on the way from the agent to the target.
struct Way {
  std::string_view name;
  int down;
  int right;
};
constexpr std::array<Way, 8> kWays{{{"n", -1, 0},
                                    {"e", 0, 1},
                                    {"s", 1, 0},
                                    {"w", 0, -1},
                                    {"ne", -1, 1},
                                    {"se", 1, 1},
                                    {"sw", 1, -1},
                                    {"nw", -1, -1}}};
constexpr std::size_t kStraightWays = 4;

// Uniform over least to most.
int draw_between(Stream& stream, int least, int most) {
  const int choices = most - least + 1;
  return least + static_cast<int>(stream.below(static_cast<std::uint64_t>(choices)));
}

// The agent's coordinate when the target lies `steps` that way.
int draw_coordinate(Stream& stream, int grid, int steps) {
  return draw_between(stream, std::max(0, -steps), grid - 1 - std::max(0, steps));
}

class Others {
 public:
  Others(Stream& stream, const Phrase& phrase, World& world)
      : stream_(stream), phrase_(phrase), world_(world), target_(world.things.front()) {
    taken_ = world::taken_cells(world);
    taken_.add(world.agent);
  }

  void add() {
    const bool sized = phrase_.size != SizeWord::kNone;
    if (sized) place(target_.shape, target_.colour, losing_size());
    std::size_t groups = 0;
    std::array<Group, 12> all{};
    for (const Shape shape : kNouns) {
      if (!phrase_.colour && !sized) {
        if (shape != target_.shape) all[groups++] = {shape, random_colour()};
        continue;
      }
      for (const Colour colour : kColourWords) {
        if (shape != target_.shape || colour != target_.colour) all[groups++] = {shape, colour};
      }
    }
    stream_.shuffle(std::span(all).first(groups));
    for (const Group& group : std::span(all).first(groups / 2)) {
      // Of other colours of the shape only those that lose, where the phrase compares them all.
      const bool loses = sized && !phrase_.colour && group.shape == target_.shape;
      for (int times = sized ? 2 : 1; times > 0; --times) {
        place(group.shape, group.colour, loses ? losing_size() : random_size());
      }
    }
  }

 private:
  struct Group {
    Shape shape;
    Colour colour;
  };

  Colour random_colour() { return kColourWords[stream_.below(kColourWords.size())]; }
  int random_size() { return draw_between(stream_, world::kSmallestSize, world::kLargestSize); }
  // A size that makes the target the small or the big one.
  int losing_size() {
    return phrase_.size == SizeWord::kSmall
               ? draw_between(stream_, target_.size + 1, world::kLargestSize)
               : draw_between(stream_, world::kSmallestSize, target_.size - 1);
  }

  void place(Shape shape, Colour colour, int size) {
    Cell cell;
    do {
      const std::uint64_t pick = stream_.below(static_cast<std::uint64_t>(world_.grid) *
                                               static_cast<std::uint64_t>(world_.grid));
      cell = {static_cast<int>(pick / static_cast<std::uint64_t>(world_.grid)),
              static_cast<int>(pick % static_cast<std::uint64_t>(world_.grid))};
    } while (taken_.has(cell));
    taken_.add(cell);
    world_.things.push_back({shape, colour, static_cast<std::uint8_t>(size), cell});
  }

  Stream& stream_;
  const Phrase& phrase_;
  World& world_;
  const Thing target_;
  CellSet taken_;
};

}  // namespace

PlacementPlan::PlacementPlan(int grid, int samples) : grid_(grid) {
  for (std::size_t way = 0; way < kWays.size(); ++way) {
    const bool straight = way < kStraightWays;
    const int farthest = (straight ? 1 : 2) * (grid - 1);
    for (int distance = straight ? 1 : 2; distance <= farthest; ++distance) {
      const bool once = distance == farthest || (straight && distance == 1);
      for (int times = once ? 1 : samples; times > 0; --times) {
        entries_.push_back({static_cast<std::uint8_t>(way), static_cast<std::uint8_t>(distance)});
      }
    }
  }
}

std::string_view PlacementPlan::bearing(std::size_t place) const {
  return kWays[entries_[place].direction].name;
}

Placement PlacementPlan::draw(Stream& stream, std::size_t place) const {
  const Way& way = kWays[entries_[place].direction];
  const int total = entries_[place].distance;
  int rows = way.right == 0 ? total : 0;
  if (way.down != 0 && way.right != 0) {
    rows = draw_between(stream, std::max(1, total - (grid_ - 1)), std::min(grid_ - 1, total - 1));
  }
  const int down = way.down * rows;
  const int right = way.right * (total - rows);
  Placement made;
  made.agent.row = draw_coordinate(stream, grid_, down);
  made.agent.column = draw_coordinate(stream, grid_, right);
  made.target = {made.agent.row + down, made.agent.column + right};
  return made;
}

void add_others(Stream& stream, const Phrase& phrase, World& world) {
  Others(stream, phrase, world).add();
}

}  // namespace assay::gscan
