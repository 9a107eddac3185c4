// Inference problems of the published LogicInference (section 3, appendix C.1): a rule, extended
// backwards by rules that yield one of its premises.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/base/progress.h"
#include "assay/tasks/logic/published/clause.h"
#include "assay/tasks/logic/published/random.h"
#include "assay/tasks/logic/published/rules.h"

namespace assay::logic::published {

// One application of a rule.
struct Step {
  std::array<Clause, 3> clauses{};
  std::uint8_t size = 0;
  std::uint8_t rule = 0;  // among the 66
  Clause conclusion;

  std::span<const Clause> premises() const { return {clauses.data(), size}; }
};

// A clause and the steps that lead to it or, for a contradiction, to what it contradicts.
struct Chain {
  Clause clause;
  std::vector<Step> steps;
};

struct Problem {
  std::vector<Clause> premises;
  std::vector<Chain> inferences;
  std::vector<Chain> contradictions;
  std::vector<Clause> unrelated;
  std::vector<Clause> atoms;   // in the order in which they are renamed and put into words
  bool contradictory = false;  // as far as the published detector sees
};

struct ProblemSettings {
  std::vector<double> lengths;  // weights of 0, 1, 2 ... extensions
  std::size_t wanted = 0;
};

// The rules, the clauses made of them, and the counter that names the symbols of rule copies.
struct Workshop {
  Workshop();

  Clauses clauses;
  std::vector<Rule> rules = make_rules(clauses);
  std::vector<Rule> starred_rules;  // no symbol of these is a symbol of a problem
  std::uint32_t counter = 1;
};

// Draws problems until enough differ or none is new for long, adds some contradictory ones and
// shuffles all. Throws Interrupted when cancelled.
std::vector<Problem> make_problems(Workshop& workshop, const ProblemSettings& settings,
                                   Twister& random, const Control& control);

// One problem with `extensions` attempts to extend it; not yet judged contradictory.
Problem make_problem(Workshop& workshop, std::size_t extensions, Twister& random);

}  // namespace assay::logic::published
