// How the answer to a request follows from its context, step by step, as appendix P.1 of the paper
// tells it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/tasks/cscan/solver/solver.h"
#include "assay/tasks/cscan/space/rule_space.h"

namespace assay::cscan {

// Where a rule comes from that is used.
enum class Ground : std::uint8_t {
  kContext,    // it stands there
  kPlausible,  // it is hidden, and the context makes it plausible
  kAssumed     // it is the one that is asked for, for the sake of the argument
};

struct DerivationStep {
  std::string says;  // "[run left] = WHITE PINK"
  std::string by;    // the rule that covers the top: "[x1 x2] = [x1] [x2]"
  Ground ground = Ground::kContext;
  // Of the input, the request being line 1: where the rule stands, or which make it plausible.
  std::vector<std::size_t> lines = {};
};

struct Derivation {
  std::vector<DerivationStep> steps;  // none when the answer is "?"
  // The last two steps give one phrase two values: the rule that is asked for cannot hold.
  bool is_refutation = false;
  std::string answer;  // "0 (Reasoning: Monotonic)"
  std::string text;    // all of it, for people: lines of ASCII
};

// `induced` are the rules that the context of the input makes plausible. Throws Error(kInput) for a
// text that cannot be read and for a context that contradicts itself.
Derivation derive_answer(std::string_view input, const RuleSpace& space,
                         const std::vector<Solver::Induced>& induced);

}  // namespace assay::cscan
