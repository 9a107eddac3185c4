#include "assay/tasks/scan/formats.h"

#include "assay/base/json.h"

namespace assay::scan {

std::vector<Format> scan_formats() {
  const auto append_line = [](const Example& row, std::string& out) {
    out += "IN: " + row.input() + " OUT: " + row.target() + '\n';
  };
  const auto append_object = [](const Example& row, std::string& out) {
    out += "{\"commands\":";
    append_json_string(out, row.input());
    out += ",\"actions\":";
    append_json_string(out, row.target());
    out += "}\n";
  };
  return {{.name = "scan",
           .summary = "the authors' text: IN: <command> OUT: <actions>",
           .files = {RowFile{"tasks_{part}.txt", append_line}}},
          {.name = "scan-tfds",
           .summary = "JSON lines with the keys commands and actions",
           .files = {RowFile{"{part}.jsonl", append_object}}}};
}

}  // namespace assay::scan
