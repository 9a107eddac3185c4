// Rows of data sets, by the first byte of which task; behind the tasks, JSON lines of others.
#include "assay/pipeline/foreign_rows.h"
#include "fuzz_subjects.h"
#include "fuzz_targets.h"

namespace assay::fuzz {

namespace {

void read_foreign_rows(std::string_view text) {
  std::uint64_t seen = 0;
  takes([&] {
    for_foreign_rows("rows.jsonl", text, [&](const ForeignRow&, std::uint64_t line) {
      require(line > seen, "lines come in their order");
      seen = line;
    });
  });
}

}  // namespace

void rows(std::string_view bytes) {
  constexpr std::string_view kForeign = "~";
  if (bytes.starts_with(kForeign)) return read_foreign_rows(bytes.substr(kForeign.size()));
  Input input(bytes);
  const Subject& subject = choose_subject(input);
  const std::string_view line = input.rest().substr(0, input.rest().find('\n'));
  RowReader reader(subject.shape);
  Example row;
  if (!takes([&] { reader.parse(line, row); })) return;

  std::string written;
  RowWriter(subject.shape, true).append(written, row);
  require(written.find('\n') == written.size() - 1, "a row is one line");
  Example again;
  reader.parse(written, again);
  require(again == row, "a row that was written reads equal");
  ask_about_row(subject, row);
}

}  // namespace assay::fuzz
