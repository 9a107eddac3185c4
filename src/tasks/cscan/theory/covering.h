// How a tree gets its value: the rules that cover it, step by step.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "assay/tasks/cscan/theory/theory.h"

namespace assay::cscan {

// The parts of `tree` that the rule's output needs have values; with them the output is `value`.
struct CoveringStep {
  Tree tree;
  Output value;
  std::uint16_t rule = 0;   // of the theory
  std::uint32_t steps = 0;  // that it takes in all, this one included
  friend bool operator==(const CoveringStep&, const CoveringStep&) = default;
};

class Covering {
 public:
  explicit Covering(const Theory& theory) : theory_(theory) {}  // must outlive it

  // One for each rule that can be the uppermost, the one with the fewest steps first; none when the
  // tree has no value. Its parts have at most one value each.
  std::vector<CoveringStep> ways(const Tree& tree);

  // Appends the steps that a way needs, parts first, itself last, none that is there already.
  void append_steps(const CoveringStep& way, std::vector<CoveringStep>& out);

 private:
  // What a rule needs of a tree; nothing when it does not cover the top or a part has no value.
  std::optional<std::vector<PhraseId>> needs(const Rule& rule, const Tree& tree,
                                             Binding& binding) const;
  const CoveringStep& best_way(PhraseId phrase);

  const Theory& theory_;
  std::map<PhraseId, CoveringStep> best_;
};

}  // namespace assay::cscan
