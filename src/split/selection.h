// Choosing examples from a pool (Keysers et al. 2020, appendix K.3): rule combinations as diverse
// as possible, levels of complexity as even as possible.
//
// The simplest level comes first. Inside a level the example that gives the highest entropy of
// compounds (split/combination_entropy.h) is taken, again and again, until the level has its share.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "assay/base/progress.h"
#include "assay/base/random.h"
#include "assay/dbca/compound_lists.h"

namespace assay {

// An example that can be chosen.
struct Candidate {
  std::uint64_t row = 0;
  std::uint32_t list = 0;  // of its compounds
  std::uint32_t level = 0;
};

struct SelectionWish {
  std::optional<std::uint64_t> rows = {};  // absent: as many as the cap lets through
  std::optional<std::uint64_t> cap = {};   // of a level; absent: none but that of even levels
  // How many random examples of the level are compared in a step; 0: all of them. With all, every
  // step takes the best there is, and only examples that may be the best are weighed again.
  std::uint64_t compared = 0;
  Key key = {};  // of what is drawn
};

// How many of each level are taken when a level has so many: as even as can be, the simplest levels
// first where a row is left over. Throws Error(kUsage) when there are fewer rows than wanted.
std::vector<std::uint64_t> level_shares(std::span<const std::uint64_t> available,
                                        const SelectionWish& wish);

// The rows chosen, in the order of choice. The same for any number of threads. Candidates must be
// sorted by row.
std::vector<std::uint64_t> select_rows(const CompoundLists& lists,
                                       std::span<const Candidate> candidates,
                                       const SelectionWish& wish, const Control& control);

}  // namespace assay
