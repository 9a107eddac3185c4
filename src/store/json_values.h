// Values of JSON that a file holds. What is missing or of another kind is Error(kInput) that names
// the key; the caller knows the file.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace assay {

// A file's whole text, which may be damaged.
nlohmann::ordered_json parse_json(std::string_view text);

const nlohmann::ordered_json& member_of(const nlohmann::ordered_json& json, const char* key);
const nlohmann::ordered_json& list_from_json(const nlohmann::ordered_json& json, const char* key);
std::string text_from_json(const nlohmann::ordered_json& json, const char* key);
bool flag_from_json(const nlohmann::ordered_json& json, const char* key);
std::uint64_t count_from_json(const nlohmann::ordered_json& json, const char* key);
// An object whose values are texts.
std::map<std::string, std::string> texts_from_json(const nlohmann::ordered_json& json,
                                                   const char* key);

}  // namespace assay
