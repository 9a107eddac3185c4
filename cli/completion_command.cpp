#include <fmt/format.h>

#include "arguments.h"
#include "assay/verbs/list.h"
#include "verb_table.h"

namespace assay {

int completion_command(Words words) {
  std::string shell;
  Arguments arguments("completion", "A script with which a shell completes verbs and options.",
                      std::move(words));
  arguments.example("source <(assay completion bash)", "for this shell; an installed assay has it");
  arguments.positional("SHELL", "bash, zsh or fish", shell);
  if (!arguments.parse()) return 0;
  std::vector<std::string> tasks;
  for (const verbs::ListedTask& task : verbs::list()) tasks.push_back(task.name);
  fmt::print("{}", completion_beginning(shell, verb_rows(), tasks));
  for (const Verb& verb : all_verbs()) verb.run({"--help=" + shell});
  fmt::print("{}", completion_end(shell));
  return 0;
}

}  // namespace assay
