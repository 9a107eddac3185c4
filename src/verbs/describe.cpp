#include "assay/verbs/describe.h"

#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/catalog/catalog.h"
#include "assay/pipeline/export.h"
#include "assay/store/manifest.h"
#include "assay/store/split_json.h"

namespace assay::verbs {

namespace {

using Json = nlohmann::ordered_json;

Json param_json(const ParamSpec& param) {
  Json json = {{"name", param.name}, {"default", param.default_text}, {"summary", param.summary}};
  if (param.is_number()) {
    json["least"] = *param.least;
    json["most"] = *param.most;
  }
  if (!param.choices.empty()) json["choices"] = param.choices;
  if (!param.known.empty()) json["known"] = param.known;
  return json;
}

Json json_of(const std::vector<ParamSpec>& params) {
  Json list = Json::array();
  for (const ParamSpec& param : params) list.push_back(param_json(param));
  return list;
}

Json json_of(const Field& field) {
  return {{"name", field.name},
          {"type", name_of(field.type)},
          {"role", name_of(field.role)},
          {"summary", field.summary}};
}

Json json_of(const TaskDescription::Rule& rule) {
  Json json = {{"name", rule.name}, {"kind", name_of(rule.kind)}};
  if (!rule.text.empty()) json["text"] = rule.text;
  return json;
}

Json json_of(const TaskDescription::Holdout& holdout) {
  Json json = {{"name", holdout.name},
               {"summary", holdout.summary},
               {"parameters", json_of(holdout.params)}};
  if (!holdout.vacant.empty()) json["vacant"] = holdout.vacant;
  return json;
}

Json json_of(const TaskDescription::Metric& metric) {
  return {{"name", metric.name},
          {"summary", metric.summary},
          {"parameters", json_of(metric.params)},
          {"listed", metric.listed}};
}

Json json_of(const TaskDescription::Format& format) {
  Json json = {{"name", format.name}, {"summary", format.summary}};
  if (!format.departs.empty()) json["departs"] = format.departs;
  return json;
}

template <typename Part>
Json list_of(const std::vector<Part>& parts) {
  Json list = Json::array();
  for (const Part& part : parts) list.push_back(json_of(part));
  return list;
}

TaskDescription description_of(const Task& task) {
  TaskDescription out;
  out.info = task.info();
  out.params = task.params();
  out.units = task.open(0)->unit_count();
  out.columns = task.schema().fields;
  const RuleTable& rules = task.rules();
  for (RuleId rule = 0; rule < rules.size(); ++rule) {
    out.rules.push_back(
        {std::string(rules.name(rule)), rules.kind(rule), std::string(rules.text(rule))});
  }
  for (const Holdout& holdout : task.holdouts()) {
    out.holdouts.push_back({holdout.name, holdout.summary, holdout.params, holdout.vacant});
  }
  const Abilities abilities = task.abilities();
  for (const MetricSpec& metric : abilities.metrics) {
    out.metrics.push_back({metric.name, metric.summary, metric.params, metric.listed});
  }
  out.abilities = abilities.names();
  for (const Format& format : all_formats(task, row_shape(task), true)) {
    out.formats.push_back({format.name, format.summary, {}});
    if (format.checker) out.formats.back().departs = format.checker->departs;
  }
  return out;
}

}  // namespace

TaskDescription describe(const DescribeRequest& request, const Workplace& workplace) {
  return description_of(*make_task(request.task, request.params, workplace));
}

Json to_json(const TaskDescription& task) {
  const TaskInfo& info = task.info;
  return {{"name", info.name},
          {"version", info.version},
          {"title", info.title},
          {"summary", info.summary},
          {"parameters", json_of(info.params)},
          {"difficulty", info.difficulty},
          {"units", task.units ? Json(*task.units) : Json(nullptr)},
          {"one_answer", info.one_answer},
          {"columns", list_of(task.columns)},
          {"rules", list_of(task.rules)},
          {"compounds", to_json(info.compounds)},
          {"holdouts", list_of(task.holdouts)},
          {"metrics", list_of(task.metrics)},
          {"abilities", task.abilities},
          {"formats", list_of(task.formats)},
          {"notes", info.notes},
          {"citation", info.citation},
          {"licence", info.licence}};
}

std::vector<FileDigest> digests(const DescribeRequest& request, const Workplace& workplace) {
  const auto task = make_task(request.task, request.params, workplace);
  std::vector<FileDigest> digests;
  if (const Auditor* auditor = task->abilities().auditor) {
    for (const Finding& made : auditor->digests()) digests.push_back({made.name, made.detail});
  }
  if (digests.empty()) {
    fail(ErrorKind::kUnsupported, "task {} rebuilds no published files", task->info().name);
  }
  return digests;
}

Json to_json(const std::vector<FileDigest>& digests) {
  Json json = Json::object();
  for (const FileDigest& digest : digests) json[digest.file] = digest.sha256;
  return json;
}

}  // namespace assay::verbs
