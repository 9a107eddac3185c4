#include "assay/world/world_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "assay/base/text.h"

namespace assay::world {

namespace {

constexpr std::string_view kGrid = ". The grid has ";
constexpr std::size_t kMostThings = 200;

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  InputText read() {
    InputText out;
    const auto end = text_.find(kGrid);
    if (end == std::string_view::npos) {
      out.problem = fmt::format("there is no \"{}\"", kGrid.substr(2));
      return out;
    }
    out.command = text_.substr(0, end);
    at_ = end + kGrid.size();
    read_world(out.world);
    if (ok_ && at_ != text_.size()) refuse("the end");
    out.problem = problem_;
    return out;
  }

 private:
  void read_world(World& world) {
    world.grid = number(1, kLargestGrid);
    expect(" rows from the north and ");
    if (number(1, kLargestGrid) != world.grid) refuse("as many columns as rows");
    expect(" columns from the west, counted from 0. The agent is at ");
    world.agent = cell(world.grid);
    expect(", facing ");
    world.facing = one_of<Direction>(4);
    expect(". Things: ");
    do {
      if (world.things.size() == kMostThings) refuse("fewer things");
      if (ok_) world.things.push_back(thing(world.grid));
    } while (ok_ && accept("; "));
    expect(".");
  }

  Thing thing(int grid) {
    Thing thing;
    thing.colour = one_of<Colour>(kColours);
    expect(" ");
    thing.shape = one_of<Shape>(kShapes);
    expect(" of size ");
    thing.size = static_cast<std::uint8_t>(number(kSmallestSize, kLargestSize));
    if (!thing.is_box()) {
      expect(" at ");
      thing.cell = cell(grid);
      return thing;
    }
    expect(" over rows ");
    thing.cell.row = stretch(thing.size, grid);
    expect(", columns ");
    thing.cell.column = stretch(thing.size, grid);
    return thing;
  }

  Cell cell(int grid) {
    Cell cell;
    expect("row ");
    cell.row = number(0, grid - 1);
    expect(", column ");
    cell.column = number(0, grid - 1);
    return cell;
  }

  int stretch(int size, int grid) {
    const int first = number(0, grid - size);
    expect(" to ");
    if (number(0, grid - 1) != first + size - 1) refuse("a box as wide as its size");
    return first;
  }

  int number(int least, int most) {
    std::size_t end = at_;
    while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9' && end < at_ + 3) ++end;
    const auto found = parse_number(text_.substr(at_, end - at_));
    if (!found || *found < static_cast<std::uint64_t>(least) ||
        *found > static_cast<std::uint64_t>(most)) {
      refuse(fmt::format("a number from {} to {}", least, most));
      return least;
    }
    if (ok_) at_ = end;
    return static_cast<int>(*found);
  }

  template <typename Kind>
  Kind one_of(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (accept(name_of(static_cast<Kind>(i)))) return static_cast<Kind>(i);
    }
    refuse(fmt::format("a word such as \"{}\"", name_of(static_cast<Kind>(0))));
    return static_cast<Kind>(0);
  }

  bool accept(std::string_view words) {
    if (!ok_ || !text_.substr(at_).starts_with(words)) return false;
    at_ += words.size();
    return true;
  }
  void expect(std::string_view words) {
    if (!accept(words)) refuse(fmt::format("\"{}\"", words));
  }
  void refuse(std::string_view wanted) {
    if (!ok_) return;
    ok_ = false;
    problem_ = fmt::format("expected {} at byte {}: \"{}\"", wanted, at_,
                           printable(text_.substr(at_, 20)));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool ok_ = true;
  std::string problem_;
};

}  // namespace

void append_input(std::string& out, std::string_view command, const World& world) {
  const auto say = [&](std::string_view words) { out += words; };
  const auto count = [&](int number) {  // at most two digits
    if (number >= 10) out += static_cast<char>('0' + number / 10);
    out += static_cast<char>('0' + number % 10);
  };
  const auto say_cell = [&](Cell cell) {
    say("row ");
    count(cell.row);
    say(", column ");
    count(cell.column);
  };
  const auto say_stretch = [&](int first, int size) {
    count(first);
    say(" to ");
    count(first + size - 1);
  };
  say(command);
  say(kGrid);
  count(world.grid);
  say(" rows from the north and ");
  count(world.grid);
  say(" columns from the west, counted from 0. The agent is at ");
  say_cell(world.agent);
  say(", facing ");
  say(name_of(world.facing));
  say(". Things: ");
  std::vector<const Thing*> things;
  things.reserve(world.things.size());
  for (const Thing& thing : world.things) things.push_back(&thing);
  std::sort(things.begin(), things.end(), [](const Thing* a, const Thing* b) {
    return std::tuple(a->cell.row, a->cell.column, !a->is_box()) <
           std::tuple(b->cell.row, b->cell.column, !b->is_box());
  });
  for (std::size_t i = 0; i < things.size(); ++i) {
    const Thing& thing = *things[i];
    if (i > 0) say("; ");
    say(name_of(thing.colour));
    out += ' ';
    say(name_of(thing.shape));
    say(" of size ");
    count(thing.size);
    if (thing.is_box()) {
      say(" over rows ");
      say_stretch(thing.cell.row, thing.size);
      say(", columns ");
      say_stretch(thing.cell.column, thing.size);
    } else {
      say(" at ");
      say_cell(thing.cell);
    }
  }
  out += '.';
}

InputText read_input(std::string_view text) { return Reader(text).read(); }

}  // namespace assay::world
