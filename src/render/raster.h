// Pixels that shapes are painted on, in integers alone: the same pixels on every machine.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "assay/core/picture.h"
#include "assay/render/coverage.h"

namespace assay {

// Colours are multiplied by their opacity, as painting needs them.
struct Pixel {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  std::uint8_t opacity = 0;
};

// What is painted at once: a colour on all that outlines cover.
struct Coat {
  std::optional<Rgb> colour = {};  // none: nothing is painted
  std::vector<Contour> contours = {};
};

class Raster {
 public:
  // All transparent; `scale` is in pixels per point.
  Raster(PageSize size, double scale);

  PageSize size() const { return size_; }
  const std::vector<Pixel>& pixels() const { return pixels_; }  // row by row

  // Paints the stroke over the fill, then both together, as opaque as wanted, over what is there:
  // the fill does not shine through the stroke.
  void paint(const Coat& fill, const Coat& stroke, double opacity);

 private:
  PageSize size_;
  double scale_;
  std::vector<Pixel> pixels_;
};

}  // namespace assay
