// Answers a request from the text of its context alone: a second witness for whatever makes
// examples of Conceptual SCAN. It shares nothing with a generator but the rule space.
//
// How it decides stands in PROCEDURE.md.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/object_pool.h"
#include "assay/tasks/cscan/solver/reader.h"
#include "assay/tasks/cscan/space/rule_space.h"

namespace assay::cscan {

// Immutable; threads may share it.
class Solver {
 public:
  explicit Solver(RuleSpace space);
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  // The request in the first line, then one thing of the context a line; gives "reply (Reasoning:
  // Monotonic)" or "(Reasoning: Defeasible)". Many requests about one context are fast. Throws
  // Error(kInput) naming the line that is not of the language.
  std::string solve(std::string_view input) const;

  struct Induced {
    std::string rule;         // "[look] = WHITE"
    std::size_t support = 0;  // things of the context that use it
  };
  // What the context makes plausible; one thing a line, without a request.
  std::vector<Induced> induce(std::string_view context) const;

 private:
  struct View;  // what is known from a context
  struct Desk;  // the views that a thread looked at last

  RuleSpace space_;
  solving::Reader reader_;
  ObjectPool<Desk> desks_;
};

}  // namespace assay::cscan
