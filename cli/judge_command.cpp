#include <fmt/format.h>

#include "arguments.h"
#include "assay/base/text.h"
#include "assay/verbs/judge.h"
#include "commands.h"
#include "knowledge_flag.h"
#include "report.h"

namespace assay {

int judge_command(Words words) {
  verbs::JudgeRequest request;
  KnowledgeFlag knowledge("query");
  Arguments arguments(
      "judge",
      "Judge answers to rows, one JSON line each, without a data set. For other programs: every "
      "line is answered at once, so a judge can be kept running.",
      std::move(words));
  arguments.example("assay show scan --json | my_model | assay judge scan",
                    "rows with their \"answer\" in, one verdict per line out");
  arguments.example(
      R"(echo '{"input":"jump","target":"I_JUMP","answer":"I_JUMP"}' | assay judge scan)",
      "one row");
  arguments.positional("TASK", "a task of assay list", request.task);
  arguments.positional("FILE",
                       "lines with the columns of a row and \"answer\"; - (the default) is "
                       "standard input",
                       request.path, false);
  arguments.text("--extract", "RULE",
                 "how an answer is taken out of a text: auto (default: explicit marks only), "
                 "strict (the whole text), tags, fence, boxed or last-line",
                 request.extract);
  knowledge.declare(arguments,
                    "also run queries on this knowledge base (sub-score \"execution\"): world");
  arguments.settings("a parameter of the task", request.params);
  arguments.cache();
  arguments.work();
  if (!arguments.parse()) return 0;
  knowledge.take_values(request.params);

  const JudgedLines result = verbs::judge(request, arguments.workplace(), write_standard_output);
  if (result.failed == 0) return 0;
  for (const std::string& problem : result.problems) {
    fmt::print(stderr, "assay: {}\n", escaped(problem));
  }
  fmt::print(stderr, "assay: {} of {} could not be judged; see \"error\"\n",
             with_commas(result.failed), counted(result.count, "line"));
  return 3;
}

}  // namespace assay
