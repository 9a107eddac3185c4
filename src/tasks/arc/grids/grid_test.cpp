#include "assay/tasks/arc/grids/grid.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace assay::arc {
namespace {

TEST(Grids, AreReadHoweverTheyAreSpaced) {
  std::string_view text = " [ [1, 0],\n[2 ,3] ] rest";
  Grid grid;
  ASSERT_TRUE(take_grid(text, grid));
  EXPECT_EQ(text, " rest");
  std::string written;
  append_grid(written, grid);
  EXPECT_EQ(written, "[[1,0],[2,3]]");
}

TEST(Grids, AreRefusedWhenTheyAreNone) {
  for (std::string_view text : {"", "[", "[]", "[[]]", "[[1,]]", "[[1],[1,2]]", "[[10]]", "[[-1]]",
                                "[[1.0]]", "[[a]]", "[[1]", "1", "[1]"}) {
    const std::string whole(text);
    Grid grid;
    EXPECT_FALSE(take_grid(text, grid)) << whole;
  }
  std::string large = "[[0";
  for (int i = 0; i < 30; ++i) large += ",0";
  large += "]]";
  std::string_view text = large;
  Grid grid;
  EXPECT_FALSE(take_grid(text, grid)) << "31 columns";
}

}  // namespace
}  // namespace assay::arc
