// Pictures as PNG.
#pragma once

#include <string>

#include "assay/core/picture.h"

namespace assay {

// The bytes of a PNG file, `scale` pixels per point; what nothing is drawn on is transparent. The
// same pixels on every machine, with letters of our own (render/glyphs.h), and the same bytes
// wherever zlib compresses alike. Throws Error(kUsage) when the picture has no pixels or too many.
std::string picture_png(const Picture& picture, double scale = 1);

}  // namespace assay
