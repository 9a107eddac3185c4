// A text with the name that messages give it.
#pragma once

#include <string>

namespace assay {

struct TextFile {
  std::string name;
  std::string text;
};

}  // namespace assay
