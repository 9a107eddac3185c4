#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "assay/render/columns.h"
#include "assay/render/gap_plot.h"
#include "assay/render/plot_page.h"

namespace assay {

namespace {

constexpr double kInnerWidth = 696;
constexpr double kRow = 26;
constexpr double kDot = 4.5;
constexpr double kCap = 5;  // half of the bar that ends a whisker
constexpr double kGap = 16;
constexpr std::size_t kNameColumns = 24;
constexpr std::size_t kMostTicks = 7;

std::optional<double> drawn(const std::optional<double>& value) {
  return value && is_drawable(*value) ? value : std::nullopt;
}

IntervalRow cleaned(IntervalRow row) {
  row.name = cut_to_columns(clean_text(row.name), kNameColumns);
  row.value = drawn(row.value);
  row.low = drawn(row.low);
  row.high = drawn(row.high);
  return row;
}

std::string figures_of(const IntervalRow& row) {
  if (!row.value) return "-";
  if (!row.low || !row.high) return fmt::format("{:.3f}", *row.value);
  return fmt::format("{:.3f} [{:.3f}, {:.3f}]", *row.value, *row.low, *row.high);
}

PlotAxis axis_of(const std::vector<IntervalRow>& rows) {
  std::vector<double> values = {0};
  for (const IntervalRow& row : rows) {
    for (const auto& value : {row.value, row.low, row.high}) {
      if (value) values.push_back(*value);
    }
  }
  const auto [low, high] = std::ranges::minmax(values);
  return plot_axis(low, low >= 0 && high <= 1 ? 1 : high, kMostTicks);
}

void put_row(PlotPage& page, const IntervalRow& row, double left, double width,
             const PlotAxis& axis) {
  const double middle = page.y + kRow / 2;
  const auto x_of = [&](double value) { return left + width * axis.place(value); };
  page.put_text("line right", left - 12, middle + 4, row.name);
  page.put_text("line right", kPlotMargin + kInnerWidth, middle + 4, figures_of(row));
  if (row.value) {
    page.put("<g{}>\n", row.apart ? " class=\"apart\"" : "");
    if (row.low && row.high) {
      page.put(
          "<path class=\"whisker\" d=\"M{0:.1f} {2:.1f}v{3}M{0:.1f} {4:.1f}H{1:.1f}"
          "M{1:.1f} {2:.1f}v{3}\"/>\n",
          x_of(*row.low), x_of(*row.high), middle - kCap, 2 * kCap, middle);
    }
    page.put("<circle class=\"dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>\n</g>\n",
             x_of(*row.value), middle, kDot);
  }
  page.y += kRow;
}

void put_panel(PlotPage& page, const std::string& title, const std::vector<IntervalRow>& rows,
               std::size_t name_columns, std::size_t figure_columns) {
  page.y += kGap;
  page.put("<g class=\"panel\">\n");
  page.put_heading(title);
  const PlotAxis axis = axis_of(rows);
  const double left = kPlotMargin + static_cast<double>(name_columns) * kPlotColumn + 16;
  const double width =
      kPlotMargin + kInnerWidth - left - static_cast<double>(figure_columns) * kPlotColumn - 24;
  const double top = page.y;
  const double bottom = top + kRow * static_cast<double>(rows.size()) + 4;
  for (const double tick : axis.ticks) {
    const double x = left + width * axis.place(tick);
    page.put("<path class=\"grid\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>\n", x, top, bottom);
    page.put_text("label middle", x, bottom + 18, axis.label(tick));
  }
  page.put("<path class=\"axis\" d=\"M{:.1f} {:.1f}h{:.1f}\"/>\n", left, bottom, width);
  for (const IntervalRow& row : rows) put_row(page, row, left, width, axis);
  page.put("</g>\n");
  page.y = bottom + 26;
}

}  // namespace

std::string interval_svg(const IntervalPlot& plot, SvgSetting setting) {
  std::size_t name_columns = 0;
  std::size_t figure_columns = 0;
  std::string description;
  std::vector<std::vector<IntervalRow>> panels;
  for (const IntervalPanel& panel : plot.panels) {
    panels.emplace_back();
    description += fmt::format("{}{}:", description.empty() ? "" : " ", panel.title);
    for (const IntervalRow& row : panel.rows) {
      const IntervalRow& own = panels.back().emplace_back(cleaned(row));
      name_columns = std::max(name_columns, columns_of(own.name));
      figure_columns = std::max(figure_columns, figures_of(own).size());
      description += fmt::format(" {} {};", own.name, figures_of(own));
    }
    description.back() = '.';
  }
  PlotPage page(kInnerWidth, setting);
  if (!plot.title.empty()) page.put_title(plot.title);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    put_panel(page, plot.panels[i].title, panels[i], name_columns, figure_columns);
  }
  return std::move(page).finish(plot.title.empty() ? "Intervals" : plot.title, description);
}

}  // namespace assay
