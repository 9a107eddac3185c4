// Pictures drawn by Cairo, for tests: an oracle that shares no code with our raster.
#pragma once

#include <cairo.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "assay/core/picture.h"
#include "assay/render/arrow_head.h"
#include "assay/render/columns.h"

namespace assay {

// Rows of pixels 0xAARRGGBB, colours multiplied by their opacity.
using PixelRows = std::vector<std::vector<std::uint32_t>>;

inline PixelRows pixels_of(cairo_surface_t* surface) {
  EXPECT_EQ(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
  cairo_surface_flush(surface);
  const auto width = static_cast<std::size_t>(cairo_image_surface_get_width(surface));
  const auto height = static_cast<std::size_t>(cairo_image_surface_get_height(surface));
  const bool has_opacity = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32;
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface));
  const unsigned char* row = cairo_image_surface_get_data(surface);
  PixelRows rows;
  for (std::size_t y = 0; y < height; ++y, row += stride) {
    std::vector<std::uint32_t>& pixels = rows.emplace_back(width);
    std::memcpy(pixels.data(), row, pixels.size() * sizeof(std::uint32_t));
    for (std::uint32_t& pixel : pixels) pixel |= has_opacity ? 0 : 0xff000000;
  }
  return rows;
}

// A PNG file as Cairo's reader, libpng, sees it.
inline PixelRows read_png(std::string_view png) {
  const auto read = [](void* rest, unsigned char* data, unsigned length) {
    std::string_view& bytes = *static_cast<std::string_view*>(rest);
    if (bytes.size() < length) return CAIRO_STATUS_READ_ERROR;
    std::memcpy(data, bytes.data(), length);
    bytes.remove_prefix(length);
    return CAIRO_STATUS_SUCCESS;
  };
  cairo_surface_t* surface = cairo_image_surface_create_from_png_stream(read, &png);
  PixelRows rows = pixels_of(surface);
  cairo_surface_destroy(surface);
  return rows;
}

class CairoPage {
 public:
  CairoPage(const Picture& picture, double scale)
      : surface_(cairo_image_surface_create(CAIRO_FORMAT_ARGB32,
                                            static_cast<int>(std::ceil(picture.width * scale)),
                                            static_cast<int>(std::ceil(picture.height * scale)))),
        canvas_(cairo_create(surface_)) {
    cairo_scale(canvas_, scale, scale);
    cairo_set_tolerance(canvas_, 0.02);
    cairo_set_antialias(canvas_, CAIRO_ANTIALIAS_BEST);
    cairo_set_miter_limit(canvas_, 4);  // as SVG
    cairo_font_options_t* options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(canvas_, options);
    cairo_font_options_destroy(options);
    for (const Mark& mark : picture.marks) {
      std::visit([&](const auto& form) { draw(form, mark.style); }, mark.form);
    }
  }
  ~CairoPage() {
    cairo_destroy(canvas_);
    cairo_surface_destroy(surface_);
  }
  CairoPage(const CairoPage&) = delete;
  CairoPage& operator=(const CairoPage&) = delete;

  PixelRows pixels() const { return pixels_of(surface_); }

 private:
  static constexpr double kQuarter = 1.57079632679489661923;

  void set_colour(const Rgb& rgb, double opacity) {
    cairo_set_source_rgba(canvas_, rgb.red / 255.0, rgb.green / 255.0, rgb.blue / 255.0, opacity);
  }
  void paint_with(const Style& style, double opacity) {
    if (style.fill) {
      set_colour(*style.fill, opacity);
      cairo_fill_preserve(canvas_);
    }
    if (style.stroke) {
      set_colour(*style.stroke, opacity);
      cairo_set_line_width(canvas_, style.width);
      cairo_set_dash(canvas_, &style.dash, style.dash > 0 ? 1 : 0, 0);
      cairo_stroke_preserve(canvas_);
    }
  }
  void paint(const Style& style) {
    if (style.opacity < 1) {
      cairo_push_group(canvas_);
      paint_with(style, 1);
      cairo_pop_group_to_source(canvas_);
      cairo_paint_with_alpha(canvas_, style.opacity);
    } else {
      paint_with(style, 1);
    }
    cairo_new_path(canvas_);
  }
  void trace(std::span<const Point> points) {
    for (const Point& point : points) cairo_line_to(canvas_, point.x, point.y);
  }

  void draw(const Rectangle& form, const Style& style) {
    const auto [x, y] = form.corner;
    const double radius = std::min({form.radius, form.width / 2, form.height / 2});
    if (radius > 0) {
      const double right = x + form.width - radius;
      const double bottom = y + form.height - radius;
      cairo_move_to(canvas_, x + radius, y);
      cairo_arc(canvas_, right, y + radius, radius, -kQuarter, 0);
      cairo_arc(canvas_, right, bottom, radius, 0, kQuarter);
      cairo_arc(canvas_, x + radius, bottom, radius, kQuarter, 2 * kQuarter);
      cairo_arc(canvas_, x + radius, y + radius, radius, 2 * kQuarter, 3 * kQuarter);
      cairo_close_path(canvas_);
    } else {
      cairo_rectangle(canvas_, x, y, form.width, form.height);
    }
    paint(style);
  }
  void draw(const Ellipse& form, const Style& style) {
    if (form.across <= 0 || form.down <= 0) return;
    cairo_save(canvas_);
    cairo_translate(canvas_, form.centre.x, form.centre.y);
    cairo_scale(canvas_, form.across, form.down);
    cairo_arc(canvas_, 0, 0, 1, 0, 4 * kQuarter);
    cairo_close_path(canvas_);
    cairo_restore(canvas_);
    paint(style);
  }
  void draw(const Polygon& form, const Style& style) {
    trace(form.corners);
    cairo_close_path(canvas_);
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
    cairo_select_font_face(canvas_, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           form.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(canvas_, form.size);
    const std::string text = clean_text(form.text);
    cairo_text_extents_t extents;
    cairo_text_extents(canvas_, text.c_str(), &extents);
    const double share = form.anchor == Anchor::kStart ? 0 : form.anchor == Anchor::kEnd ? 1 : 0.5;
    cairo_move_to(canvas_, form.at.x - share * extents.x_advance, form.at.y);
    cairo_text_path(canvas_, text.c_str());
    paint(style);
  }

  cairo_surface_t* surface_;
  cairo_t* canvas_;
};

// How far two pictures differ, channel by channel, from 0 to 255.
struct PixelDifference {
  double mean = 0;
  double squared = 0;  // the root of the mean square, which weighs large ones more
  int largest = 0;
};

inline PixelDifference difference_of(const PixelRows& one, const PixelRows& other) {
  PixelDifference found;
  double count = 0;
  EXPECT_EQ(one.size(), other.size());
  for (std::size_t y = 0; y < std::min(one.size(), other.size()); ++y) {
    EXPECT_EQ(one[y].size(), other[y].size());
    for (std::size_t x = 0; x < std::min(one[y].size(), other[y].size()); ++x) {
      for (int shift = 0; shift < 32; shift += 8) {
        const int apart = std::abs(static_cast<int>(one[y][x] >> shift & 0xFFU) -
                                   static_cast<int>(other[y][x] >> shift & 0xFFU));
        found.mean += apart;
        found.squared += apart * apart;
        found.largest = std::max(found.largest, apart);
        count += 1;
      }
    }
  }
  return {found.mean / count, std::sqrt(found.squared / count), found.largest};
}

}  // namespace assay
