// What users of Conceptual SCAN bring: after the first byte a rule space, or a SentencePiece
// vocabulary.
#include "assay/catalog/catalog.h"
#include "assay/pieces/token_counter.h"
#include "assay/tasks/cscan/space/rule_space.h"
#include "fuzz_promises.h"
#include "fuzz_targets.h"

namespace assay::fuzz {

namespace {

void require_rows_of_space(const std::string& path) {
  const auto task = make_task("cscan", {{"space", path}, {"examples", "2"}});
  const auto source = task->open(1);
  const auto unit = source->unit(0);
  Example row;
  for (std::uint32_t item = 0; item < 2; ++item) {
    if (!unit->make(item, {}, row)) continue;
    const Verdict verdict = task->judge(row, row.target());
    require_sound(verdict);
    require(verdict.status == Status::kRight, "the target of a row is right");
    require(task->judge(row, task->solve(row.input())).status == Status::kRight,
            "the solver answers the rows of a space");
  }
}

void read_space(std::string_view text) {
  if (!takes([&] { cscan::parse_rule_space(std::string(text), "space.toml"); })) return;
  const std::string& path = put_file("space.toml", text);
  takes([&] { require_rows_of_space(path); });
}

void read_vocabulary(std::string_view bytes) {
  const std::string& path = put_file("pieces.model", bytes);
  takes([&] {
    const TokenCounter counter(path);
    require(counter.count("walk twice = WALK WALK") > 0, "a text has a length");
  });
}

}  // namespace

void spaces(std::string_view bytes) {
  Input input(bytes);
  const bool is_space = input.choose(2) == 0;
  is_space ? read_space(input.rest()) : read_vocabulary(input.rest());
}

}  // namespace assay::fuzz
