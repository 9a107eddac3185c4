#include <fmt/format.h>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/verbs/export.h"
#include "assay/verbs/prompt.h"
#include "commands.h"
#include "prompt_flags.h"
#include "report.h"

namespace assay {

namespace {

void print_files(const std::string& out, const ExportedFiles& files, bool quiet) {
  if (quiet) return;
  if (files.was_complete) fmt::print("{}: was complete already\n", printable(out));
  for (const std::string& name : files.names) fmt::print("{}/{}\n", printable(out), name);
}

void print_set(const std::string& out, const verbs::MadeSet& made, bool quiet) {
  if (quiet) return;
  for (const PartEntry& entry : made.manifest.parts) {
    fmt::print("{}: {} {} rows{}\n", printable(out), entry.name, with_commas(entry.rows),
               made.was_complete ? " (was complete already)" : "");
  }
}

// What the words ask for.
struct ExportOptions {
  std::string path;
  std::string format;
  PartChoice part;
  std::string out;
  PromptFlags prompt;
  std::optional<std::uint64_t> seed;
  std::string model;
};

void declare(Arguments& arguments, ExportOptions& options) {
  arguments.example("assay export scan --format scan", "the authors' lines on standard output");
  arguments.example("assay export scan --format scan --split length --part test",
                    "one part of a split");
  arguments.example("assay export scan --split length --out scan_length",
                    "a data set with train, validation and test files");
  arguments.example("assay export old --out new", "the same data set in today's format");
  arguments.example("assay export cfq --format cfq --split mcd --out cfq_mcd",
                    "the files of a format, for each part");
  arguments.example("assay export scan --split length --prompt instructed --format chat",
                    "prompts of its test part as messages");
  arguments.example("assay export scan --prompt instructed --format lm-eval --out scan_task",
                    "a task of the lm-evaluation-harness");
  arguments.glossary(
      "Formats of prompts",
      {{"text", "JSON lines: id, prompt, shots, content_hash"},
       {"chat", "JSON lines: id, messages, shots, content_hash"},
       {"batch", "requests for batch interfaces of hosted and local servers (--model, --out)"},
       {"lm-eval", "a task of the lm-evaluation-harness with its scorer (--out)"},
       {"inspect", "a task of Inspect with its scorer (--out)"}});
  arguments.positional("DIR", "a data set", options.path);
  arguments.text("--format", "NAME", "assay describe TASK lists them", options.format);
  arguments.text("--split", "NAME", "only rows of this split", options.part.split);
  arguments.text(
      "--part", "PART",
      "train, dev or test: of the split, or else of the folder itself (of prompts: test)",
      options.part.part);
  arguments.text("-o,--out", "DIR2",
                 "a new data set: the parts of the split, or all of it; or the files of --format",
                 options.out);
  declare_prompt_flags(arguments, options.prompt);
  arguments.number("-s,--seed", "S", "which examples prompts show (default 0)", options.seed);
  arguments.text("--model", "NAME", "the model that batch requests name", options.model);
  arguments.cache();
  arguments.work();
}

void export_prompts(const ExportOptions& options, const Workplace& workplace, bool quiet) {
  const verbs::ExportPromptsRequest request{
      .data = options.path,
      .format = options.format.empty() ? "text" : options.format,
      .part = options.part,
      .prompt = prompt_choice(options.prompt, options.seed.value_or(0)),
      .model = options.model};
  if (options.out.empty()) {
    verbs::export_prompts(request, workplace, write_standard_output);
  } else {
    print_files(options.out, verbs::export_prompt_files(request, options.out, workplace), quiet);
  }
}

void check(const ExportOptions& options) {
  const bool asks_for_prompts = options.prompt.shots || options.seed || !options.model.empty() ||
                                !options.prompt.from.empty() || !options.prompt.answer.empty();
  if (asks_for_prompts) {
    fail(ErrorKind::kUsage,
         "export: --shots, --shots-from, --answer, --seed and --model are of prompts; give "
         "--prompt bare or instructed");
  }
  if (options.out.empty() && options.format.empty()) {
    fail(ErrorKind::kUsage, "export: give --format (to standard output), --out, or both");
  }
  if (!options.part.part.empty() && !options.out.empty()) {
    fail(ErrorKind::kUsage, "export: --out writes all parts; leave --part out");
  }
}

}  // namespace

int export_command(Words words) {
  ExportOptions options;
  Arguments arguments("export", "Write rows in another format, a split as files, or prompts.",
                      std::move(words));
  declare(arguments, options);
  if (!arguments.parse()) return 0;

  const auto& [path, format, part, out, prompt, seed, model] = options;
  const Workplace workplace = arguments.workplace();
  if (!prompt.kind.empty()) {
    export_prompts(options, workplace, arguments.quiet());
    return 0;
  }
  check(options);
  if (out.empty()) {
    verbs::export_rows({path, format, part}, workplace, write_standard_output);
    return 0;
  }
  if (!format.empty()) {
    print_files(out, verbs::export_files({path, format, part.split, out}, workplace),
                arguments.quiet());
    return 0;
  }
  print_set(out, verbs::export_set({path, part.split, out}, workplace), arguments.quiet());
  return 0;
}

}  // namespace assay
