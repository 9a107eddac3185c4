// Verbs about tasks and their rows.
#include <array>
#include <optional>
#include <utility>

#include "assay/base/error.h"
#include "assay/capi/verb_table.h"
#include "assay/catalog/catalog.h"
#include "assay/render/picture_svg.h"
#include "assay/render/rule_tree.h"
#include "assay/store/manifest.h"
#include "assay/verbs/describe.h"
#include "assay/verbs/explain.h"
#include "assay/verbs/list.h"
#include "assay/verbs/prompt.h"
#include "assay/verbs/rows.h"
#include "assay/verbs/version.h"

namespace assay::capi {

namespace {

using Json = nlohmann::ordered_json;

Json run_version(Request& ask, const Workplace& /*at*/) {
  ask.finish();
  return {{"version", kVersion}, {"commit", kCommit}};
}

Json run_list(Request& ask, const Workplace& /*at*/) {
  ask.finish();
  return verbs::to_json(verbs::list());
}

Json run_describe(Request& ask, const Workplace& at) {
  const verbs::DescribeRequest request{ask.needed_text("task"), ask.settings("params")};
  ask.finish();
  return verbs::to_json(verbs::describe(request, at));
}

Json run_digests(Request& ask, const Workplace& at) {
  const verbs::DescribeRequest request{ask.needed_text("task"), ask.settings("params")};
  ask.finish();
  return verbs::to_json(verbs::digests(request, at));
}

Json run_explain(Request& ask, const Workplace& at) {
  verbs::ExplainRequest request;
  request.what = ask.text("data");
  const std::string task = ask.text("task");
  if (request.what.empty() == task.empty()) {
    fail(ErrorKind::kUsage, "explain: give either \"task\" or \"data\"");
  }
  if (request.what.empty()) request.what = task;
  request.params = ask.settings("params");
  request.id = ask.text("id");
  request.input = ask.text("input");
  request.unit = ask.number("unit");
  request.item = ask.number("item").value_or(0);
  request.seed = ask.number("seed").value_or(0);
  request.seen.against = {ask.text("split"), ask.text("against")};
  request.seen.most_nodes = static_cast<std::uint32_t>(ask.number("nodes").value_or(0));
  request.seen.all = ask.is_set("all");
  ask.finish();
  const verbs::Explanation explanation = verbs::explain(request, at);
  Json document = verbs::to_json(explanation);
  document["svg"] = verbs::explanation_svg(explanation);
  return document;
}

// A row that only has its columns, with the rules that its address gives.
RuleGraph rules_of(const Task& task, const Example& row) {
  if (!row.rules.empty() || row.imported) return row.rules;
  return verbs::make_example(task, row.seed, row.address.unit, row.address.item).rules;
}

// What can be drawn of one row. Only what is asked for is done.
Json run_draw(Request& ask, const Workplace& at) {
  const auto task = make_task(ask.needed_text("task"), ask.settings("params"), at);
  const Json json = ask.object("row");
  const bool tree = ask.is_set("tree");
  const bool svg = ask.is_set("svg");
  const bool picture = ask.is_set("picture");
  const bool sketch = ask.is_set("sketch");
  const Reveal reveal = ask.is_set("question") ? Reveal::kQuestion : Reveal::kAnswer;
  TextStyle style;
  style.width = ask.number("width").value_or(style.width);
  ask.finish();
  if (json.is_null()) fail(ErrorKind::kUsage, "draw: \"row\" is missing");
  Example row;
  RowReader(row_shape(*task)).parse(json.dump(), row);
  Json drawn = Json::object();
  if (tree) drawn["tree"] = rule_tree_text(rules_of(*task, row), task->rules(), style);
  if (svg) {
    drawn["svg"] =
        rule_tree_svg(rules_of(*task, row), task->rules(), {id_of(task->info().name, row), {}});
  }
  if (!picture && !sketch) return drawn;
  const Illustrator* illustrator = task->abilities().illustrator;
  if (illustrator == nullptr) {
    fail(ErrorKind::kUnsupported, "task {} has no pictures", task->info().name);
  }
  if (picture) drawn["picture"] = picture_svg(illustrator->picture(row, reveal));
  if (sketch) drawn["sketch"] = illustrator->sketch(row, reveal);
  return drawn;
}

PromptChoice prompt_choice(Request& ask) {
  PromptChoice choice;
  const std::string kind = ask.text("kind", "instructed");
  const std::string answer = ask.text("answer", "tags");
  if (kind != "instructed" && kind != "bare") {
    fail(ErrorKind::kUsage, "prompt: \"kind\" takes \"instructed\" or \"bare\"");
  }
  if (answer != "tags" && answer != "alone") {
    fail(ErrorKind::kUsage, "prompt: \"answer\" takes \"tags\" or \"alone\"");
  }
  choice.settings = {kind == "bare" ? PromptKind::kBare : PromptKind::kInstructed,
                     answer == "alone" ? HandOver::kAlone : HandOver::kTagged};
  choice.shots = ask.number("shots");
  choice.seed = ask.number("shots_seed").value_or(0);
  return choice;
}

// Prompts of rows that are given, all of which are asked about.
Json run_prompt(Request& ask, const Workplace& at) {
  const auto task = make_task(ask.needed_text("task"), ask.settings("params"), at);
  const PromptChoice choice = prompt_choice(ask);
  const Json rows = ask.list("rows");
  ask.finish();
  RowReader reader(row_shape(*task), {.rules = false});
  std::vector<Example> asked(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) reader.parse(rows[i].dump(), asked[i]);
  const RowPrompts prompts = prompts_of(asked, *task, choice);
  Json texts = Json::array();
  for (const Example& row : asked) texts.push_back(prompts.prompt_of(row).text);
  return texts;
}

Json run_solve(Request& ask, const Workplace& at) {
  const auto task = make_task(ask.needed_text("task"), ask.settings("params"), at);
  const std::vector<std::string> inputs = ask.texts("inputs");
  ask.finish();
  Json answers = Json::array();
  for (const std::string& input : inputs) {
    if (at.control.cancelled()) throw Interrupted("stopped on request");
    try {
      answers.push_back(task->solve(input));
    } catch (const Error& problem) {
      if (problem.kind() != ErrorKind::kInput) throw;
      answers.push_back(nullptr);
    }
  }
  return answers;
}

}  // namespace

std::span<const VerbEntry> task_verbs() {
  static constexpr std::array<VerbEntry, 8> kVerbs{{{"version", run_version},
                                                    {"list", run_list},
                                                    {"describe", run_describe},
                                                    {"digests", run_digests},
                                                    {"explain", run_explain},
                                                    {"draw", run_draw},
                                                    {"prompt", run_prompt},
                                                    {"solve", run_solve}}};
  return kVerbs;
}

}  // namespace assay::capi
