// JSON documents of a data set as values: read within our limits, and told in plain words when they
// are not what they should be.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace assay {

// Throws Error(kInput) that names the line for what is no JSON or nested too deep.
nlohmann::ordered_json parse_document(std::string_view text);

// What a document lacks, for a message.
std::string document_problem(const nlohmann::ordered_json::exception& problem);

// Values by key. What is missing or of another kind is Error(kInput) that names the key; the caller
// knows the file.
const nlohmann::ordered_json& member_of(const nlohmann::ordered_json& json, const char* key);
const nlohmann::ordered_json& list_from_json(const nlohmann::ordered_json& json, const char* key);
std::string text_from_json(const nlohmann::ordered_json& json, const char* key);
bool flag_from_json(const nlohmann::ordered_json& json, const char* key);
std::uint64_t count_from_json(const nlohmann::ordered_json& json, const char* key);
// An object whose values are texts.
std::map<std::string, std::string> texts_from_json(const nlohmann::ordered_json& json,
                                                   const char* key);

}  // namespace assay
