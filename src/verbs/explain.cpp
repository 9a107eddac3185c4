#include "assay/verbs/explain.h"

#include <nlohmann/json.hpp>
#include <set>

#include "assay/base/error.h"
#include "assay/catalog/catalog.h"
#include "assay/render/rule_tree.h"
#include "assay/store/data_set.h"
#include "assay/store/row.h"
#include "assay/verbs/data_task.h"
#include "assay/verbs/rows.h"

namespace assay::verbs {

namespace {

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
  return std::set<RuleId>(graph.rules().begin(), graph.rules().end()).size();
}

void explain_stored(const ExplainRequest& request, const Workplace& workplace, Explanation& out) {
  const DataSet data(request.what);
  out.task = task_of(data, workplace);
  out.example = find_with_rules(data, *out.task, request.id);
}

void explain_made(const ExplainRequest& request, const Workplace& workplace, Explanation& out) {
  out.task = make_task(request.what, request.params, workplace);
  if (request.unit.has_value() == !request.input.empty()) {
    fail(ErrorKind::kUsage,
         "explain: say which --unit, or give an --input, or name a DIR and an ID");
  }
  out.has_id = request.input.empty();
  if (out.has_id) {
    out.example = make_example(*out.task, request.seed, *request.unit, request.item);
  } else {
    reader_of(*out.task).derive(request.input, out.example);
  }
}

}  // namespace

Explanation explain(const ExplainRequest& request, const Workplace& workplace) {
  Explanation explanation;
  if (request.id.empty()) {
    explain_made(request, workplace, explanation);
  } else {
    explain_stored(request, workplace, explanation);
  }
  explanation.atoms = count_atoms(explanation.example.rules);
  return explanation;
}

nlohmann::ordered_json to_json(const Explanation& explanation) {
  std::string row;
  RowWriter(row_shape(*explanation.task), true).append(row, explanation.example);
  auto document = nlohmann::ordered_json::parse(row);
  if (!explanation.has_id) document["id"] = nullptr;
  document["atoms"] = explanation.atoms;
  return document;
}

std::string explanation_svg(const Explanation& explanation) {
  constexpr std::size_t kLongestTitle = 200;
  const Example& example = explanation.example;
  const std::string& task = explanation.task->info().name;
  const std::string id = explanation.has_id ? id_of(task, example) : "";
  SvgText text{example.input(), {}};
  if (example.input().size() > kLongestTitle) {
    text = {id.empty() ? task : id, {{"input", example.input()}}};
  } else if (!id.empty()) {
    text.lines.push_back({"id", id});
  }
  text.lines.push_back({"target", example.target()});
  return rule_tree_svg(example.rules, explanation.task->rules(), text);
}

}  // namespace assay::verbs
