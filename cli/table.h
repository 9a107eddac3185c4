// A table in the terminal: every column as wide as its widest cell, numbers to the right.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace assay {

struct TableColumn {
  std::string head;
  bool is_text = false;
  std::vector<std::string> cells = {};
};

// Head and rows, each with its newline; all columns have the same number of cells. Cells may be
// texts of others: they are cleaned, and cut when they are very long.
std::string aligned(std::span<const TableColumn> columns, std::size_t indent = 0);

}  // namespace assay
