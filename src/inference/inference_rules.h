// The inference rules of LogicInference (appendix A): 17 of propositional logic, two that lead from
// "all" to one and from one to "some", and the quantified forms of the 17.
//
// A rule is a schema. Its letters p, q, r, s stand for literals: atoms or negations of atoms; P(x)
// likewise for a predicate of the variable or the negation of one. ¬¬ never stands anywhere.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/logic/formula.h"

namespace assay::logic {

using RuleNumber = std::uint32_t;

// Formulas are schemas of the rule book.
struct InferenceRule {
  std::string name;
  std::vector<FormulaId> premises;
  std::vector<FormulaId> inferences;
  std::vector<FormulaId> contradictions;  // what cannot be true beside the premises
  std::vector<FormulaId> unrelated;       // what the premises leave open
  // The conclusion speaks of something that the premises need not mention: addition, instantiation.
  bool adds_symbols = false;
};

class RuleBook {
 public:
  RuleBook();

  // 17 propositional ones, universal instantiation, existential generalization, then for each of
  // the 17 its universal form and one existential form for each premise.
  std::span<const InferenceRule> rules() const { return rules_; }
  const InferenceRule& operator[](RuleNumber number) const { return rules_[number]; }
  std::size_t size() const { return rules_.size(); }
  const FormulaStore& schemas() const { return schemas_; }

  // Several rules may share a name, as the two kinds of modus tollens do.
  bool has_name(std::string_view name) const;

  static constexpr std::size_t kPropositional = 17;
  static constexpr RuleNumber kInstantiation = 17;
  static constexpr RuleNumber kGeneralization = 18;

 private:
  void add(std::string_view name, std::string_view premises, std::string_view inferences,
           std::string_view contradictions, std::string_view unrelated);
  void add_quantified(const InferenceRule& base);
  FormulaId lift(FormulaId schema, Op quantifier);
  FormulaId opposite(FormulaId quantified);

  FormulaStore schemas_;
  std::vector<InferenceRule> rules_;
};

}  // namespace assay::logic
