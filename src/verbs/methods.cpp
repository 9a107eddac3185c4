#include "assay/verbs/methods.h"

#include <nlohmann/json.hpp>

#include "assay/pipeline/methods/split_methods.h"

namespace assay::verbs {

std::vector<SplitForm> methods() { return split_forms(); }

nlohmann::ordered_json to_json(const std::vector<SplitForm>& forms) {
  auto document = nlohmann::ordered_json::array();
  for (const SplitForm& form : forms) {
    auto params = nlohmann::ordered_json::array();
    for (const SplitParam& param : form.params) {
      params.push_back({{"name", param.spec.name},
                        {"default", param.spec.default_text},
                        {"summary", param.spec.summary},
                        {"needed", param.needed}});
    }
    document.push_back(
        {{"name", form.name}, {"summary", form.summary}, {"params", std::move(params)}});
  }
  return document;
}

}  // namespace assay::verbs
