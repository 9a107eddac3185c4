// Applying inference rules to formulas: does a rule license a step, and what follows in one step?
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "assay/inference/inference_rules.h"
#include "assay/logic/formula.h"

namespace assay::logic {

// What the letters and constants of a schema stand for; kNoFormula while open.
struct Bindings {
  static constexpr std::size_t kLetters = 4;
  std::array<FormulaId, kLetters> letters{kNoFormula, kNoFormula, kNoFormula, kNoFormula};
  std::array<Argument, 2> constants{kVariable, kVariable};

  // Different letters stand for different literals.
  bool are_distinct() const;
};

// A rule, what it was applied to and what it gave.
struct Step {
  static constexpr std::size_t kMostPremises = 3;
  RuleNumber rule = 0;
  std::uint32_t premise_count = 0;
  std::array<FormulaId, kMostPremises> premises{};
  FormulaId conclusion = kNoFormula;

  std::span<const FormulaId> used() const { return std::span(premises).first(premise_count); }
};

// Extends the bindings so that the schema becomes the formula; false when it cannot. Bindings are
// then of no use any more.
bool match(const FormulaStore& schemas, FormulaId schema, FormulaStore& store, FormulaId formula,
           Bindings& bindings);

// The schema with its letters replaced; kNoFormula when one of them is open.
FormulaId instantiate(const FormulaStore& schemas, FormulaId schema, FormulaStore& store,
                      const Bindings& bindings);

// Everything that follows from the premises in a single application of a rule that adds no symbols:
// by rule, then by premise; nothing twice and no premise. Different letters of a rule stand for
// different literals: p and p do not give "p and p".
void one_step_inferences(const RuleBook& book, FormulaStore& store,
                         std::span<const FormulaId> premises, std::vector<Step>& out);

// Whether some rule of this name leads from exactly these premises, in any order, to the
// conclusion. Letters may stand for the same literal: p and p do give "p and p". Instantiation and
// generalization hold of whatever is said, not of literals alone.
bool is_licensed(const RuleBook& book, std::string_view rule_name, FormulaStore& store,
                 std::span<const FormulaId> premises, FormulaId conclusion);

// The first rule that leads from exactly these premises, in any order, to the conclusion.
bool find_rule(const RuleBook& book, FormulaStore& store, std::span<const FormulaId> premises,
               FormulaId conclusion, RuleNumber& found);
// The first of this name: the one that licenses the step.
bool find_rule(const RuleBook& book, std::string_view rule_name, FormulaStore& store,
               std::span<const FormulaId> premises, FormulaId conclusion, RuleNumber& found);

}  // namespace assay::logic
