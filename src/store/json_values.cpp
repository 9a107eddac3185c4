#include "assay/store/json_values.h"

#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json parse_json(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& problem) {
    fail(ErrorKind::kInput, "is not valid JSON at byte {}; the file is damaged", problem.byte);
  } catch (const Json::exception&) {
    fail(ErrorKind::kInput, "has a number that is too large; the file is damaged");
  }
}

const Json& member_of(const Json& json, const char* key) {
  if (!json.is_object() || !json.contains(key)) {
    fail(ErrorKind::kInput, "\"{}\" is missing", key);
  }
  return json.at(key);
}

const Json& list_from_json(const Json& json, const char* key) {
  const Json& value = member_of(json, key);
  if (!value.is_array()) fail(ErrorKind::kInput, "\"{}\" is not a list", key);
  return value;
}

std::string text_from_json(const Json& json, const char* key) {
  const Json& value = member_of(json, key);
  if (!value.is_string()) fail(ErrorKind::kInput, "\"{}\" is not a text", key);
  return value.get<std::string>();
}

bool flag_from_json(const Json& json, const char* key) {
  const Json& value = member_of(json, key);
  if (!value.is_boolean()) fail(ErrorKind::kInput, "\"{}\" is neither true nor false", key);
  return value.get<bool>();
}

std::uint64_t count_from_json(const Json& json, const char* key) {
  const Json& value = member_of(json, key);
  if (!value.is_number_unsigned()) {
    fail(ErrorKind::kInput, "\"{}\" is not a whole number, 0 or more", key);
  }
  return value.get<std::uint64_t>();
}

std::map<std::string, std::string> texts_from_json(const Json& json, const char* key) {
  const Json& object = member_of(json, key);
  std::map<std::string, std::string> texts;
  for (const auto& [name, value] : object.items()) {
    if (!object.is_object() || !value.is_string()) {
      fail(ErrorKind::kInput, "\"{}\" does not give texts to names", key);
    }
    texts[name] = value.get<std::string>();
  }
  return texts;
}

}  // namespace assay
