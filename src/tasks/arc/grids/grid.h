// Grids of the Abstraction and Reasoning Corpus (Chollet 2019): up to 30 rows and columns of
// colours 0 to 9, as nested lists in JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::arc {

inline constexpr std::size_t kLargestSide = 30;

struct Grid {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<std::uint8_t> cells;  // row by row
  friend bool operator==(const Grid&, const Grid&) = default;

  std::uint8_t at(std::size_t row, std::size_t column) const {
    return cells[row * columns + column];
  }
  std::uint8_t& at(std::size_t row, std::size_t column) { return cells[row * columns + column]; }
};

// "[[0,1],[2,0]]"
void append_grid(std::string& out, const Grid& grid);

// Takes a grid off the front of a text, blanks before and inside of it included; false when there
// is none: what is left of the text is then anything. Overwrites `out`.
bool take_grid(std::string_view& text, Grid& out);

// Takes blanks and then a sign off the front of a text; false when another one stands there.
bool take_sign(std::string_view& text, char sign);

void skip_blanks(std::string_view& text);

}  // namespace assay::arc
