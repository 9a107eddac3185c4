#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "arguments.h"
#include "assay/base/text.h"
#include "assay/verbs/describe.h"
#include "commands.h"
#include "report.h"

namespace assay {

namespace {

using verbs::TaskDescription;

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

void print_difficulty(const std::vector<DifficultyLevel>& levels) {
  if (levels.empty()) return;
  fmt::print("\nLevels of difficulty (--difficulty):\n");
  for (std::size_t level = 0; level < levels.size(); ++level) {
    std::vector<std::string> settings;
    for (const auto& [name, value] : levels[level]) {
      settings.push_back(fmt::format("{}={}", name, value));
    }
    fmt::print("  {}  {}\n", level, wrapped(fmt::format("{}", fmt::join(settings, "  ")), 5));
  }
}

// What a task can do beyond what every task must, with the verb that uses it, where one is known.
void print_abilities(const TaskDescription& task) {
  const std::map<std::string, std::string> verbs{
      {"reader", fmt::format("explain {} --input", task.info.name)},
      {"illustrator", "render"},
      {"instructor", "prompt"},
      {"auditor", "verify"},
      {"learners", "measure --gap"},
      {"metrics", "score --metric"},
      {"shortcuts", "baseline"}};
  std::string line;
  for (const std::string& ability : task.abilities) {
    const auto verb = verbs.find(ability);
    if (!line.empty()) line += ", ";
    line += verb == verbs.end() ? ability : fmt::format("{} (assay {})", ability, verb->second);
  }
  fmt::print("{}\n", wrapped("Abilities: " + (line.empty() ? "none" : line), 2));
}

void print_metrics(const std::vector<TaskDescription::Metric>& metrics) {
  if (metrics.empty()) return;
  fmt::print("\nMetrics (assay score --metric NAME):\n");
  for (const TaskDescription::Metric& metric : metrics) {
    fmt::print("  {}\n", wrapped(fmt::format("{}: {}", metric.name, metric.summary), 4, 78));
    print_params(metric.params, "    ");
    if (!metric.listed.empty()) fmt::print("    --list-to FILE lists {}\n", metric.listed);
  }
}

void print_rules(const std::vector<TaskDescription::Rule>& rules) {
  std::size_t width = 0;  // of names that a text follows
  for (const TaskDescription::Rule& rule : rules) {
    if (!rule.text.empty()) width = std::max(width, rule.name.size());
  }
  const TaskDescription::Rule* before = nullptr;
  for (const TaskDescription::Rule& rule : rules) {
    if (before == nullptr || rule.kind != before->kind) fmt::print("  {}\n", name_of(rule.kind));
    if (rule.text.empty()) {
      fmt::print("    {}\n", escaped(rule.name));
    } else {
      fmt::print("    {:<{}}  {}\n", escaped(rule.name), width, escaped(rule.text));
    }
    before = &rule;
  }
}

void print_task(const TaskDescription& task) {
  const TaskInfo& info = task.info;
  fmt::print("{} {}  {}\n\n{}\n", info.name, info.version, info.title, wrapped(info.summary, 0));
  fmt::print("\nUnits with {}: {}\n", parameters_text(task.params),
             task.units ? with_commas(*task.units) : "endless");
  fmt::print("Answers: {}\n", info.one_answer ? "right if equal to the target, up to spaces"
                                              : "right if they mean what the target means");
  print_abilities(task);
  fmt::print("\nParameters (--set):\n");
  print_params(info.params, "  ");
  print_difficulty(info.difficulty);
  fmt::print("\nColumns:\n");
  for (const Field& field : task.columns) {
    fmt::print("  {}  {}, {}: {}\n", field.name, name_of(field.type), name_of(field.role),
               field.summary);
  }
  fmt::print("\nHoldouts (assay split --method holdout --holdout NAME):\n");
  for (const TaskDescription::Holdout& holdout : task.holdouts) {
    fmt::print("  {}\n", wrapped(fmt::format("{}: {}", holdout.name, holdout.summary), 4, 78));
    if (!holdout.vacant.empty()) {
      fmt::print("    {}\n", wrapped("empty with these parameters: " + holdout.vacant, 4, 78));
    }
    print_params(holdout.params, "    ");
  }
  print_metrics(task.metrics);
  fmt::print("\nFormats (assay export --format NAME):\n");
  for (const TaskDescription::Format& format : task.formats) {
    fmt::print("  {:<10} {}\n", format.name, format.summary);
    if (!format.departs.empty()) {
      fmt::print("  {:<10} with these parameters not as the authors have it: {}\n", "",
                 fmt::join(format.departs, ", "));
    }
  }
  fmt::print("\nRules ({}):\n", task.rules.size());
  print_rules(task.rules);
  fmt::print("\nNotes:\n");
  for (const std::string& note : info.notes) fmt::print("  - {}\n", wrapped(note, 4));
  fmt::print("\n{}\n", info.citation);
}

void print_digests(const std::vector<verbs::FileDigest>& digests) {
  for (const auto& [file, sha256] : digests) fmt::print("{}  {}\n", sha256, file);
}

}  // namespace

int describe_command(Words words) {
  verbs::DescribeRequest request;
  bool json = false;
  bool digests = false;
  Arguments arguments("describe", "Describe one task in full.", std::move(words));
  arguments.example("assay describe scan", "parameters, columns, rules, holdouts, formats");
  arguments.positional("TASK", "a task of assay list", request.task);
  arguments.settings("a parameter of the task", request.params);
  arguments.flag("--digests", "make the published files again and print their SHA-256", digests);
  arguments.json(json);
  arguments.cache();
  arguments.work();
  if (!arguments.parse()) return 0;

  const Workplace workplace = arguments.workplace();
  if (digests) {
    const auto files = verbs::digests(request, workplace);
    json ? print_document(to_json(files)) : print_digests(files);
    return 0;
  }
  const TaskDescription task = verbs::describe(request, workplace);
  json ? print_document(to_json(task)) : print_task(task);
  return 0;
}

}  // namespace assay
