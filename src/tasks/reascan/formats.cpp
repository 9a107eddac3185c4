#include "assay/tasks/reascan/formats.h"

#include "assay/tasks/reascan/published_check.h"
#include "assay/tasks/reascan/published_json.h"

namespace assay::reascan {

std::vector<Format> reascan_formats(const Rows& rows) {
  const auto append = [&rows](const Example& row, std::string& out) {
    const Structure structure = rows.structure_of(row);
    const grounded::Errand errand = errand_of(row);
    const DistractorMetadata metadata = rows.metadata_of(row, structure);
    append_published(out, {text_at(row, kCommand), text_at(row, kPattern), row.target(), structure,
                           errand, metadata, rows.world_settings_of(row)});
  };
  const auto frame = [&rows](FormatEdge edge, std::span<const FormatPart> parts, std::size_t at,
                             std::string& out) {
    append_frame(out, rows.settings().world.grid, edge, parts, at);
  };
  const auto append_numbers = [](const Example& row, std::string& out) {
    append_compact(out, text_at(row, kCommand), row.target(), errand_of(row).world);
  };
  FormatChecker checker{make_published_checker};
  // The release has one set of distractors for some clauses, the sound edition as many as it takes.
  if (rows.settings().edition == Edition::kSound) checker.departs = {"distractors"};
  return {{.name = "reascan",
           .summary = "the authors' JSON document, with the books of all distractors",
           .files = {RowFile{"data-compositional-splits.txt", append, frame}},
           .checker = checker},
          {.name = "compact",
           .summary = "JSON lines with words, actions and the grid as numbers, for models",
           .files = {RowFile{"{part}.jsonl", append_numbers}}}};
}

}  // namespace assay::reascan
