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
  spec.kind = ParamKind::kNumber;
  return spec;
}

ParamSpec ParamSpec::choice(std::string name, std::string default_text,
                            std::vector<std::string> choices, std::string summary) {
  ParamSpec spec;
  spec.name = std::move(name);
  spec.default_text = std::move(default_text);
  spec.summary = std::move(summary);
  spec.choices = std::move(choices);
  spec.kind = ParamKind::kChoice;
  return spec;
}

ParamSpec ParamSpec::of_kind(ParamKind kind, std::string name, std::string default_text,
                             std::string summary) {
  ParamSpec spec;
  spec.name = std::move(name);
  spec.default_text = std::move(default_text);
  spec.summary = std::move(summary);
  spec.kind = kind;
  return spec;
}

namespace {

std::optional<std::int64_t> parse_signed(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool is_choice(const ParamSpec& spec, const std::string& word) {
  return std::find(spec.choices.begin(), spec.choices.end(), word) != spec.choices.end();
}

void check_value(const ParamSpec& spec, const std::string& value, std::string_view owner) {
  if (spec.is_number()) {
    const auto number = parse_signed(value);
    if (!number || *number < *spec.least || *number > *spec.most) {
      fail(ErrorKind::kUsage, "{}: {}={} is not a whole number from {} to {}", owner, spec.name,
           printable(value), *spec.least, *spec.most);
    }
  } else if (!spec.choices.empty() && !is_choice(spec, value)) {
    fail(ErrorKind::kUsage, "{}: {}={} is not known{}", owner, spec.name, printable(value),
         did_you_mean(value, spec.choices));
  }
}

// Of values that count: 0 or more, so an end of the range below 0 says nothing.
bool is_in_range(const ParamSpec& spec, std::uint64_t number) {
  if (!spec.least) return true;
  const auto end = [](std::int64_t bound) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(bound, 0));
  };
  return number >= end(*spec.least) && number <= end(*spec.most);
}

}  // namespace

std::optional<ParamValue> default_value(const ParamSpec& spec) {
  switch (spec.kind) {
    case ParamKind::kFlag:
      return ParamValue(false);
    case ParamKind::kTable:
      return ParamValue(ParamTable());
    case ParamKind::kNumber:
    case ParamKind::kCount:
      if (const auto number = parse_number(spec.default_text)) return ParamValue(*number);
      return std::nullopt;
    case ParamKind::kShare:
      if (const auto real = parse_real(spec.default_text)) return ParamValue(*real);
      return std::nullopt;
    default:
      break;
  }
  if (spec.default_text.empty()) return std::nullopt;
  return ParamValue(spec.default_text);
}

std::string value_defect(const ParamSpec& spec, const ParamValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  const auto* number = std::get_if<std::uint64_t>(&value);
  switch (spec.kind) {
    case ParamKind::kText:
    case ParamKind::kSize:
      return text != nullptr ? "" : fmt::format("\"{}\" must be text", spec.name);
    case ParamKind::kChoice:
      if (text != nullptr && is_choice(spec, *text)) return "";
      return fmt::format("\"{}\" is \"{}\"; it is {}", spec.name,
                         text != nullptr ? printable(*text) : "no text",
                         fmt::join(spec.choices, " or "));
    case ParamKind::kNumber:
    case ParamKind::kCount:
      if (number == nullptr) {
        return fmt::format("\"{}\" must be a whole number, 0 or more", spec.name);
      }
      return is_in_range(spec, *number) ? ""
                                        : fmt::format("\"{}\" is {}; it goes from {} to {}",
                                                      spec.name, *number, *spec.least, *spec.most);
    case ParamKind::kShare: {
      const auto* real = std::get_if<double>(&value);
      const bool is_share =
          (real != nullptr && *real >= 0 && *real <= 1) || (number != nullptr && *number <= 1);
      return is_share ? "" : fmt::format("\"{}\" must be a number from 0 to 1", spec.name);
    }
    case ParamKind::kFlag:
      return std::holds_alternative<bool>(value)
                 ? ""
                 : fmt::format("\"{}\" must be true or false", spec.name);
    case ParamKind::kTable:
      return std::holds_alternative<ParamTable>(value)
                 ? ""
                 : fmt::format("\"{}\" must be a table", spec.name);
  }
  return "";
}

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
