#include "assay/tasks/arc/puzzle_sketch.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/text.h"
#include "assay/grounded/world_scene.h"
#include "assay/tasks/arc/puzzles/plain_rule.h"

namespace assay::arc {

namespace {

using world::Thing;
using world::World;
using Lines = std::vector<std::string>;

constexpr std::size_t kScreen = 80;
constexpr std::size_t kFace = 4;            // columns of a cell
constexpr std::size_t kColumnsBetween = 3;  // columns between blocks

std::string label_of(const Thing& thing) {
  return fmt::format("{}{}", name_of(thing.colour).front(), thing.size);
}

// "(r3)"
std::string face_of(const Thing& thing) {
  switch (thing.shape) {
    case world::Shape::kCircle:
      return fmt::format("({})", label_of(thing));
    case world::Shape::kSquare:
      return fmt::format("[{}]", label_of(thing));
    default:
      return fmt::format("{{{}}}", label_of(thing));
  }
}

void append_wrapped(Lines& lines, std::string_view text, std::size_t width) {
  std::string line;
  for (const std::string_view word : split_words(text)) {
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      lines.push_back(std::exchange(line, {}));
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  lines.push_back(line);
}

Lines grid_of_letters(const World& world, std::string title) {
  Lines lines{std::move(title)};
  for (int row = 0; row < world.grid; ++row) {
    std::string line;
    for (int column = 0; column < world.grid; ++column) {
      std::string face = " .";
      for (const Thing& thing : world.things) {
        if (!thing.is_box() && thing.cell == world::Cell{row, column}) face = face_of(thing);
      }
      line += fmt::format("{:<{}}", face, kFace);
    }
    lines.push_back(line);
  }
  return lines;
}

// "(b2)@3,5 -> (g2)"
std::string change_of(const Operation& operation, const World& world) {
  const World then = after(operation, world, 0);
  const Thing& thing = world.things.front();
  return fmt::format(
      "{}@{},{} -> {}", face_of(thing), thing.cell.row, thing.cell.column,
      then.things.size() < world.things.size() ? "gone" : face_of(then.things.front()));
}

// "boxes: r3@0,1 y2@3,4"
std::string boxes_of(const World& world) {
  std::string text;
  for (const std::size_t i : grounded::by_cell(world)) {
    const Thing& box = world.things[i];
    if (!box.is_box()) continue;
    text += fmt::format("{} {}@{},{}", text.empty() ? "boxes:" : "", label_of(box), box.cell.row,
                        box.cell.column);
  }
  return text;
}

std::string beside(const std::vector<Lines>& blocks, std::size_t width) {
  std::size_t height = 0;
  for (const Lines& block : blocks) height = std::max(height, block.size());
  std::string text;
  for (std::size_t i = 0; i < height; ++i) {
    std::string line;
    for (std::size_t block = 0; block < blocks.size(); ++block) {
      line.resize(block * (width + kColumnsBetween), ' ');
      if (i < blocks[block].size()) line += blocks[block][i];
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

// What stands beside the test.
Lines notes_on(const Puzzle& puzzle, Reveal reveal, std::size_t width) {
  const World& asked = puzzle.worlds.back();
  Lines lines{"(circle) [square] {cylinder}; b2: blue, size 2"};
  lines.emplace_back("@3,5: at row 3, column 5; of a box, its top left cell");
  if (const std::string boxes = boxes_of(asked); !boxes.empty()) {
    append_wrapped(lines, boxes, width);
  }
  if (reveal == Reveal::kQuestion) return lines;
  lines.push_back(change_of(puzzle.operation, asked));
  append_wrapped(lines, "Rule: " + plain_rule(puzzle), width);
  return lines;
}

}  // namespace

std::string sketch_puzzle(const Puzzle& puzzle, Reveal reveal) {
  const std::size_t width = kFace * static_cast<std::size_t>(puzzle.worlds.front().grid);
  const std::size_t across =
      std::max<std::size_t>(1, (kScreen + kColumnsBetween) / (width + kColumnsBetween));
  std::string text;
  std::vector<Lines> blocks;
  for (std::size_t i = 0; i + 1 < puzzle.worlds.size(); ++i) {
    const World& world = puzzle.worlds[i];
    Lines lines = grid_of_letters(world, fmt::format("pair {}", i + 1));
    lines.push_back(change_of(puzzle.operation, world));
    if (const std::string boxes = boxes_of(world); !boxes.empty()) {
      append_wrapped(lines, boxes, width);
    }
    blocks.push_back(std::move(lines));
    if (blocks.size() < across && i + 2 < puzzle.worlds.size()) continue;
    text += beside(blocks, width);
    blocks.clear();
  }
  return text + beside({grid_of_letters(puzzle.worlds.back(), "test"),
                        notes_on(puzzle, reveal, kScreen - width - kColumnsBetween)},
                       width);
}

}  // namespace assay::arc
