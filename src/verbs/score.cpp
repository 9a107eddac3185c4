#include "assay/verbs/score.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/pipeline/figure_json.h"
#include "assay/verbs/data_task.h"
#include "assay/verbs/user_file.h"

namespace assay::verbs {

namespace {

using Json = nlohmann::ordered_json;

// Begun before the work, so that a path where nothing can be written is told at once.
void begin_list(const std::string& path, std::span<const ChosenMetric> metrics,
                std::optional<NewFile>& file) {
  if (path.empty()) return;
  if (path == "-") fail(ErrorKind::kUsage, "score: --list-to takes the name of a file, not -");
  if (metrics.size() != 1) {
    fail(ErrorKind::kUsage, "score: --list-to needs exactly one --metric");
  }
  if (metrics[0].spec.listed.empty()) {
    fail(ErrorKind::kUsage, "score: metric {} has nothing to list", metrics[0].spec.name);
  }
  file.emplace(Folder::open(folder_of_file(path)), name_of_file(path));
}

void write_list(const Metric& metric, NewFile& file) {
  constexpr std::size_t kChunk = std::size_t{1} << 16;
  std::string lines;
  metric.list([&](std::string_view line) {
    lines += line;
    lines += '\n';
    if (lines.size() < kChunk) return;
    file.write(lines);
    lines.clear();
  });
  file.write(lines);
  file.commit();
}

Json optional_json(const std::optional<double>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json tally_json(const Tally& tally) {
  return {{"count", tally.count},
          {"right", tally.right},
          {"wrong", tally.wrong},
          {"unparsable", tally.unparsable},
          {"no_answer", tally.no_answer},
          {"accuracy", optional_json(tally.accuracy())},
          {"accuracy_of_all", optional_json(tally.accuracy_of_all())},
          {"strict", tally.strict}};
}

Json value_json(const ColumnValue& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

Json group_json(const GroupKey& key, const Tally& tally) {
  Json json = {{"value", nullptr}};
  if (key.size() == 1) {
    json["value"] = value_json(key.front());
  } else {
    for (const ColumnValue& value : key) json["value"].push_back(value_json(value));
  }
  json.update(tally_json(tally));
  json["marks"] = Json::object();
  for (const auto& [name, mark] : tally.marks) {
    json["marks"][name] = {{"answers", mark.answers}, {"total", mark.total}, {"mean", mark.mean()}};
  }
  return json;
}

Json metric_json(const Score::MetricResult& metric) {
  Json json = {{"value", optional_json(metric.report.value)},
               {"parameters", metric.params.all()},
               {"figures", Json::object()},
               {"tables", Json::object()},
               {"notes", metric.report.notes}};
  for (const auto& [name, figure] : metric.report.figures) {
    json["figures"][name] = figure_json(figure);
  }
  for (const MetricReport::Table& table : metric.report.tables) {
    Json rows = Json::array();
    for (const std::vector<Figure>& row : table.rows) {
      rows.push_back(Json::array());
      for (const Figure& figure : row) rows.back().push_back(figure_json(figure));
    }
    json["tables"][table.name] = {{"columns", table.columns}, {"rows", std::move(rows)}};
  }
  return json;
}

}  // namespace

ScoreReport score(const ScoreRequest& request, const Workplace& workplace) {
  const DataSet data(request.data);
  const auto task = task_of(data, workplace);
  const auto metrics = choose_metrics(*task, request.metrics, request.metric_params);
  std::optional<NewFile> list;
  begin_list(request.list_to, metrics, list);
  assay::ScoreRequest judging;
  judging.metrics = metrics;
  for (const std::string& by : request.by) judging.by.emplace_back(*task, by);
  ChosenRows chosen = choose_rows(data, request.part, {.of_split = "test", .of_own = "test"});
  judging.rows = std::move(chosen.rows);
  const PredictionFile predictions = read_predictions(
      request.predictions, {.content_hash = data.manifest().content_hash}, workplace.control);
  ScoreReport report{{chosen.split, chosen.part, data.manifest().content_hash},
                     score_predictions(data, *task, predictions, judging, workplace.control)};
  if (list) write_list(*metrics.front().metric, *list);
  return report;
}

Json to_json(const ScoreReport& report) {
  const auto& [rows, score] = report;
  Json json = {{"content_hash", rows.content_hash},
               {"split", rows.split.empty() ? Json(nullptr) : Json(rows.split)},
               {"part", rows.part},
               {"form", name_of(score.form)},
               {"paired_by", name_of(score.paired_by)}};
  json.update(tally_json(score.all));
  json.update({{"missing", score.pairing.missing},
               {"duplicate", score.pairing.duplicate},
               {"unknown", score.pairing.unknown},
               {"missing_ids", score.pairing.missing_ids},
               {"duplicate_ids", score.pairing.duplicate_ids},
               {"unknown_ids", score.pairing.unknown_ids}});
  json["marks"] = Json::object();
  for (const auto& [name, mark] : score.all.marks) {
    json["marks"][name] = {{"answers", mark.answers}, {"total", mark.total}};
  }
  json["misses"] = Json::array();
  for (const Score::Miss& miss : score.misses) {
    json["misses"].push_back(
        {{"id", miss.id}, {"status", name_of(miss.status)}, {"why", miss.why}});
  }
  for (const Score::Breakdown& breakdown : score.by) {
    Json& groups = json["by"][breakdown.by] = Json::array();
    for (const auto& [key, tally] : breakdown.groups) groups.push_back(group_json(key, tally));
  }
  for (const Score::MetricResult& metric : score.metrics) {
    json["metrics"][metric.name] = metric_json(metric);
  }
  return json;
}

}  // namespace assay::verbs
