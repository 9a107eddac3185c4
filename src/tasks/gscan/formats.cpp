#include "assay/tasks/gscan/formats.h"

#include "assay/tasks/gscan/published_check.h"
#include "assay/tasks/gscan/published_json.h"
#include "assay/tasks/gscan/row.h"

namespace assay::gscan {

std::vector<Format> gscan_formats(const Settings& settings) {
  const auto append = [](const Example& row, std::string& out) {
    append_published(out, command_of(row), errand_of(row).world, row.target());
  };
  const auto frame = [settings](FormatEdge edge, std::span<const FormatPart> parts, std::size_t at,
                                std::string& out) { append_frame(out, settings, edge, parts, at); };
  const auto set_of = [](const Example& row) -> std::string_view { return text_at(row, kSet); };
  return {{.name = "gscan",
           .summary = "the authors' dataset.txt: one JSON document with all sets",
           .files = {RowFile{"dataset.txt", append, frame}},
           .parts = OwnParts{published_sets(), set_of},
           .checker = FormatChecker{make_published_checker}}};
}

}  // namespace assay::gscan
