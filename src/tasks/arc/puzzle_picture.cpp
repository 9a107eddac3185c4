#include "assay/tasks/arc/puzzle_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "assay/base/text.h"
#include "assay/core/text_width.h"
#include "assay/grounded/world_scene.h"
#include "assay/tasks/arc/grids/glyphs.h"
#include "assay/tasks/arc/grids/grid.h"
#include "assay/tasks/arc/puzzles/plain_rule.h"
#include "assay/tasks/arc/puzzles/world_grid.h"

namespace assay::arc {

namespace {

using world::Thing;
using world::World;

constexpr double kMargin = 26;
constexpr double kCell = 8;
constexpr double kBetween = 26;  // between columns
constexpr double kArrow = 34;    // between input and output
constexpr double kHeading = 22;
constexpr double kTextSize = 13;
constexpr double kRuleSize = 15;
constexpr double kLegendCell = 5;
constexpr std::size_t kAcross = 5;  // pairs of a line
constexpr Rgb kPaper{255, 255, 255};
constexpr Rgb kInk{31, 39, 51};
constexpr Rgb kFaint{102, 112, 126};
constexpr Rgb kBlockLine{58, 58, 58};
constexpr Rgb kUnknown{236, 239, 243};
constexpr Rgb kFrame{255, 255, 255};

// As the corpus's own viewer has them.
constexpr std::array<Rgb, 10> kPalette{{{0, 0, 0},
                                        {0, 116, 217},
                                        {255, 65, 54},
                                        {46, 204, 64},
                                        {255, 220, 0},
                                        {170, 170, 170},
                                        {240, 18, 190},
                                        {255, 133, 27},
                                        {127, 219, 255},
                                        {135, 12, 37}}};

// "red circle of size 1 at row 3, column 2"
std::string in_words(const Thing& thing) {
  return fmt::format("{} {} of size {} at row {}, column {}", name_of(thing.colour),
                     name_of(thing.shape), thing.size, thing.cell.row, thing.cell.column);
}

class Drawing {
 public:
  Drawing(const Puzzle& puzzle, Reveal reveal)
      : puzzle_(puzzle),
        rule_(plain_rule(puzzle)),
        answer_(reveal == Reveal::kAnswer),
        side_(kCell * static_cast<double>(kBlock) * puzzle.worlds.front().grid),
        across_(std::min(puzzle.worlds.size(), kAcross)),
        width_(2 * kMargin + static_cast<double>(across_) * (side_ + kBetween) - kBetween) {}

  Picture finish() && {
    marks_.push_back({});  // the page, whose height is not known yet
    const double pair_height = kHeading + 2 * side_ + kArrow + kBetween;
    const std::size_t count = puzzle_.worlds.size();
    y_ = kMargin / 2;
    if (answer_) write_rule();
    Point corner{kMargin, y_};
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0 && i % across_ == 0) corner = {kMargin, corner.y + pair_height};
      draw_pair(i, corner);
      corner.x += side_ + kBetween;
    }
    y_ = corner.y + pair_height;
    draw_legend();
    const double height = y_ + kMargin / 2;
    marks_.front() = {Rectangle{{0, 0}, width_, height}, {.fill = kPaper}};
    return {width_, height, answer_ ? rule_ : "A puzzle of pairs of worlds", description(),
            std::move(marks_)};
  }

 private:
  void write(Point at, std::string text, double size, Rgb ink, Anchor anchor, bool bold = false) {
    marks_.push_back({Writing{at, std::move(text), size, anchor, bold}, {.fill = ink}});
  }

  bool is_asked(std::size_t pair) const { return pair + 1 == puzzle_.worlds.size(); }

  void draw_pair(std::size_t pair, Point corner) {
    const double middle = corner.x + side_ / 2;
    write({middle, corner.y + 15}, is_asked(pair) ? "test" : fmt::format("pair {}", pair + 1),
          kTextSize, kInk, Anchor::kMiddle, true);
    const World& world = puzzle_.worlds[pair];
    const Point input{corner.x, corner.y + kHeading};
    const Point output{corner.x, input.y + side_ + kArrow};
    draw_grid(world, input);
    const double from = input.y + side_ + 6;
    marks_.push_back(
        {Polyline{{{middle, from}, {middle, output.y - 6}}, true}, {.stroke = kFaint, .width = 3}});
    if (is_asked(pair) && !answer_) {
      marks_.push_back({Rectangle{output, side_, side_},
                        {.fill = kUnknown, .stroke = kFaint, .width = 1, .dash = 5}});
      write({middle, output.y + side_ / 2 + 26}, "?", 72, kFaint, Anchor::kMiddle, true);
      return;
    }
    draw_grid(after(puzzle_.operation, world, 0), output);
    if (!answer_) return;
    for (const Point& at : {input, output}) draw_frame(at, world.things.front().cell);
  }

  // With a little room between them, so that they can be counted.
  void draw_cells(const Grid& grid, Point corner, double cell) {
    constexpr double kRoom = 0.7;
    for (std::size_t row = 0; row < grid.rows; ++row) {
      for (std::size_t column = 0; column < grid.columns; ++column) {
        const std::uint8_t ink = grid.at(row, column);
        if (ink == kEmpty) continue;
        const Point at{corner.x + cell * static_cast<double>(column) + kRoom / 2,
                       corner.y + cell * static_cast<double>(row) + kRoom / 2};
        marks_.push_back({Rectangle{at, cell - kRoom, cell - kRoom}, {.fill = kPalette[ink]}});
      }
    }
  }

  void draw_grid(const World& world, Point corner) {
    marks_.push_back({Rectangle{corner, side_, side_}, {.fill = kPalette[kEmpty]}});
    for (int i = 1; i < world.grid; ++i) {
      const double at = i * kCell * static_cast<double>(kBlock);
      const Style line{.stroke = kBlockLine, .width = 1};
      marks_.push_back(
          {Polyline{{{corner.x + at, corner.y}, {corner.x + at, corner.y + side_}}}, line});
      marks_.push_back(
          {Polyline{{{corner.x, corner.y + at}, {corner.x + side_, corner.y + at}}}, line});
    }
    draw_cells(grid_of(world), corner, kCell);
  }

  void draw_frame(Point corner, world::Cell cell) {
    const double block = kCell * static_cast<double>(kBlock);
    marks_.push_back(
        {Rectangle{{corner.x + cell.column * block + 1, corner.y + cell.row * block + 1},
                   block - 2,
                   block - 2,
                   4},
         {.stroke = kFrame, .width = 1.8, .dash = 4}});
  }

  // One of each shape, and a box.
  void draw_legend() {
    constexpr std::array<world::Shape, 4> kShown{world::Shape::kCircle, world::Shape::kCylinder,
                                                 world::Shape::kSquare, world::Shape::kBox};
    const double block = kLegendCell * static_cast<double>(kBlock);
    double x = kMargin;
    for (const world::Shape shape : kShown) {
      const World one{1, {}, {}, {{shape, world::Colour::kBlue, 1, {0, 0}}}};
      marks_.push_back({Rectangle{{x, y_}, block, block}, {.fill = kPalette[kEmpty]}});
      draw_cells(grid_of(one), {x, y_}, kLegendCell);
      write({x + block + 6, y_ + 17}, std::string(name_of(shape)), kTextSize - 1, kFaint,
            Anchor::kStart);
      x += block + 78;
    }
    marks_.push_back({Rectangle{{x, y_ + 8}, 10, 10}, {.fill = kPalette[kSizeMark]}});
    write({x + 16, y_ + 17},
          "grey squares: size, 1 to 4; of a box they stand next to its first corner", kTextSize - 1,
          kFaint, Anchor::kStart);
    y_ += block + 10;
  }

  void write_rule() {
    std::string line = "Rule:";
    const auto end_line = [&] {
      y_ += 1.45 * kRuleSize;
      write({kMargin, y_}, std::exchange(line, {}), kRuleSize, kInk, Anchor::kStart, true);
    };
    for (const std::string_view word : split_words(rule_)) {
      std::string longer = line.empty() ? std::string(word) : fmt::format("{} {}", line, word);
      if (!line.empty() && text_width(longer, kRuleSize, true) > width_ - 2 * kMargin) {
        end_line();
        longer = word;
      }
      line = std::move(longer);
    }
    end_line();
    y_ += kRuleSize;
  }

  std::string description() const {
    std::string text = "Worlds before and after one thing is changed.";
    for (std::size_t i = 0; i < puzzle_.worlds.size(); ++i) {
      const World& world = puzzle_.worlds[i];
      text += is_asked(i) ? " Test:" : fmt::format(" Pair {}:", i + 1);
      for (const std::size_t thing : grounded::by_cell(world)) {
        text += fmt::format(" {};", in_words(world.things[thing]));
      }
      text.back() = '.';
      if (is_asked(i) && !answer_) continue;
      text += fmt::format(" The {} ", in_words(world.things.front()));
      const World then = after(puzzle_.operation, world, 0);
      text += then.things.size() < world.things.size()
                  ? "is removed."
                  : fmt::format("becomes a {} {}.", name_of(then.things.front().colour),
                                name_of(then.things.front().shape));
    }
    if (answer_) text += fmt::format(" The rule: {}", rule_);
    return text;
  }

  const Puzzle& puzzle_;
  std::string rule_;
  bool answer_;
  double side_;
  std::size_t across_;
  double width_;
  double y_ = 0;
  std::vector<Mark> marks_;
};

}  // namespace

Picture draw_puzzle(const Puzzle& puzzle, Reveal reveal) {
  return Drawing(puzzle, reveal).finish();
}

}  // namespace assay::arc
