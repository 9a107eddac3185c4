#include "assay/render/arrow_head.h"

#include <cmath>

namespace assay {

std::optional<ArrowHead> arrow_head(const Polyline& line, double width) {
  if (!line.arrow || line.points.size() < 2) return std::nullopt;
  const Point tip = line.points.back();
  const Point from = line.points[line.points.size() - 2];
  const double along_x = tip.x - from.x;
  const double along_y = tip.y - from.y;
  const double length = std::sqrt(along_x * along_x + along_y * along_y);
  if (length == 0) return std::nullopt;
  const double back = 3 + 3 * width;
  const double half = 1.5 + 1.5 * width;
  const double x = along_x / length;
  const double y = along_y / length;
  const Point base{tip.x - back * x, tip.y - back * y};
  return ArrowHead{{tip, Point{base.x - half * y, base.y + half * x},
                    Point{base.x + half * y, base.y - half * x}},
                   base};
}

std::vector<Point> points_before(const std::optional<ArrowHead>& head, const Polyline& line) {
  std::vector<Point> points = line.points;
  if (head) points.back() = head->base;
  return points;
}

}  // namespace assay
