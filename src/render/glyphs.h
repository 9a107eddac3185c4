// Letters as outlines: a font of our own, so that text looks the same wherever a picture is made.
//
// A letter is described by the middle of its lines, and bold is the same letter drawn with a
// broader pen. There are all printable characters of ASCII and a few signs; any other is an empty
// box. Widths are those of core/text_width.h.
#pragma once

#include <vector>

#include "assay/core/picture.h"
#include "assay/render/stroke.h"

namespace assay {

// The outlines of a line of text, ready to be filled; `scale`, in pixels per point, decides how
// finely curves are cut.
std::vector<Contour> outlines_of(const Writing& writing, double scale);

}  // namespace assay
