#include "assay/render/coverage.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace assay {

namespace {

constexpr std::int64_t kUnit = 256;  // of a pixel
constexpr int kUnitBits = 8;

std::int64_t rounded(double pixels) {
  constexpr double kFarthest = 1 << 22;  // pixels; nothing of a page lies there
  if (!(pixels > -kFarthest)) return -static_cast<std::int64_t>(kFarthest) * kUnit;
  return static_cast<std::int64_t>(std::floor(std::min(pixels, kFarthest) * kUnit + 0.5));
}

std::int64_t divided(std::int64_t dividend, std::int64_t divisor) {
  const std::int64_t quotient = dividend / divisor;
  return quotient - (dividend % divisor != 0 && (dividend < 0) != (divisor < 0) ? 1 : 0);
}

// Where a line from `a` to `b` has the value `at`; what is wanted goes from `from` to `to`.
std::int64_t between(std::int64_t a, std::int64_t b, std::int64_t at, std::int64_t from,
                     std::int64_t to) {
  return from + divided((at - a) * (to - from), b - a);
}

}  // namespace

std::int64_t Coverage::Edge::x_at(std::int64_t y) const {
  return between(top.y, bottom.y, y, top.x, bottom.x);
}

Coverage::Coverage(std::span<const Contour> contours, double scale, PageSize page) {
  const auto place = [scale](Point point) {
    return Place{rounded(point.x * scale), rounded(point.y * scale)};
  };
  for (const Contour& contour : contours) {
    if (contour.empty()) continue;
    Place before = place(contour.back());
    for (const Point& point : contour) {
      const Place here = place(point);
      add_edge(before, here, page);
      before = here;
    }
  }
  std::sort(edges_.begin(), edges_.end(),
            [](const Edge& a, const Edge& b) { return a.top.y < b.top.y; });
  if (!edges_.empty()) find_box(page);
  if (box_.is_empty()) return;
  cells_.resize(static_cast<std::size_t>(box_.right - box_.left));
  covered_.resize(cells_.size());
}

void Coverage::add_edge(Place from, Place to, PageSize page) {
  if (from.y == to.y) return;
  const int direction = from.y < to.y ? 1 : -1;
  if (direction < 0) std::swap(from, to);
  if (to.y > 0 && from.y < page.height * kUnit) edges_.push_back({from, to, direction});
}

void Coverage::find_box(PageSize page) {
  Place least = edges_.front().top;
  Place most = least;
  for (const Edge& edge : edges_) {
    for (const Place& end : {edge.top, edge.bottom}) {
      least = {std::min(least.x, end.x), std::min(least.y, end.y)};
      most = {std::max(most.x, end.x), std::max(most.y, end.y)};
    }
  }
  const auto on_page = [](std::int64_t pixel, std::int32_t side) {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(pixel, 0, side));
  };
  box_.left = on_page(least.x >> kUnitBits, page.width);
  box_.right = on_page((most.x + kUnit - 1) >> kUnitBits, page.width);
  box_.top = on_page(least.y >> kUnitBits, page.height);
  box_.bottom = on_page((most.y + kUnit - 1) >> kUnitBits, page.height);
}

std::span<const std::uint8_t> Coverage::row(std::int32_t row) {
  const std::int64_t top = row * kUnit;
  const std::int64_t bottom = top + kUnit;
  std::fill(cells_.begin(), cells_.end(), Cell{});
  for (; next_ < edges_.size() && edges_[next_].top.y < bottom; ++next_) met_.push_back(next_);
  std::erase_if(met_, [&](std::size_t edge) { return edges_[edge].bottom.y <= top; });
  for (const std::size_t met : met_) {
    const Edge& edge = edges_[met];
    const std::int64_t from = std::max(edge.top.y, top);
    const std::int64_t to = std::min(edge.bottom.y, bottom);
    add_piece({edge.x_at(from), from}, {edge.x_at(to), to}, edge.direction);
  }
  constexpr std::int64_t kFull = 2 * kUnit * kUnit;
  std::int64_t height = 0;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    height += cells_[i].height;
    const std::int64_t area = std::abs(2 * kUnit * height - cells_[i].area);
    covered_[i] = static_cast<std::uint8_t>((std::min(area, kFull) * 255 + kFull / 2) / kFull);
  }
  return covered_;
}

// What lies left of the box counts as its left edge; what lies right of it changes no pixel.
void Coverage::add_piece(Place from, Place to, int direction) {
  const std::int64_t left = box_.left * kUnit;
  const std::int64_t right = box_.right * kUnit;
  for (const std::int64_t limit : {left, right}) {
    if (std::min(from.x, to.x) >= limit || std::max(from.x, to.x) <= limit) continue;
    const Place cut{limit, between(from.x, to.x, limit, from.y, to.y)};
    add_piece(from, cut, direction);
    add_piece(cut, to, direction);
    return;
  }
  if (std::min(from.x, to.x) < left) {
    add_to_cell(box_.left, {left, from.y}, {left, to.y}, direction);
  } else if (std::max(from.x, to.x) <= right) {
    add_inside(from, to, direction);
  }
}

void Coverage::add_inside(Place from, Place to, int direction) {
  const int step = to.x < from.x ? -1 : 1;
  // On the line between two pixels it is the next one, seen from the other end.
  const auto pixel_of = [](std::int64_t x, int side) {
    return (side < 0 ? x - 1 : x) >> kUnitBits;
  };
  std::int64_t cell = pixel_of(from.x, step);
  const std::int64_t last = to.x == from.x ? cell : pixel_of(to.x, -step);
  Place here = from;
  for (; cell != last; cell += step) {
    const std::int64_t limit = (step > 0 ? cell + 1 : cell) * kUnit;
    const Place there{limit, between(from.x, to.x, limit, from.y, to.y)};
    add_to_cell(cell, here, there, direction);
    here = there;
  }
  add_to_cell(cell, here, to, direction);
}

void Coverage::add_to_cell(std::int64_t cell, Place from, Place to, int direction) {
  if (cell >= box_.right) return;  // right on the right edge
  const std::int64_t height = direction * (to.y - from.y);
  Cell& met = cells_[static_cast<std::size_t>(cell - box_.left)];
  met.height += height;
  met.area += height * (from.x + to.x - 2 * cell * kUnit);
}

}  // namespace assay
