#include "assay/tasks/reascan/instructions.h"

#include <fmt/format.h>

#include <string_view>

#include "assay/grounded/acting_instructions.h"

namespace assay::reascan {

namespace {

constexpr std::string_view kAboutWorlds =
    R"(You are an agent on a grid of {0} rows and {0} columns. Carry out a command.

The world
Row 0 is in the north, column 0 in the west, and both are counted from 0: going east raises the
column, going south raises the row. The input tells your cell, the way you face and all things: their
color, shape, size from 1 to 4 and cell. No two of them stand in one cell, but for boxes: a box is an
outline around a square of cells, as many wide and high as its size, and its own cell is the one in
the north-west corner.

The target
The command describes one thing of this world, the target.
- "circle", "cylinder", "square", "box" name the shape; "object" fits every thing, boxes as well.
- A color word names the color.
- {1}
- "that is" and what follows says something of the thing named just before it. "and" adds a further
  clause about the same thing as the clause before it.
- "in the same row as", "in the same column as" compare cells, "in the same size as", "in the same
  color as", "in the same shape as" the looks of two things.
- "inside of" a box: the cell of the thing is one of the cells that the box is around, those in its
  outermost rows and columns among them.
- "the" and "a" make no difference. Different phrases of a command speak of different things. A clause
  holds if there is some thing that fits its phrase, with the clauses that speak of that thing. The
  target is the only thing that fits the whole description.

)";

constexpr std::string_view kExtreme =
    R"("small" is the smallest and "big" the largest of all things in the world that the other words of
  its phrase (color, shape) fit, whatever its clauses say. Several things may share that size.)";

constexpr std::string_view kSomeLarger =
    R"("small" is every thing that is not of the largest size, "big" every one that is not of the smallest,
  among all things in the world that the other words of its phrase (color, shape) fit, whatever its
  clauses say.)";

}  // namespace

Instructions reascan_instructions(const Settings& settings) {
  const grounded::Asked asked{.boxes = true};
  const bool is_sound = settings.edition == Edition::kSound;
  Instructions told;
  told.rules = fmt::format(kAboutWorlds, settings.world.grid, is_sound ? kExtreme : kSomeLarger) +
               grounded::acting_rules(asked);
  grounded::tell_answers(asked, told);
  return told;
}

}  // namespace assay::reascan
