#include "assay/tasks/cscan/formats.h"

#include "assay/base/json.h"
#include "assay/tasks/cscan/row.h"

namespace assay::cscan {

std::vector<Format> cscan_formats() {
  const auto append = [](std::string& out, std::string_view input, std::string_view target) {
    out += "{\"inputs\": ";
    append_json_string(out, input);
    out += ", \"targets\": ";
    append_json_string(out, target);
    out += "}\n";
  };
  const auto append_whole = [append](const Example& row, std::string& out) {
    append(out, row.input(), row.target());
  };
  const auto append_request = [append](const Example& row, std::string& out) {
    append(out, request_in(row.input()), row.target());
  };
  return {{.name = "t5",
           .summary = "inputs and targets as the paper's models had them, one JSON object per line",
           .files = {RowFile{"{part}.jsonl", append_whole}}},
          {.name = "without_context",
           .summary = "the same with nothing but the request as input",
           .files = {RowFile{"{part}.jsonl", append_request}}}};
}

}  // namespace assay::cscan
