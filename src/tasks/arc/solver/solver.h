// Finds the rule of a puzzle from its text and applies it: a second witness for the generator, with
// which it shares the grids' JSON and the table of pictures, but neither the writing of worlds nor
// the grammar of rules nor the search. Of ReaSCAN it sees what a world is, and the relations of its
// solver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/tasks/arc/grids/grid.h"

namespace assay::arc {

struct Solution {
  std::string rule;  // in words
  Grid output;
};

// A pattern of rules: of each clause, the object that it speaks of. Object i + 1 stands at the end
// of clause i.
using ClauseParents = std::vector<std::uint8_t>;

// What "small" says of a thing, among all that the other words of its phrase fit; "big" likewise.
enum class SizeReading : std::uint8_t {
  kSomeLarger,         // something is larger
  kSmallestOfSeveral,  // nothing is smaller, and not all are of one size
  kSmallest            // nothing is smaller
};

// Looks through all rules of the patterns in turn and takes the first that explains all pairs and
// means one thing in the test. Sizes are read as kSmallestOfSeveral. Of more pairs than `pairs`
// only the first are looked at. Throws Error(kInput) when the text cannot be read or no rule is
// found.
Solution solve_puzzle(std::string_view input, std::span<const ClauseParents> patterns,
                      std::size_t pairs = std::numeric_limits<std::size_t>::max());

// Looks through all rules of the patterns to the end. The first rule for each output that rules
// which explain all pairs lead to: one for a puzzle with one answer, none when no rule explains
// them. Throws Error(kInput) when the text cannot be read.
std::vector<Solution> all_solutions(std::string_view input, std::span<const ClauseParents> patterns,
                                    SizeReading reading);

}  // namespace assay::arc
