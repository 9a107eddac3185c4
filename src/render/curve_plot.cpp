#include "assay/render/curve_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "assay/base/text.h"
#include "assay/render/columns.h"
#include "assay/render/plot_page.h"

namespace assay {

namespace {

constexpr double kInnerWidth = 660;
constexpr double kHeight = 300;
constexpr double kBeside = 5;  // from one series to the next at the same x
constexpr double kCap = 3;     // half of the bar that ends a whisker
constexpr double kMarkLine = 16;
constexpr std::size_t kMarkLevels = 3;
constexpr std::size_t kNameColumns = 28;
constexpr std::size_t kMostTicks = 8;

using Colours = std::array<std::string_view, kMostCurves>;
constexpr Colours kLight = {"#2b62c0", "#c2500c", "#1f8a5b", "#8445c0",
                            "#0f7f93", "#b03060", "#6b6f1a", "#5b6675"};
constexpr Colours kDark = {"#6d9cf5", "#f59a4a", "#52c793", "#bd92f0",
                           "#4fc0d4", "#f080a4", "#c9c65a", "#a3aebd"};

std::string rules_of(const Colours& colours) {
  std::string rules;
  for (std::size_t i = 0; i < colours.size(); ++i) {
    rules += fmt::format(
        ".plot .series-{0} .dot{{fill:{1}}}\n"
        ".plot .series-{0} .whisker,.plot .series-{0} .curve{{stroke:{1}}}\n",
        i, colours[i]);
  }
  return rules;
}

struct Frame {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
  PlotAxis x_axis = {};
  PlotAxis y_axis = {};

  double x_of(double x) const { return left + (right - left) * x_axis.place(x); }
  double y_of(double y) const { return bottom - (bottom - top) * y_axis.place(y); }
};

struct Drawn {
  std::vector<Curve> series;
  std::vector<PlotMark> marks;
  std::size_t left_out = 0;
};

Drawn drawable(const CurvePlot& plot) {
  Drawn drawn;
  for (const Curve& series : plot.series) {
    if (drawn.series.size() == kMostCurves) break;
    Curve& own = drawn.series.emplace_back();
    own.name = cut_to_columns(clean_text(series.name), kNameColumns);
    for (CurvePoint point : series.points) {
      if (!is_drawable(point.x) || !is_drawable(point.y)) {
        ++drawn.left_out;
        continue;
      }
      if (point.low && !is_drawable(*point.low)) point.low.reset();
      if (point.high && !is_drawable(*point.high)) point.high.reset();
      own.points.push_back(point);
    }
    std::ranges::stable_sort(own.points, {}, &CurvePoint::x);
  }
  for (const PlotMark& mark : plot.marks) {
    if (!is_drawable(mark.x)) continue;
    drawn.marks.push_back({cut_to_columns(clean_text(mark.name), kNameColumns), mark.x});
  }
  std::ranges::stable_sort(drawn.marks, {}, &PlotMark::x);
  return drawn;
}

PlotAxis x_axis_of(const Drawn& drawn) {
  std::vector<double> values;
  for (const Curve& series : drawn.series) {
    for (const CurvePoint& point : series.points) values.push_back(point.x);
  }
  for (const PlotMark& mark : drawn.marks) values.push_back(mark.x);
  const auto [low, high] = std::ranges::minmax(values);
  PlotAxis axis = plot_axis(low, high, kMostTicks);
  // Points of several series stand beside their x.
  const double room = 0.03 * (axis.high - axis.low);
  axis.low -= room;
  axis.high += room;
  return axis;
}

PlotAxis y_axis_of(const Drawn& drawn) {
  std::vector<double> values = {0};
  for (const Curve& series : drawn.series) {
    for (const CurvePoint& point : series.points) {
      values.push_back(point.y);
      values.push_back(point.low.value_or(point.y));
      values.push_back(point.high.value_or(point.y));
    }
  }
  const auto [low, high] = std::ranges::minmax(values);
  return plot_axis(low, low >= 0 && high <= 1 ? 1 : high, kMostTicks);
}

void put_point(PlotPage& page, std::size_t shape, double x, double y) {
  switch (shape % 4) {
    case 0:
      page.put("<circle class=\"dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"/>\n", x, y);
      break;
    case 1:
      page.put("<rect class=\"dot\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"7\" height=\"7\"/>\n",
               x - 3.5, y - 3.5);
      break;
    case 2:
      page.put("<path class=\"dot\" d=\"M{:.1f} {:.1f}l4.5 8h-9Z\"/>\n", x, y - 5);
      break;
    default:
      page.put("<path class=\"dot\" d=\"M{:.1f} {:.1f}l5 5l-5 5l-5 -5Z\"/>\n", x, y - 5);
  }
}

void put_legend(PlotPage& page, const std::vector<Curve>& series) {
  double x = kPlotMargin;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const double width = static_cast<double>(columns_of(series[i].name)) * kPlotColumn + 36;
    if (x > kPlotMargin && x + width > kPlotMargin + page.inner_width()) {
      x = kPlotMargin;
      page.y += 20;
    }
    page.put("<g class=\"series-{}\">\n", i);
    put_point(page, i, x + 6, page.y + 8);
    page.put("</g>\n");
    page.put_text("line", x + 18, page.y + 12, series[i].name);
    x += width;
  }
  page.y += 26;
}

void put_axes(PlotPage& page, const Frame& frame, const CurvePlot& plot) {
  for (const double tick : frame.y_axis.ticks) {
    page.put("<path class=\"grid\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", frame.left, frame.y_of(tick),
             frame.right);
    page.put_text("label right", frame.left - 8, frame.y_of(tick) + 4, frame.y_axis.label(tick));
  }
  for (const double tick : frame.x_axis.ticks) {
    page.put("<path class=\"axis\" d=\"M{:.1f} {:.1f}v5\"/>\n", frame.x_of(tick), frame.bottom);
    page.put_text("label middle", frame.x_of(tick), frame.bottom + 18, frame.x_axis.label(tick));
  }
  page.put("<path class=\"axis\" d=\"M{:.1f} {:.1f}V{:.1f}H{:.1f}\"/>\n", frame.left, frame.top,
           frame.bottom, frame.right);
  page.put_text("line middle", (frame.left + frame.right) / 2, frame.bottom + 38, plot.x_title);
  page.put(
      "<text class=\"line middle\" x=\"{0:.1f}\" y=\"{1:.1f}\" transform=\"rotate(-90 {0:.1f} "
      "{1:.1f})\">{2}</text>\n",
      kPlotMargin + 10, (frame.top + frame.bottom) / 2, escape_xml(clean_text(plot.y_title)));
}

// The middle of a name above the plot and its level; those without room have none.
struct PlacedName {
  double middle = 0;
  std::optional<std::size_t> level;
};

std::vector<PlacedName> place_names(const Frame& frame, const std::vector<PlotMark>& marks) {
  std::vector<double> ends(kMarkLevels, 0);
  std::vector<PlacedName> placed;
  for (const PlotMark& mark : marks) {
    const double width = static_cast<double>(columns_of(mark.name)) * kPlotColumn;
    const double middle = std::clamp(frame.x_of(mark.x), kPlotMargin + width / 2,
                                     kPlotMargin + kInnerWidth - width / 2);
    const auto is_free = [&](double end) { return end + 8 <= middle - width / 2; };
    const auto level = std::ranges::find_if(ends, is_free);
    PlacedName& name = placed.emplace_back();
    name.middle = middle;
    if (level == ends.end()) continue;
    *level = middle + width / 2;
    name.level = static_cast<std::size_t>(level - ends.begin());
  }
  return placed;
}

double height_of(const std::vector<PlacedName>& names) {
  double height = 0;
  for (const PlacedName& name : names) {
    if (name.level) height = std::max(height, kMarkLine * static_cast<double>(*name.level + 1));
  }
  return height;
}

void put_marks(PlotPage& page, const Frame& frame, const std::vector<PlotMark>& marks,
               const std::vector<PlacedName>& names) {
  for (std::size_t i = 0; i < marks.size(); ++i) {
    page.put("<path class=\"grid\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>\n", frame.x_of(marks[i].x),
             frame.top, frame.bottom);
    if (!names[i].level) continue;
    const auto up = static_cast<double>(*names[i].level);
    page.put_text("label middle", names[i].middle, frame.top - 10 - up * kMarkLine, marks[i].name);
  }
}

void put_series(PlotPage& page, const Frame& frame, const Drawn& drawn, std::size_t number,
                bool joined) {
  const Curve& series = drawn.series[number];
  const double aside =
      (static_cast<double>(number) - static_cast<double>(drawn.series.size() - 1) / 2) * kBeside;
  page.put("<g class=\"series-{}\">\n<title>{}</title>\n", number, escape_xml(series.name));
  if (joined && series.points.size() > 1) {
    page.put("<path class=\"curve\" d=\"");
    for (const CurvePoint& point : series.points) {
      page.put("{}{:.1f} {:.1f}", &point == series.points.data() ? 'M' : 'L',
               frame.x_of(point.x) + aside, frame.y_of(point.y));
    }
    page.put("\"/>\n");
  }
  for (const CurvePoint& point : series.points) {
    const double x = frame.x_of(point.x) + aside;
    if (point.low && point.high) {
      page.put("<path class=\"whisker\" d=\"M{0:.1f} {1:.1f}h{3}m-{4} 0V{2:.1f}m-{4} 0h{3}\"/>\n",
               x - kCap, frame.y_of(*point.low), frame.y_of(*point.high), 2 * kCap, kCap);
    }
    put_point(page, number, x, frame.y_of(point.y));
  }
  page.put("</g>\n");
}

std::string described(const CurvePlot& plot, const Drawn& drawn) {
  std::string description = fmt::format("{} over {}.", plot.y_title, plot.x_title);
  for (const Curve& series : drawn.series) {
    description += fmt::format(" {}:", series.name);
    for (const CurvePoint& point : series.points) {
      description += fmt::format(" ({:.4g}, {:.4g})", point.x, point.y);
    }
    description += '.';
  }
  return description;
}

bool has_points(const Drawn& drawn) {
  return std::ranges::any_of(drawn.series,
                             [](const Curve& series) { return !series.points.empty(); });
}

}  // namespace

std::string curves_svg(const CurvePlot& plot, SvgSetting setting) {
  const Drawn drawn = drawable(plot);
  PlotPage page(kInnerWidth, setting);
  if (!plot.title.empty()) page.put_title(plot.title);
  put_legend(page, drawn.series);
  if (has_points(drawn)) {
    Frame frame;
    frame.x_axis = x_axis_of(drawn);
    frame.y_axis = y_axis_of(drawn);
    const double gutter = 28 + static_cast<double>(frame.y_axis.label_columns()) * kPlotColumn;
    frame.left = kPlotMargin + gutter;
    frame.right = kPlotMargin + kInnerWidth - 8;
    const std::vector<PlacedName> names = place_names(frame, drawn.marks);
    frame.top = page.y + 6 + height_of(names);
    frame.bottom = frame.top + kHeight;
    put_axes(page, frame, plot);
    put_marks(page, frame, drawn.marks, names);
    for (std::size_t i = 0; i < drawn.series.size(); ++i) {
      put_series(page, frame, drawn, i, plot.joined);
    }
    page.y = frame.bottom + 46;
  }
  if (drawn.left_out > 0) {
    page.put_lines(fmt::format("{} left out: not finite.", counted(drawn.left_out, "point")));
  }
  if (plot.series.size() > kMostCurves) {
    page.put_lines(
        fmt::format("{} of {} curves are drawn.", kMostCurves, with_commas(plot.series.size())));
  }
  return std::move(page).finish(plot.title.empty() ? "Curves" : plot.title, described(plot, drawn),
                                series_style());
}

SvgStyle series_style() {
  SvgStyle style = plot_style();
  style.light += rules_of(kLight);
  style.dark += rules_of(kDark);
  return style;
}

}  // namespace assay
