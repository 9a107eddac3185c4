#include "assay/store/json_document.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/nesting.h"
#include "assay/base/text.h"

namespace assay {

using Json = nlohmann::ordered_json;

nlohmann::ordered_json parse_document(std::string_view text) {
  if (const auto line = json_line_too_deep(text)) {
    fail(ErrorKind::kInput, "line {}: {}", *line, nesting_problem());
  }
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& problem) {
    const auto before = text.substr(0, problem.byte);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    fail(ErrorKind::kInput, "line {}: is not JSON; the file is damaged", line);
  } catch (const Json::exception&) {
    fail(ErrorKind::kInput, "has a number that is too large; the file is damaged");
  }
}

// The library begins with a code of its own: "[json.exception.out_of_range.403] key 'x' not found".
std::string document_problem(const nlohmann::ordered_json::exception& problem) {
  std::string_view text = problem.what();
  if (text.starts_with("[json.")) text.remove_prefix(std::min(text.find(']') + 2, text.size()));
  return printable(text);
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
