// How a public document says that there is no text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace assay::verbs {

inline nlohmann::ordered_json text_or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}

}  // namespace assay::verbs
