#include "assay/verbs/show.h"

#include <gtest/gtest.h>

namespace assay::verbs {
namespace {

TEST(ShownRows, KeepTheAnswerOfAQuestion) {
  ShowRequest request{.rows = {.what = "gscan", .rows = 1}};
  std::vector<ShownRow> rows;
  const auto take = [&](const ShownRow& row) { rows.push_back(row); };
  show(request, {}, take);
  request.reveal = Reveal::kQuestion;
  show(request, {}, take);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].id, rows[1].id);
  EXPECT_TRUE(rows[0].target);
  EXPECT_FALSE(rows[1].target);
  EXPECT_NE(rows[0].sketch, std::nullopt);
}

TEST(ShownRows, AreLinesAsTheyAreStored) {
  std::string lines;
  show_lines({.what = "scan", .id = "scan:0:20909:0"}, {},
             [&](std::string_view line) { lines += line; });
  EXPECT_EQ(lines,
            R"row({"id":"scan:d6d5f814:0:20909:0","input":"jump","target":"I_JUMP","rules":[)row"
            R"row("U -> jump","V -> U(0)","S -> V(1)","C -> S(2)","[jump]","JOIN(3,4)"]})row"
            "\n");
}

}  // namespace
}  // namespace assay::verbs
