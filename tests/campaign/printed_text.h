// Whether a terminal would take printed text for more than text.
#pragma once

#include <string>

namespace assay::campaign {

// The first character that must not reach a terminal as it is, in words: a control character, one
// that changes the direction of writing, a byte that is no UTF-8. Empty when there is none.
std::string raw_character(const std::string& text);

}  // namespace assay::campaign
