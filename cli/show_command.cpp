#include <fmt/format.h>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/store/row.h"
#include "commands.h"
#include "report.h"
#include "row_choice.h"

namespace assay {

namespace {

void print_json(const RowShape& shape, const Example& example) {
  std::string row;
  RowWriter(shape, !example.rules.empty()).append(row, example);
  fmt::print("{}", row);
}

void print_text(const Task& task, const Example& example, Reveal reveal) {
  print_example(task, example, reveal);
  if (const Illustrator* illustrator = task.abilities().illustrator) {
    fmt::print("\n{}", illustrator->sketch(example, reveal));
  }
}

}  // namespace

int show_command(Words words) {
  constexpr std::uint64_t kDefaultRows = 10;
  RowChoice choice;
  bool json = false;
  bool question = false;
  Arguments arguments("show", "Look at a few examples of a task or a data set.", std::move(words));
  arguments.example("assay show scan -n 5 --seed 7", "five random commands, made on the spot");
  arguments.example("assay show ./scan --split length --part test", "rows of a folder");
  arguments.example("assay show curi -n 1 --question", "to be solved by a person");
  declare_row_choice(arguments, choice, kDefaultRows);
  arguments.flag("--question", "leave the answer out", question);
  arguments.flag("--json", "rows as JSON lines, answers included", json);
  if (!arguments.parse()) return 0;
  if (json && question) {
    fail(ErrorKind::kUsage, "show: --json tells answers, too; --question goes without it");
  }

  RowFeed feed(choice, kDefaultRows, arguments.workplace());
  Example example;
  for (bool first = true; feed.next(example); first = false) {
    if (json) {
      print_json(feed.rows_shape(), example);
      continue;
    }
    if (!first) fmt::print("\n");
    print_text(feed.task(), example, question ? Reveal::kQuestion : Reveal::kAnswer);
  }
  return 0;
}

}  // namespace assay
