#include "assay/rules_engine/knowledge.h"

#include <utility>

namespace assay::rules {

Knowledge::Knowledge(const RuleSet& rules, GroundTable& table) {
  for (const Term& term : rules.knowledge) {
    Fact fact{table.symbol(term.text), {}};
    for (const Term& input : term.inputs) fact.inputs.push_back(table.add_term(input));
    facts_.push_back(std::move(fact));
  }
  by_predicate_.resize(table.symbol_count());
  for (std::uint32_t f = 0; f < facts_.size(); ++f) {
    const Fact& fact = facts_[f];
    Index& index = by_predicate_[fact.predicate];
    index.all.push_back(f);
    if (index.by_input.size() < fact.inputs.size()) index.by_input.resize(fact.inputs.size());
    for (std::size_t i = 0; i < fact.inputs.size(); ++i) {
      if (index.by_input[i].empty()) index.by_input[i].resize(table.size());
      index.by_input[i][fact.inputs[i]].push_back(f);
    }
  }
}

}  // namespace assay::rules
