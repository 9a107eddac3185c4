// Reading one line of a data set: what is wrong with it is said with its place.
#pragma once

#include <string_view>

#include "assay/base/error.h"
#include "assay/store/row.h"

namespace assay {

// Reads a line and calls use(). An Error of either gets place() in front.
template <typename Place, typename Use>
void read_row(RowReader& reader, std::string_view line, const Place& place, Example& row,
              const Use& use) {
  try {
    reader.parse(line, row);
    use();
  } catch (const Error& problem) {
    throw Error(problem.kind(), fmt::format("{}: {}", place(), problem.what()));
  }
}

// The same for a row that is only read.
template <typename Place>
void read_row(RowReader& reader, std::string_view line, const Place& place, Example& row) {
  read_row(reader, line, place, row, [] {});
}

}  // namespace assay
