// Pictures as PNG.
#pragma once

#include <string>

#include "assay/core/picture.h"

namespace assay {

// The bytes of a PNG file, `scale` pixels a point; what nothing is drawn on is transparent. The
// same bytes every time on one machine; the letters are those of its font, DejaVu Sans if it is
// there. Throws Error(kUsage) when the picture has no pixels or too many.
std::string picture_png(const Picture& picture, double scale = 1);

}  // namespace assay
