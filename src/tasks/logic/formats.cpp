#include "assay/tasks/logic/formats.h"

#include "assay/base/tab_separated.h"
#include "assay/tasks/logic/tfrecord.h"

namespace assay::logic {

std::vector<Format> logic_formats() {
  const auto append_line = [](const Example& row, std::string& out) {
    append_tab_separated(out, row.input(), row.target());
  };
  const auto head = [](FormatEdge edge, std::span<const FormatPart>, std::size_t,
                       std::string& out) {
    if (edge == FormatEdge::kFileBegin) out += "inputs\ttargets\n";
  };
  const auto append_record = [](const Example& row, std::string& out) {
    append_tfrecord(out, row.input(), row.target());
  };
  return {{.name = "t5",
           .summary = "a table of inputs and targets, separated by tabs",
           .files = {RowFile{"{part}.tsv", append_line, head}}},
          {.name = "tfrecord",
           .summary =
               "the release's files: tf.train.Example with the bytes features inputs and targets",
           .files = {RowFile{"{part}.tfrecord", append_record}}}};
}

}  // namespace assay::logic
