// Figures with their intervals as SVG: of learners side by side, and as points over another figure,
// such as the gap of splits over their compound divergence.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/render/svg_setting.h"

namespace assay {

struct IntervalRow {
  std::string name;  // "strong"
  std::optional<double> value;
  std::optional<double> low;
  std::optional<double> high;
  bool apart = false;  // not like the others, such as their difference: another colour
};

struct IntervalPanel {
  std::string title;  // "mAP"
  std::vector<IntervalRow> rows;
};

struct IntervalPlot {
  std::string title;
  std::vector<IntervalPanel> panels;
};

// An SVG document. A panel has a line for each row: name, dot and whisker over an axis, the
// figures in words. An axis shows 0 to 1 where all lies between. Long names are cut. What is not
// finite counts as absent.
std::string interval_svg(const IntervalPlot& plot, SvgSetting setting = SvgSetting::kFile);

struct PlotPoint {
  std::string name;  // may be empty: no label
  double x = 0;
  double y = 0;
  std::optional<double> y_low = {};
  std::optional<double> y_high = {};
};

struct PointPlot {
  std::string title;
  std::string x_title;
  std::string y_title;
  std::vector<PlotPoint> points;
  bool joined = false;  // by a line, from left to right
};

// A whole SVG document. Each label stands beside its point where it covers no other label, dot or
// whisker; a line leads to it when it is far off. Names that find no room are listed under the plot
// with their figures. Points that are not finite are left out, and the document says how many.
std::string points_svg(const PointPlot& plot);

}  // namespace assay
