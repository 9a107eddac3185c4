// What a pen covers that is drawn along a path: closed outlines, to be filled.
#pragma once

#include <vector>

#include "assay/render/paths.h"

namespace assay {

using Contour = std::vector<Point>;  // closed: the last point is joined to the first

struct Pen {
  double width = 1;
  double dash = 0;      // length of dashes and of the gaps between them; 0: none
  double sharpest = 4;  // corners that would reach farther, in widths, are cut, as in SVG
};

// Adds the outlines of one path. Ends are cut square, right at the end.
void append_stroke(std::vector<Contour>& contours, const Path& path, const Pen& pen);

}  // namespace assay
