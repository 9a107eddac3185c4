#include <fmt/format.h>

#include "arguments.h"
#include "assay/store/row.h"
#include "commands.h"
#include "report.h"
#include "row_choice.h"

namespace assay {

namespace {

void print(const Task& task, const Example& example, bool json, bool first) {
  if (json) {
    std::string row;
    RowWriter(task, !example.rules.empty()).append(row, example);
    fmt::print("{}", row);
    return;
  }
  if (!first) fmt::print("\n");
  print_example(task, example);
  if (const std::string sketch = task.sketch(example); !sketch.empty()) {
    fmt::print("\n{}", sketch);
  }
}

}  // namespace

int show_command(Words words) {
  constexpr std::uint64_t kDefaultRows = 10;
  RowChoice choice;
  bool json = false;
  Arguments arguments("show", "Look at a few examples of a task or a data set.", std::move(words));
  arguments.example("assay show scan -n 5 --seed 7", "five random commands, made on the spot");
  arguments.example("assay show ./scan --split length --part test", "rows of a folder");
  declare_row_choice(arguments, choice, kDefaultRows);
  arguments.flag("--json", "rows as JSON lines", json);
  if (!arguments.parse()) return 0;

  RowFeed feed(choice, kDefaultRows, arguments.workplace());
  Example example;
  for (bool first = true; feed.next(example); first = false) {
    print(feed.task(), example, json, first);
  }
  return 0;
}

}  // namespace assay
