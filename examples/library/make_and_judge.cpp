// Makes a row of SCAN and judges two answers to it.
#include <fmt/core.h>

#include "assay/catalog/catalog.h"

int main() {
  const std::unique_ptr<assay::Task> scan = assay::make_task("scan", {});
  const std::unique_ptr<assay::Source> rows = scan->open(7);  // a seed
  assay::Example row;
  rows->unit(1234)->make(0, {}, row);
  fmt::print("{}\n  {}\n", row.input(), row.target());
  for (const std::string& answer : {row.target(), std::string("I_WALK")}) {
    const assay::Verdict verdict = scan->judge(row, answer);
    fmt::print("{}: {}\n", answer, verdict.status == assay::Status::kRight ? "right" : verdict.why);
  }
}
