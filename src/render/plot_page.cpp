#include "assay/render/plot_page.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "assay/render/columns.h"

namespace assay {

namespace {

constexpr std::string_view kShape =
    ".plot text{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"Helvetica Neue\","
    "\"DejaVu Sans\",sans-serif;font-size:12px}\n"
    ".plot .title{font-size:19px;font-weight:600}\n"
    ".plot .heading{font-size:15px;font-weight:600}\n"
    ".plot .right{text-anchor:end}\n"
    ".plot .middle{text-anchor:middle}\n"
    ".plot .grid,.plot .axis,.plot .leader,.plot .whisker,.plot .curve{fill:none;stroke-width:1}\n"
    ".plot .whisker{stroke-width:1.6}\n"
    ".plot .curve{stroke-width:1.4;stroke-linejoin:round}\n";
constexpr std::string_view kLight =
    ".plot .page{fill:#ffffff}\n"
    ".plot .title,.plot .heading,.plot .line{fill:#1f2733}\n"
    ".plot .label{fill:#5b6675}\n"
    ".plot .grid{stroke:#e3e7ec}\n.plot .axis,.plot .leader{stroke:#7b8794}\n"
    ".plot .dot{fill:#4a7bd0}\n.plot .whisker{stroke:#4a7bd0}\n.plot .curve{stroke:#9db9e8}\n"
    ".plot .apart .dot{fill:#c2500c}\n.plot .apart .whisker{stroke:#c2500c}\n";
constexpr std::string_view kDark =
    ".plot .page{fill:#12161d}\n"
    ".plot .title,.plot .heading,.plot .line{fill:#e4e9f0}\n"
    ".plot .label{fill:#a3aebd}\n"
    ".plot .grid{stroke:#2b323c}\n.plot .axis,.plot .leader{stroke:#8b98a8}\n"
    ".plot .dot{fill:#5b8def}\n.plot .whisker{stroke:#5b8def}\n.plot .curve{stroke:#35568f}\n"
    ".plot .apart .dot{fill:#f59a4a}\n.plot .apart .whisker{stroke:#f59a4a}\n";

struct Step {
  double size = 1;
  int decimals = 0;
};

// The smallest round step that divides a stretch into fewer than `most` parts.
Step round_step(double stretch, std::size_t most) {
  const double least = stretch / static_cast<double>(most - 1);
  for (int power = static_cast<int>(std::floor(std::log10(least)));; ++power) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double size = factor * std::pow(10.0, power);
      if (size >= least) return {size, std::max(0, -power)};
    }
  }
}

}  // namespace

bool is_drawable(double value) { return std::isfinite(value) && std::abs(value) < 1e15; }

std::string PlotAxis::label(double tick) const {
  const std::string text = fmt::format("{:.{}f}", std::abs(tick), decimals);
  const bool is_zero = text.find_first_not_of("0.") == std::string::npos;
  return tick < 0 && !is_zero ? "\u2212" + text : text;
}

std::size_t PlotAxis::label_columns() const {
  std::size_t most = 0;
  for (const double tick : ticks) most = std::max(most, columns_of(label(tick)));
  return most;
}

PlotAxis plot_axis(double low, double high, std::size_t most) {
  const double size = std::max(std::abs(low), std::abs(high));
  if (high - low < 1e-9 * size || high <= low) {
    const double around = size > 0 ? 0.1 * size : 0.5;
    low -= around;
    high += around;
  }
  const Step step = round_step(high - low, std::max<std::size_t>(most, 3));
  PlotAxis axis;
  axis.decimals = step.decimals;
  constexpr double kRoom = 0.25;  // of a step; what is nearer to a tick ends there
  const double first = low / step.size;
  const double last = high / step.size;
  constexpr double kSame = 1e-6;
  const bool begins_at_tick = std::abs(first - std::round(first)) < kSame;
  const bool ends_at_tick = std::abs(last - std::round(last)) < kSame;
  axis.low = begins_at_tick ? std::round(first) * step.size : low - kRoom * step.size;
  axis.high = ends_at_tick ? std::round(last) * step.size : high + kRoom * step.size;
  const double begin = std::ceil(axis.low / step.size - kSame);
  const double end = std::floor(axis.high / step.size + kSame);
  for (double tick = begin; tick <= end; ++tick) axis.ticks.push_back(tick * step.size);
  return axis;
}

void PlotPage::put_text(std::string_view style, double x, double y_of_text, std::string_view text) {
  put("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", style, x, y_of_text,
      escape_xml(clean_text(text)));
}

void PlotPage::put_wrapped(std::string_view style, double column, double line,
                           std::string_view text) {
  const auto columns = static_cast<std::size_t>(inner_width_ / column);
  for (const auto& part : wrap_to_columns(clean_text(text), columns)) {
    put_text(style, kPlotMargin, y + line * 2 / 3, part);
    y += line;
  }
}

void PlotPage::put_title(std::string_view text) {
  if (setting_ == SvgSetting::kPage) return;
  put_wrapped("title", 11, 28, text);
  y += 4;
}

void PlotPage::put_heading(std::string_view text) { put_wrapped("heading", 9, 22, text); }

void PlotPage::put_lines(std::string_view text) {
  put_wrapped("label", kPlotColumn, kPlotLine, text);
}

std::string PlotPage::finish(std::string_view title, std::string_view description,
                             const SvgStyle& style) && {
  const SvgFrame frame{"plot",
                       inner_width_ + 2 * kPlotMargin,
                       y + kPlotMargin / 2,
                       kPlotMargin - 4,
                       clean_text(title),
                       clean_text(description)};
  return svg_document(frame, style, setting_, body_);
}

SvgStyle plot_style() { return {std::string(kShape), std::string(kLight), std::string(kDark)}; }

}  // namespace assay
