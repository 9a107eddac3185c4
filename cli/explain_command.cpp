#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/core/compound_definition.h"
#include "assay/render/rule_tree.h"
#include "assay/verbs/explain.h"
#include "commands.h"
#include "report.h"
#include "seen_report.h"

namespace assay {

namespace {

bool wants_colour(const std::string& choice) {
  if (choice == "always") return true;
  if (choice == "never") return false;
  if (choice != "auto") fail(ErrorKind::kUsage, "--color takes auto, always or never");
  return ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
}

struct ExplainOptions {
  verbs::ExplainRequest request;
  std::optional<std::uint64_t> item;
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> top;
  std::string svg;
  std::string colour = "auto";
  bool json = false;
};

void print_explanation(const verbs::Explanation& explanation, const ExplainOptions& options) {
  constexpr std::uint64_t kShownSubgraphs = 12;
  const Example& example = explanation.example;
  const Task& task = *explanation.task;
  print_example({explanation.has_id ? id_of(task.info().name, example) : "",
                 example.input(),
                 example.target(),
                 {}});
  fmt::print("\n{}", rule_tree_text(example.rules, task.rules(),
                                    {.width = 80, .colour = wants_colour(options.colour)}));
  fmt::print("\n{} rule applications, {} different rules (atoms)\n", example.rules.size(),
             explanation.atoms);
  if (!explanation.steps.empty()) {
    fmt::print("\nHow the target follows:\n");
    for (const std::string_view line : split_text(explanation.steps, '\n')) {
      fmt::print("{}\n", wrapped(line, 2));
    }
  }
  if (explanation.seen) {
    fmt::print("\n{}", seen_text(explanation, options.top.value_or(kShownSubgraphs)));
  }
}

void declare(Arguments& arguments, ExplainOptions& options) {
  verbs::ExplainRequest& request = options.request;
  arguments.example("assay explain scan --unit 3", "the example of rank 3");
  arguments.example("assay explain ./scan scan:0:20000:0", "a row of a folder, by its id");
  arguments.example("assay explain ./scan scan:0:20000:0 --against train --split hard",
                    "which of its sub-graphs were seen in training, and how often");
  arguments.example("assay explain scan --unit 3 --svg tree.svg", "as a picture");
  arguments.example("assay explain cfq --input 'Who directed M0'", "any text that the task reads");
  arguments.positional("TASK|DIR", "a task, or a data set followed by an id", request.what);
  arguments.positional("ID", "of a row in DIR", request.id, false);
  arguments.text("--input", "TEXT", "a text of your own; with --against: after a DIR",
                 request.input);
  arguments.text("--against", "PART", "DIR: count the sub-graphs in the rows of this part",
                 request.seen.against.part);
  arguments.text("--split", "NAME", "the split whose part it is (default: the folder's own parts)",
                 request.seen.against.split);
  arguments.number("--nodes", "N", "sub-graphs of at most N rules (default: as the task counts)",
                   options.nodes);
  arguments.number("--top", "N",
                   "how many sub-graphs to show (default 12; 0: all; --json shows all)",
                   options.top);
  arguments.flag("--all", "also sub-graphs that are no rarer than a smaller one in them",
                 request.seen.all);
  arguments.number("--unit", "U", "task: which unit", request.unit);
  arguments.number("--item", "I", "task: which item of it (0)", options.item);
  arguments.number("-s,--seed", "S", "task: under which seed (0)", options.seed);
  arguments.settings("task: a parameter", request.params);
  arguments.text("--svg", "FILE", "write a picture; - is standard output", options.svg);
  arguments.text("--color", "WHEN", "auto, always or never", options.colour);
  arguments.cache();
  arguments.work();
  arguments.json(options.json);
}

verbs::ExplainRequest request_of(ExplainOptions& options) {
  if (options.nodes && (*options.nodes == 0 || *options.nodes > kMostCompoundNodes)) {
    fail(ErrorKind::kUsage, "explain: --nodes takes a number from 1 to {}", kMostCompoundNodes);
  }
  options.request.seen.most_nodes = static_cast<std::uint32_t>(options.nodes.value_or(0));
  options.request.item = options.item.value_or(0);
  options.request.seed = options.seed.value_or(0);
  return options.request;
}

}  // namespace

int explain_command(Words words) {
  ExplainOptions options;
  Arguments arguments(
      "explain",
      "Show the rules that made one example, how its answer follows, and what of it was "
      "seen in training.",
      std::move(words));
  declare(arguments, options);
  if (!arguments.parse()) return 0;

  const verbs::Explanation explanation = verbs::explain(request_of(options), arguments.workplace());
  if (!options.svg.empty()) {
    write_picture(options.svg, verbs::explanation_svg(explanation));
  } else if (options.json) {
    print_document(to_json(explanation));
  } else {
    print_explanation(explanation, options);
  }
  return 0;
}

}  // namespace assay
