#include "assay/core/params.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

ParamSpec ParamSpec::number(std::string name, std::int64_t default_value, std::int64_t least,
                            std::int64_t most, std::string summary) {
  ParamSpec spec;
  spec.name = std::move(name);
  spec.default_text = std::to_string(default_value);
  spec.summary = std::move(summary);
  spec.least = least;
  spec.most = most;
  return spec;
}

ParamSpec ParamSpec::choice(std::string name, std::string default_text,
                            std::vector<std::string> choices, std::string summary) {
  ParamSpec spec;
  spec.name = std::move(name);
  spec.default_text = std::move(default_text);
  spec.summary = std::move(summary);
  spec.choices = std::move(choices);
  return spec;
}

namespace {

std::optional<std::int64_t> parse_signed(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

void check_value(const ParamSpec& spec, const std::string& value, std::string_view owner) {
  if (spec.is_number()) {
    const auto number = parse_signed(value);
    if (!number || *number < *spec.least || *number > *spec.most) {
      fail(ErrorKind::kUsage, "{}: {}={} is not a whole number from {} to {}", owner, spec.name,
           printable(value), *spec.least, *spec.most);
    }
  } else if (!spec.choices.empty() &&
             std::find(spec.choices.begin(), spec.choices.end(), value) == spec.choices.end()) {
    fail(ErrorKind::kUsage, "{}: {}={} is not known{}", owner, spec.name, printable(value),
         did_you_mean(value, spec.choices));
  }
}

}  // namespace

const ParamSpec& find_spec(std::span<const ParamSpec> specs, std::string_view name) {
  const auto found = std::ranges::find(specs, name, &ParamSpec::name);
  ASSAY_CHECK(found != specs.end());
  return *found;
}

Params::Params(std::span<const ParamSpec> specs, const std::map<std::string, std::string>& given,
               std::string_view owner) {
  std::vector<std::string> names;
  for (const ParamSpec& spec : specs) {
    names.push_back(spec.name);
    values_[spec.name] = spec.default_text;
  }
  for (const auto& [given_name, value] : given) {
    const std::string& name = given_name;
    const auto spec = std::find_if(specs.begin(), specs.end(),
                                   [&](const ParamSpec& each) { return each.name == name; });
    if (spec == specs.end()) {
      if (names.empty()) {
        fail(ErrorKind::kUsage, "{} has no parameters, so \"{}\" cannot be set", owner,
             printable(name));
      }
      fail(ErrorKind::kUsage, "{}: unknown parameter \"{}\"{}", owner, printable(name),
           did_you_mean(name, names));
    }
    check_value(*spec, value, owner);
    values_[name] = spec->is_number() ? std::to_string(*parse_signed(value)) : value;
  }
}

std::int64_t Params::number(std::string_view name) const {
  const auto number = parse_signed(text(name));
  ASSAY_CHECK(number.has_value());
  return *number;
}

const std::string& Params::text(std::string_view name) const {
  const auto found = values_.find(name);
  ASSAY_CHECK(found != values_.end());
  return found->second;
}

}  // namespace assay
