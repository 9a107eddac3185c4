#include "assay/grounded/world_sketch.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "assay/base/error.h"
#include "assay/grounded/thing_forms.h"

namespace assay::grounded {

namespace {

using world::Shape;
using world::Thing;

constexpr std::size_t kLeft = 3;  // columns of the row numbers
constexpr std::size_t kWide = 6;  // columns of a cell and the line before it
constexpr std::size_t kWidth = 80;

// "(r3)"
std::string face_of(const Thing& thing) {
  const std::string label = label_of(thing);
  if (thing.shape == Shape::kCircle) return '(' + label + ')';
  return thing.shape == Shape::kSquare ? '[' + label + ']' : '{' + label + '}';
}

// "(r3) 1,4": what, then row and column.
std::string short_words(const Thing& thing) {
  return fmt::format("{} {},{}", thing.is_box() ? "box " + label_of(thing) : face_of(thing),
                     thing.cell.row, thing.cell.column);
}

std::string span_of(std::string_view what, int first, int size) {
  if (size == 1) return fmt::format("{} {}", what, first);
  return fmt::format("{}s {} to {}", what, first, first + size - 1);
}

std::string box_in_words(const Thing& box) {
  return fmt::format("{} box of size {} over {}, {}", name_of(box.colour), box.size,
                     span_of("row", box.cell.row, box.size),
                     span_of("column", box.cell.column, box.size));
}

// Two lines of text a row of the grid: the border above it, and its cells.
class Canvas {
 public:
  explicit Canvas(int grid) : grid_(grid) {
    const auto cells = static_cast<std::size_t>(grid);
    lines_.assign(2 * cells + 1, std::string(kLeft + kWide * cells + 1, ' '));
  }

  void put(std::size_t line, std::size_t column, std::string_view text) {
    std::copy(text.begin(), text.end(), lines_[line].begin() + static_cast<std::ptrdiff_t>(column));
  }
  static std::size_t border(int row) { return 2 * static_cast<std::size_t>(row); }
  static std::size_t column_of(int column) {
    return kLeft + kWide * static_cast<std::size_t>(column);
  }

  // As much of it as lies on the grid.
  void put_box(const Thing& box) {
    const std::size_t top = border(box.cell.row);
    const std::size_t bottom = border(std::min(box.cell.row + box.size, grid_));
    const std::size_t left = column_of(box.cell.column);
    const std::size_t right = column_of(std::min(box.cell.column + box.size, grid_));
    for (const std::size_t line : {top, bottom}) {
      for (std::size_t at = left; at <= right; ++at) cross(line, at, '-', '|');
    }
    for (std::size_t line = top; line <= bottom; ++line) {
      cross(line, left, '|', '-');
      cross(line, right, '|', '-');
    }
  }

  std::string text(bool with_borders) const {
    std::string text;
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      if (line % 2 == 0 && !with_borders) continue;
      const std::size_t end = lines_[line].find_last_not_of(' ');
      const std::string_view all = lines_[line];
      text += all.substr(0, end == std::string::npos ? 0 : end + 1);
      text += '\n';
    }
    while (text.ends_with("\n\n")) text.pop_back();
    return text.substr(text.find_first_not_of('\n'));
  }

 private:
  void cross(std::size_t line, std::size_t at, char along, char other) {
    char& letter = lines_[line][at];
    letter = letter == other || letter == '+' ? '+' : along;
  }

  int grid_;
  std::vector<std::string> lines_;
};

// "text; text; ..." in lines of a terminal.
void append_list(std::string& out, std::string_view head, const std::vector<std::string>& items) {
  std::string line(head);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = items[i] + (i + 1 < items.size() ? ";" : "");
    if (line.size() + 1 + item.size() > kWidth) {
      out += line + '\n';
      line = " ";
    }
    if (!line.empty()) line += ' ';
    line += item;
  }
  out += line + '\n';
}

class Sketch {
 public:
  explicit Sketch(const WorldScene& scene)
      : scene_(scene), world_(scene.world), canvas_(scene.world.grid) {
    ASSAY_CHECK(scene.roles.empty() || scene.roles.size() == world_.things.size());
    ASSAY_CHECK(!scene.answer || scene.target < world_.things.size());
  }

  std::string finish() && {
    put_cells();
    std::vector<std::string> boxes;
    for (const std::size_t i : by_cell(world_)) {
      if (!world_.things[i].is_box()) continue;
      canvas_.put_box(world_.things[i]);
      boxes.push_back(box_in_words(world_.things[i]));
    }
    for (std::size_t i = 0; i < world_.things.size(); ++i) put_thing(i);
    put_agent();
    std::string text = column_numbers() + canvas_.text(!boxes.empty());
    text += "(circle) [square] {cylinder}; letter: colour; digit: size; agent: ";
    text += agent();
    text += scene_.answer ? "; target: *\n" : "\n";
    if (!boxes.empty()) append_list(text, "", boxes);
    if (scene_.answer) append_roles(text);
    return text;
  }

 private:
  std::string column_numbers() const {
    std::string line(kLeft, ' ');
    for (int i = 0; i < world_.grid; ++i) line += fmt::format("{:>4}  ", i);
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
  }

  void put_cells() {
    for (int row = 0; row < world_.grid; ++row) {
      const std::size_t line = Canvas::border(row) + 1;
      canvas_.put(line, 0, fmt::format("{:>2}", row));
      for (int column = 0; column < world_.grid; ++column) {
        canvas_.put(line, Canvas::column_of(column) + 3, ".");
      }
    }
  }

  void put_thing(std::size_t i) {
    const Thing& thing = world_.things[i];
    const std::size_t column = Canvas::column_of(thing.cell.column);
    const std::size_t border = Canvas::border(thing.cell.row);
    const bool marked = scene_.answer && i == scene_.target;
    if (thing.is_box()) {
      canvas_.put(border, column, label_of(thing) + (marked ? "*" : ""));
    } else {
      canvas_.put(border + 1, column + 1, (marked ? "*" : " ") + face_of(thing));
    }
  }

  char agent() const { return ">v<^"[static_cast<std::size_t>(world_.facing)]; }

  // Before what it stands on, if anything.
  void put_agent() {
    const bool shared = std::any_of(
        world_.things.begin(), world_.things.end(),
        [&](const Thing& thing) { return !thing.is_box() && thing.cell == world_.agent; });
    canvas_.put(Canvas::border(world_.agent.row) + 1,
                Canvas::column_of(world_.agent.column) + (shared ? 1 : 3), std::string(1, agent()));
  }

  void append_roles(std::string& text) const {
    if (!scene_.roles.empty()) text += "why things are there (row,column):\n";
    for (std::size_t i = 0; i < kThingRoles; ++i) {
      const auto role = static_cast<ThingRole>(i);
      std::vector<std::string> things;
      for (std::size_t thing = 0; thing < scene_.roles.size(); ++thing) {
        if (scene_.roles[thing] == role) things.push_back(short_words(world_.things[thing]));
      }
      if (!things.empty()) append_list(text, fmt::format("{}:", name_of(role)), things);
    }
  }

  const WorldScene& scene_;
  const world::World& world_;
  Canvas canvas_;
};

}  // namespace

std::string sketch(const WorldScene& scene) { return Sketch(scene).finish(); }

}  // namespace assay::grounded
