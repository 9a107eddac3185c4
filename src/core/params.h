// The knobs of a task or a holdout: declared once, checked once; help and errors derive from here.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// A parameter is a whole number in a range, or one of a list of words, or free text.
struct ParamSpec {
  std::string name;
  std::string default_text;
  std::string summary;
  std::optional<std::int64_t> least;  // both set: a whole number
  std::optional<std::int64_t> most;
  std::vector<std::string> choices;  // not empty: one of these
  // Of a parameter that names files: what they say, so that data is known by it and not by a path.
  std::function<std::string(const std::string& value)> content = {};
  // Of free text: values that are always there, such as the names of files in the program.
  std::vector<std::string> known = {};

  static ParamSpec number(std::string name, std::int64_t default_value, std::int64_t least,
                          std::int64_t most, std::string summary);
  static ParamSpec choice(std::string name, std::string default_text,
                          std::vector<std::string> choices, std::string summary);
  bool is_number() const { return least.has_value(); }
};

const ParamSpec& find_spec(std::span<const ParamSpec> specs, std::string_view name);

// Values for every spec, checked; numbers without needless zeros. Unknown names and values out of
// range throw Error(kUsage) with the nearest names.
class Params {
 public:
  Params() = default;
  Params(std::span<const ParamSpec> specs, const std::map<std::string, std::string>& given,
         std::string_view owner);

  std::int64_t number(std::string_view name) const;
  const std::string& text(std::string_view name) const;
  const std::map<std::string, std::string, std::less<>>& all() const { return values_; }

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace assay
