// The knobs of a task or a holdout: declared once, checked once; help and errors derive from here.
#pragma once

#include <cstdint>
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
  std::string standard;  // the default, as text
  std::string summary;
  std::optional<std::int64_t> least;  // both set: a whole number
  std::optional<std::int64_t> most;
  std::vector<std::string> choices;  // not empty: one of these
  // Of free text: values that are always there, such as the names of files in the program.
  std::vector<std::string> known = {};

  static ParamSpec number(std::string name, std::int64_t standard, std::int64_t least,
                          std::int64_t most, std::string summary);
  static ParamSpec choice(std::string name, std::string standard, std::vector<std::string> choices,
                          std::string summary);
  bool is_number() const { return least.has_value(); }
};

// Values for every spec, checked. Unknown names and values out of range throw Error(kUsage) with
// the nearest names.
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
