// Formulas as the LogicInference paper writes them:
//
//   ~p    p -> q_2    p <-> q    p and ~q    p or q    ~(p -> q)    forall x: P(x) -> Q_2(x)
//
// Operands that are no literals stand in parentheses, the body of a quantifier does not. A negated
// quantifier is ~(forall x: P(x)).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/logic/formula.h"

namespace assay::logic {

// How the symbols of some formulas are called.
struct Names {
  std::vector<std::string> propositions;  // p q r s t u w, with or without _1 ...
  std::vector<std::string> predicates;    // P Q R S T U W, likewise
  std::vector<std::string> constants;     // a ... j, likewise
  std::string variable = "x";             // x y z, likewise
};

// The letters in the order of the paper.
inline constexpr std::string_view kPropositionLetters = "pqrstuw";
inline constexpr std::string_view kPredicateLetters = "PQRSTUW";
inline constexpr std::string_view kConstantLetters = "abcdefghij";
inline constexpr std::string_view kVariableLetters = "xyz";

// p, q, r ... in this order: names of schemas, and the canonical ones of translations.
Names plain_names();

void append_text(std::string& out, const FormulaStore& store, FormulaId id, const Names& names);
std::string to_text(const FormulaStore& store, FormulaId id, const Names& names);

// What a text says, or why it says nothing.
struct ParsedFormula {
  FormulaId id = kNoFormula;
  std::string problem;  // empty when there is a formula: one line with the place
};

// Reads one formula. Symbols that `names` does not have are added to it; a variable is known by its
// letter, and each formula may have another one. Parentheses may be more than are needed, and
// operators of one formula must be grouped by them; ~~ is read as nothing. A quantifier stands
// outermost, under ~ and parentheses at most, as the decision procedure asks. Any bytes may be
// given.
ParsedFormula parse_formula(std::string_view text, FormulaStore& store, Names& names);

}  // namespace assay::logic
