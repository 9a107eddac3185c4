#include <fmt/format.h>

#include "arguments.h"
#include "assay/base/text.h"
#include "assay/verbs/solve.h"
#include "commands.h"
#include "knowledge_flag.h"
#include "report.h"

namespace assay {

int solve_command(Words words) {
  verbs::SolveRequest request;
  KnowledgeFlag knowledge("answer");
  Arguments arguments("solve",
                      "Answer inputs with the reference solver, which sees only the input text.",
                      std::move(words));
  arguments.example("echo 'jump twice and walk' | assay solve scan", "one plain input per line");
  arguments.example("assay solve scan ./scan > answers.jsonl",
                    "a data set; writes {\"id\", \"answer\", \"content_hash\"} in its order");
  arguments.example("echo 'Who directed Deadfall' | assay solve cfq --kb freebase.nt.gz",
                    "questions about a knowledge base to answers");
  arguments.positional("TASK", "a task of assay list", request.task);
  arguments.positional("FILE|DIR",
                       "a data set, or rows or plain inputs; - (the default) is standard input",
                       request.path, false);
  arguments.flag("--all-readings", "also write \"answers\", one for each reading of the input",
                 request.all_readings);
  knowledge.declare(arguments, "answer from this knowledge base: world (synthetic)");
  arguments.settings("a parameter of the task", request.params);
  arguments.cache();
  arguments.work();
  if (!arguments.parse()) return 0;
  knowledge.take_values(request.params);

  const SolveResult result = verbs::solve(request, arguments.workplace(), write_standard_output);
  if (result.ambiguous > 0) {
    fmt::print(stderr, "assay: {} of {} inputs can be read in several ways\n",
               with_commas(result.ambiguous), with_commas(result.count));
  }
  if (result.unsolved == 0) return 0;
  for (const std::string& problem : result.problems)
    fmt::print(stderr, "assay: {}\n", escaped(problem));
  fmt::print(stderr, "assay: {} could not be answered; the answer is null\n",
             counted(result.unsolved, "input"));
  return 3;
}

}  // namespace assay
