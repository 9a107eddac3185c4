#include "assay/page/table.h"

#include <fmt/format.h>

#include <string>

namespace assay::page {

namespace {

Html header_row(const std::vector<TableColumn>& columns) {
  Html cells;
  for (const TableColumn& column : columns) {
    cells += element("th", {{"scope", "col"}, {"class", column.is_number ? "number" : "words"}},
                     column.head);
  }
  return element("tr", cells);
}

Html body_row(const TableRow& row, const std::vector<TableColumn>& columns) {
  if (row.is_heading) {
    return element(
        "tr", {{"class", "group"}},
        element("th", {{"scope", "rowgroup"}, {"colspan", fmt::format("{}", columns.size())}},
                row.cells.front()));
  }
  Html cells;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Html content = i < row.cells.size() ? row.cells[i] : Html();
    cells += i == 0
                 ? element("th", {{"scope", "row"}}, content)
                 : element("td", {{"class", columns[i].is_number ? "number" : "words"}}, content);
  }
  return element("tr", cells);
}

}  // namespace

Html table(const Table& table) {
  Html rows;
  for (const TableRow& row : table.rows) {
    rows += body_row(row, table.columns);
    rows += text("\n");
  }
  const Html all =
      element("thead", header_row(table.columns)) + text("\n") + element("tbody", rows);
  const Html scrolled =
      element("div", {{"class", "wide"}, {"tabindex", "0"}}, element("table", all));
  // A caption inside would be as wide as the table and scroll with it.
  const Html caption =
      table.caption.empty() ? Html() : element("figcaption", table.caption) + text("\n");
  return element("figure", {{"class", "table"}}, caption + scrolled) + text("\n");
}

Html fact_list(const std::vector<std::pair<Html, Html>>& facts) {
  Html items;
  for (const auto& [name, value] : facts) {
    items += element("div", element("dt", name) + element("dd", value)) + text("\n");
  }
  return element("dl", items);
}

}  // namespace assay::page
