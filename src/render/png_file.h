// Pixels as the bytes of a PNG file (ISO/IEC 15948): eight bits a channel, not interlaced, nothing
// but the picture in it.
#pragma once

#include <string>

#include "assay/render/raster.h"

namespace assay {

// Without a channel for opacity when every pixel is opaque.
std::string png_file(const Raster& raster);

}  // namespace assay
