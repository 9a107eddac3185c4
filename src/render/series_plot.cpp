#include "assay/render/series_plot.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "assay/base/text.h"
#include "assay/render/columns.h"
#include "assay/render/plot_page.h"

namespace assay {

namespace {

constexpr double kFileWidth = 816;  // inside the margins
constexpr double kPageWidth = 660;
constexpr double kBeside = 5;  // from one series to the next at the same x
constexpr double kHeight = 320;
constexpr std::size_t kMostTicks = 8;
constexpr std::size_t kNameColumns = 24;
constexpr std::size_t kLooks = 6;  // that a series can have
constexpr double kDot = 4.5;
constexpr double kCap = 4;  // half of the bar that ends a whisker
constexpr double kLegendLine = 20;

// Colours that people who see colours in other ways tell apart, darker on white than on black.
constexpr std::array<const char*, kLooks> kLight = {"#2f64bd", "#b4480b", "#1b7a52",
                                                    "#8a3ea8", "#5b6675", "#a3730a"};
constexpr std::array<const char*, kLooks> kDark = {"#6f9ef5", "#f59a4a", "#57c795",
                                                   "#c58be0", "#a3aebd", "#e0b54d"};

// Shapes around the middle (0, 0).
constexpr std::array<const char*, kLooks> kShapes = {
    "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z",
    "M-4 -4h8v8h-8Z",
    "M0 -5.4L5 3.6h-10Z",
    "M0 -5.6L5.6 0L0 5.6L-5.6 0Z",
    "M0 5.4L5 -3.6h-10Z",
    "M-5 -2h10v4h-10Z"};

std::string rules_of(const std::array<const char*, kLooks>& colours) {
  std::string rules;
  for (std::size_t look = 0; look < kLooks; ++look) {
    rules += fmt::format(
        ".plot .s{0} .mark{{fill:{1};stroke:{1}}}\n.plot .s{0} .apart{{fill:none}}\n"
        ".plot .s{0} .line{{fill:none;stroke:{1}}}\n",
        look, colours[look]);
  }
  return rules;
}

SeriesPanel cleaned(const SeriesPanel& panel, std::size_t& left_out) {
  SeriesPanel own = panel;
  for (PlotSeries& series : own.series) {
    left_out += std::erase_if(series.points, [](const SeriesPoint& point) {
      return !is_drawable(point.x) || !is_drawable(point.y);
    });
    for (SeriesPoint& point : series.points) {
      if (point.low && !is_drawable(*point.low)) point.low.reset();
      if (point.high && !is_drawable(*point.high)) point.high.reset();
      point.name = cut_to_columns(clean_text(point.name), kNameColumns);
    }
  }
  return own;
}

struct Stretch {
  std::optional<double> low;
  std::optional<double> high;

  void add(double value) {
    low = std::min(low.value_or(value), value);
    high = std::max(high.value_or(value), value);
  }
  PlotAxis axis() const { return plot_axis(low.value_or(0), high.value_or(1), kMostTicks); }
};

PlotAxis y_axis_of(const SeriesPanel& panel) {
  Stretch stretch;
  if (panel.is_share) stretch = {0.0, 1.0};
  for (const PlotSeries& series : panel.series) {
    for (const SeriesPoint& point : series.points) {
      stretch.add(point.y);
      // The ends of an interval may lie where no share can be; there it is cut.
      if (!panel.is_share) {
        stretch.add(point.low.value_or(point.y));
        stretch.add(point.high.value_or(point.y));
      }
    }
  }
  return stretch.axis();
}

PlotAxis x_axis_of(const std::vector<SeriesPanel>& panels) {
  Stretch stretch;
  for (const SeriesPanel& panel : panels) {
    for (const PlotSeries& series : panel.series) {
      for (const SeriesPoint& point : series.points) stretch.add(point.x);
    }
  }
  return stretch.axis();
}

// Draws one panel into its frame.
class PanelPainter {
 public:
  PanelPainter(PlotPage& page, const PlotAxis& x_axis, const PlotAxis& y_axis)
      : page_(page), x_axis_(x_axis), y_axis_(y_axis) {
    const double gutter = 32 + static_cast<double>(y_axis.label_columns()) * kPlotColumn;
    frame_ = {kPlotMargin + gutter, page.y + 8, kPlotMargin + page.inner_width() - 16,
              page.y + 8 + kHeight};
  }

  void put_axes(const std::string& x_title, const std::string& y_title) {
    for (const double tick : y_axis_.ticks) {
      const double y = y_of(tick);
      page_.put("<path class=\"grid\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", frame_.left, y,
                frame_.right);
      page_.put_text("label right", frame_.left - 8, y + 4, y_axis_.label(tick));
    }
    for (const double tick : x_axis_.ticks) {
      page_.put("<path class=\"axis\" d=\"M{:.1f} {:.1f}v5\"/>\n", x_of(tick), frame_.bottom);
      page_.put_text("label middle", x_of(tick), frame_.bottom + 18, x_axis_.label(tick));
    }
    page_.put("<path class=\"axis\" d=\"M{:.1f} {:.1f}V{:.1f}H{:.1f}\"/>\n", frame_.left,
              frame_.top, frame_.bottom, frame_.right);
    page_.put_text("line middle", (frame_.left + frame_.right) / 2, frame_.bottom + 38, x_title);
    page_.put(
        "<text class=\"line middle\" x=\"{0:.1f}\" y=\"{1:.1f}\" transform=\"rotate(-90 {0:.1f} "
        "{1:.1f})\">{2}</text>\n",
        kPlotMargin + 10, (frame_.top + frame_.bottom) / 2, escape_xml(clean_text(y_title)));
    page_.y = frame_.bottom + 48;
  }

  // `aside` is how far the series stands from its x.
  void put_series(const PlotSeries& series, std::size_t look, double aside) {
    std::vector<SeriesPoint> points = series.points;
    std::ranges::stable_sort(points, {}, &SeriesPoint::x);
    aside_ = aside;
    page_.put("<g class=\"s{}\">\n", look);
    if (series.joined) put_line(points);
    for (const SeriesPoint& point : points) put_point(point, look);
    page_.put("</g>\n");
  }

  // After all series, so that no label covers a point.
  void put_names(const PlotSeries& series, double aside) {
    aside_ = aside;
    for (const SeriesPoint& point : series.points) {
      if (!point.name.empty()) put_name(point);
    }
  }

 private:
  double x_of(double x) const {
    return frame_.left + (frame_.right - frame_.left) * x_axis_.place(x) + aside_;
  }
  double y_of(double y) const {
    const double place = std::clamp(y_axis_.place(y), 0.0, 1.0);
    return frame_.bottom - (frame_.bottom - frame_.top) * place;
  }

  void put_line(const std::vector<SeriesPoint>& points) {
    std::string way;
    for (const SeriesPoint& point : points) {
      if (point.apart) continue;
      way += fmt::format("{}{:.1f} {:.1f}", way.empty() ? 'M' : 'L', x_of(point.x), y_of(point.y));
    }
    if (!way.empty()) page_.put("<path class=\"line\" d=\"{}\"/>\n", way);
  }

  void put_point(const SeriesPoint& point, std::size_t look) {
    const double x = x_of(point.x);
    const double y = y_of(point.y);
    for (const auto& end : {point.low, point.high}) {
      if (!end) continue;
      page_.put("<path class=\"line\" d=\"M{:.1f} {:.1f}V{:.1f}m{} 0h{}\"/>\n", x, y, y_of(*end),
                -kCap, 2 * kCap);
      taken_.push_back({x - 2, std::min(y, y_of(*end)), x + 2, std::max(y, y_of(*end))});
    }
    page_.put("<path class=\"mark{}\" transform=\"translate({:.1f} {:.1f})\" d=\"{}\"/>\n",
              point.apart ? " apart" : "", x, y, kShapes.at(look));
    taken_.push_back({x - kDot - 1, y - kDot - 1, x + kDot + 1, y + kDot + 1});
  }

  void put_name(const SeriesPoint& point) {
    constexpr double kTextHeight = 13;
    const double width = static_cast<double>(columns_of(point.name)) * kPlotColumn;
    const double x = x_of(point.x);
    const double y = y_of(point.y);
    const PlotBox room{frame_.left, frame_.top - 6, frame_.right + 14, frame_.bottom};
    for (const double away : {0.0, -16.0, 16.0, -30.0, 30.0}) {
      for (const bool is_right : {true, false}) {
        const double left = is_right ? x + 9 : x - 9 - width;
        const PlotBox box{left, y + away - kTextHeight / 2, left + width,
                          y + away + kTextHeight / 2};
        const auto meets = [&](const PlotBox& other) { return other.meets(box); };
        if (!box.lies_in(room) || std::ranges::any_of(taken_, meets)) continue;
        page_.put_text(is_right ? "label" : "label right", is_right ? box.left : box.right,
                       box.bottom - 3, point.name);
        taken_.push_back(box);
        return;
      }
    }
  }

  PlotPage& page_;
  const PlotAxis& x_axis_;
  const PlotAxis& y_axis_;
  PlotBox frame_;
  double aside_ = 0;
  std::vector<PlotBox> taken_;
};

// Shape and name of each series, in as many lines as they need.
void put_legend(PlotPage& page, const SeriesPanel& panel) {
  double x = kPlotMargin;
  page.y += kLegendLine / 2;
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    const std::string name = clean_text(panel.series[i].name);
    const double width = 34 + static_cast<double>(columns_of(name)) * kPlotColumn;
    if (x > kPlotMargin && x + width > kPlotMargin + page.inner_width()) {
      x = kPlotMargin;
      page.y += kLegendLine;
    }
    page.put(
        "<g class=\"s{}\"><path class=\"mark\" transform=\"translate({:.1f} {:.1f})\" "
        "d=\"{}\"/></g>\n",
        i % kLooks, x + 6, page.y - 4, kShapes.at(i % kLooks));
    page.put_text("line", x + 18, page.y, name);
    x += width;
  }
  page.y += kLegendLine / 2;
}

std::string description_of(const std::vector<SeriesPanel>& panels) {
  std::string text;
  for (const SeriesPanel& panel : panels) {
    for (const PlotSeries& series : panel.series) {
      text += fmt::format("{}{}, {}:", text.empty() ? "" : " ", panel.y_title, series.name);
      for (const SeriesPoint& point : series.points) {
        text += fmt::format(" {}{}({:.4g}, {:.4g});", point.name, point.name.empty() ? "" : " ",
                            point.x, point.y);
      }
      if (text.ends_with(';')) text.back() = '.';
    }
  }
  return text;
}

}  // namespace

std::string series_svg(const SeriesPlot& plot, SvgSetting setting) {
  std::vector<SeriesPanel> panels;
  std::size_t left_out = 0;
  for (const SeriesPanel& panel : plot.panels) panels.push_back(cleaned(panel, left_out));
  PlotPage page(setting == SvgSetting::kPage ? kPageWidth : kFileWidth, setting);
  if (!plot.title.empty()) page.put_title(plot.title);
  const PlotAxis x_axis = x_axis_of(panels);
  for (const SeriesPanel& panel : panels) {
    if (panel.series.size() > 1) put_legend(page, panel);
    const PlotAxis y_axis = y_axis_of(panel);
    PanelPainter painter(page, x_axis, y_axis);
    painter.put_axes(plot.x_title, panel.y_title);
    const auto aside = [&](std::size_t number) {
      const double middle = static_cast<double>(panel.series.size() - 1) / 2;
      return panel.is_beside ? (static_cast<double>(number) - middle) * kBeside : 0;
    };
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
      painter.put_series(panel.series[i], i % kLooks, aside(i));
    }
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
      painter.put_names(panel.series[i], aside(i));
    }
  }
  if (left_out > 0) {
    page.put_lines(fmt::format("{} left out: not finite.", counted(left_out, "point")));
  }
  for (const std::string& note : plot.notes) page.put_lines(note);
  return std::move(page).finish(plot.title.empty() ? "Series" : plot.title, description_of(panels),
                                series_style());
}

SvgStyle series_style() {
  SvgStyle style = plot_style();
  style.light += rules_of(kLight);
  style.dark += rules_of(kDark);
  return style;
}

}  // namespace assay
