#include "assay/render/picture_png.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>
#include <span>

#include "assay/base/error.h"
#include "assay/render/arrow_head.h"
#include "assay/render/columns.h"

namespace assay {
namespace {

constexpr double kMostPixels = 64e6;  // 256 MB while it is drawn

struct Release {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* canvas) const { cairo_destroy(canvas); }
  void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
};

void check(cairo_status_t status) {
  if (status == CAIRO_STATUS_SUCCESS) return;
  if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
  fail(ErrorKind::kIo, "the picture cannot be written as PNG: {}", cairo_status_to_string(status));
}

class Canvas {
 public:
  Canvas(cairo_surface_t* surface, double scale) : canvas_(cairo_create(surface)) {
    cairo_scale(canvas_.get(), scale, scale);
    cairo_set_line_join(canvas_.get(), CAIRO_LINE_JOIN_MITER);
    // What a desktop prefers must not change the pixels.
    const std::unique_ptr<cairo_font_options_t, Release> options(cairo_font_options_create());
    cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(canvas_.get(), options.get());
  }

  void add(const Mark& mark) {
    std::visit([&](const auto& form) { draw(form, mark.style); }, mark.form);
  }
  cairo_status_t status() const { return cairo_status(canvas_.get()); }

 private:
  void set_colour(const Rgb& rgb, double opacity) {
    constexpr double kFull = 255;
    cairo_set_source_rgba(canvas_.get(), rgb.red / kFull, rgb.green / kFull, rgb.blue / kFull,
                          opacity);
  }

  // Fills and strokes the path at hand.
  void paint(const Style& style) {
    if (style.opacity < 1 && style.fill && style.stroke) {
      cairo_push_group(canvas_.get());  // so that the fill does not shine through the stroke
      paint_with(style, 1);
      cairo_pop_group_to_source(canvas_.get());
      cairo_paint_with_alpha(canvas_.get(), style.opacity);
    } else {
      paint_with(style, style.opacity);
    }
    cairo_new_path(canvas_.get());
  }
  void paint_with(const Style& style, double opacity) {
    if (style.fill) {
      set_colour(*style.fill, opacity);
      cairo_fill_preserve(canvas_.get());
    }
    if (style.stroke) {
      set_colour(*style.stroke, opacity);
      cairo_set_line_width(canvas_.get(), style.width);
      cairo_set_dash(canvas_.get(), &style.dash, style.dash > 0 ? 1 : 0, 0);
      cairo_stroke_preserve(canvas_.get());
    }
  }

  void trace(std::span<const Point> points) {
    for (const Point& point : points) cairo_line_to(canvas_.get(), point.x, point.y);
  }

  void draw(const Rectangle& form, const Style& style) {
    const auto [x, y] = form.corner;
    const double radius = std::min({form.radius, form.width / 2, form.height / 2});
    if (radius > 0) {
      constexpr double kQuarter = 1.57079632679489661923;
      const double left = x + radius;
      const double right = x + form.width - radius;
      const double top = y + radius;
      const double bottom = y + form.height - radius;
      cairo_arc(canvas_.get(), right, top, radius, -kQuarter, 0);
      cairo_arc(canvas_.get(), right, bottom, radius, 0, kQuarter);
      cairo_arc(canvas_.get(), left, bottom, radius, kQuarter, 2 * kQuarter);
      cairo_arc(canvas_.get(), left, top, radius, 2 * kQuarter, 3 * kQuarter);
      cairo_close_path(canvas_.get());
    } else {
      cairo_rectangle(canvas_.get(), x, y, form.width, form.height);
    }
    paint(style);
  }
  void draw(const Ellipse& form, const Style& style) {
    if (form.across <= 0 || form.down <= 0) return;
    constexpr double kTurn = 6.28318530717958647693;
    cairo_save(canvas_.get());
    cairo_translate(canvas_.get(), form.centre.x, form.centre.y);
    cairo_scale(canvas_.get(), form.across, form.down);
    cairo_arc(canvas_.get(), 0, 0, 1, 0, kTurn);
    cairo_close_path(canvas_.get());
    cairo_restore(canvas_.get());
    paint(style);
  }
  void draw(const Polygon& form, const Style& style) {
    trace(form.corners);
    cairo_close_path(canvas_.get());
    paint(style);
  }
  void draw(const Polyline& form, const Style& style) {
    const auto head = arrow_head(form, style.width);
    trace(points_before(head, form));
    paint(style);
    if (!head) return;
    draw(Polygon{{head->corners.begin(), head->corners.end()}},
         {.fill = style.stroke, .opacity = style.opacity});
  }
  void draw(const Writing& form, const Style& style) {
    const std::string text = clean_text(form.text);
    cairo_select_font_face(canvas_.get(), "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           form.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(canvas_.get(), form.size);
    cairo_text_extents_t extents;
    cairo_text_extents(canvas_.get(), text.c_str(), &extents);
    const double share = form.anchor == Anchor::kStart ? 0 : form.anchor == Anchor::kEnd ? 1 : 0.5;
    cairo_move_to(canvas_.get(), form.at.x - share * extents.x_advance, form.at.y);
    cairo_text_path(canvas_.get(), text.c_str());
    paint(style);
  }

  std::unique_ptr<cairo_t, Release> canvas_;
};

// No exception may pass through Cairo, which is C.
cairo_status_t append(void* bytes, const unsigned char* data, unsigned length) try {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
} catch (const std::bad_alloc&) {
  return CAIRO_STATUS_NO_MEMORY;
}

}  // namespace

std::string picture_png(const Picture& picture, double scale) {
  constexpr double kLongestSide = 32767;  // of Cairo
  const double width = std::ceil(picture.width * scale);
  const double height = std::ceil(picture.height * scale);
  if (!(width >= 1 && height >= 1 && width <= kLongestSide && height <= kLongestSide &&
        width * height <= kMostPixels)) {
    fail(ErrorKind::kUsage, "a PNG cannot have {:.0f} by {:.0f} pixels; choose another scale",
         width, height);
  }
  const std::unique_ptr<cairo_surface_t, Release> surface(cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, static_cast<int>(width), static_cast<int>(height)));
  check(cairo_surface_status(surface.get()));
  {
    Canvas canvas(surface.get(), scale);
    for (const Mark& mark : picture.marks) canvas.add(mark);
    check(canvas.status());
  }
  std::string bytes;
  check(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
  return bytes;
}

}  // namespace assay
