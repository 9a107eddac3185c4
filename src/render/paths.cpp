#include "assay/render/paths.h"

#include <algorithm>
#include <cmath>

namespace assay {

void append_quarter(std::vector<Point>& points, Point centre, Point from, Point to, int steps) {
  for (int step = 1; step <= steps; ++step) {
    const double t = static_cast<double>(step) / steps;
    const double cosine = (1 - t * t) / (1 + t * t);
    const double sine = 2 * t / (1 + t * t);
    points.push_back(
        {centre.x + from.x * cosine + to.x * sine, centre.y + from.y * cosine + to.y * sine});
  }
}

int quarter_steps(double radius) {
  constexpr double kLargest = 10'000;  // pixels; beyond, pieces may be seen
  return 2 + static_cast<int>(3 * std::sqrt(std::clamp(radius, 0.0, kLargest)));
}

Path path_of(const Rectangle& form, double scale) {
  const double left = form.corner.x;
  const double top = form.corner.y;
  const double right = left + form.width;
  const double bottom = top + form.height;
  const double radius = std::min({form.radius, form.width / 2, form.height / 2});
  if (!(radius > 0)) {
    return {{{left, top}, {right, top}, {right, bottom}, {left, bottom}}, true};
  }
  const int steps = quarter_steps(radius * scale);
  std::vector<Point> points;
  const auto turn = [&](Point centre, Point from, Point to) {
    points.push_back({centre.x + from.x, centre.y + from.y});
    append_quarter(points, centre, from, to, steps);
  };
  points.push_back({left + radius, top});
  turn({right - radius, top + radius}, {0, -radius}, {radius, 0});
  turn({right - radius, bottom - radius}, {radius, 0}, {0, radius});
  turn({left + radius, bottom - radius}, {0, radius}, {-radius, 0});
  turn({left + radius, top + radius}, {-radius, 0}, {0, -radius});
  return {std::move(points), true};
}

Path path_of(const Ellipse& form, double scale) {
  if (!(form.across > 0 && form.down > 0)) return {};
  const int steps = quarter_steps(std::max(form.across, form.down) * scale);
  const Point right{form.across, 0};
  const Point below{0, form.down};
  const Point left{-form.across, 0};
  const Point above{0, -form.down};
  std::vector<Point> points;
  append_quarter(points, form.centre, right, below, steps);
  append_quarter(points, form.centre, below, left, steps);
  append_quarter(points, form.centre, left, above, steps);
  append_quarter(points, form.centre, above, right, steps);
  std::rotate(points.rbegin(), points.rbegin() + 1, points.rend());  // the last point is the first
  return {std::move(points), true};
}

}  // namespace assay
