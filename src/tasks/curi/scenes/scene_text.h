// A scene in words, as concepts see it, on one line:
//
//   large red metal cube at (3, 4); small gray rubber sphere at (6, 5)
//
// A place is a column and a row of the picture, from its top left. Things are told by column, then
// by row, then by the rest: their order gives nothing away.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "assay/tasks/curi/scenes/thing.h"

namespace assay::curi {

// The same things in the order in which they are told.
Looks in_order(const Looks& scene);

// "large red metal cube"
void append_look(std::string& out, const Look& look);

// There is at least one thing.
void append_looks(std::string& out, const Looks& scene);

struct LooksText {
  std::string problem;  // empty when it could be read; one line with the place
  Looks looks;
};

// Reads any bytes; things stay in the order of the text. Columns and rows are from `first_bin` to
// 8.
LooksText read_looks(std::string_view text, std::uint8_t first_bin = 0);

}  // namespace assay::curi
