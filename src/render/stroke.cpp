#include "assay/render/stroke.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace assay {

namespace {

double length_of(Point from, Point to) {
  const double x = to.x - from.x;
  const double y = to.y - from.y;
  return std::sqrt(x * x + y * y);
}

Point along(Point from, Point to, double share) {
  return {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
}

Path without_repeats(const Path& path) {
  Path kept{{}, path.closed};
  for (const Point& point : path.points) {
    if (kept.points.empty() || kept.points.back() != point) kept.points.push_back(point);
  }
  while (kept.closed && kept.points.size() > 1 && kept.points.back() == kept.points.front()) {
    kept.points.pop_back();
  }
  return kept;
}

// The line that runs beside a path, half a pen to its left.
class Side {
 public:
  Side(const std::vector<Point>& points, bool closed, const Pen& pen)
      : points_(points),
        half_(pen.width / 2),
        least_cosine_(2 / (pen.sharpest * pen.sharpest) - 1) {
    const std::size_t count = points.size();
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_end = !closed && (i == 0 || i + 1 == count);
      if (is_end) {
        const Leg leg = i == 0 ? leg_between(0, 1) : leg_between(i - 1, i);
        side_.push_back(beside(points[i], leg));
      } else {
        turn(points[i], leg_between((i + count - 1) % count, i), leg_between(i, (i + 1) % count));
      }
    }
  }

  Contour finish() && { return std::move(side_); }

 private:
  struct Leg {
    Point direction;  // of length 1
    double length = 0;
  };

  Leg leg_between(std::size_t from, std::size_t to) const {
    const double length = length_of(points_[from], points_[to]);
    return {
        {(points_[to].x - points_[from].x) / length, (points_[to].y - points_[from].y) / length},
        length};
  }
  Point beside(Point point, const Leg& leg) const {
    return {point.x + half_ * leg.direction.y, point.y - half_ * leg.direction.x};
  }

  void turn(Point point, const Leg& before, const Leg& after) {
    const Point a = before.direction;
    const Point b = after.direction;
    const double cosine = a.x * b.x + a.y * b.y;
    const bool is_outside = a.x * b.y - a.y * b.x >= 0;
    // How far the corner lies back along both legs: half * tan(angle / 2), squared.
    const double shorter = std::min(before.length, after.length);
    const bool fits = half_ * half_ * (1 - cosine) <= shorter * shorter * (1 + cosine);
    if (is_outside ? cosine >= least_cosine_ : fits) {
      const double reach = half_ / (1 + cosine);
      side_.push_back({point.x + reach * (a.y + b.y), point.y - reach * (a.x + b.x)});
      return;
    }
    side_.push_back(beside(point, before));
    if (!is_outside) side_.push_back(point);
    side_.push_back(beside(point, after));
  }

  const std::vector<Point>& points_;
  double half_;
  double least_cosine_;  // of the turn, for a sharp corner
  Contour side_;
};

void append_solid(std::vector<Contour>& contours, const Path& path, const Pen& pen) {
  const auto [points, closed] = without_repeats(path);
  if (points.size() < 2) return;
  const std::vector<Point> backwards(points.rbegin(), points.rend());
  Contour there = Side(points, closed, pen).finish();
  Contour back = Side(backwards, closed, pen).finish();
  if (closed) {
    contours.push_back(std::move(there));
    contours.push_back(std::move(back));
    return;
  }
  there.insert(there.end(), back.begin(), back.end());
  contours.push_back(std::move(there));
}

std::vector<Path> dashes_of(const Path& path, double dash) {
  std::vector<Point> points = path.points;
  if (path.closed && !points.empty()) points.push_back(points.front());
  std::vector<Path> dashes;
  bool draws = true;
  double left = dash;  // of this dash or gap
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    if (i == 0) dashes.push_back({{points.front()}, false});
    const double length = length_of(points[i], points[i + 1]);
    double done = 0;
    while (length - done > left) {
      done += left;
      const Point here = along(points[i], points[i + 1], done / length);
      if (draws) dashes.back().points.push_back(here);
      if (!draws) dashes.push_back({{here}, false});
      draws = !draws;
      left = dash;
    }
    left -= length - done;
    if (draws) dashes.back().points.push_back(points[i + 1]);
  }
  return dashes;
}

double length_of(const Path& path) {
  double length = 0;
  for (std::size_t i = 0; i + 1 < path.points.size(); ++i) {
    length += length_of(path.points[i], path.points[i + 1]);
  }
  return length;
}

}  // namespace

void append_stroke(std::vector<Contour>& contours, const Path& path, const Pen& pen) {
  constexpr double kMostDashes = 100'000;
  if (!(pen.width > 0)) return;
  if (!(pen.dash > 0) || !(length_of(path) < kMostDashes * pen.dash)) {
    append_solid(contours, path, pen);
    return;
  }
  for (const Path& dash : dashes_of(path, pen.dash)) append_solid(contours, dash, pen);
}

}  // namespace assay
