#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/pipeline/export.h"
#include "assay/store/split_json.h"
#include "commands.h"
#include "report.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

Json params_json(const std::vector<ParamSpec>& params) {
  Json list = Json::array();
  for (const ParamSpec& param : params) {
    Json entry = {
        {"name", param.name}, {"default", param.default_text}, {"summary", param.summary}};
    if (param.is_number()) {
      entry["least"] = *param.least;
      entry["most"] = *param.most;
    }
    if (!param.choices.empty()) entry["choices"] = param.choices;
    if (!param.known.empty()) entry["known"] = param.known;
    list.push_back(entry);
  }
  return list;
}

Json describe_json(const Task& task, std::optional<std::uint64_t> units) {
  const TaskInfo& info = task.info();
  Json json = {{"name", info.name}, {"version", info.version}, {"title", info.title}};
  json["summary"] = info.summary;
  json["parameters"] = params_json(info.params);
  json["units"] = units ? Json(*units) : Json(nullptr);
  json["one_answer"] = info.one_answer;
  json["columns"] = Json::array();
  for (const Field& field : task.schema().fields) {
    json["columns"].push_back({{"name", field.name},
                               {"type", name_of(field.type)},
                               {"role", name_of(field.role)},
                               {"summary", field.summary}});
  }
  json["rules"] = Json::array();
  for (RuleId rule = 0; rule < task.rules().size(); ++rule) {
    json["rules"].push_back(
        {{"name", task.rules().name(rule)}, {"kind", name_of(task.rules().kind(rule))}});
    if (const auto text = task.rules().text(rule); !text.empty())
      json["rules"].back()["text"] = text;
  }
  json["compounds"] = to_json(info.compounds);
  json["holdouts"] = Json::array();
  for (const Holdout& holdout : task.holdouts()) {
    json["holdouts"].push_back({{"name", holdout.name},
                                {"summary", holdout.summary},
                                {"parameters", params_json(holdout.params)}});
    if (!holdout.vacant.empty()) json["holdouts"].back()["vacant"] = holdout.vacant;
  }
  json["metrics"] = Json::array();
  const Abilities abilities = task.abilities();
  for (const MetricSpec& metric : abilities.metrics) {
    json["metrics"].push_back({{"name", metric.name},
                               {"summary", metric.summary},
                               {"parameters", params_json(metric.params)},
                               {"listed", metric.listed}});
  }
  json["abilities"] = abilities.names();
  json["formats"] = Json::array();
  for (const Format& format : all_formats(task, row_shape(task), true)) {
    json["formats"].push_back({{"name", format.name}, {"summary", format.summary}});
    if (format.checker && !format.checker->departs.empty()) {
      json["formats"].back()["departs"] = format.checker->departs;
    }
  }
  json["notes"] = info.notes;
  json["citation"] = info.citation;
  json["licence"] = info.licence;
  return json;
}

void print_params(const std::vector<ParamSpec>& params, std::string_view indent) {
  for (const ParamSpec& param : params) {
    std::string range;
    if (param.is_number()) range = fmt::format(" ({} to {})", *param.least, *param.most);
    for (const std::string& choice : param.choices) {
      range += (range.empty() ? " (" : ", ") + choice;
    }
    if (!param.choices.empty()) range += ')';
    fmt::print("{}{}={}{}\n{}    {}\n", indent, param.name, param.default_text, range, indent,
               wrapped(param.summary, indent.size() + 4));
  }
}

// What a task can do beyond what every task must, with the verb that uses it.
void print_abilities(const Task& task) {
  const std::map<std::string, std::string> verbs{
      {"reader", fmt::format("explain {} --input", task.info().name)},
      {"illustrator", "render"},
      {"auditor", "verify"},
      {"learners", "measure --gap"},
      {"metrics", "score --metric"}};
  std::string line;
  for (const std::string& ability : task.abilities().names()) {
    line += fmt::format("{}{} (assay {})", line.empty() ? "" : ", ", ability, verbs.at(ability));
  }
  fmt::print("{}\n", wrapped("Abilities: " + (line.empty() ? "none" : line), 2));
}

void print_metrics(const std::vector<MetricSpec>& metrics) {
  if (metrics.empty()) return;
  fmt::print("\nMetrics (assay score --metric NAME):\n");
  for (const MetricSpec& metric : metrics) {
    fmt::print("  {}\n", wrapped(fmt::format("{}: {}", metric.name, metric.summary), 4, 78));
    print_params(metric.params, "    ");
    if (!metric.listed.empty()) fmt::print("    --list-to FILE lists {}\n", metric.listed);
  }
}

void print_rules(const RuleTable& rules) {
  std::size_t width = 0;  // of names that a text follows
  for (RuleId rule = 0; rule < rules.size(); ++rule) {
    if (!rules.text(rule).empty()) width = std::max(width, rules.name(rule).size());
  }
  for (RuleId rule = 0; rule < rules.size(); ++rule) {
    const bool new_kind = rule == 0 || rules.kind(rule) != rules.kind(rule - 1);
    if (new_kind) fmt::print("  {}\n", name_of(rules.kind(rule)));
    if (rules.text(rule).empty()) {
      fmt::print("    {}\n", rules.name(rule));
    } else {
      fmt::print("    {:<{}}  {}\n", rules.name(rule), width, rules.text(rule));
    }
  }
}

void print_task(const Task& task, std::optional<std::uint64_t> units) {
  const TaskInfo& info = task.info();
  fmt::print("{} {}  {}\n\n{}\n", info.name, info.version, info.title, wrapped(info.summary, 0));
  fmt::print("\nUnits with {}: {}\n", parameters_text(task.params()),
             units ? with_commas(*units) : "endless");
  fmt::print("Answers: {}\n", info.one_answer ? "right if equal to the target, up to spaces"
                                              : "right if they mean what the target means");
  print_abilities(task);
  fmt::print("\nParameters (--set):\n");
  print_params(info.params, "  ");
  fmt::print("\nColumns:\n");
  for (const Field& field : task.schema().fields) {
    fmt::print("  {}  {}, {}: {}\n", field.name, name_of(field.type), name_of(field.role),
               field.summary);
  }
  fmt::print("\nHoldouts (assay split --method holdout --holdout NAME):\n");
  for (const Holdout& holdout : task.holdouts()) {
    fmt::print("  {}\n", wrapped(fmt::format("{}: {}", holdout.name, holdout.summary), 4, 78));
    if (!holdout.vacant.empty()) {
      fmt::print("    {}\n", wrapped("empty with these parameters: " + holdout.vacant, 4, 78));
    }
    print_params(holdout.params, "    ");
  }
  print_metrics(task.abilities().metrics);
  fmt::print("\nFormats (assay export --format NAME):\n");
  for (const Format& format : all_formats(task, row_shape(task), true)) {
    fmt::print("  {:<10} {}\n", format.name, format.summary);
    if (format.checker && !format.checker->departs.empty()) {
      fmt::print("  {:<10} with these parameters not as the authors have it: {}\n", "",
                 fmt::join(format.checker->departs, ", "));
    }
  }
  fmt::print("\nRules ({}):\n", task.rules().size());
  print_rules(task.rules());
  fmt::print("\nNotes:\n");
  for (const std::string& note : info.notes) fmt::print("  - {}\n", wrapped(note, 4));
  fmt::print("\n{}\n", info.citation);
}

// The files that the task rebuilds, and what they hash to now.
void print_digests(const Task& task, bool json) {
  const Auditor* auditor = task.abilities().auditor;
  const auto digests = auditor == nullptr ? std::vector<Finding>() : auditor->digests();
  if (digests.empty()) {
    fail(ErrorKind::kUnsupported, "task {} rebuilds no published files", task.info().name);
  }
  Json list = Json::object();
  for (const Finding& digest : digests) {
    list[digest.name] = digest.detail;
    if (!json) fmt::print("{}  {}\n", digest.detail, digest.name);
  }
  if (json) fmt::print("{}\n", list.dump(1));
}

}  // namespace

int describe_command(Words words) {
  std::string name;
  std::map<std::string, std::string> settings;
  bool json = false;
  bool digests = false;
  Arguments arguments("describe", "One task in full.", std::move(words));
  arguments.example("assay describe scan", "parameters, columns, rules, holdouts, formats");
  arguments.positional("TASK", "a task of assay list", name);
  arguments.settings("a parameter of the task", settings);
  arguments.flag("--digests", "make the published files again and print their SHA-256", digests);
  arguments.json(json);
  arguments.cache();
  arguments.work();
  if (!arguments.parse()) return 0;

  const auto task = make_task(name, settings, arguments.workplace());
  if (digests) {
    print_digests(*task, json);
    return 0;
  }
  const auto units = task->open(0)->unit_count();
  if (json) {
    fmt::print("{}\n", describe_json(*task, units).dump(1));
  } else {
    print_task(*task, units);
  }
  return 0;
}

}  // namespace assay
