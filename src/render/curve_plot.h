// Several curves over one axis, such as the accuracy of runs by length: LogicInference Figure 3,
// Conceptual SCAN Figures 10 to 13.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/render/svg_setting.h"

namespace assay {

struct CurvePoint {
  double x = 0;
  double y = 0;
  std::optional<double> low = {};  // ends of its interval
  std::optional<double> high = {};
};

struct Curve {
  std::string name;
  std::vector<CurvePoint> points;
};

// A place of the x axis that has a name, such as the divergence of a split.
struct PlotMark {
  std::string name;
  double x = 0;
};

struct CurvePlot {
  std::string title;
  std::string x_title;
  std::string y_title;
  std::vector<Curve> series;
  std::vector<PlotMark> marks = {};
  bool joined = true;  // points of a series by a line, from left to right
};

inline constexpr std::size_t kMostCurves = 8;

// An SVG document. A series has a colour and a shape of its points; whiskers of neighbouring series
// stand beside each other. The y axis shows 0 to 1 where all lies between. Points that are not
// finite are left out, and of more than eight series those after the eighth; the document says so.
std::string curves_svg(const CurvePlot& plot, SvgSetting setting = SvgSetting::kFile);

}  // namespace assay
