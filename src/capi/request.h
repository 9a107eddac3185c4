// A request as JSON, read by name: what nobody asked about is refused with the nearest name.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::capi {

// Every reader throws Error(kUsage) naming the request and the key for a value of another kind. A
// null stands for an absent value.
class Request {
 public:
  // An empty text is an empty object.
  Request(std::string name, std::string_view text);

  std::string text(const char* key, std::string otherwise = {});
  std::string needed_text(const char* key);
  std::optional<std::uint64_t> number(const char* key);
  std::optional<double> real(const char* key);
  std::optional<bool> flag(const char* key);
  bool is_set(const char* key) { return flag(key).value_or(false); }
  std::vector<std::string> texts(const char* key);
  // Names with values: texts, whole numbers or flags.
  std::map<std::string, std::string> settings(const char* key);
  // An object of any form; null when it is absent.
  nlohmann::ordered_json object(const char* key);
  // A list of anything; empty when it is absent.
  nlohmann::ordered_json list(const char* key);
  // Everything that was not read so far.
  nlohmann::ordered_json rest();

  // Throws Error(kUsage) for keys that were not read.
  void finish() const;

 private:
  const nlohmann::ordered_json* find(const char* key);
  [[noreturn]] void refuse(const char* key, std::string_view wanted) const;

  std::string name_;
  nlohmann::ordered_json json_;
  std::vector<std::string> known_;
};

}  // namespace assay::capi
