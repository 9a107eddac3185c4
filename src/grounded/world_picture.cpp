#include "assay/grounded/world_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/core/text_width.h"
#include "assay/grounded/short_actions.h"
#include "assay/grounded/thing_forms.h"
#include "assay/movement/simulation.h"
#include "assay/world/world_text.h"

namespace assay::grounded {

namespace {

using world::Action;
using world::Cell;
using world::Thing;

constexpr double kMargin = 30;
constexpr double kLeastWidth = 468;
constexpr double kTextSize = 14;
constexpr double kSmallSize = 11;
constexpr double kAgentRadius = 17;
constexpr Rgb kPathInk{84, 96, 112};
constexpr Rgb kMoveInk{150, 40, 160};
constexpr Rgb kTagPatch{226, 231, 238};

std::vector<std::string> wrap(std::string_view text, double size, double width) {
  std::vector<std::string> lines{""};
  for (const std::string_view word : split_words(text)) {
    std::string& line = lines.back();
    std::string longer = line;
    if (!longer.empty()) longer += ' ';
    longer += word;
    if (line.empty() || text_width(longer, size, true) <= width) {
      line = std::move(longer);
    } else {
      lines.emplace_back(word);
    }
  }
  return lines;
}

// Where the agent has been, cut where walking and moving things take turns.
struct Stretch {
  bool moves_thing = false;
  bool pulls = false;
  std::vector<Cell> cells;
};

std::vector<Stretch> stretches_of(const world::World& world, std::span<const Action> actions) {
  std::vector<Stretch> stretches;
  Cell before = world.agent;
  for (std::size_t done = 1; done <= actions.size(); ++done) {
    const Cell now = simulate(world, actions.first(done)).world.agent;
    if (now == before) continue;
    const bool moves = actions[done - 1] != Action::kWalk;
    if (stretches.empty() || stretches.back().moves_thing != moves) {
      stretches.push_back({moves, actions[done - 1] == Action::kPull, {before}});
    }
    stretches.back().cells.push_back(now);
    before = now;
  }
  return stretches;
}

Point between(Point from, Point to, double distance) {
  const double x = to.x > from.x ? 1 : to.x < from.x ? -1 : 0;  // cells in line
  const double y = to.y > from.y ? 1 : to.y < from.y ? -1 : 0;
  return {from.x + distance * x, from.y + distance * y};
}

class Drawing {
 public:
  explicit Drawing(const WorldScene& scene)
      : scene_(scene),
        order_(by_cell(scene.world)),
        side_(scene.world.grid * kCellSide),
        width_(std::max(kLeastWidth, side_ + 2 * kMargin)) {
    ASSAY_CHECK(scene.roles.empty() || scene.roles.size() == scene.world.things.size());
    ASSAY_CHECK(!scene.answer || scene.target < scene.world.things.size());
  }

  Picture finish() && {
    marks_.push_back({});  // the page, whose height is not known yet
    write_lines(scene_.command);
    y_ += 32;
    left_ = (width_ - side_) / 2;
    top_ = y_;
    draw_grid();
    if (scene_.answer) draw_target();
    draw_boxes();
    draw_things();
    const auto stretches =
        scene_.answer ? stretches_of(scene_.world, scene_.actions) : std::vector<Stretch>();
    for (const Stretch& stretch : stretches) draw_walk(stretch);
    draw_labels(stretches);
    draw_agent_in_cell();
    for (const Stretch& stretch : stretches) draw_move(stretch);
    draw_tags();
    y_ = top_ + side_ + 12;
    draw_legend();
    if (scene_.answer && !scene_.actions.empty()) {
      y_ += 8;
      write_lines(short_actions(scene_.actions));
    }
    const double height = y_ + kMargin / 2;
    marks_.front() = {Rectangle{{0, 0}, width_, height}, {.fill = kPaper}};
    return {width_, height, std::string(scene_.command), description(), std::move(marks_)};
  }

 private:
  Point corner_of(Cell cell) const {
    return {left_ + cell.column * kCellSide, top_ + cell.row * kCellSide};
  }
  Point centre_of(Cell cell) const {
    const Point corner = corner_of(cell);
    return {corner.x + kCellSide / 2, corner.y + kCellSide / 2};
  }
  const Thing& target() const { return scene_.world.things[scene_.target]; }
  // No box; null when there is none.
  const Thing* thing_at(Cell cell) const {
    for (const Thing& thing : scene_.world.things) {
      if (!thing.is_box() && thing.cell == cell) return &thing;
    }
    return nullptr;
  }

  void write(Point at, std::string text, double size, Rgb ink, Anchor anchor, bool bold = false) {
    marks_.push_back({Writing{at, std::move(text), size, anchor, bold}, {.fill = ink}});
  }

  // Wrapped lines below what is there; command and actions look alike.
  void write_lines(std::string_view text) {
    for (std::string& line : wrap(text, kTextSize, width_ - 2 * kMargin)) {
      y_ += 1.4 * kTextSize;
      write({kMargin, y_}, std::move(line), kTextSize, kInk, Anchor::kStart, true);
    }
  }

  void draw_grid() {
    marks_.push_back({Rectangle{{left_, top_}, side_, side_}, {.fill = Rgb{250, 251, 252}}});
    for (int i = 0; i <= scene_.world.grid; ++i) {
      const bool edge = i == 0 || i == scene_.world.grid;
      const Style line{.stroke = edge ? Rgb{150, 160, 172} : Rgb{214, 220, 228}, .width = 1};
      const double at = i * kCellSide;
      marks_.push_back({Polyline{{{left_ + at, top_}, {left_ + at, top_ + side_}}}, line});
      marks_.push_back({Polyline{{{left_, top_ + at}, {left_ + side_, top_ + at}}}, line});
      if (i == scene_.world.grid) break;
      const double middle = at + kCellSide / 2;
      write({left_ + middle, top_ - 6}, std::to_string(i), kSmallSize, kFaint, Anchor::kMiddle);
      write({left_ - 7, top_ + middle + 4}, std::to_string(i), kSmallSize, kFaint, Anchor::kEnd);
    }
  }

  // Boxes from large to small, each a bit further inside than the one before.
  std::vector<std::size_t> boxes() const {
    std::vector<std::size_t> found;
    for (const std::size_t i : order_) {
      if (scene_.world.things[i].is_box()) found.push_back(i);
    }
    std::stable_sort(found.begin(), found.end(), [&](std::size_t one, std::size_t other) {
      return scene_.world.things[one].size > scene_.world.things[other].size;
    });
    return found;
  }

  Rectangle outline_of(std::size_t thing) const {
    constexpr double kOutermost = 3.5;
    constexpr double kInnermost = 12;  // the largest thing still fits
    const auto order = boxes();
    const auto rank =
        static_cast<double>(std::find(order.begin(), order.end(), thing) - order.begin());
    const double step = std::min(
        3.2, (kInnermost - kOutermost) / std::max(1.0, static_cast<double>(order.size()) - 1));
    const double inset = kOutermost + rank * step;
    const Thing& box = scene_.world.things[thing];
    const Point corner = corner_of(box.cell);
    const double side = box.size * kCellSide - 2 * inset;
    return {{corner.x + inset, corner.y + inset}, side, side, 4};
  }

  void draw_boxes() {
    for (const std::size_t i : boxes()) {
      marks_.push_back(
          {outline_of(i), {.stroke = colour_of(scene_.world.things[i].colour), .width = 2.4}});
    }
  }

  void draw_target() {
    const Style halo{.stroke = kHalo, .width = 5, .opacity = 0.5};
    const Style ring{.stroke = kInk, .width = 1.3, .dash = 4};
    if (!target().is_box()) {
      const Ellipse around{centre_of(target().cell), kTargetRing, kTargetRing};
      marks_.push_back({around, halo});
      marks_.push_back({around, ring});
      return;
    }
    Rectangle around = outline_of(scene_.target);
    marks_.push_back({around, halo});
    constexpr double kInside = 4;
    around = {{around.corner.x + kInside, around.corner.y + kInside},
              around.width - 2 * kInside,
              around.height - 2 * kInside,
              3};
    marks_.push_back({around, ring});
  }

  // Over things, with a light edge, so that it can be followed where it crosses them.
  void draw_walk(const Stretch& stretch) {
    if (stretch.moves_thing) return;
    Polyline line{{}, false};
    for (const Cell cell : stretch.cells) line.points.push_back(centre_of(cell));
    if (thing_at(stretch.cells.back()) != nullptr) {
      const Point last = line.points[line.points.size() - 2];
      line.points.back() = between(last, line.points.back(), kCellSide - kTargetRing - 4);
    }
    marks_.push_back({line, {.stroke = kPaper, .width = 6, .opacity = 0.8}});
    line.arrow = true;
    marks_.push_back({line, {.stroke = kPathInk, .width = 2.6}});
  }

  void draw_move(const Stretch& stretch) {
    if (!stretch.moves_thing) return;
    const Point from = centre_of(stretch.cells.front());
    const Point to = centre_of(stretch.cells.back());
    if (const Thing* moved = thing_at(stretch.cells.front())) draw_ghost(marks_, *moved, to);
    Polyline line{{between(from, to, kTargetRing + 4), between(to, from, kTargetRing - 3)}, true};
    // A thing is pulled along the way that the agent came.
    if (stretch.pulls) {
      const bool across = from.y == to.y;
      for (Point& point : line.points) (across ? point.y : point.x) += 10;
    }
    marks_.push_back({line, {.stroke = kMoveInk, .width = 2.6, .dash = 5}});
  }

  void draw_things() {
    for (const std::size_t i : order_) {
      const Thing& thing = scene_.world.things[i];
      if (!thing.is_box()) draw_thing(marks_, thing, centre_of(thing.cell));
    }
  }

  void draw_labels(std::span<const Stretch> stretches) {
    const auto is_crossed = [&](Cell cell) {
      return std::any_of(stretches.begin(), stretches.end(), [&](const Stretch& stretch) {
        return std::count(stretch.cells.begin(), stretch.cells.end(), cell) > 0;
      });
    };
    for (const std::size_t i : order_) {
      const Thing& thing = scene_.world.things[i];
      if (thing.is_box()) continue;
      draw_label(marks_, thing, centre_of(thing.cell), is_crossed(thing.cell));
    }
  }

  void draw_agent_in_cell() {
    const Cell cell = scene_.world.agent;
    if (thing_at(cell) == nullptr) {
      draw_agent(marks_, centre_of(cell), scene_.world.facing, kAgentRadius);
      return;
    }
    constexpr double kCorner = 12;
    const Point corner = corner_of(cell);
    draw_agent(marks_, {corner.x + kCellSide - kCorner, corner.y + kCellSide - kCorner},
               scene_.world.facing, 0.6 * kAgentRadius);
  }

  static std::string letter_of(ThingRole role) {
    constexpr std::array<const char*, kThingRoles> kLetters{"M", "R", "A", "S", "I", "X"};
    return kLetters[static_cast<std::size_t>(role)];
  }

  // Why a thing is there, for somebody who has not read the paper.
  static std::string_view reason_of(ThingRole role) {
    constexpr std::array<std::string_view, kThingRoles> kReasons{
        "in the command",        "one relation is wrong", "one word is wrong",
        "to compare sizes with", "two words are swapped", "random"};
    return kReasons[static_cast<std::size_t>(role)];
  }

  // In the corners of a cell: what box begins here, and why box and thing are there.
  void draw_tags() {
    constexpr double kIn = 2;
    constexpr double kLabel = 20;
    constexpr double kRole = 12;
    for (const std::size_t i : order_) {
      const Thing& thing = scene_.world.things[i];
      Point at = corner_of(thing.cell);
      at.y += kIn;
      at.x += thing.is_box() ? kIn : kCellSide - kIn - kRole;
      if (thing.is_box()) {
        draw_tag(marks_, at, kLabel, label_of(thing), colour_of(thing.colour),
                 thing.colour == world::Colour::kYellow ? kInk : kPaper);
        at.x += kLabel + 1;
      }
      if (scene_.answer && !scene_.roles.empty()) {
        draw_tag(marks_, at, kRole, letter_of(scene_.roles[i]), kTagPatch, kInk);
      }
    }
  }

  // Room for a sign and its text in the legend, on a new line when this one is full.
  Point next_sign(std::string_view text) {
    constexpr double kSign = 26;
    constexpr double kLine = 20;
    const double needed = kSign + text_width(text, kSmallSize);
    if (legend_x_ > kMargin && legend_x_ + needed > width_ - kMargin) {
      legend_x_ = kMargin;
      y_ += kLine;
    }
    const Point sign{legend_x_ + 9, y_ + kLine / 2};
    write({legend_x_ + kSign - 4, y_ + kLine / 2 + 4}, std::string(text), kSmallSize, kFaint,
          Anchor::kStart);
    legend_x_ += needed + 8;
    return sign;
  }

  void draw_legend() {
    legend_x_ = kMargin;
    draw_agent(marks_, next_sign("agent"), world::Direction::kEast, 8);
    if (scene_.answer) draw_legend_of_answer();
    const Point letters = next_sign("letter: red, blue, green or yellow; number: size");
    draw_tag(marks_, {letters.x - 9, letters.y - kTagHeight / 2}, 18, "r3", kFaint, kPaper);
    y_ += 20;
  }

  void draw_legend_of_answer() {
    const Ellipse ring{next_sign("target"), 7, 7};
    marks_.push_back({ring, {.stroke = kHalo, .width = 4, .opacity = 0.5}});
    marks_.push_back({ring, {.stroke = kInk, .width = 1.3, .dash = 3}});
    bool walked = false;
    bool moved = false;
    for (const Stretch& stretch : stretches_of(scene_.world, scene_.actions)) {
      bool& known = stretch.moves_thing ? moved : walked;
      if (std::exchange(known, true)) continue;
      const Point sign = next_sign(!stretch.moves_thing ? "walked"
                                   : stretch.pulls      ? "pulled to"
                                                        : "pushed to");
      marks_.push_back({Polyline{{{sign.x - 9, sign.y}, {sign.x + 9, sign.y}}, true},
                        {.stroke = stretch.moves_thing ? kMoveInk : kPathInk,
                         .width = 2,
                         .dash = stretch.moves_thing ? 4.0 : 0.0}});
    }
    for (std::size_t i = 0; i < kThingRoles; ++i) {
      const auto role = static_cast<ThingRole>(i);
      if (std::find(scene_.roles.begin(), scene_.roles.end(), role) == scene_.roles.end()) continue;
      const Point sign = next_sign(reason_of(role));
      draw_tag(marks_, {sign.x - 6, sign.y - kTagHeight / 2}, 12, letter_of(role), kTagPatch, kInk);
    }
  }

  std::string description() const {
    std::string text;
    world::append_input(text, scene_.command, scene_.world);
    if (!scene_.answer) return text;
    text += fmt::format(" The target is the {} {} of size {} at row {}, column {}.",
                        name_of(target().colour), name_of(target().shape), target().size,
                        target().cell.row, target().cell.column);
    if (!scene_.actions.empty()) text += " Actions: " + short_actions(scene_.actions) + '.';
    return text;
  }

  const WorldScene& scene_;
  std::vector<std::size_t> order_;
  double side_;
  double width_;
  double left_ = 0;
  double top_ = 0;
  double y_ = kMargin / 2;
  double legend_x_ = 0;
  Marks marks_;
};

}  // namespace

Picture draw(const WorldScene& scene) { return Drawing(scene).finish(); }

}  // namespace assay::grounded
