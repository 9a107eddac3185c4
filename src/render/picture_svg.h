// Pictures as SVG.
#pragma once

#include <string>

#include "assay/core/picture.h"

namespace assay {

// A whole SVG document without scripts or outside resources, the same bytes on every machine.
// Lengths have two decimals. The title and the description are there for screen readers.
std::string picture_svg(const Picture& picture, double scale = 1);

}  // namespace assay
