// Renaming variations of the published LogicInference (section 3, step 3): the same problem with
// other names for its propositions, functors, constants and variables.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/base/progress.h"
#include "assay/tasks/logic/published/problems.h"

namespace assay::logic::published {

// The different symbols of a problem in the order of its atoms.
std::vector<Symbol> symbols_of(const Clauses& clauses, const Problem& problem);

// Variations of all problems, in their order. Only the new names are kept, not renamed clauses.
class Variations {
 public:
  std::size_t size() const { return problems_.size(); }
  std::uint32_t problem(std::size_t variation) const { return problems_[variation]; }

  // The new names, in the order of symbols_of the problem.
  std::span<const Symbol> names(std::size_t variation) const {
    return std::span(names_).subspan(starts_[variation],
                                     starts_[variation + 1] - starts_[variation]);
  }

  void add(std::uint32_t problem, std::span<const Symbol> names);

 private:
  std::vector<std::uint32_t> problems_;
  std::vector<std::uint32_t> starts_ = {0};
  std::vector<Symbol> names_;
};

// Tries `tries` variations of each of problems[first, last). Throws Interrupted when cancelled.
Variations make_variations(const Clauses& clauses, std::span<const Problem> problems,
                           std::size_t first, std::size_t last, int tries, Twister& random,
                           const Control& control);

}  // namespace assay::logic::published
