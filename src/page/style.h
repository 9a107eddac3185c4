// How a page looks.
#pragma once

#include <string>

namespace assay::page {

// CSS of all that this layer and the drawings of render/ write.
std::string page_style();

}  // namespace assay::page
