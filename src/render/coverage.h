// How much of each pixel outlines cover, row by row.
//
// Points are rounded to 1/256 of a pixel. From there on the areas are exact and computed with
// integers, so every machine gives the same numbers. What several outlines of one direction cover
// counts once; outlines of the other direction are holes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/render/stroke.h"

namespace assay {

struct PageSize {
  std::int32_t width = 0;  // in pixels
  std::int32_t height = 0;
};

// Columns and rows of pixels, from the first to before the end.
struct PixelBox {
  std::int32_t left = 0;
  std::int32_t right = 0;
  std::int32_t top = 0;
  std::int32_t bottom = 0;
  bool is_empty() const { return left >= right || top >= bottom; }
};

class Coverage {
 public:
  // `scale` is in pixels per unit of the contours.
  Coverage(std::span<const Contour> contours, double scale, PageSize page);

  // The part of the page outside of which nothing is covered.
  const PixelBox& box() const { return box_; }

  // From 0 to 255 for each pixel of a row of the box. Rows are asked for from top to bottom, each
  // once.
  std::span<const std::uint8_t> row(std::int32_t row);

 private:
  struct Place {
    std::int64_t x = 0;  // in 1/256 of a pixel
    std::int64_t y = 0;
  };
  struct Edge {
    Place top;
    Place bottom;
    int direction = 1;  // -1: it was drawn upwards
    std::int64_t x_at(std::int64_t y) const;
  };
  struct Cell {
    std::int64_t height = 0;  // of edges in this pixel, with direction
    std::int64_t area = 0;    // to the left of them, twice
  };

  void add_edge(Place from, Place to, PageSize page);
  void find_box(PageSize page);
  void add_piece(Place from, Place to, int direction);
  void add_inside(Place from, Place to, int direction);
  void add_to_cell(std::int64_t cell, Place from, Place to, int direction);

  PixelBox box_;
  std::vector<Edge> edges_;            // by their top
  std::size_t next_ = 0;               // the first edge that no row has met
  std::vector<std::size_t> met_;       // edges that reach into this row or the next ones
  std::vector<Cell> cells_;            // of this row
  std::vector<std::uint8_t> covered_;  // of this row
};

}  // namespace assay
