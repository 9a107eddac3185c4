#include "split_flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "assay/base/error.h"

namespace assay {

namespace {

std::string names_of(const SplitParam& param) {
  if (!param.flag.empty()) return param.flag;
  std::string name = "--" + param.spec.name;
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

template <typename Type>
std::optional<ParamValue> value_if(bool is_given, const Type& value) {
  return is_given ? std::optional<ParamValue>(value) : std::nullopt;
}

}  // namespace

std::string SplitFlags::Flag::names() const { return names_of(*param); }

std::string SplitFlags::Flag::name() const {
  const std::string all = names();
  return all.substr(all.find("--"));
}

// "random, group 80%; pattern, mcd 40%", or the one default that all methods have.
std::string SplitFlags::Flag::defaults_text() const {
  std::vector<std::pair<std::string, std::vector<std::string>>> methods_by_default;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    auto known = std::ranges::find(methods_by_default, defaults[i],
                                   [](const auto& each) { return each.first; });
    if (known == methods_by_default.end()) {
      known = methods_by_default.insert(known, {defaults[i], {}});
    }
    known->second.push_back(methods[i]);
  }
  if (methods_by_default.size() == 1) return defaults[0].empty() ? "" : "default " + defaults[0];
  std::vector<std::string> texts;
  for (const auto& [text, having] : methods_by_default) {
    if (!text.empty()) texts.push_back(fmt::format("{} {}", fmt::join(having, ", "), text));
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

// "length, pattern: of the input or the output (default output)".
std::string SplitFlags::Flag::help() const {
  constexpr std::size_t kMost = 4;  // methods to name
  std::string text;
  if (methods.size() <= kMost) text = fmt::format("{}: ", fmt::join(methods, ", "));
  text += param->spec.summary;
  const std::string usual = defaults_text();
  return usual.empty() ? text : fmt::format("{} ({})", text, usual);
}

void SplitFlags::Flag::declare(Arguments& arguments) {
  const auto value = [&](const char* usual) { return param->value.empty() ? usual : param->value; };
  switch (param->spec.kind) {
    case ParamKind::kNumber:
    case ParamKind::kCount:
      arguments.number(names(), value("N"), help(), given.number);
      break;
    case ParamKind::kShare:
      arguments.real(names(), value("X"), help(), given.real);
      break;
    case ParamKind::kFlag:
      arguments.flag(names(), help(), given.on);
      break;
    case ParamKind::kTable:
      arguments.settings(names(), help(), given.table);
      break;
    case ParamKind::kSize:
      arguments.text(names(), value("SIZE"), help(), given.text);
      break;
    case ParamKind::kText:
    case ParamKind::kChoice:
      arguments.text(names(), value("WORD"), help(), given.text);
      break;
  }
}

std::optional<ParamValue> SplitFlags::Flag::value() const {
  switch (param->spec.kind) {
    case ParamKind::kNumber:
    case ParamKind::kCount:
      return value_if(given.number.has_value(), given.number.value_or(0));
    case ParamKind::kShare:
      return value_if(given.real.has_value(), given.real.value_or(0));
    case ParamKind::kFlag:
      return value_if(given.on, true);
    case ParamKind::kTable:
      return value_if(!given.table.empty(), given.table);
    default:
      return value_if(!given.text.empty(), given.text);
  }
}

SplitFlags::SplitFlags(std::vector<SplitForm> methods) : methods_(std::move(methods)) {
  for (const SplitForm& method : methods_) {
    for (const SplitParam& param : method.params) {
      auto flag = std::ranges::find(flags_, names_of(param), &Flag::names);
      if (flag == flags_.end()) flag = flags_.insert(flag, Flag{&param, {}, {}, {}});
      flag->methods.push_back(method.name);
      flag->defaults.push_back(param.spec.default_text);
    }
  }
}

void SplitFlags::declare(Arguments& arguments) {
  for (Flag& flag : flags_) flag.declare(arguments);
}

bool SplitFlags::is_given(std::string_view flag) const {
  const auto found = std::ranges::find(flags_, flag, &Flag::name);
  ASSAY_CHECK(found != flags_.end());
  return found->value().has_value();
}

bool SplitFlags::is_any_given() const {
  return std::ranges::any_of(flags_, [](const Flag& flag) { return flag.value().has_value(); });
}

void SplitFlags::take_values(SplitSpec& spec) const {
  const SplitForm& method = find_form(methods_, spec.method);
  for (const Flag& flag : flags_) {
    auto value = flag.value();
    if (!value || std::ranges::find(flag.methods, spec.method) != flag.methods.end()) continue;
    fail(ErrorKind::kUsage, "split: --method {} does not take {}, which is for {}", spec.method,
         flag.name(), fmt::join(flag.methods, ", "));
  }
  for (const SplitParam& param : method.params) {
    const auto flag = std::ranges::find(flags_, names_of(param), &Flag::names);
    if (auto value = flag->value()) {
      spec.set(param.spec.name, std::move(*value));
    } else if (param.needed) {
      fail(ErrorKind::kUsage, "split: --method {} needs {}: {}", spec.method, flag->name(),
           param.spec.summary);
    }
  }
}

}  // namespace assay
