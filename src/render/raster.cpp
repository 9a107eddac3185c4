#include "assay/render/raster.h"

#include <algorithm>
#include <cmath>

namespace assay {

namespace {

constexpr std::uint8_t kFull = 255;

// A share of a share, both out of 255.
std::uint8_t times(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint8_t>((a * b + kFull / 2) / kFull);
}

Pixel times(const Pixel& pixel, std::uint32_t share) {
  return {times(pixel.red, share), times(pixel.green, share), times(pixel.blue, share),
          times(pixel.opacity, share)};
}

Pixel over(const Pixel& upper, const Pixel& lower) {
  if (upper.opacity == kFull) return upper;
  const Pixel rest = times(lower, kFull - upper.opacity);
  const auto sum = [](int a, int b) { return static_cast<std::uint8_t>(a + b); };
  return {sum(upper.red, rest.red), sum(upper.green, rest.green), sum(upper.blue, rest.blue),
          sum(upper.opacity, rest.opacity)};
}

// One coat, row by row.
class CoatRows {
 public:
  CoatRows(const Coat& coat, double scale, PageSize size)
      : colour_(coat.colour.value_or(Rgb{})),
        coverage_(
            coat.colour ? std::span<const Contour>(coat.contours) : std::span<const Contour>(),
            scale, size) {}

  const PixelBox& box() const { return coverage_.box(); }

  void go_to(std::int32_t row) {
    const bool inside = row >= box().top && row < box().bottom && !box().is_empty();
    covered_ = inside ? coverage_.row(row) : std::span<const std::uint8_t>();
  }
  Pixel at(std::int32_t column) const {
    const auto place = static_cast<std::size_t>(static_cast<std::int64_t>(column) - box().left);
    if (place >= covered_.size()) return {};  // also for columns before the box
    return times({colour_.red, colour_.green, colour_.blue, kFull}, covered_[place]);
  }

 private:
  Rgb colour_;
  Coverage coverage_;
  std::span<const std::uint8_t> covered_;
};

PixelBox around(const PixelBox& a, const PixelBox& b) {
  if (a.is_empty()) return b;
  if (b.is_empty()) return a;
  return {std::min(a.left, b.left), std::max(a.right, b.right), std::min(a.top, b.top),
          std::max(a.bottom, b.bottom)};
}

}  // namespace

Raster::Raster(PageSize size, double scale)
    : size_(size),
      scale_(scale),
      pixels_(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height)) {}

void Raster::paint(const Coat& fill, const Coat& stroke, double opacity) {
  const auto share =
      static_cast<std::uint32_t>(std::floor(std::clamp(opacity, 0.0, 1.0) * kFull + 0.5));
  CoatRows lower(fill, scale_, size_);
  CoatRows upper(stroke, scale_, size_);
  const PixelBox box = around(lower.box(), upper.box());
  const auto width = static_cast<std::size_t>(size_.width);
  for (std::int32_t row = box.top; row < box.bottom; ++row) {
    lower.go_to(row);
    upper.go_to(row);
    Pixel* line = pixels_.data() + static_cast<std::size_t>(row) * width;
    for (std::int32_t column = box.left; column < box.right; ++column) {
      const Pixel coat = over(upper.at(column), lower.at(column));
      if (coat.opacity != 0) line[column] = over(times(coat, share), line[column]);
    }
  }
}

}  // namespace assay
