// Where the head of an arrow lies, for every form that pictures are written in.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "assay/core/picture.h"

namespace assay {

struct ArrowHead {
  std::array<Point, 3> corners;  // the tip first
  Point base;                    // where the line ends instead of at the tip
};

// None for a line that has no arrow or no direction.
std::optional<ArrowHead> arrow_head(const Polyline& line, double width);

// The points of a line without what its arrow head covers.
std::vector<Point> points_before(const std::optional<ArrowHead>& head, const Polyline& line);

}  // namespace assay
