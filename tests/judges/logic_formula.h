// Formulas of LogicInference for the checker by brute force: trees of their own, compared by value.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brute_force {

// What the variable of a formula is called here; a formula has one at most.
inline const std::string kVariable = "*";

// 'a' an atom, '~' not, '>' if, '=' if and only if, '&' and, '|' or, 'A' for all, 'E' there is.
// ~~ never stands anywhere.
struct Formula {
  char op = 'a';
  std::string name;   // of an atom
  std::string about;  // of an atom: a constant, kVariable, or "" of a proposition
  std::vector<Formula> parts;

  friend bool operator==(const Formula& one, const Formula& other) {
    return one.op == other.op && one.name == other.name && one.about == other.about &&
           one.parts == other.parts;
  }
};

Formula negated(const Formula& formula);
Formula joined(char op, Formula first, Formula second);
Formula quantified(char op, Formula body);
bool is_literal(const Formula& formula);
bool is_quantified(const Formula& formula);  // also under ~

// The same said of a constant instead of the variable.
Formula said_of(Formula formula, const std::string& about);

// All atoms, also those of equal ones.
std::vector<Formula> atoms_of(const Formula& formula);

// p, ~p_2, p -> (q and ~r), forall x: P(x) or Q(a); nothing when the text is no formula.
std::optional<Formula> read_notation(std::string_view text);

}  // namespace brute_force
