#include "assay/tasks/arc/grids/puzzle_text.h"

#include <fmt/format.h>

namespace assay::arc {

namespace {

constexpr std::string_view kInstructions =
    "Each input is a world, and its output is the same world after one of its things was changed, "
    "in the same way each time. One description picks out that thing in every input: its size "
    "(small or big among things like it), color and shape, and what it is in the same row or "
    "column as, inside of, or of the same size, color or shape as. A world has rows and columns of "
    "cells, each of 5 by 5 numbers. In rows and columns 1 to 3 of a cell, counted from 0, a thing "
    "is drawn in blue (1), red (2), green (3) or yellow (4): a circle as .X. X.X .X., a cylinder "
    "as XXX .X. XXX, a square as XXX X.X XXX; in row 4 are as many 5s as its size, 1 to 4. A box "
    "is the outline of a square of cells, as many wide as its size; row 0 of its first cell begins "
    "with its color and as many 5s as its size. Give the output of the test input as JSON, a list "
    "of rows.";

void append_pair(std::string& out, const GridPair& pair) {
  out += "{\"input\":";
  append_grid(out, pair.input);
  if (!pair.output.cells.empty()) {
    out += ",\"output\":";
    append_grid(out, pair.output);
  }
  out += '}';
}

}  // namespace

void append_members(std::string& out, const PuzzleGrids& grids) {
  out += "\"train\":[";
  for (std::size_t i = 0; i < grids.train.size(); ++i) {
    if (i > 0) out += ',';
    append_pair(out, grids.train[i]);
  }
  out += "],\"test\":[";
  append_pair(out, grids.test);
  out += ']';
}

void append_input(std::string& out, const PuzzleGrids& grids) {
  out += kInstructions;
  out += " {";
  append_members(out, {grids.train, {grids.test.input, {}}});
  out += '}';
}

namespace {

constexpr std::size_t kMostPairs = 100;

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  PuzzleText read() {
    const std::size_t first = text_.find('{');
    if (first == std::string_view::npos) return problem("there is no \"{\"");
    text_.remove_prefix(first);
    if (!take("{", "train", "[")) return problem("there is no list \"train\"");
    do {
      GridPair& pair = found_.grids.train.emplace_back();
      if (!take_pair(pair, true)) {
        return problem(fmt::format("pair {} is no pair of grids", found_.grids.train.size()));
      }
    } while (found_.grids.train.size() < kMostPairs && take_sign(text_, ','));
    if (!take_sign(text_, ']') || !take(",", "test", "[")) {
      return problem("there is no list \"test\" behind the pairs");
    }
    if (!take_pair(found_.grids.test, false)) return problem("the test has no grid");
    if (!take_sign(text_, ']') || !take_sign(text_, '}')) {
      return problem("the list \"test\" has no end");
    }
    skip_blanks(text_);
    if (!text_.empty()) return problem("something stands behind the puzzle");
    return std::move(found_);
  }

 private:
  PuzzleText problem(std::string what) { return {std::move(what), {}}; }

  // A sign, a key with its colon, and a sign where it is asked for.
  bool take(std::string_view before, std::string_view key, std::string_view behind) {
    if (!before.empty() && !take_sign(text_, before[0])) return false;
    skip_blanks(text_);
    const std::string quoted = fmt::format("\"{}\"", key);
    if (!text_.starts_with(quoted)) return false;
    text_.remove_prefix(quoted.size());
    return take_sign(text_, ':') && (behind.empty() || take_sign(text_, behind[0]));
  }

  bool take_pair(GridPair& pair, bool whole) {
    if (!take("{", "input", "") || !take_grid(text_, pair.input)) return false;
    if (whole && (!take(",", "output", "") || !take_grid(text_, pair.output))) return false;
    return take_sign(text_, '}');
  }

  std::string_view text_;
  PuzzleText found_;
};

}  // namespace

PuzzleText read_puzzle(std::string_view text) { return Reader(text).read(); }

}  // namespace assay::arc
