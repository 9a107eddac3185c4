#include "assay/core/split_spec.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

namespace {

template <typename Type>
const Type& value_or_none(const ParamValue* value) {
  static const Type kNone{};
  const Type* found = value == nullptr ? nullptr : std::get_if<Type>(value);
  return found == nullptr ? kNone : *found;
}

bool stands_for_none(const ParamValue& value) {
  return std::visit(
      [](const auto& held) {
        using Type = std::decay_t<decltype(held)>;
        return !std::is_same_v<Type, double> && held == Type{};
      },
      value);
}

std::vector<std::string> names_of(const SplitForm& form) {
  std::vector<std::string> names;
  for (const SplitParam& param : form.params) names.push_back(param.spec.name);
  return names;
}

std::vector<std::string> claim_keys(const SplitForm& form, const SplitSpec& spec) {
  if (form.claim_keys) return form.claim_keys(spec);
  std::vector<std::string> keys;
  for (const SplitParam& param : form.params) {
    if (param.recorded != Recorded::kNever) keys.push_back(param.spec.name);
  }
  return keys;
}

}  // namespace

const ParamValue* SplitSpec::find(std::string_view key) const {
  for (const auto& [held_name, value] : values) {
    if (held_name == key) return &value;
  }
  return nullptr;
}

const std::string& SplitSpec::text(std::string_view key) const {
  return value_or_none<std::string>(find(key));
}

std::uint64_t SplitSpec::number(std::string_view key) const {
  return value_or_none<std::uint64_t>(find(key));
}

bool SplitSpec::flag(std::string_view key) const { return value_or_none<bool>(find(key)); }

const ParamTable& SplitSpec::table(std::string_view key) const {
  return value_or_none<ParamTable>(find(key));
}

std::optional<double> SplitSpec::real(std::string_view key) const {
  const ParamValue* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (const auto* number = std::get_if<std::uint64_t>(value)) return static_cast<double>(*number);
  const auto* real = std::get_if<double>(value);
  return real == nullptr ? std::nullopt : std::optional(*real);
}

void SplitSpec::set(std::string_view key, ParamValue value) {
  for (auto& [held_name, held] : values) {
    if (held_name != key) continue;
    held = std::move(value);
    return;
  }
  values.emplace_back(key, std::move(value));
}

void SplitSpec::set_default(std::string_view key, ParamValue value) {
  if (!has(key)) values.emplace_back(key, std::move(value));
}

const SplitParam* SplitForm::find(std::string_view param) const {
  const auto found = std::ranges::find(
      params, param, [](const SplitParam& each) -> const auto& { return each.spec.name; });
  return found == params.end() ? nullptr : &*found;
}

const SplitForm& find_form(const std::vector<SplitForm>& forms, std::string_view method) {
  std::vector<std::string> names;
  for (const SplitForm& form : forms) {
    if (form.name == method) return form;
    names.push_back(form.name);
  }
  fail(ErrorKind::kUsage, "there is no split method \"{}\"{}", printable(method),
       did_you_mean(method, names));
}

void check_values(const SplitForm& form, const SplitSpec& spec) {
  for (const auto& [key, value] : spec.values) {
    const SplitParam* param = form.find(key);
    if (param == nullptr) {
      fail(ErrorKind::kUsage, "split method {} has no \"{}\"{}", form.name, printable(key),
           did_you_mean(key, names_of(form)));
    }
    const std::string defect = value_defect(param->spec, value);
    if (!defect.empty()) fail(ErrorKind::kUsage, "{}", defect);
  }
  for (const SplitParam& param : form.params) {
    if (!param.needed || spec.has(param.spec.name)) continue;
    fail(ErrorKind::kUsage, "split method {} needs \"{}\": {}", form.name, param.spec.name,
         param.spec.summary);
  }
}

SplitSpec recorded(const SplitForm& form, const SplitSpec& spec) {
  SplitSpec out{spec.name, spec.method, {}};
  for (const std::string& key : claim_keys(form, spec)) {
    const SplitParam* param = form.find(key);
    ASSAY_CHECK(param != nullptr);
    const bool always = param->recorded == Recorded::kAlways;
    const auto given = std::ranges::find(
        spec.values, key, [](const auto& each) -> const auto& { return each.first; });
    if (given != spec.values.end() && (always || !stands_for_none(given->second))) {
      out.values.push_back(*given);
    } else if (always) {
      if (auto value = default_value(param->spec)) out.values.emplace_back(key, std::move(*value));
    }
  }
  return out;
}

}  // namespace assay
