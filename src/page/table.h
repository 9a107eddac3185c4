// Tables of a page. They scroll inside themselves where there is no room.
#pragma once

#include <vector>

#include "assay/page/html.h"

namespace assay::page {

struct TableColumn {
  Html head;
  bool is_number = true;  // at the right, in digits of one width
};

struct TableRow {
  std::vector<Html> cells;  // the first names the row
  // A line that names those that follow: it has one cell.
  bool is_heading = false;
};

struct Table {
  Html caption;
  std::vector<TableColumn> columns;
  std::vector<TableRow> rows;

  void add(std::vector<Html> cells) { rows.push_back({std::move(cells), false}); }
  void add_heading(Html name) { rows.push_back({{std::move(name)}, true}); }
};

// Rows may have fewer cells than there are columns.
Html table(const Table& table);

// Two columns of names and values.
Html fact_list(const std::vector<std::pair<Html, Html>>& facts);

}  // namespace assay::page
