#include "assay/pipeline/methods/split_methods.h"

#include <algorithm>

namespace assay {

const std::vector<SplitMethod>& split_methods() {
  static const std::vector<SplitMethod> kMethods = {
      random_method(),  group_method(), length_method(), pattern_method(),
      holdout_method(), mcd_method(),   follow_method(), import_method(),
  };
  return kMethods;
}

const SplitMethod& find_split_method(std::string_view name) {
  const auto& methods = split_methods();
  const auto found = std::ranges::find_if(
      methods, [&](const SplitMethod& method) { return method.form.name == name; });
  if (found == methods.end()) find_form(split_forms(), name);  // throws
  return *found;
}

std::vector<SplitForm> split_forms() {
  std::vector<SplitForm> forms;
  for (const SplitMethod& method : split_methods()) forms.push_back(method.form);
  return forms;
}

}  // namespace assay
