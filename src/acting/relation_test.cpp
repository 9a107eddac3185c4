#include "assay/acting/relation.h"

#include <gtest/gtest.h>

namespace assay::acting {
namespace {

using world::Colour;
using world::Shape;
using world::Thing;

TEST(Relations, AreWhatTheirWordsSay) {
  const Thing circle{Shape::kCircle, Colour::kRed, 2, {1, 3}};
  EXPECT_TRUE(is_related("row", circle, {Shape::kSquare, Colour::kBlue, 1, {1, 5}}));
  EXPECT_FALSE(is_related("row", circle, {Shape::kCircle, Colour::kRed, 2, {3, 3}}));
  EXPECT_TRUE(is_related("column", circle, {Shape::kSquare, Colour::kBlue, 1, {0, 3}}));
  EXPECT_FALSE(is_related("column", circle, {Shape::kCircle, Colour::kRed, 2, {1, 1}}));
  EXPECT_TRUE(is_related("size", circle, {Shape::kSquare, Colour::kBlue, 2, {0, 0}}));
  EXPECT_TRUE(is_related("color", circle, {Shape::kSquare, Colour::kRed, 1, {0, 0}}));
  EXPECT_TRUE(is_related("shape", circle, {Shape::kCircle, Colour::kBlue, 1, {0, 0}}));
  EXPECT_FALSE(is_related("shape", circle, {Shape::kSquare, Colour::kRed, 2, {1, 3}}));
}

TEST(Relations, ABoxIsAroundAsManyCellsAsItsSize) {
  const Thing box{Shape::kBox, Colour::kRed, 2, {1, 3}};
  for (int row = 0; row < 5; ++row) {
    for (int column = 0; column < 6; ++column) {
      const Thing circle{Shape::kCircle, Colour::kRed, 1, {row, column}};
      const bool is_inside = (row == 1 || row == 2) && (column == 3 || column == 4);
      EXPECT_EQ(is_related("inside", circle, box), is_inside) << row << ", " << column;
    }
  }
  EXPECT_FALSE(is_related("inside", box, {Shape::kCircle, Colour::kRed, 2, {1, 3}}));
}

}  // namespace
}  // namespace assay::acting
