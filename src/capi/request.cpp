#include "assay/capi/request.h"

#include <algorithm>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/store/json_document.h"

namespace assay::capi {

namespace {

using Json = nlohmann::ordered_json;

Json parsed(const std::string& name, std::string_view text) {
  if (text.empty()) return Json::object();
  try {
    Json json = parse_document(text);
    if (!json.is_object()) fail(ErrorKind::kUsage, "is not a JSON object");
    return json;
  } catch (const Error& problem) {
    throw Error(ErrorKind::kUsage, fmt::format("{}: the request {}", name, problem.what()));
  }
}

}  // namespace

Request::Request(std::string name, std::string_view text)
    : name_(std::move(name)), json_(parsed(name_, text)) {}

const Json* Request::find(const char* key) {
  known_.emplace_back(key);
  const auto found = json_.find(key);
  return found == json_.end() || found->is_null() ? nullptr : &*found;
}

void Request::refuse(const char* key, std::string_view wanted) const {
  fail(ErrorKind::kUsage, "{}: \"{}\" takes {}, not {}", name_, key, wanted,
       printable(json_.at(key).dump(-1, ' ', false, Json::error_handler_t::replace)));
}

std::string Request::text(const char* key, std::string otherwise) {
  const Json* value = find(key);
  if (value == nullptr) return otherwise;
  if (!value->is_string()) refuse(key, "a text");
  auto text = value->get<std::string>();
  if (text.find('\0') != std::string::npos) refuse(key, "a text without NUL");
  return text;
}

std::string Request::needed_text(const char* key) {
  std::string value = text(key);
  if (value.empty()) fail(ErrorKind::kUsage, "{}: \"{}\" is missing", name_, key);
  return value;
}

std::optional<std::uint64_t> Request::number(const char* key) {
  const Json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number_unsigned()) refuse(key, "a whole number from 0 on");
  return value->get<std::uint64_t>();
}

std::optional<double> Request::real(const char* key) {
  const Json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number()) refuse(key, "a number");
  return value->get<double>();
}

std::optional<bool> Request::flag(const char* key) {
  const Json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_boolean()) refuse(key, "true or false");
  return value->get<bool>();
}

std::vector<std::string> Request::texts(const char* key) {
  const Json* value = find(key);
  if (value == nullptr) return {};
  if (!value->is_array() || !std::ranges::all_of(*value, &Json::is_string)) {
    refuse(key, "a list of texts");
  }
  return value->get<std::vector<std::string>>();
}

std::map<std::string, std::string> Request::settings(const char* key) {
  const Json* value = find(key);
  if (value == nullptr) return {};
  constexpr std::string_view kWanted = "an object of texts, whole numbers and flags";
  if (!value->is_object()) refuse(key, kWanted);
  std::map<std::string, std::string> settings;
  for (const auto& [name, setting] : value->items()) {
    if (setting.is_string()) {
      settings[name] = setting.get<std::string>();
    } else if (setting.is_number_integer() || setting.is_boolean()) {
      settings[name] = setting.dump();
    } else {
      refuse(key, kWanted);
    }
  }
  return settings;
}

Json Request::object(const char* key) {
  const Json* value = find(key);
  if (value == nullptr) return nullptr;
  if (!value->is_object()) refuse(key, "an object");
  return *value;
}

Json Request::list(const char* key) {
  const Json* value = find(key);
  if (value == nullptr) return Json::array();
  if (!value->is_array()) refuse(key, "a list");
  return *value;
}

Json Request::rest() {
  Json rest = Json::object();
  for (const auto& [key, value] : json_.items()) {
    if (std::ranges::find(known_, key) != known_.end() || value.is_null()) continue;
    rest[key] = value;
  }
  for (const auto& [key, value] : rest.items()) known_.push_back(key);
  return rest;
}

void Request::finish() const {
  for (const auto& [key, value] : json_.items()) {
    if (std::ranges::find(known_, key) != known_.end()) continue;
    fail(ErrorKind::kUsage, "{}: unknown key \"{}\"{}", name_, printable(key),
         did_you_mean(key, known_));
  }
}

}  // namespace assay::capi
