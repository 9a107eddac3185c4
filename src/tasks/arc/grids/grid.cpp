#include "assay/tasks/arc/grids/grid.h"

namespace assay::arc {

void append_grid(std::string& out, const Grid& grid) {
  out += '[';
  for (std::size_t row = 0; row < grid.rows; ++row) {
    out += row == 0 ? "[" : ",[";
    for (std::size_t column = 0; column < grid.columns; ++column) {
      if (column > 0) out += ',';
      out += static_cast<char>('0' + grid.at(row, column));
    }
    out += ']';
  }
  out += ']';
}

void skip_blanks(std::string_view& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  text.remove_prefix(first == std::string_view::npos ? text.size() : first);
}

bool take_sign(std::string_view& text, char sign) {
  skip_blanks(text);
  if (!text.starts_with(sign)) return false;
  text.remove_prefix(1);
  return true;
}

namespace {

// One digit that no other follows.
bool take_cell(std::string_view& text, std::uint8_t& out) {
  const auto is_digit = [](char sign) { return sign >= '0' && sign <= '9'; };
  skip_blanks(text);
  if (text.empty() || !is_digit(text[0]) || (text.size() > 1 && is_digit(text[1]))) return false;
  out = static_cast<std::uint8_t>(text[0] - '0');
  text.remove_prefix(1);
  return true;
}

}  // namespace

bool take_grid(std::string_view& text, Grid& out) {
  out = {};
  if (!take_sign(text, '[')) return false;
  do {
    std::size_t columns = 0;
    if (out.rows == kLargestSide || !take_sign(text, '[')) return false;
    do {
      std::uint8_t cell = 0;
      if (columns == kLargestSide || !take_cell(text, cell)) return false;
      out.cells.push_back(cell);
      ++columns;
    } while (take_sign(text, ','));
    if (!take_sign(text, ']')) return false;
    if (out.rows > 0 && columns != out.columns) return false;
    out.columns = columns;
    ++out.rows;
  } while (take_sign(text, ','));
  return take_sign(text, ']');
}

}  // namespace assay::arc
