#include "assay/render/picture_png.h"

#include <cmath>
#include <utility>
#include <variant>

#include "assay/base/error.h"
#include "assay/render/arrow_head.h"
#include "assay/render/columns.h"
#include "assay/render/glyphs.h"
#include "assay/render/paths.h"
#include "assay/render/png_file.h"
#include "assay/render/raster.h"
#include "assay/render/stroke.h"

namespace assay {
namespace {

class Painter {
 public:
  Painter(PageSize size, double scale) : raster_(size, scale), scale_(scale) {}

  void add(const Mark& mark) {
    std::visit([&](const auto& form) { draw(form, mark.style); }, mark.form);
  }
  const Raster& raster() const { return raster_; }

 private:
  void paint(const Path& path, const Style& style) {
    Coat stroke{style.stroke, {}};
    if (style.stroke) append_stroke(stroke.contours, path, {style.width, style.dash});
    raster_.paint({style.fill, {path.points}}, stroke, style.opacity);
  }

  void draw(const Rectangle& form, const Style& style) { paint(path_of(form, scale_), style); }
  void draw(const Ellipse& form, const Style& style) { paint(path_of(form, scale_), style); }
  void draw(const Polygon& form, const Style& style) { paint({form.corners, true}, style); }
  void draw(const Polyline& form, const Style& style) {
    const auto head = arrow_head(form, style.width);
    paint({points_before(head, form), false}, style);
    if (!head) return;
    draw(Polygon{{head->corners.begin(), head->corners.end()}},
         {.fill = style.stroke, .opacity = style.opacity});
  }
  void draw(const Writing& form, const Style& style) {
    Writing clean = form;
    clean.text = clean_text(form.text);
    raster_.paint({style.fill, outlines_of(clean, scale_)}, {}, style.opacity);
  }

  Raster raster_;
  double scale_;
};

}  // namespace

std::string picture_png(const Picture& picture, double scale) {
  constexpr double kLongestSide = 32767;
  constexpr double kMostPixels = 64e6;  // 256 MB while it is drawn
  const double width = std::ceil(picture.width * scale);
  const double height = std::ceil(picture.height * scale);
  if (!(width >= 1 && height >= 1 && width <= kLongestSide && height <= kLongestSide &&
        width * height <= kMostPixels)) {
    fail(ErrorKind::kUsage, "a PNG cannot have {:.0f} by {:.0f} pixels; choose another scale",
         width, height);
  }
  Painter painter({static_cast<std::int32_t>(width), static_cast<std::int32_t>(height)}, scale);
  for (const Mark& mark : picture.marks) painter.add(mark);
  return png_file(painter.raster());
}

}  // namespace assay
