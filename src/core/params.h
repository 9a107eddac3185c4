// The knobs of a task, a holdout or a split method: declared once, checked once; help, flags,
// recipe keys and errors derive from here.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace assay {

// What a value looks like. Tasks and holdouts have the first three, which are kept as text.
enum class ParamKind : std::uint8_t {
  kText,
  kNumber,  // whole, in a range
  kChoice,  // one of some words
  kCount,   // whole, 0 or more
  kShare,   // a real number from 0 to 1
  kSize,    // of a part: "1045", "80%" or "rest"
  kFlag,    // on or off
  kTable,   // names with texts of their own
};

using ParamTable = std::map<std::string, std::string>;
using ParamValue = std::variant<std::string, std::uint64_t, double, bool, ParamTable>;

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
  ParamKind kind = ParamKind::kText;

  static ParamSpec number(std::string name, std::int64_t default_value, std::int64_t least,
                          std::int64_t most, std::string summary);
  static ParamSpec choice(std::string name, std::string default_text,
                          std::vector<std::string> choices, std::string summary);
  // Of any other kind.
  static ParamSpec of_kind(ParamKind kind, std::string name, std::string default_text,
                           std::string summary);
  bool is_number() const { return least.has_value(); }
};

// The value that the default stands for; nullopt where there is none.
std::optional<ParamValue> default_value(const ParamSpec& spec);

// Why a value is not one for this parameter; empty when it is. Sizes are left to who deals.
std::string value_defect(const ParamSpec& spec, const ParamValue& value);

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
