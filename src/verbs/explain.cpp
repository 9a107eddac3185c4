#include "assay/verbs/explain.h"

#include <nlohmann/json.hpp>
#include <set>

#include "assay/base/error.h"
#include "assay/catalog/catalog.h"
#include "assay/render/rule_tree.h"
#include "assay/render/subgraph_text.h"
#include "assay/store/data_set.h"
#include "assay/store/row.h"
#include "assay/verbs/data_task.h"
#include "assay/verbs/rows.h"
#include "assay/verbs/text_or_null.h"

namespace assay::verbs {

namespace {

using Json = nlohmann::ordered_json;

// Its rules are made again when the folder was written without them.
Example find_with_rules(const DataSet& data, const Task& task, const std::string& id) {
  Example example = find_example(data, task, id);
  if (!example.rules.empty()) return example;
  return make_example(task, example.seed, example.address.unit, example.address.item);
}

const TextReader& reader_of(const Task& task) {
  const TextReader* reader = task.abilities().reader;
  if (reader == nullptr) {
    fail(ErrorKind::kUnsupported, "explain --input is not available for {}", task.info().name);
  }
  return *reader;
}

std::size_t count_atoms(const RuleGraph& graph) {
  return std::set<RuleId>(graph.rules().begin(), graph.rules().end()).size();
}

// Texts alone stand in no data set, but can be compared with one.
void explain_text(const ExplainRequest& request, Explanation& out) {
  out.has_id = false;
  reader_of(*out.task).derive(request.input, out.example);
}

void explain_stored(const ExplainRequest& request, const Workplace& workplace, Explanation& out) {
  const DataSet data(request.what);
  out.task = task_of(data, workplace);
  if (request.id.empty()) {
    explain_text(request, out);
  } else {
    out.example = find_with_rules(data, *out.task, request.id);
  }
  if (request.seen.against.part.empty()) return;
  out.seen = count_seen(data, *out.task, out.example, request.seen, workplace.control);
  out.shows_all = request.seen.all;
}

void explain_made(const ExplainRequest& request, const Workplace& workplace, Explanation& out) {
  out.task = make_task(request.what, request.params, workplace);
  if (request.unit.has_value() == !request.input.empty()) {
    fail(ErrorKind::kUsage,
         "explain: say which --unit, or give an --input, or name a DIR and an ID");
  }
  if (request.input.empty()) {
    out.example = make_example(*out.task, request.seed, *request.unit, request.item);
  } else {
    explain_text(request, out);
  }
}

// What is compared with lies in a data set.
void check_seen(const ExplainRequest& request) {
  const SeenRequest& seen = request.seen;
  if (seen.against.part.empty()) {
    if (seen.against.split.empty() && seen.most_nodes == 0 && !seen.all) return;
    fail(ErrorKind::kUsage, "explain: --split, --nodes and --all go with --against PART");
  }
  if (request.id.empty() && (request.input.empty() || request.unit)) {
    fail(ErrorKind::kUsage,
         "explain: --against takes a DIR and the ID of a row in it, or a DIR and --input");
  }
}

// A text of one's own leaves columns empty that some tasks tell their steps by.
std::string steps_of(const Explanation& explanation) {
  const Instructor* instructor = explanation.task->abilities().instructor;
  if (instructor == nullptr) return "";
  try {
    return instructor->steps(explanation.example);
  } catch (const Error& problem) {
    if (explanation.has_id || problem.kind() != ErrorKind::kInput) throw;
    return "";
  }
}

Json seen_json(const Explanation& explanation) {
  const SeenCompounds& seen = *explanation.seen;
  Json json = {{"split", text_or_null(seen.split)},  {"parts", Json::array()},
               {"most_nodes", seen.most_nodes},      {"cut", seen.is_cut},
               {"subgraphs", seen.compounds.size()}, {"shown", Json::array()}};
  for (const SeenCompounds::Part& part : seen.parts) {
    json["parts"].push_back(
        {{"name", part.name}, {"rows", part.rows}, {"has_example", part.has_example}});
  }
  for (const SeenCompound* compound : explanation.shown_compounds()) {
    const RuleGraph& graph = explanation.example.rules;
    const RuleTable& table = explanation.task->rules();
    Json rows = Json::object();
    for (std::size_t part = 0; part < seen.parts.size(); ++part) {
      rows[seen.parts[part].name] = compound->rows[part];
    }
    Json entry = {{"text", subgraph_text(graph, compound->nodes, table)},
                  {"nodes", compound->nodes},
                  {"rows", std::move(rows)},
                  {"telling", compound->telling}};
    const char* key = compound->rows[0] > 0 ? "row" : "nearest";
    entry[key] = nullptr;
    if (compound->shown) {
      const ShownRow& row = seen.shown[*compound->shown];
      entry[key] = {{"id", row.id}, {"input", row.input}, {"steps", text_or_null(row.steps)}};
    }
    json["shown"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace

Explanation explain(const ExplainRequest& request, const Workplace& workplace) {
  check_seen(request);
  Explanation explanation;
  if (request.id.empty() && request.seen.against.part.empty()) {
    explain_made(request, workplace, explanation);
  } else {
    explain_stored(request, workplace, explanation);
  }
  explanation.atoms = count_atoms(explanation.example.rules);
  explanation.steps = steps_of(explanation);
  return explanation;
}

std::vector<const SeenCompound*> Explanation::shown_compounds() const {
  std::vector<const SeenCompound*> shown;
  for (const SeenCompound& compound : seen->compounds) {
    if (shows_all || compound.telling) shown.push_back(&compound);
  }
  return shown;
}

Json to_json(const Explanation& explanation) {
  std::string row;
  RowWriter(row_shape(*explanation.task), true).append(row, explanation.example);
  Json document = Json::parse(row);
  if (!explanation.has_id) document["id"] = nullptr;
  document["atoms"] = explanation.atoms;
  document["steps"] = text_or_null(explanation.steps);
  if (explanation.seen) document["against"] = seen_json(explanation);
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
