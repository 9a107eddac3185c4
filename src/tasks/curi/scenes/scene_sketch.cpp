#include "assay/tasks/curi/scenes/scene_sketch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/curi/scenes/bins.h"
#include "assay/tasks/curi/scenes/scene_text.h"

namespace assay::curi {

namespace {

constexpr std::size_t kColumnsBetween = 3;  // columns between blocks

char letter_of(const Look& look, std::size_t number) {
  return static_cast<char>((look[Property::kSize] == 0 ? 'a' : 'A') + number);
}

void trim_and_end(std::string& line) {
  line.erase(line.find_last_not_of(' ') + 1);
  line += '\n';
}

struct Block {
  std::vector<std::string_view> lines;
  std::size_t width = 0;
};

Block block_of(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  Block block{split_text(text, '\n')};
  for (const std::string_view line : block.lines) block.width = std::max(block.width, line.size());
  return block;
}

void append_beside(std::string& out, std::span<const Block> blocks) {
  std::size_t height = 0;
  for (const Block& block : blocks) height = std::max(height, block.lines.size());
  for (std::size_t i = 0; i < height; ++i) {
    std::string line;
    std::size_t begin = 0;
    for (const Block& block : blocks) {
      line.resize(begin, ' ');
      if (i < block.lines.size()) line += block.lines[i];
      begin += block.width + kColumnsBetween;
    }
    trim_and_end(line);
    out += line;
  }
}

}  // namespace

std::string sketch(const Looks& scene, std::uint8_t first_bin) {
  const Looks things = in_order(scene);
  std::array<std::array<std::string, kLastBin + 1>, kLastBin + 1> cells;  // by row
  std::size_t last = first_bin + kBins - 1;
  std::size_t fullest = 1;
  for (std::size_t i = 0; i < things.count; ++i) {
    const std::size_t row = things.things[i][Property::kLocationY];
    const std::size_t column = things.things[i][Property::kLocationX];
    ASSAY_CHECK(std::min(row, column) >= first_bin && std::max(row, column) <= kLastBin);
    cells[row][column] += letter_of(things.things[i], i);
    last = std::max({last, row, column});
    fullest = std::max(fullest, cells[row][column].size());
  }
  std::string text;
  std::string line = " ";
  for (std::size_t column = first_bin; column <= last; ++column) {
    line += fmt::format(" {:<{}}", column, fullest);
  }
  trim_and_end(line);
  text += line;
  for (std::size_t row = first_bin; row <= last; ++row) {
    line = fmt::format("{}", row);
    for (std::size_t column = first_bin; column <= last; ++column) {
      const std::string& cell = cells[row][column];
      line += fmt::format(" {:<{}}", cell.empty() ? "." : cell, fullest);
    }
    trim_and_end(line);
    text += line;
  }
  for (std::size_t i = 0; i < things.count; ++i) {
    text += letter_of(things.things[i], i);
    text += ' ';
    append_look(text, things.things[i]);
    text += '\n';
  }
  return text;
}

std::string side_by_side(std::span<const std::string> blocks, std::size_t columns) {
  std::string text;
  std::vector<Block> row;
  std::size_t width = 0;
  const auto finish_row = [&] {
    if (!text.empty()) text += '\n';
    append_beside(text, row);
    row.clear();
  };
  for (const std::string& lines : blocks) {
    Block block = block_of(lines);
    if (!row.empty() && width + kColumnsBetween + block.width > columns) finish_row();
    width = row.empty() ? block.width : width + kColumnsBetween + block.width;
    row.push_back(std::move(block));
  }
  if (!row.empty()) finish_row();
  return text;
}

}  // namespace assay::curi
