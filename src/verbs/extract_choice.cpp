#include "assay/verbs/extract_choice.h"

#include <vector>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay::verbs {

ExtractRule extract_choice(const std::string& verb, const std::string& name) {
  if (const auto rule = extract_rule(name)) return *rule;
  const auto names = extract_rule_names();
  fail(ErrorKind::kUsage, "{}: there is no --extract \"{}\"{}", verb, printable(name),
       did_you_mean(name, std::vector<std::string>(names.begin(), names.end())));
}

std::optional<PredictionForm> form_choice(const std::string& verb, const std::string& name) {
  if (name.empty()) return std::nullopt;
  if (const auto form = prediction_form(name)) return form;
  const auto names = prediction_form_names();
  fail(ErrorKind::kUsage, "{}: there is no --form \"{}\"{}", verb, printable(name),
       did_you_mean(name, std::vector<std::string>(names.begin(), names.end())));
}

}  // namespace assay::verbs
