#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/render/rule_tree.h"
#include "assay/verbs/explain.h"
#include "commands.h"
#include "report.h"

namespace assay {

namespace {

bool wants_colour(const std::string& choice) {
  if (choice == "always") return true;
  if (choice == "never") return false;
  if (choice != "auto") fail(ErrorKind::kUsage, "--color takes auto, always or never");
  return ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
}

void print_explanation(const verbs::Explanation& explanation, const std::string& colour) {
  const auto& [task, example, has_id, atoms] = explanation;
  print_example(
      {has_id ? id_of(task->info().name, example) : "", example.input(), example.target(), {}});
  fmt::print("\n{}", rule_tree_text(example.rules, task->rules(),
                                    {.width = 80, .colour = wants_colour(colour)}));
  fmt::print("\n{} rule applications, {} different rules (atoms)\n", example.rules.size(), atoms);
}

}  // namespace

int explain_command(Words words) {
  verbs::ExplainRequest request;
  std::optional<std::uint64_t> item;
  std::optional<std::uint64_t> seed;
  std::string svg;
  std::string colour = "auto";
  bool json = false;
  Arguments arguments("explain", "The rules that made one example, as a tree.", std::move(words));
  arguments.example("assay explain scan --unit 3", "the example of rank 3");
  arguments.example("assay explain ./scan scan:0:20000:0", "a row of a folder, by its id");
  arguments.example("assay explain scan --unit 3 --svg tree.svg", "as a picture");
  arguments.example("assay explain cfq --input 'Who directed M0'", "any text that the task reads");
  arguments.positional("TASK|DIR", "a task, or a data set followed by an id", request.what);
  arguments.positional("ID", "of a row in DIR", request.id, false);
  arguments.text("--input", "TEXT", "task: a text of your own", request.input);
  arguments.number("--unit", "U", "task: which unit", request.unit);
  arguments.number("--item", "I", "task: which item of it (0)", item);
  arguments.number("-s,--seed", "S", "task: under which seed (0)", seed);
  arguments.settings("task: a parameter", request.params);
  arguments.text("--svg", "FILE", "write a picture; - is standard output", svg);
  arguments.text("--color", "WHEN", "auto, always or never", colour);
  arguments.cache();
  arguments.json(json);
  if (!arguments.parse()) return 0;

  request.item = item.value_or(0);
  request.seed = seed.value_or(0);
  const verbs::Explanation explanation = verbs::explain(request, arguments.workplace());
  if (!svg.empty()) {
    write_picture(svg, verbs::explanation_svg(explanation));
  } else if (json) {
    print_document(to_json(explanation));
  } else {
    print_explanation(explanation, colour);
  }
  return 0;
}

}  // namespace assay
