// Several series of points as SVG: how accuracy grows while a learner is trained, falls while the
// parts of splits lie further apart, or changes with the length of rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/render/svg_setting.h"

namespace assay {

struct SeriesPoint {
  double x = 0;
  double y = 0;
  std::optional<double> low = {};  // of the interval of y
  std::optional<double> high = {};
  std::string name = {};  // empty: no label
  bool apart = false;     // hollow, and not on the line
};

struct PlotSeries {
  std::string name;  // for the legend
  std::vector<SeriesPoint> points;
  bool joined = true;  // by a line, from left to right
};

struct SeriesPanel {
  std::string y_title;
  std::vector<PlotSeries> series;
  bool is_share = false;   // the axis shows 0 to 1, whatever the points are
  bool is_beside = false;  // series stand beside each other, so that intervals can be told apart
};

struct SeriesPlot {
  std::string title;
  std::string x_title;
  std::vector<SeriesPanel> panels;      // one below the other
  std::vector<std::string> notes = {};  // lines under the last
};

// An SVG document, light or dark as the reader's system is. Series differ in colour and in shape;
// the seventh looks like the first. A name stands beside its point where there is room, and else
// nowhere: the description has all. Points that are not finite are left out, and a line says so.
std::string series_svg(const SeriesPlot& plot, SvgSetting setting = SvgSetting::kFile);

}  // namespace assay
