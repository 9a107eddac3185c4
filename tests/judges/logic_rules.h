// What follows, for the checker by brute force: the inference rules of LogicInference, tried one by
// one, and truth, decided on all that can be said of everything there is.
#pragma once

#include <string>
#include <vector>

#include "logic_formula.h"

namespace brute_force {

using Formulas = std::vector<Formula>;

// Whether all of it can be true together. Each "there is" gets a thing of its own beside the
// constants; "for all" is said of every one of them. That is enough where no "there is" stands
// behind a "for all".
bool can_be_true(const Formulas& formulas);

// Whether a rule of this name leads from exactly these premises to the conclusion; "" for any rule.
bool is_licensed(const std::string& rule, Formulas premises, const Formula& conclusion);
// The same for one, two or three of these, all different.
bool is_licensed_by_some(const std::string& rule, const Formulas& known, const Formula& conclusion);

// All that follows by one rule that adds no symbols, without the premises. Different letters of a
// rule stand for different literals.
Formulas one_step_inferences(const Formulas& premises);

// All names of rules.
const std::vector<std::string>& rule_names();

}  // namespace brute_force
