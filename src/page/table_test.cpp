#include "assay/page/table.h"

#include <gtest/gtest.h>

namespace assay::page {
namespace {

TEST(PageTable, WritesHeadsGroupsAndCells) {
  Table some;
  some.caption = text("What");
  some.columns = {{text("name"), false}, {text("rows")}};
  some.add_heading(text("group"));
  some.add({text("a<"), text("1")});
  some.add({text("b")});
  EXPECT_EQ(
      table(some).markup(),
      "<figure class=\"table\"><figcaption>What</figcaption>\n"
      "<div class=\"wide\" tabindex=\"0\"><table><thead><tr>"
      "<th scope=\"col\" class=\"words\">name</th><th scope=\"col\" class=\"number\">rows</th>"
      "</tr></thead>\n<tbody><tr class=\"group\"><th scope=\"rowgroup\" colspan=\"2\">group"
      "</th></tr>\n<tr><th scope=\"row\">a&lt;</th><td class=\"number\">1</td></tr>\n"
      "<tr><th scope=\"row\">b</th><td class=\"number\"></td></tr>\n</tbody></table></div>"
      "</figure>\n");
}

}  // namespace
}  // namespace assay::page
