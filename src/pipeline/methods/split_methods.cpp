#include "assay/pipeline/methods/split_methods.h"

namespace assay {

const std::vector<SplitMethod>& split_methods() {
  static const std::vector<SplitMethod> kMethods = {
      random_method(),  group_method(), length_method(), pattern_method(),
      holdout_method(), mcd_method(),   follow_method(), import_method()};
  return kMethods;
}

const SplitMethod& find_split_method(std::string_view name) {
  const auto& methods = split_methods();
  static const std::vector<SplitForm> kForms = split_forms();
  const SplitForm& form = find_form(kForms, name);
  return methods[static_cast<std::size_t>(&form - kForms.data())];
}

std::vector<SplitForm> split_forms() {
  std::vector<SplitForm> forms;
  for (const SplitMethod& method : split_methods()) forms.push_back(method.form);
  return forms;
}

}  // namespace assay
