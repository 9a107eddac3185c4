#include "assay/tasks/arc/formats.h"

#include "assay/base/json.h"

namespace assay::arc {

std::vector<Format> arc_formats(const PuzzleMaker& maker) {
  const auto append = [&maker](const Example& row, std::string& out) {
    out += "{\"id\":";
    append_json_string(out, id_of("arc", row));
    out += ',';
    append_members(out, grids_of(puzzle_of(row, maker)));
    out += "}\n";
  };
  return {{.name = "arc",
           .summary = "JSON lines in the shape of the Abstraction and Reasoning Corpus",
           .files = {RowFile{"{part}.jsonl", append}}}};
}

}  // namespace assay::arc
