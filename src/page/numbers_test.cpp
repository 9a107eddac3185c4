#include "assay/page/numbers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::page {
namespace {

using testing::ElementsAre;
using testing::Optional;

MATCHER_P3(Differs, key, on_page, computed, "") {
  return arg.key == key && arg.on_page == on_page && arg.computed == computed;
}

TEST(Numbers, CarryKeyAndValue) {
  EXPECT_EQ(count("data/rows", 20910).markup(),
            "<data value=\"20910\" data-key=\"data/rows\">20,910</data>");
  EXPECT_EQ(decimal("d", 0.73244444, 4).markup(),
            "<data value=\"0.732444\" data-key=\"d\">0.7324</data>");
  EXPECT_EQ(percent("p", 0.5012).markup(),
            "<data value=\"0.501200\" data-key=\"p\">50.1\u00a0%</data>");
  EXPECT_EQ(percent("p", std::nullopt).markup(), "<data value=\"\" data-key=\"p\">-</data>");
  EXPECT_EQ(decimal("d", -0.0, 1).markup(), "<data value=\"0.000000\" data-key=\"d\">-0.0</data>");
}

std::string some_page(std::uint64_t rows, double share) {
  return "<p>\nRows: " + count("rows", rows).markup() +
         "\nShare: " + percent("share", share).markup() + "\n</p>\n" +
         figure("plot", drawing("<svg><path/></svg>"), text("A plot.")).markup() + "\nend\n";
}

TEST(Numbers, EqualPagesDoNotDiffer) {
  const std::string page = some_page(7, 0.5);
  const Comparison found = compare_pages(page, page);
  EXPECT_EQ(found.keys, 3U);
  EXPECT_TRUE(found.differences.empty());
  EXPECT_FALSE(found.other_line);
}

TEST(Numbers, AChangedNumberIsNamed) {
  const Comparison found = compare_pages(some_page(8, 0.25), some_page(7, 0.5));
  EXPECT_THAT(found.differences, ElementsAre(Differs("rows", "8", "7"),
                                             Differs("share", "25.0\u00a0%", "50.0\u00a0%")));
  EXPECT_FALSE(found.other_line);
}

TEST(Numbers, AChangedValueIsNamedThoughItLooksTheSame) {
  const Comparison found = compare_pages(some_page(7, 0.50004), some_page(7, 0.5));
  EXPECT_THAT(found.differences, ElementsAre(Differs("share", "value 0.500040", "value 0.500000")));
}

TEST(Numbers, AChangedDrawingIsNamed) {
  std::string page = some_page(7, 0.5);
  page.replace(page.find("<path/>"), 7, "<rect/>");
  EXPECT_THAT(compare_pages(page, some_page(7, 0.5)).differences,
              ElementsAre(Differs("plot", "another drawing", "another drawing")));
}

TEST(Numbers, MissingAndAddedNumbersAreNamed) {
  const std::string page = some_page(7, 0.5);
  const std::string number = count("rows", 7).markup();
  std::string without = page;
  without.erase(without.find(number), number.size());
  EXPECT_THAT(compare_pages(without, page).differences, ElementsAre(Differs("rows", "", "7")));
  // A second one of the same key does not hide behind the first.
  EXPECT_THAT(compare_pages(page + count("rows", 9).markup(), page).differences,
              ElementsAre(Differs("rows (2)", "9", "")));
}

TEST(Numbers, OtherChangesAreFoundByLine) {
  std::string page = some_page(7, 0.5);
  EXPECT_THAT(compare_pages(page + "x", page).other_line, Optional(7U));
  page.replace(page.find("Share"), 5, "Chair");
  EXPECT_THAT(compare_pages(page, some_page(7, 0.5)).other_line, Optional(3U));
}

TEST(Numbers, TakesAnyTextForAPage) {
  for (const std::string_view page : {"", "data-key=", " data-key=\"", "< data-key=\"\">", "<",
                                      " data-key=\"x\"", "<data data-key=\"x\"></dat>"}) {
    EXPECT_EQ(compare_pages(page, page).differences.size(), 0U) << page;
    EXPECT_FALSE(compare_pages(page, page).other_line) << page;
  }
}

}  // namespace
}  // namespace assay::page
