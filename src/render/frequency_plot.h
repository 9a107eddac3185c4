// How often atoms and compounds occur in two parts of a split: Figure 6 of Keysers et al. 2020.
//
// The figure shows what the two divergences of a split say in two numbers: whether the parts agree
// on the atoms and differ on the compounds. The frequency of a thing is the share of the examples
// of a part that have it (appendix D.2).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "assay/render/svg_setting.h"

namespace assay {

struct FrequencyPanel {
  std::string title;  // "38 atoms"
  std::vector<std::pair<double, double>>
      shares;  // of the examples that have it: first, second part
};

struct FrequencyPlot {
  std::string title;        // "scan, split mcd1: D_A 0.0171, D_C 0.7300"
  std::string first_name;   // "train"
  std::string second_name;  // "test"
  std::vector<FrequencyPanel> panels;
};

// An SVG document without scripts or outside resources. Panels are stacked; each indexes its things
// by falling first share, then by falling second share, in whatever order they come, over a
// logarithmic axis. The first part is a filled step curve, the second one dots; bars under the axis
// mark what a part does not have. A panel says how many things occur in which part. Things too many
// to draw share columns, and the panel says so: a document of a few panels stays below 300 kB.
// Shares below 0 count as 0, above 1 as 1.
std::string frequency_svg(const FrequencyPlot& plot, SvgSetting setting = SvgSetting::kFile);

}  // namespace assay
