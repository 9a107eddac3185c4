#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arguments.h"
#include "assay/base/text.h"
#include "assay/verbs/prompt.h"
#include "commands.h"
#include "prompt_flags.h"
#include "report.h"
#include "row_choice.h"

namespace assay {

namespace {

// Line by line: a data set may hold anything.
void print_text(std::string_view text) {
  for (const auto line : split_text(text, '\n')) fmt::print("{}\n", escaped(line));
}

}  // namespace

int prompt_command(Words words) {
  verbs::PromptRequest request;
  PromptFlags flags;
  bool json = false;
  Arguments arguments("prompt", "Show the prompts that a model gets.", std::move(words));
  arguments.example("assay prompt scan", "rules, form of an answer, an example and a question");
  arguments.example("assay prompt ./scan --split length --shots 3 --shots-from train",
                    "a row of test after three of train");
  arguments.example("assay export scan --split length --prompt instructed --format chat",
                    "the prompts of all rows, as files for models: see assay export --help");
  declare_row_choice(arguments, request.rows);
  declare_prompt_flags(arguments, flags);
  arguments.flag("--json", "JSON lines: id, prompt, shots (their ids), content_hash", json);
  if (!arguments.parse()) return 0;

  request.prompt = prompt_choice(flags, request.rows.seed.value_or(0));
  const bool is_one = request.rows.rows.value_or(1) == 1;
  verbs::prompt(request, arguments.workplace(), [&](const verbs::ShownPrompt& shown) {
    if (json) {
      write_standard_output(verbs::line_of(shown));
      return;
    }
    if (!is_one) fmt::print("==== {}\n", escaped(shown.id));
    print_text(shown.prompt.text);
  });
  return 0;
}

}  // namespace assay
