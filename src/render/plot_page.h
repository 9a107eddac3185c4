// What the plots of points and intervals share: a page of SVG that grows downwards, and axes.
//
// A page is an SVG document without scripts or outside resources.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/render/svg_setting.h"

namespace assay {

inline constexpr double kPlotMargin = 32;
inline constexpr double kPlotColumn = 7.5;  // about, of the proportional font at 12 px
inline constexpr double kPlotLine = 18;

// Whether a value can be drawn: a number of at most fifteen digits.
bool is_drawable(double value);

// A stretch of the real numbers with marks at round ones.
struct PlotAxis {
  double low = 0;
  double high = 1;
  std::vector<double> ticks;
  int decimals = 0;  // of a tick

  // The place of a value, 0 at `low` and 1 at `high`.
  double place(double value) const { return (value - low) / (high - low); }
  std::string label(double tick) const;
  // Columns of the longest label.
  std::size_t label_columns() const;
};

// Holds all of drawable values from `low` to `high`, with a little room at either end where it is
// not a tick. Neighbouring ticks are 1, 2 or 5 times a power of ten apart, at most `most` of them.
PlotAxis plot_axis(double low, double high, std::size_t most);

// A part of a page.
struct PlotBox {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;

  bool meets(const PlotBox& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  bool holds(double x, double y) const { return left < x && x < right && top < y && y < bottom; }
  bool lies_in(const PlotBox& other) const {
    return left >= other.left && right <= other.right && top >= other.top && bottom <= other.bottom;
  }
};

class PlotPage {
 public:
  explicit PlotPage(double inner_width, SvgSetting setting = SvgSetting::kFile)
      : inner_width_(inner_width), setting_(setting) {}

  // Where the next line begins.
  double y = kPlotMargin;

  double inner_width() const { return inner_width_; }

  template <typename... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Args>(args)...);
  }
  // Clean text at a place; classes of the style: title, heading, line, label, right, middle.
  void put_text(std::string_view style, double x, double y, std::string_view text);
  // The same over as many lines as it needs, below what stands there already.
  void put_title(std::string_view text);  // not in a page, which has captions
  void put_heading(std::string_view text);
  void put_lines(std::string_view text);

  // The document; what it is of and what it shows, for those who cannot see it.
  std::string finish(std::string_view title, std::string_view description,
                     const SvgStyle& style = plot_style()) &&;

 private:
  void put_wrapped(std::string_view style, double column, double line, std::string_view text);

  double inner_width_;
  SvgSetting setting_;
  std::string body_;
};

}  // namespace assay
