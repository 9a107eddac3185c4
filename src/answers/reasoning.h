// What a model only thought.
#pragma once

#include <string_view>

namespace assay {

// Takes reasoning off: everything up to the last </think>, and everything after an opening tag
// that is never closed; [THINK] and other names are the same. Where there are channels, the last
// one that is called final is the answer. `dropped` says whether there was any.
std::string_view without_reasoning(std::string_view text, bool& dropped);

}  // namespace assay
