#include "assay/render/gap_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "assay/base/text.h"
#include "assay/render/columns.h"
#include "assay/render/plot_page.h"

namespace assay {

namespace {

constexpr double kInnerWidth = 816;
constexpr double kHeight = 420;
constexpr double kDot = 4.5;
constexpr double kCap = 4;  // half of the bar that ends a whisker
constexpr double kLabelHeight = 14;
constexpr std::size_t kNameColumns = 32;
constexpr std::size_t kMostTicks = 8;

// A point on the page.
struct Mark {
  std::string name;
  double x = 0;
  double y = 0;
  std::optional<double> low = {};  // ends of the whisker
  std::optional<double> high = {};
};

struct Label {
  PlotBox box;
  std::optional<std::pair<double, double>> leader;  // from the point to here
};

// Finds room for labels, first come first served.
class LabelPlacer {
 public:
  LabelPlacer(const PlotBox& frame, const std::vector<Mark>& marks) : frame_(frame) {
    constexpr double kAir = 2;
    for (const Mark& mark : marks) {
      const double around = kDot + kAir;
      taken_.push_back({mark.x - around, mark.y - around, mark.x + around, mark.y + around});
      const double high = std::min(mark.high.value_or(mark.y), mark.y);
      const double low = std::max(mark.low.value_or(mark.y), mark.y);
      if (low > high) taken_.push_back({mark.x - kAir, high - kAir, mark.x + kAir, low + kAir});
    }
  }

  std::optional<Label> place(const Mark& mark) {
    const double width = static_cast<double>(columns_of(mark.name)) * kPlotColumn;
    for (const double distance : {8.0, 14.0, 24.0, 38.0, 56.0, 78.0}) {
      for (const auto& [right, down] : kWays) {
        const Label label = beside(mark, width, distance, right, down);
        if (!is_free(label, mark)) continue;
        take(label, mark);
        return label;
      }
    }
    return std::nullopt;
  }

 private:
  // Right, left, above, below, then between these; -1, 0 or 1 each.
  static constexpr std::array<std::pair<int, int>, 8> kWays = {
      {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}}};
  static constexpr double kNear = 20;  // needs no line

  static Label beside(const Mark& mark, double width, double distance, int right, int down) {
    const double step = right != 0 && down != 0 ? distance * 0.75 : distance;
    const double x = mark.x + right * step;
    const double y = mark.y + down * step;
    Label label;
    label.box.left = right > 0 ? x : right < 0 ? x - width : x - width / 2;
    label.box.right = label.box.left + width;
    label.box.top = down > 0 ? y : down < 0 ? y - kLabelHeight : y - kLabelHeight / 2;
    label.box.bottom = label.box.top + kLabelHeight;
    if (distance > kNear) label.leader = {x - right * 2, y - down * 2};
    return label;
  }

  // Places along the line to a label, but for the point itself.
  template <typename Each>
  static void along(const Label& label, const Mark& mark, Each each) {
    constexpr int kSteps = 12;
    if (!label.leader) return;
    for (int i = 2; i < kSteps; ++i) {
      const double part = static_cast<double>(i) / kSteps;
      each(mark.x + part * (label.leader->first - mark.x),
           mark.y + part * (label.leader->second - mark.y));
    }
  }

  bool is_free(const Label& label, const Mark& mark) const {
    if (!label.box.lies_in(frame_)) return false;
    const auto is_met = [&](const PlotBox& box) { return box.meets(label.box); };
    if (std::ranges::any_of(taken_, is_met)) return false;
    bool free = true;
    along(label, mark, [&](double x, double y) {
      free = free &&
             std::ranges::none_of(labels_, [&](const PlotBox& box) { return box.holds(x, y); });
    });
    return free;
  }

  void take(const Label& label, const Mark& mark) {
    taken_.push_back(label.box);
    labels_.push_back(label.box);
    along(label, mark, [&](double x, double y) { taken_.push_back({x - 1, y - 1, x + 1, y + 1}); });
  }

  PlotBox frame_;
  std::vector<PlotBox> taken_;
  std::vector<PlotBox> labels_;
};

std::vector<PlotPoint> drawable(const std::vector<PlotPoint>& points) {
  std::vector<PlotPoint> kept;
  for (const PlotPoint& point : points) {
    if (!is_drawable(point.x) || !is_drawable(point.y)) continue;
    PlotPoint own = point;
    own.name = cut_to_columns(clean_text(point.name), kNameColumns);
    if (own.y_low && !is_drawable(*own.y_low)) own.y_low.reset();
    if (own.y_high && !is_drawable(*own.y_high)) own.y_high.reset();
    kept.push_back(std::move(own));
  }
  return kept;
}

PlotAxis x_axis_of(const std::vector<PlotPoint>& points) {
  const auto [low, high] = std::ranges::minmax(points, {}, &PlotPoint::x);
  return plot_axis(low.x, high.x, kMostTicks);
}

PlotAxis y_axis_of(const std::vector<PlotPoint>& points) {
  std::vector<double> values;
  for (const PlotPoint& point : points) {
    values.push_back(point.y);
    values.push_back(point.y_low.value_or(point.y));
    values.push_back(point.y_high.value_or(point.y));
  }
  const auto [low, high] = std::ranges::minmax(values);
  return plot_axis(low, high, kMostTicks);
}

void put_axes(PlotPage& page, const PlotBox& frame, const PlotAxis& x_axis, const PlotAxis& y_axis,
              const PointPlot& plot) {
  for (const double tick : y_axis.ticks) {
    const double y = frame.bottom - (frame.bottom - frame.top) * y_axis.place(tick);
    page.put("<path class=\"grid\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", frame.left, y, frame.right);
    page.put_text("label right", frame.left - 8, y + 4, y_axis.label(tick));
  }
  for (const double tick : x_axis.ticks) {
    const double x = frame.left + (frame.right - frame.left) * x_axis.place(tick);
    page.put("<path class=\"axis\" d=\"M{:.1f} {:.1f}v5\"/>\n", x, frame.bottom);
    page.put_text("label middle", x, frame.bottom + 18, x_axis.label(tick));
  }
  page.put("<path class=\"axis\" d=\"M{:.1f} {:.1f}V{:.1f}H{:.1f}\"/>\n", frame.left, frame.top,
           frame.bottom, frame.right);
  page.put_text("line middle", (frame.left + frame.right) / 2, frame.bottom + 40, plot.x_title);
  page.put(
      "<text class=\"line middle\" x=\"{0:.1f}\" y=\"{1:.1f}\" transform=\"rotate(-90 {0:.1f} "
      "{1:.1f})\">{2}</text>\n",
      kPlotMargin + 12, (frame.top + frame.bottom) / 2, escape_xml(clean_text(plot.y_title)));
}

std::vector<Mark> marks_of(const std::vector<PlotPoint>& points, const PlotBox& frame,
                           const PlotAxis& x_axis, const PlotAxis& y_axis) {
  const auto y_of = [&](double y) {
    return frame.bottom - (frame.bottom - frame.top) * y_axis.place(y);
  };
  std::vector<Mark> marks;
  for (const PlotPoint& point : points) {
    Mark mark{point.name, frame.left + (frame.right - frame.left) * x_axis.place(point.x),
              y_of(point.y)};
    if (point.y_low) mark.low = y_of(*point.y_low);
    if (point.y_high) mark.high = y_of(*point.y_high);
    marks.push_back(std::move(mark));
  }
  return marks;
}

void put_curve(PlotPage& page, std::vector<Mark> marks) {
  std::ranges::stable_sort(marks, {}, &Mark::x);
  page.put("<path class=\"curve\" d=\"");
  for (const Mark& mark : marks) {
    page.put("{}{:.1f} {:.1f}", &mark == marks.data() ? 'M' : 'L', mark.x, mark.y);
  }
  page.put("\"/>\n");
}

void put_mark(PlotPage& page, const Mark& mark) {
  for (const auto& end : {mark.low, mark.high}) {
    if (!end) continue;
    page.put("<path class=\"whisker\" d=\"M{:.1f} {:.1f}V{:.1f}m{} 0h{}\"/>\n", mark.x, mark.y,
             *end, -kCap, 2 * kCap);
  }
  page.put("<circle class=\"dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>\n", mark.x, mark.y, kDot);
}

void put_label(PlotPage& page, const Mark& mark, const Label& label) {
  if (label.leader) {
    page.put("<path class=\"leader\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>\n", mark.x, mark.y,
             label.leader->first, label.leader->second);
  }
  // Fonts differ in width: text begins, ends or stands in the middle of its box by where the point
  // lies, so that it is always as near to it.
  const double middle = (label.box.left + label.box.right) / 2;
  const bool is_right = label.box.left > mark.x;
  const bool is_left = label.box.right < mark.x;
  const double x = is_right ? label.box.left : is_left ? label.box.right : middle;
  page.put_text(is_right  ? "line"
                : is_left ? "line right"
                          : "line middle",
                x, label.box.bottom - 3, mark.name);
}

std::string figures_of(const PlotPoint& point) {
  return fmt::format("({:.4g}, {:.4g})", point.x, point.y);
}

}  // namespace

std::string points_svg(const PointPlot& plot) {
  const std::vector<PlotPoint> points = drawable(plot.points);
  PlotPage page(kInnerWidth);
  if (!plot.title.empty()) page.put_title(plot.title);
  std::string description = fmt::format("{} over {}:", plot.y_title, plot.x_title);
  for (const PlotPoint& point : points) {
    description += fmt::format(" {} {};", point.name, figures_of(point));
  }
  description.back() = '.';
  std::string roomless;
  if (!points.empty()) {
    const PlotAxis x_axis = x_axis_of(points);
    const PlotAxis y_axis = y_axis_of(points);
    const double gutter = 32 + static_cast<double>(y_axis.label_columns()) * kPlotColumn;
    const PlotBox frame{kPlotMargin + gutter, page.y + 10, kPlotMargin + kInnerWidth - 16,
                        page.y + 10 + kHeight};
    put_axes(page, frame, x_axis, y_axis, plot);
    const std::vector<Mark> marks = marks_of(points, frame, x_axis, y_axis);
    if (plot.joined) put_curve(page, marks);
    for (const Mark& mark : marks) put_mark(page, mark);
    LabelPlacer placer(frame, marks);
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if (marks[i].name.empty()) continue;
      if (const auto label = placer.place(marks[i])) {
        put_label(page, marks[i], *label);
      } else {
        roomless += fmt::format("{}{} {}", roomless.empty() ? "Without room for a name: " : "; ",
                                marks[i].name, figures_of(points[i]));
      }
    }
    page.y = frame.bottom + 54;
  }
  if (!roomless.empty()) page.put_lines(roomless);
  if (const std::size_t missing = plot.points.size() - points.size(); missing > 0) {
    page.put_lines(fmt::format("{} left out: not finite.", counted(missing, "point")));
  }
  return std::move(page).finish(plot.title.empty() ? "Points" : plot.title, description);
}

}  // namespace assay
