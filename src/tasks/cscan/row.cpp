#include "assay/tasks/cscan/row.h"

#include <bit>

namespace assay::cscan {

const Schema& cscan_schema() {
  static const Schema kSchema{{
      {"input", ValueType::kText, Role::kInput, "the request, then the context, a line each", {}},
      {"target", ValueType::kText, Role::kTarget, "reply and qualifier", {}},
      {"request", ValueType::kText, Role::kMetadata, "a command, or a rule to be judged", {}},
      {"reply", ValueType::kText, Role::kMetadata, "actions, 1, 0 or ?", {}},
      {"qualifier", ValueType::kText, Role::kMetadata, "Monotonic or Defeasible", {}},
      {"class", ValueType::kText, Role::kMetadata, "kind of request, reply and qualifier", {}},
      {"falsehood", ValueType::kText, Role::kMetadata, "how a false rule was made, else empty", {}},
      {"num_rules", ValueType::kInteger, Role::kMetadata, "different rules in the request", {}},
      {"num_variables", ValueType::kInteger, Role::kMetadata, "variables in the request", {}},
      {"derivation_level", ValueType::kInteger, Role::kMetadata, "compositions in it", {}},
      {"frac_explicit_rules",
       ValueType::kReal,
       Role::kMetadata,
       "of its rules, the share that the context tells as they are",
       {}},
      {"context_num_explicit_rules",
       ValueType::kInteger,
       Role::kMetadata,
       "rules that the context tells as they are",
       {}},
      {"input_tokens",
       ValueType::kInteger,
       Role::kMetadata,
       "pieces of the vocabulary in the input, or else words",
       {},
       "input_length"},
      {"leader",
       ValueType::kInteger,
       Role::kMetadata,
       "of a sibling: the item it was made for, else -1",
       {}},
  }};
  return kSchema;
}

const std::string& text_of(const Example& row, Column column) {
  return std::get<std::string>(row.fields[column]);
}

std::int64_t number_of(const Example& row, Column column) {
  return std::get<std::int64_t>(row.fields[column]);
}

std::string_view request_in(std::string_view input) { return input.substr(0, input.find('\n')); }

std::string_view context_in(std::string_view input) {
  const auto end = input.find('\n');
  return end == std::string_view::npos ? std::string_view() : input.substr(end + 1);
}

RequestFigures figures_of(const Request& request, const PhraseTable& phrases, ProductionSet told) {
  std::vector<ProductionId> productions;
  phrases.productions_of(request.rule.left, productions);
  const ProductionSet used = phrases.holds(request.rule.left);
  RequestFigures figures;
  figures.rules = std::popcount(used);
  figures.variables = static_cast<std::int64_t>(phrases.variables(request.rule.left));
  figures.level = static_cast<std::int64_t>(productions.size()) - 1;
  figures.explicit_share =
      static_cast<double>(std::popcount(used & told)) / static_cast<double>(figures.rules);
  return figures;
}

}  // namespace assay::cscan
