#include "assay/render/frequency_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <string_view>

#include "assay/base/text.h"
#include "assay/render/columns.h"

namespace assay {
namespace {

constexpr double kMargin = 32;
constexpr double kInnerWidth = 916;
constexpr double kInnerWidthInPage = 660;
constexpr double kTitleColumn = 11;  // of the proportional font at 19 px
constexpr double kTextColumn = 7;    // of the same at 12 px
constexpr double kTitleLine = 28;
constexpr double kTextLine = 18;
constexpr double kRightRoom = 16;  // for half of the last label of the index
constexpr double kPlotHeight = 240;
constexpr double kBeyond = 8;         // of the axis, past its last decades
constexpr double kRoomForTicks = 60;  // inside a decade
constexpr double kLane = 12;
constexpr double kLaneStep = 18;
constexpr double kPanelGap = 44;
constexpr std::size_t kNameColumns = 16;
constexpr std::size_t kMostTicks = 8;
constexpr std::size_t kMostColumns = 1500;  // of a panel
constexpr std::size_t kMostColumnsInPage = 600;
constexpr std::size_t kColumnsOfAll = 4500;
constexpr std::size_t kFewestColumns = 50;

constexpr std::array kDecades = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};

using Shares = std::vector<std::pair<double, double>>;

// Neighbours of the index that are drawn at one place.
struct Column {
  double first_most = 0;
  double second_least = 0;  // of those above none
  double second_most = 0;
  double first_none = 0;  // the part of the neighbours that the first does not have
  double second_none = 0;
};

struct Occurrence {
  std::size_t both = 0;
  std::size_t only_first = 0;
  std::size_t only_second = 0;
  std::size_t neither = 0;
};

struct Curve {
  std::vector<double> tops;
  double base = 0;
};

// Not a number is none as well: sorting needs an order.
double limited(double share) { return share > 0 ? std::min(share, 1.0) : 0.0; }

Shares in_order(Shares shares) {
  for (auto& [first, second] : shares) {
    first = limited(first);
    second = limited(second);
  }
  std::sort(shares.begin(), shares.end(), std::greater<>());
  return shares;
}

Occurrence occurrence_of(const Shares& shares) {
  Occurrence found;
  for (const auto& [first, second] : shares) {
    if (first > 0) {
      ++(second > 0 ? found.both : found.only_first);
    } else {
      ++(second > 0 ? found.only_second : found.neither);
    }
  }
  return found;
}

std::size_t decades_of(const Shares& shares) {
  double least = 1;
  for (const auto& [first, second] : shares) {
    if (first > 0) least = std::min(least, first);
    if (second > 0) least = std::min(least, second);
  }
  const auto* const below = std::find_if(kDecades.begin(), kDecades.end() - 1,
                                         [least](double decade) { return decade <= least; });
  return static_cast<std::size_t>(below - kDecades.begin()) + 1;
}

std::vector<Column> in_columns(const Shares& shares, std::size_t things_in_one) {
  std::vector<Column> out;
  for (std::size_t begin = 0; begin < shares.size(); begin += things_in_one) {
    const std::size_t end = std::min(begin + things_in_one, shares.size());
    const double part = 1.0 / static_cast<double>(end - begin);
    Column column;
    column.first_most = shares[begin].first;
    for (std::size_t i = begin; i < end; ++i) {
      const auto& [first, second] = shares[i];
      if (first <= 0) column.first_none += part;
      if (second <= 0) {
        column.second_none += part;
        continue;
      }
      const bool is_first = column.second_most <= 0;
      column.second_least = is_first ? second : std::min(column.second_least, second);
      column.second_most = std::max(column.second_most, second);
    }
    out.push_back(column);
  }
  return out;
}

// 1, 2 or 5 times a power of ten.
std::size_t tick_step(std::size_t things) {
  for (std::size_t power = 1;; power *= 10) {
    for (const std::size_t factor : {1U, 2U, 5U}) {
      if (things / (power * factor) <= kMostTicks) return power * factor;
    }
  }
}

class Document {
 public:
  Document(const FrequencyPlot& plot, SvgSetting setting);
  std::string finish() &&;

 private:
  // The place of one panel on the page.
  struct Frame {
    double left = 0;
    double top = 0;
    double width = 0;
    double bottom = 0;
    double decade = 0;  // the height of one
    std::size_t decades = 1;
    std::size_t things = 0;
    std::size_t things_in_one = 1;  // column

    double y_of(double share) const;
    double x_of(std::size_t column) const;
    double middle_of(std::size_t column) const;
  };

  template <typename... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Args>(args)...);
  }
  void put_text(std::string_view style, double x, double y, std::string_view text);
  void put_wrapped(std::string_view style, double column, double line, std::string_view text);
  void put_legend();
  void put_panel(const FrequencyPanel& panel);
  void put_shares(const Frame& frame);
  void put_index(const Frame& frame);
  void put_data(const Frame& frame, const std::vector<Column>& columns);
  void put_steps(std::string_view style, const Frame& frame, const Curve& curve);
  void put_lane(std::string_view style, const Frame& frame, std::string_view name,
                const Curve& curve);
  std::string occurrence_text(const Occurrence& found) const;
  std::string column_text(const Frame& frame) const;

  const FrequencyPlot& plot_;
  SvgSetting setting_;
  double inner_width_;
  std::string first_;
  std::string second_;
  double gutter_ = 0;  // left of the plots, for labels
  double y_ = kMargin;
  std::string description_;
  std::string body_;
};

double Document::Frame::y_of(double share) const {
  const auto below = std::min(-std::log10(share), static_cast<double>(decades));
  return top + kBeyond + below * decade;
}

double Document::Frame::x_of(std::size_t column) const {
  const std::size_t thing = std::min(column * things_in_one, things);
  return left + width * static_cast<double>(thing) / static_cast<double>(things);
}

double Document::Frame::middle_of(std::size_t column) const {
  return (x_of(column) + x_of(column + 1)) / 2;
}

Document::Document(const FrequencyPlot& plot, SvgSetting setting)
    : plot_(plot),
      setting_(setting),
      inner_width_(setting == SvgSetting::kPage ? kInnerWidthInPage : kInnerWidth),
      first_(cut_to_columns(clean_text(plot.first_name), kNameColumns)),
      second_(cut_to_columns(clean_text(plot.second_name), kNameColumns)) {
  const std::size_t longest = std::max(columns_of(first_), columns_of(second_));
  gutter_ = static_cast<double>(longest + 9) * kTextColumn;
  if (!plot.title.empty() && setting == SvgSetting::kFile) {
    put_wrapped("title", kTitleColumn, kTitleLine, clean_text(plot.title));
    y_ += 4;
  }
  put_legend();
  for (const FrequencyPanel& panel : plot.panels) put_panel(panel);
}

void Document::put_text(std::string_view style, double x, double y, std::string_view text) {
  put("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", style, x, y, escape_xml(text));
}

void Document::put_wrapped(std::string_view style, double column, double line,
                           std::string_view text) {
  for (const auto& part : wrap_to_columns(text, static_cast<std::size_t>(inner_width_ / column))) {
    put_text(style, kMargin, y_ + line * 2 / 3, part);
    y_ += line;
  }
}

void Document::put_legend() {
  const double middle = y_ + 10;
  put("<path class=\"first\" d=\"M{:.1f} {:.1f}v-6h8v4h8v3h8v8h-24Z\"/>\n", kMargin, middle - 2);
  put_text("line", kMargin + 32, middle + 4, first_);
  const double x = kMargin + 32 + 28 + static_cast<double>(columns_of(first_)) * (kTextColumn + 1);
  put("<path class=\"second\" stroke-width=\"5.00\" d=\"M{:.1f} {:.1f}h.01m8 -7h.01m8 7h.01\"/>\n",
      x + 4, middle + 3);
  put_text("line", x + 32, middle + 4, second_);
  y_ += 22;
}

std::string Document::occurrence_text(const Occurrence& found) const {
  std::string text =
      fmt::format("{} in both, {} only in {}, {} only in {}", with_commas(found.both),
                  with_commas(found.only_first), first_, with_commas(found.only_second), second_);
  if (found.neither > 0) text += fmt::format(", {} in neither", with_commas(found.neither));
  return text;
}

std::string Document::column_text(const Frame& frame) const {
  const std::size_t last = frame.things % frame.things_in_one;
  return fmt::format(
      "A column stands for {} in a row{}: the largest share in {}, the range of the shares in {} "
      "above none. The bars under the axis are as high as the part of the column that has none.",
      with_commas(frame.things_in_one),
      last == 0 ? "" : fmt::format(" (the last one for {})", with_commas(last)), first_, second_);
}

void Document::put_panel(const FrequencyPanel& panel) {
  const Shares shares = in_order(panel.shares);
  const std::string title = clean_text(panel.title);
  const std::string occurrence = occurrence_text(occurrence_of(shares));
  description_ += fmt::format("{}{}: {}.", description_.empty() ? "" : " ", title, occurrence);
  y_ += kPanelGap / 2;
  put("<g class=\"panel\">\n");
  put_wrapped("heading", 9, kTextLine + 4, title);
  put_wrapped("line", kTextColumn, kTextLine, occurrence);
  if (!shares.empty()) {
    const std::size_t most =
        std::clamp(kColumnsOfAll / plot_.panels.size(), kFewestColumns,
                   setting_ == SvgSetting::kPage ? kMostColumnsInPage : kMostColumns);
    Frame frame;
    frame.things = shares.size();
    frame.things_in_one = (shares.size() + most - 1) / most;
    if (frame.things_in_one > 1) put_wrapped("label", kTextColumn, kTextLine, column_text(frame));
    frame.decades = decades_of(shares);
    frame.decade = std::floor(kPlotHeight / static_cast<double>(frame.decades));
    frame.left = kMargin + gutter_;
    frame.width = inner_width_ - gutter_ - kRightRoom;
    frame.top = y_ + 10;
    frame.bottom = frame.top + 2 * kBeyond + frame.decade * static_cast<double>(frame.decades);
    y_ = frame.bottom;
    put_shares(frame);
    put_data(frame, in_columns(shares, frame.things_in_one));
    put_index(frame);
  }
  put("</g>\n");
  y_ += kPanelGap / 2;
}

void Document::put_shares(const Frame& frame) {
  for (std::size_t i = 0; i <= frame.decades; ++i) {
    const double y = frame.y_of(i == 0 ? 1.0 : kDecades[i - 1]);
    put("<path class=\"grid\" d=\"M{:.1f} {:.1f}h{:.1f}\"/>\n", frame.left, y, frame.width);
    put("<text class=\"label right\" x=\"{:.1f}\" y=\"{:.1f}\">", frame.left - 10, y + 4);
    if (i == 0) {
      put("1</text>\n");
    } else {
      put("10<tspan class=\"power\" dy=\"-5\">\u2212{}</tspan></text>\n", i);
    }
  }
  put("<path class=\"axis\" d=\"M{0:.1f} {1:.1f}V{2:.1f}h{3:.1f}", frame.left, frame.top,
      frame.bottom, frame.width);
  for (std::size_t i = 0; i < frame.decades && frame.decade >= kRoomForTicks; ++i) {
    for (int digit = 2; digit < 10; ++digit) {
      put("M{:.1f} {:.1f}h-3", frame.left, frame.y_of(kDecades[i] * digit));
    }
  }
  put("\"/>\n");
  const double x = kMargin + 12;
  const double y = (frame.top + frame.bottom) / 2;
  put("<text class=\"label middle\" x=\"{0:.1f}\" y=\"{1:.1f}\" transform=\"rotate(-90 {0:.1f} "
      "{1:.1f})\">share of examples</text>\n",
      x, y);
}

void Document::put_data(const Frame& frame, const std::vector<Column>& columns) {
  Curve first{{}, frame.bottom};
  Curve first_none{{}, frame.bottom + kLaneStep + kLane / 2};
  Curve second_none{{}, first_none.base + kLaneStep};
  std::string marks;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = columns[i];
    if (column.first_most > 0) first.tops.push_back(frame.y_of(column.first_most));
    first_none.tops.push_back(first_none.base - column.first_none * kLane);
    second_none.tops.push_back(second_none.base - column.second_none * kLane);
    if (column.second_most <= 0) continue;
    const std::string upper = fmt::format("{:.1f}", frame.y_of(column.second_most));
    const std::string lower = fmt::format("{:.1f}", frame.y_of(column.second_least));
    // Some viewers draw no round ends on a line without length.
    const std::string extent = upper == lower ? "h.01" : "V" + lower;
    marks += fmt::format("M{:.2f} {}{}", frame.middle_of(i), upper, extent);
  }
  put_steps("first", frame, first);
  const double thinnest = setting_ == SvgSetting::kPage ? 1.8 : 1.2;
  const double thickness = std::clamp(0.6 * (frame.x_of(1) - frame.x_of(0)), thinnest, 6.0);
  if (!marks.empty()) {
    put("<path class=\"second\" stroke-width=\"{:.2f}\" d=\"{}\"/>\n", thickness, marks);
  }
  put_lane("first-none", frame, first_, first_none);
  put_lane("second-none", frame, second_, second_none);
}

void Document::put_steps(std::string_view style, const Frame& frame, const Curve& curve) {
  if (curve.tops.empty()) return;
  put("<path class=\"{}\" d=\"M{:.1f} {:.1f}", style, frame.left, curve.base);
  std::string level = fmt::format("{:.1f}", curve.base);
  for (std::size_t i = 0; i < curve.tops.size(); ++i) {
    const std::string next = fmt::format("{:.1f}", curve.tops[i]);
    if (next == level) continue;
    if (i > 0) put("H{:.2f}", frame.x_of(i));
    put("V{}", next);
    level = next;
  }
  put("H{:.2f}V{:.1f}Z\"/>\n", frame.x_of(curve.tops.size()), curve.base);
}

void Document::put_lane(std::string_view style, const Frame& frame, std::string_view name,
                        const Curve& curve) {
  put("<rect class=\"lane\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
      frame.left, curve.base - kLane, frame.width, kLane);
  put_text("label right", frame.left - 10, curve.base - 2, fmt::format("{}: none", name));
  put_steps(style, frame, curve);
}

void Document::put_index(const Frame& frame) {
  y_ += 2 * kLaneStep + kLane / 2 + 6;
  const double top = y_;
  const std::size_t step = tick_step(frame.things);
  std::string ticks;
  const auto put_tick = [&](std::size_t thing) {
    const double x = frame.left + frame.width * (static_cast<double>(thing) - 0.5) /
                                      static_cast<double>(frame.things);
    ticks += fmt::format("M{:.1f} {:.1f}v5", x, top);
    put_text("label middle", x, top + 18, with_commas(thing));
  };
  put_tick(1);
  for (std::size_t thing = std::max<std::size_t>(step, 2); thing <= frame.things; thing += step) {
    put_tick(thing);
  }
  put("<path class=\"axis\" d=\"{}\"/>\n", ticks);
  put_text("label middle", frame.left + frame.width / 2, top + 40,
           fmt::format("index, by falling share in {}, then in {}", first_, second_));
  y_ += 44;
}

constexpr std::string_view kShape =
    ".frequencies text{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"Helvetica Neue\","
    "\"DejaVu Sans\",sans-serif;font-size:12px}\n"
    ".frequencies .title{font-size:19px;font-weight:600}\n"
    ".frequencies .heading{font-size:15px;font-weight:600}\n"
    ".frequencies .line{font-size:13px}\n"
    ".frequencies .power{font-size:9px}\n"
    ".frequencies .right{text-anchor:end}\n"
    ".frequencies .middle{text-anchor:middle}\n"
    ".frequencies .grid,.frequencies .axis{fill:none;stroke-width:1}\n"
    ".frequencies .first{stroke-width:1.2;stroke-linejoin:round}\n"
    ".frequencies .second{fill:none;stroke-linecap:round}\n";
constexpr std::string_view kLight =
    ".frequencies .page{fill:#ffffff}\n"
    ".frequencies .title,.frequencies .heading,.frequencies .line{fill:#1f2733}\n"
    ".frequencies .label{fill:#5b6675}\n"
    ".frequencies .grid{stroke:#e3e7ec}\n.frequencies .axis{stroke:#7b8794}\n"
    ".frequencies .lane{fill:#f1f3f6}\n"
    ".frequencies .first{fill:#d6e4fb;stroke:#4a7bd0}\n.frequencies .first-none{fill:#4a7bd0}\n"
    ".frequencies .second{stroke:#c2500c}\n.frequencies .second-none{fill:#c2500c}\n";
constexpr std::string_view kDark =
    ".frequencies .page{fill:#12161d}\n"
    ".frequencies .title,.frequencies .heading,.frequencies .line{fill:#e4e9f0}\n"
    ".frequencies .label{fill:#a3aebd}\n"
    ".frequencies .grid{stroke:#2b323c}\n.frequencies .axis{stroke:#8b98a8}\n"
    ".frequencies .lane{fill:#1e242d}\n"
    ".frequencies .first{fill:#1d3459;stroke:#5b8def}\n.frequencies .first-none{fill:#5b8def}\n"
    ".frequencies .second{stroke:#f59a4a}\n.frequencies .second-none{fill:#f59a4a}\n";

std::string Document::finish() && {
  const SvgFrame frame{"frequencies",
                       inner_width_ + 2 * kMargin,
                       y_ + kMargin / 2,
                       kMargin - 4,
                       plot_.title.empty() ? "Frequencies" : clean_text(plot_.title),
                       description_};
  return svg_document(frame, frequency_style(), setting_, body_);
}

}  // namespace

SvgStyle frequency_style() {
  return {std::string(kShape), std::string(kLight), std::string(kDark)};
}

std::string frequency_svg(const FrequencyPlot& plot, SvgSetting setting) {
  return Document(plot, setting).finish();
}

}  // namespace assay
