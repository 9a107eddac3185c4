#include <fmt/format.h>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/verbs/show.h"
#include "commands.h"
#include "report.h"
#include "row_choice.h"

namespace assay {

int show_command(Words words) {
  verbs::ShowRequest request;
  bool json = false;
  bool question = false;
  Arguments arguments("show", "Look at a few examples of a task or a data set.", std::move(words));
  arguments.example("assay show scan -n 5 --seed 7", "five random commands, made on the spot");
  arguments.example("assay show ./scan --split length --part test", "rows of a folder");
  arguments.example("assay show curi -n 1 --question", "without the answer, for a person to solve");
  declare_row_choice(arguments, request.rows);
  arguments.flag("--question", "leave the answer out", question);
  arguments.flag("--json", "rows as JSON lines, answers included", json);
  if (!arguments.parse()) return 0;
  if (json && question) {
    fail(ErrorKind::kUsage, "show: --json tells answers, too; --question goes without it");
  }

  const Workplace workplace = arguments.workplace();
  if (json) {
    verbs::show_lines(request.rows, workplace,
                      [](std::string_view line) { fmt::print("{}", line); });
    return 0;
  }
  if (question) request.reveal = Reveal::kQuestion;
  bool is_first = true;
  verbs::show(request, workplace, [&](const verbs::ShownRow& row) {
    if (!is_first) fmt::print("\n");
    is_first = false;
    print_example(row);
  });
  return 0;
}

}  // namespace assay
