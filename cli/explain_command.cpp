#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/render/rule_tree.h"
#include "assay/store/data_set.h"
#include "assay/store/row.h"
#include "commands.h"
#include "report.h"
#include "row_choice.h"

namespace assay {

namespace {

struct Options {
  std::string what;
  std::string id;
  std::string input;
  std::optional<std::uint64_t> unit;
  std::optional<std::uint64_t> item;
  std::optional<std::uint64_t> seed;
  std::map<std::string, std::string> settings;
  std::string svg;
  std::string colour = "auto";
  bool json = false;
};

// Its rules are made again when the folder was written without them.
Example find_with_rules(const DataSet& data, const Task& task, const std::string& id) {
  Example example = find_example(data, task, id);
  if (!example.rules.empty()) return example;
  return make_example(task, example.seed, example.address.unit, example.address.item);
}

const TextReader& reader_of(const Task& task) {
  const TextReader* reader = task.abilities().reader;
  if (reader == nullptr) {
    fail(ErrorKind::kUnsupported, "task {} cannot tell the rules of a text", task.info().name);
  }
  return *reader;
}

std::size_t count_atoms(const RuleGraph& graph) {
  std::set<RuleId> atoms;
  for (NodeId node = 0; node < graph.size(); ++node) atoms.insert(graph.rule(node));
  return atoms.size();
}

void print_json(const Task& task, const Example& example) {
  std::string row;
  RowWriter(row_shape(task), true).append(row, example);
  auto document = nlohmann::ordered_json::parse(row);
  document["atoms"] = count_atoms(example.rules);
  fmt::print("{}\n", document.dump(1));
}

bool wants_colour(const std::string& choice) {
  if (choice == "always") return true;
  if (choice == "never") return false;
  if (choice != "auto") fail(ErrorKind::kUsage, "--color takes auto, always or never");
  return ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
}

}  // namespace

int explain_command(Words words) {
  Options options;
  Arguments arguments("explain", "The rules that made one example, as a tree.", std::move(words));
  arguments.example("assay explain scan --unit 3", "the example of rank 3");
  arguments.example("assay explain ./scan scan:0:20000:0", "a row of a folder, by its id");
  arguments.example("assay explain scan --unit 3 --svg tree.svg", "as a picture");
  arguments.example("assay explain cfq --input 'Who directed M0'", "any text that the task reads");
  arguments.positional("TASK|DIR", "a task, or a data set followed by an id", options.what);
  arguments.positional("ID", "of a row in DIR", options.id, false);
  arguments.text("--input", "TEXT", "task: a text of your own", options.input);
  arguments.number("--unit", "U", "task: which unit", options.unit);
  arguments.number("--item", "I", "task: which item of it (0)", options.item);
  arguments.number("-s,--seed", "S", "task: under which seed (0)", options.seed);
  arguments.settings("task: a parameter", options.settings);
  arguments.text("--svg", "FILE", "write a picture; - is standard output", options.svg);
  arguments.text("--color", "WHEN", "auto, always or never", options.colour);
  arguments.cache();
  arguments.json(options.json);
  if (!arguments.parse()) return 0;

  std::unique_ptr<Task> task;
  Example example;
  if (options.id.empty()) {
    task = make_task(options.what, options.settings, arguments.workplace());
    if (options.unit.has_value() == !options.input.empty()) {
      fail(ErrorKind::kUsage,
           "explain: say which --unit, or give an --input, or name a DIR and an ID");
    }
    if (!options.input.empty()) {
      reader_of(*task).derive(options.input, example);
    } else {
      example =
          make_example(*task, options.seed.value_or(0), *options.unit, options.item.value_or(0));
    }
  } else {
    const DataSet data(options.what);
    task = task_of(data.manifest(), arguments.workplace());
    example = find_with_rules(data, *task, options.id);
  }
  if (!options.svg.empty()) {
    write_picture(options.svg,
                  rule_tree_svg(example.rules, task->rules(),
                                {options.input.empty() ? id_of(task->info().name, example)
                                                       : task->info().name,
                                 {{"input", example.input()}, {"target", example.target()}}}));
    return 0;
  }
  if (options.json) {
    print_json(*task, example);
    return 0;
  }
  print_example(*task, example);
  fmt::print("\n{}", rule_tree_text(example.rules, task->rules(),
                                    {.width = 80, .colour = wants_colour(options.colour)}));
  fmt::print("\n{} rule applications, {} different rules (atoms)\n", example.rules.size(),
             count_atoms(example.rules));
  return 0;
}

}  // namespace assay
