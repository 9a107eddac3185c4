#include "assay/tasks/gscan/instructions.h"

#include <fmt/format.h>

#include <string_view>

#include "assay/grounded/acting_instructions.h"

namespace assay::gscan {

namespace {

constexpr std::string_view kAboutWorlds =
    R"(You are an agent on a grid of {0} rows and {0} columns. Carry out a command.

The world
Row 0 is in the north, column 0 in the west, and both are counted from 0: going east raises the
column, going south raises the row. The input tells your cell, the way you face and all things: their
color, shape, size from 1 to 4 and cell. No two things stand in one cell.

The target
The command names one thing of this world by its shape, often with its color, its size or both. "small" is
the smallest and "big" the largest of all things in the world that have the shape, and the color if
one is said.

)";

}  // namespace

Instructions gscan_instructions(const Settings& settings) {
  const grounded::Asked asked{.moving = settings.grammar != Grammar::kSimpleIntransitive,
                              .manners = settings.grammar == Grammar::kAdverb};
  Instructions told;
  told.rules = fmt::format(kAboutWorlds, settings.grid) + grounded::acting_rules(asked);
  grounded::tell_answers(asked, told);
  return told;
}

}  // namespace assay::gscan
