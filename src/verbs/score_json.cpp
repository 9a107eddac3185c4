#include <nlohmann/json.hpp>

#include "assay/base/text.h"
#include "assay/pipeline/figure_json.h"
#include "assay/verbs/score.h"
#include "assay/verbs/score_summary.h"

namespace assay::verbs {

namespace {

using Json = nlohmann::ordered_json;

Json optional_json(const std::optional<double>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json interval_json(const std::optional<Interval>& interval) {
  return interval ? Json{interval->low, interval->high} : Json(nullptr);
}

Json tally_json(const Tally& tally) {
  return {{"count", tally.count},
          {"right", tally.right},
          {"wrong", tally.wrong},
          {"unparsable", tally.unparsable},
          {"no_answer", tally.no_answer},
          {"accuracy", optional_json(tally.accuracy())},
          {"accuracy_interval", interval_json(tally.accuracy_interval())},
          {"accuracy_of_all", optional_json(tally.accuracy_of_all())},
          {"accuracy_of_all_interval", interval_json(tally.accuracy_of_all_interval())},
          {"effective_answers", tally.effective_answers()},
          {"strict", tally.strict}};
}

Json value_json(const ColumnValue& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

Json key_json(const GroupKey& key) {
  if (key.size() == 1) return value_json(key.front());
  Json json = Json::array();
  for (const ColumnValue& value : key) json.push_back(value_json(value));
  return json;
}

Json group_json(const GroupKey& key, const Tally& tally) {
  Json json = {{"value", key_json(key)}};
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

Json reading_json(const ReadingTally& reading) {
  Json found_by = Json::object();
  for (std::size_t i = 0; i < kAnswerMarks; ++i) {
    found_by[name_of(static_cast<AnswerMark>(i))] = reading.found_by[i];
  }
  return {{"rule", name_of(reading.rule)},
          {"found_by", std::move(found_by)},
          {"reasoning", reading.reasoning},
          {"cut_off", reading.cut_off},
          {"failed", reading.failed}};
}

Json samples_json(const SampleTally& samples) {
  Json pass = Json::array();
  for (const SampleTally::PassAt& at : samples.pass_at()) {
    pass.push_back({{"k", at.k}, {"mean", at.mean}, {"interval", interval_json(at.interval)}});
  }
  const Tally& majority = samples.majority();
  return {{"rows", samples.rows()},
          {"least", samples.least()},
          {"most", samples.most()},
          {"pass_at", std::move(pass)},
          {"majority", tally_json(majority)}};
}

Json summary_json(const RunSummary& summary) {
  if (summary.runs == 0) return nullptr;
  return {{"runs", summary.runs},
          {"mean", summary.mean},
          {"deviation", optional_json(summary.deviation)},
          {"interval", interval_json(summary.interval)}};
}

Json split_json(const std::string& split) { return split.empty() ? Json(nullptr) : Json(split); }

}  // namespace

Json to_json(const ScoreReport& report) {
  const auto& [rows, score, file] = report;
  Json json = {{"content_hash", rows.content_hash},
               {"split", split_json(rows.split)},
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
  json["reading"] = reading_json(score.reading);
  if (score.samples.rows() > 0) json["samples"] = samples_json(score.samples);
  json["notes"] = notes_of(score);
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

Json to_json(std::span<const ScoreReport> runs) {
  if (runs.size() == 1) return to_json(runs.front());
  Json json = {{"runs", Json::array()}, {"summary", Json::array()}};
  for (const ScoreReport& run : runs) {
    Json document = {{"file", printable(run.file)}};
    document.update(to_json(run));
    json["runs"].push_back(std::move(document));
  }
  for (const ScoreSummary& summary : summarise(runs)) {
    Json by = Json::object();
    for (const ScoreSummary::Breakdown& breakdown : summary.by) {
      Json& groups = by[breakdown.by] = Json::array();
      for (const auto& [key, accuracy] : breakdown.groups) {
        groups.push_back({{"value", key_json(key)}, {"accuracy", summary_json(accuracy)}});
      }
    }
    json["summary"].push_back({{"split", split_json(summary.split)},
                               {"part", summary.part},
                               {"accuracy", summary_json(summary.accuracy)},
                               {"accuracy_of_all", summary_json(summary.accuracy_of_all)},
                               {"by", std::move(by)}});
  }
  return json;
}

}  // namespace assay::verbs
