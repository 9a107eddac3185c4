// A figure as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "assay/core/metric.h"

namespace assay {

inline nlohmann::ordered_json figure_json(const Figure& figure) {
  if (std::holds_alternative<std::monostate>(figure)) return nullptr;
  if (const auto* count = std::get_if<std::int64_t>(&figure)) return *count;
  if (const auto* real = std::get_if<double>(&figure)) return *real;
  return std::get<std::string>(figure);
}

}  // namespace assay
