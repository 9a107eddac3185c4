#include "assay/inference/inference_rules.h"

#include <algorithm>
#include <array>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/logic/notation.h"

namespace assay::logic {

namespace {

struct RuleText {
  std::string_view name;
  std::string_view premises;
  std::string_view inferences;
  std::string_view contradictions;
  std::string_view unrelated;
};

// Two places differ from the released table: there p -> q is called unrelated to p and q, which
// imply it, and the contradiction of disjunction elimination is not well formed. Quantified forms
// have no unrelated formulas there; here they are those of the base rule, quantified as well.
constexpr std::array<RuleText, 19> kRules{{
    {"modus ponens", "p -> q; p", "q", "~q", "r; ~r"},
    {"modus tollens", "p -> q; ~q", "~p", "p", "r; ~r"},
    {"modus tollens", "p -> ~q; q", "~p", "p", "r; ~r"},
    {"incorrect modus tollens", "p -> q; q", "", "", "p"},
    {"transitivity", "p -> q; q -> r", "p -> r", "~(p -> r)", "p; q; r"},
    {"disjunctive syllogism", "p or q; ~p", "q", "~q", "r; ~r"},
    {"addition", "p", "p or q", "~p", "r; ~r"},
    {"simplification", "p and q", "p; q", "~p; ~q", "r; ~r"},
    {"conjunction", "p; q", "p and q", "~p; ~q", "r; ~r"},
    {"resolution", "p or q; ~p or r", "q or r", "", "q; r"},
    {"rewriting", "p or ~q", "q -> p", "", ""},
    {"disjunction elimination", "p -> r; q -> r; p or q", "r", "~r", "s"},
    {"biconditional introduction", "p -> q; q -> p", "p <-> q", "~(p <-> q)", ""},
    {"biconditional elimination", "p <-> q", "p -> q", "~(p -> q)", ""},
    {"biconditional elimination", "p <-> q", "q -> p", "~(q -> p)", ""},
    {"biconditional elimination", "p <-> q; ~p", "~q", "q", ""},
    {"biconditional elimination", "p <-> q; ~q", "~p", "p", ""},
    {"universal instantiation", "forall x: P(x)", "P(a)", "~P(a)", "Q(a); ~Q(a)"},
    {"existential generalization", "P(a)", "exists x: P(x)", "", "forall x: P(x); Q(a); P(b)"},
}};

std::vector<FormulaId> read(std::string_view list, FormulaStore& store) {
  std::vector<FormulaId> formulas;
  Names names = plain_names();
  for (const std::string_view text : split_text(list, ';')) {
    if (text.empty()) continue;
    const ParsedFormula parsed = parse_formula(text, store, names);
    ASSAY_CHECK(parsed.problem.empty());
    formulas.push_back(parsed.id);
  }
  return formulas;
}

}  // namespace

RuleBook::RuleBook() {
  for (const RuleText& rule : kRules) {
    add(rule.name, rule.premises, rule.inferences, rule.contradictions, rule.unrelated);
  }
  for (std::size_t i = 0; i < kPropositional; ++i) {
    const InferenceRule base = rules_[i];
    add_quantified(base);
  }
}

void RuleBook::add(std::string_view name, std::string_view premises, std::string_view inferences,
                   std::string_view contradictions, std::string_view unrelated) {
  rules_.push_back({std::string(name), read(premises, schemas_), read(inferences, schemas_),
                    read(contradictions, schemas_), read(unrelated, schemas_),
                    name == "addition" || name == "universal instantiation"});
}

FormulaId RuleBook::lift(FormulaId schema, Op quantifier) {
  const FormulaId body = schemas_.map_atoms(
      schema, [&](const Formula& letter) { return schemas_.predicate(letter.first, kVariable); });
  return schemas_.quantified(quantifier, body);
}

// ∀xφ is contradicted by ∃x¬φ, and the other way round.
FormulaId RuleBook::opposite(FormulaId quantified) {
  const Formula formula = schemas_[quantified];
  return schemas_.quantified(formula.op == Op::kForAll ? Op::kExists : Op::kForAll,
                             schemas_.complement(formula.first));
}

void RuleBook::add_quantified(const InferenceRule& base) {
  const auto add_form = [&](std::string_view form, Op conclusion, std::size_t existential) {
    InferenceRule rule;
    rule.name = std::string(form) + ' ' + base.name;
    rule.adds_symbols = base.adds_symbols;
    for (std::size_t i = 0; i < base.premises.size(); ++i) {
      rule.premises.push_back(lift(base.premises[i], i == existential ? Op::kExists : Op::kForAll));
    }
    for (const FormulaId id : base.inferences) rule.inferences.push_back(lift(id, conclusion));
    for (const FormulaId id : rule.inferences) rule.contradictions.push_back(opposite(id));
    for (const FormulaId id : base.unrelated) rule.unrelated.push_back(lift(id, conclusion));
    rules_.push_back(std::move(rule));
  };
  add_form("universal", Op::kForAll, base.premises.size());
  for (std::size_t i = 0; i < base.premises.size(); ++i) add_form("existential", Op::kExists, i);
}

bool RuleBook::has_name(std::string_view name) const {
  return std::any_of(rules_.begin(), rules_.end(),
                     [&](const InferenceRule& rule) { return rule.name == name; });
}

}  // namespace assay::logic
