#include "assay/tasks/cscan/theory/covering.h"

#include <algorithm>

#include "assay/base/error.h"

namespace assay::cscan {

namespace {

// The output with the values of what its variables stand for; variables of the tree count on from
// part to part.
Output put_together(const Rule& rule, const Binding& binding, const Theory& theory) {
  const PhraseTable& phrases = theory.phrases();
  Output result;
  for (const char byte : rule.right) {
    if (!is_variable(byte)) {
      result += byte;
      continue;
    }
    std::size_t before = 0;
    for (std::size_t i = 0; i < variable_number(byte); ++i) before += phrases[binding[i]].variables;
    const PhraseId part = binding[variable_number(byte)];
    Output value(1, variable_byte(0));
    if (!phrases[part].is_variable()) theory.evaluate(phrases.tree(part), value);
    append_shifted(result, value, before);
  }
  return result;
}

}  // namespace

std::optional<std::vector<PhraseId>> Covering::needs(const Rule& rule, const Tree& tree,
                                                     Binding& binding) const {
  if (!theory_.phrases().match(rule.left, tree, binding)) return std::nullopt;
  std::vector<PhraseId> parts;
  for (const char byte : rule.right) {
    if (!is_variable(byte)) continue;
    const PhraseId part = binding[variable_number(byte)];
    if (theory_.known(part) != Known::kYes) return std::nullopt;
    if (theory_.phrases()[part].is_variable()) continue;
    if (std::ranges::find(parts, part) == parts.end()) parts.push_back(part);
  }
  return parts;
}

std::vector<CoveringStep> Covering::ways(const Tree& tree) {
  std::vector<CoveringStep> found;
  for (const std::uint16_t number : theory_.rules_of(theory_.phrases().root(tree))) {
    const Rule& rule = theory_.rules()[number];
    Binding binding;
    const auto parts = needs(rule, tree, binding);
    if (!parts) continue;
    std::uint32_t steps = 1;
    for (const PhraseId part : *parts) steps += best_way(part).steps;
    found.push_back({tree, put_together(rule, binding, theory_), number, steps});
  }
  std::ranges::stable_sort(found, {}, &CoveringStep::steps);
  return found;
}

// No phrase stands inside itself, so this ends.
const CoveringStep& Covering::best_way(PhraseId phrase) {
  const auto known = best_.find(phrase);
  if (known != best_.end()) return known->second;
  const auto all = ways(theory_.phrases().tree(phrase));
  ASSAY_CHECK(!all.empty());
  return best_.emplace(phrase, all.front()).first->second;
}

void Covering::append_steps(const CoveringStep& way, std::vector<CoveringStep>& out) {
  if (std::ranges::find(out, way) != out.end()) return;
  Binding binding;
  const auto parts = needs(theory_.rules()[way.rule], way.tree, binding);
  for (const PhraseId part : *parts) append_steps(best_way(part), out);
  out.push_back(way);
}

}  // namespace assay::cscan
