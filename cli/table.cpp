#include "table.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/render/columns.h"

namespace assay {

namespace {

constexpr std::size_t kWidestCell = 60;

// Head and cells of a column, all of one width.
std::vector<std::string> padded(const TableColumn& column) {
  const auto shown = [](const std::string& cell) {
    return cut_to_columns(clean_text(cell), kWidestCell);
  };
  std::vector<std::string> cells = {shown(column.head)};
  for (const std::string& cell : column.cells) cells.push_back(shown(cell));
  std::size_t width = 0;
  for (const std::string& cell : cells) width = std::max(width, columns_of(cell));
  for (std::string& cell : cells) {
    cell.insert(column.is_text ? cell.size() : 0, width - columns_of(cell), ' ');
  }
  return cells;
}

}  // namespace

std::string aligned(std::span<const TableColumn> columns, std::size_t indent) {
  std::vector<std::string> lines;
  for (const TableColumn& column : columns) {
    const std::vector<std::string> cells = padded(column);
    if (lines.empty()) lines.assign(cells.size(), std::string(indent, ' '));
    ASSAY_CHECK(lines.size() == cells.size());
    const std::string gap = &column == &columns.front() ? "" : "  ";
    for (std::size_t line = 0; line < lines.size(); ++line) lines[line] += gap + cells[line];
  }
  std::string text;
  for (const std::string& line : lines) {
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

}  // namespace assay
