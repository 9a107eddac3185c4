// A command and its world in words, so that whoever reads them needs nothing else.
//
//   push a red circle. The grid has 6 rows from the north and 6 columns from the west, counted from
//   0. The agent is at row 2, column 1, facing east. Things: red circle of size 1 at row 3, column
//   2; blue box of size 2 over rows 0 to 1, columns 4 to 5.
//
// Things are told by row, then by column, boxes first: their order gives nothing away.
#pragma once

#include <string>
#include <string_view>

#include "assay/world/world.h"

namespace assay::world {

void append_input(std::string& out, std::string_view command, const World& world);

struct InputText {
  std::string problem;  // empty when it could be read; one line with the place
  std::string_view command;
  World world;
};

// Reads any bytes; what append_input wrote comes back with its things in the order of the text.
InputText read_input(std::string_view text);

}  // namespace assay::world
