#include "assay/render/coverage.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay {
namespace {

using Rows = std::vector<std::vector<int>>;

Rows rows_of(std::vector<Contour> contours, PageSize page, double scale = 1) {
  Rows rows(static_cast<std::size_t>(page.height),
            std::vector<int>(static_cast<std::size_t>(page.width)));
  Coverage coverage(contours, scale, page);
  const PixelBox box = coverage.box();
  for (std::int32_t row = box.top; row < box.bottom; ++row) {
    const auto covered = coverage.row(row);
    EXPECT_EQ(covered.size(), static_cast<std::size_t>(box.right - box.left));
    for (std::size_t i = 0; i < covered.size(); ++i) {
      rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(box.left) + i] = covered[i];
    }
  }
  return rows;
}

TEST(Coverage, IsTheExactArea) {
  const Contour square{{0.5, 0.25}, {2.5, 0.25}, {2.5, 1.5}, {0.5, 1.5}};
  EXPECT_EQ(rows_of({square}, {3, 2}), (Rows{{96, 191, 96}, {64, 128, 64}}));
  const Contour triangle{{0, 0}, {4, 0}, {0, 2}};
  EXPECT_EQ(rows_of({triangle}, {4, 2}), (Rows{{255, 255, 191, 64}, {191, 64, 0, 0}}));
  EXPECT_EQ(rows_of({triangle}, {2, 1}, 0.5), (Rows{{191, 64}}));
}

TEST(Coverage, DoesNotDependOnWhereAContourBeginsOrGoes) {
  const Contour shape{{0.3, 0.1}, {4.7, 1.9}, {2.2, 3.8}, {1.1, 2.4}};
  const Rows rows = rows_of({shape}, {5, 4});
  Contour turned = shape;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    std::rotate(turned.begin(), turned.begin() + 1, turned.end());
    EXPECT_EQ(rows_of({turned}, {5, 4}), rows);
  }
  std::reverse(turned.begin(), turned.end());
  EXPECT_EQ(rows_of({turned}, {5, 4}), rows);
}

TEST(Coverage, CountsOverlapsOnceAndCutsHoles) {
  const Contour whole{{0, 0}, {3, 0}, {3, 1}, {0, 1}};
  const Contour middle{{1, 0}, {2, 0}, {2, 1}, {1, 1}};
  const Contour hole{{1, 0}, {1, 1}, {2, 1}, {2, 0}};
  EXPECT_EQ(rows_of({whole, middle}, {3, 1}), (Rows{{255, 255, 255}}));
  EXPECT_EQ(rows_of({whole, hole}, {3, 1}), (Rows{{255, 0, 255}}));
}

TEST(Coverage, WhatLiesBesideThePageIsCutAway) {
  const Contour wide{{-7.5, -3}, {9.5, -3}, {9.5, 8}, {-7.5, 8}};
  EXPECT_EQ(rows_of({wide}, {2, 2}), (Rows{{255, 255}, {255, 255}}));
  const Contour slanted{{-2, -2}, {4, 4}, {-2, 4}};
  EXPECT_EQ(rows_of({slanted}, {2, 2}), (Rows{{128, 0}, {255, 128}}));
  EXPECT_TRUE(Coverage(std::vector<Contour>{{{5, 0}, {9, 0}, {9, 2}}}, 1, {2, 2}).box().is_empty());
  EXPECT_TRUE(Coverage(std::vector<Contour>{{}, {{1, 1}}}, 1, {2, 2}).box().is_empty());
}

}  // namespace
}  // namespace assay
