#include <fmt/format.h>

#include "arguments.h"
#include "assay/base/files.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/pipeline/solve.h"
#include "commands.h"
#include "report.h"

namespace assay {

int solve_command(Words words) {
  std::string name;
  std::string path = "-";
  bool all_readings = false;
  std::map<std::string, std::string> settings;
  Arguments arguments("solve", "Answer inputs with the reference solver, which sees nothing else.",
                      std::move(words));
  arguments.example("echo 'jump twice and walk' | assay solve scan", "one plain input a line");
  arguments.example("assay generate scan | assay solve scan > answers.jsonl",
                    "JSON rows; writes {\"id\", \"answer\"} in the same order");
  arguments.positional("TASK", "a task of assay list", name);
  arguments.positional("FILE", "rows or plain inputs; - (the default) is standard input", path,
                       false);
  arguments.flag("--all-readings", "also \"answers\": those of every reading of the input",
                 all_readings);
  arguments.settings("a parameter of the task", settings);
  arguments.cache();
  arguments.work();
  if (!arguments.parse()) return 0;

  const auto task = make_task(name, settings);
  const std::string text = read_user_file(path);
  const Workplace workplace = arguments.workplace();
  task->prepare(workplace);
  const SolveResult result = solve_lines(*task, text, path == "-" ? "standard input" : path,
                                         all_readings, workplace.control, write_standard_output);
  if (result.ambiguous > 0) {
    fmt::print(stderr, "assay: {} of {} inputs can be read in several ways\n",
               with_commas(result.ambiguous), with_commas(result.count));
  }
  if (result.unsolved == 0) return 0;
  for (const std::string& problem : result.problems) fmt::print(stderr, "assay: {}\n", problem);
  fmt::print(stderr, "assay: {} could not be answered; the answer is null\n",
             counted(result.unsolved, "input"));
  return 3;
}

}  // namespace assay
