// How a split is made: a method and the values of its parameters. This is also what a split claims.
//
// Which methods there are, and what they take, is not known here: a SplitForm declares one, and
// recipes, flags and claims are read and checked by it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/core/params.h"

namespace assay {

struct SplitSpec {
  std::string name;
  std::string method;
  std::vector<std::pair<std::string, ParamValue>> values;  // in the order of the claim

  bool has(std::string_view key) const { return find(key) != nullptr; }
  // Of an absent value, or one of another kind: "", 0, false, an empty table.
  const std::string& text(std::string_view key) const;
  std::uint64_t number(std::string_view key) const;
  bool flag(std::string_view key) const;
  const ParamTable& table(std::string_view key) const;
  std::optional<double> real(std::string_view key) const;

  void set(std::string_view key, ParamValue value);
  // Sets what is absent.
  void set_default(std::string_view key, ParamValue value);

 private:
  const ParamValue* find(std::string_view key) const;
};

// Whether a parameter stands in the claim of a split and in the recipe of a data set.
enum class Recorded : std::uint8_t {
  kAlways,     // with its default when it was not given
  kWhenGiven,  // and not what stands for "none": 0, false, an empty table
  kNever       // it names a file of the user's
};

// A parameter of a split method.
struct SplitParam {
  ParamSpec spec;
  Recorded recorded = Recorded::kWhenGiven;
  bool needed = false;     // it must be given
  std::string flag = {};   // of `assay split`, where it is not the name
  std::string value = {};  // what help calls the value, where the kind does not say
};

// What a split method is called and takes.
struct SplitForm {
  std::string name;
  std::string summary;
  std::vector<SplitParam> params;  // in the order of a claim
  // The names of the parameters that a claim with these values has, in order; none: those that
  // their `recorded` names.
  std::function<std::vector<std::string>(const SplitSpec&)> claim_keys = {};

  // nullptr when the method has no such parameter.
  const SplitParam* find(std::string_view param) const;
};

// Throws Error(kUsage) for a method that is not there, with the nearest name.
const SplitForm& find_form(const std::vector<SplitForm>& forms, std::string_view method);

// Throws Error(kUsage) for parameters that the method does not have, values that it does not take
// and needed ones that are absent.
void check_values(const SplitForm& form, const SplitSpec& spec);

// As it stands in a claim: what is recorded, defaults spelled out, in the order of the method.
SplitSpec recorded(const SplitForm& form, const SplitSpec& spec);

}  // namespace assay
