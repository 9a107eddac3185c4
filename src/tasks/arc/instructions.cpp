#include "assay/tasks/arc/instructions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace assay::arc {

namespace {

constexpr std::string_view kRules =
    R"(Find the rule behind {0} pairs of grids, input and output, and apply it to one more input. The text
before the grids says how a grid draws a world of things. 0 is an empty place.

What changes
In each pair one thing of the input is changed, and the change is the same in all pairs:
- {1}.
Nothing else changes: the thing keeps its cell and its size, and all others stay as they are. Where a
thing is taken away, rows and columns 1 to 4 of its cell become 0.

Which thing
One description fits the thing that changes, and no other thing, in every input; it also fits one
thing of the test input. The description is "circle", "cylinder", "square" or "object" (which fits
every thing, boxes as well), with or without a color, and with or without "small" or "big". It may
have clauses that say how the thing lies to other things, which are described in the same way and may
have clauses of their own:
- in the same row as, or in the same column as: their cells are in one row or column of cells. The
  cell of a box is the first one that it is around, at its top left;
- inside of a box: the cell of the thing is one of those that the box is around;
- in the same size as, in the same color as, in the same shape as.
"small" is a thing if nothing smaller has the color and shape that its description names, and
something larger does; "big" the other way round. A clause holds if there is such another thing; the
things that one description speaks of are all different.

How to find it
Write down the things of each input. See which one changes and how. Then look for the description
with the fewest clauses that fits it, and only it, in all pairs. If several fit, they mean the same
thing in the test input.)";

constexpr std::string_view kForm =
    "The whole output grid as JSON: a list of rows, each a list of as many of the numbers 0, 1, 2, "
    "3, "
    "4 and 5 as the test input has, such as [[0,0,1],[0,2,5]].";

constexpr std::array<std::string_view, kOperationKinds> kChanges{
    "it gets a color, always the same", "it gets a shape, always the same", "it is taken away",
    "it gets a color and a shape, always the same"};

}  // namespace

Instructions arc_instructions(const Settings& settings) {
  std::vector<std::string_view> changes;
  for (std::size_t kind = 0; kind < kOperationKinds; ++kind) {
    if (settings.operations[kind]) changes.push_back(kChanges[kind]);
  }
  Instructions told;
  told.rules = fmt::format(kRules, settings.pairs, fmt::join(changes, ", or\n- "));
  told.vocabulary = {"0", "1", "2", "3", "4", "5"};
  told.form = kForm;
  told.punctuation = "[],";
  return told;
}

}  // namespace assay::arc
