// Looking into JSON of other programs, where a key that is missing and one that is null are alike.
#pragma once

#include <simdjson.h>

#include <optional>
#include <string_view>

namespace assay::json {

// The value of a key; absent when there is none, or null.
inline std::optional<simdjson::dom::element> member(simdjson::dom::element object,
                                                    std::string_view key) {
  simdjson::dom::element value;
  if (object.at_key(key).get(value) != simdjson::SUCCESS || value.is_null()) return std::nullopt;
  return value;
}

inline std::optional<std::string_view> text_member(simdjson::dom::element object,
                                                   std::string_view key) {
  const auto value = member(object, key);
  if (!value || !value->is_string()) return std::nullopt;
  return value->get_string().value_unsafe();
}

inline std::optional<simdjson::dom::array> list_of(simdjson::dom::element value) {
  simdjson::dom::array list;
  if (value.get(list) != simdjson::SUCCESS) return std::nullopt;
  return list;
}

}  // namespace assay::json
