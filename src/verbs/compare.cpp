#include "assay/verbs/compare.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/verbs/data_task.h"
#include "assay/verbs/extract_choice.h"
#include "assay/verbs/text_or_null.h"

namespace assay::verbs {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostRuns = 100;

Json interval_json(const Interval& interval) { return {interval.low, interval.high}; }

Json run_json(const RunFigures& run) {
  return {{"run", run.name},
          {"paired_by", name_of(run.paired_by)},
          {"right", run.right},
          {"wrong", run.wrong},
          {"unparsable", run.unparsable},
          {"no_answer", run.no_answer},
          {"missing", run.missing},
          {"accuracy_of_all", run.accuracy},
          {"interval", interval_json(run.interval)},
          {"shorter", run.shorter},
          {"longer", run.longer}};
}

Json difference_json(const Difference& difference) {
  const PairedTally& tally = difference.tally;
  return {{"rows", tally.rows()},
          {"both", tally.both},
          {"only_first", tally.only_first},
          {"only_second", tally.only_second},
          {"neither", tally.neither},
          {"difference", difference.difference},
          {"interval", interval_json(difference.interval)},
          {"p", difference.probability},
          {"p_holm", difference.adjusted}};
}

Json value_json(const GroupKey& key) {
  Json values = Json::array();
  for (const ColumnValue& value : key) {
    values.push_back(std::visit([](const auto& held) { return Json(held); }, value));
  }
  return key.size() == 1 ? values[0] : values;
}

Json pair_json(const PairComparison& pair, const std::vector<RunFigures>& runs) {
  Json json = {{"first", runs[pair.first].name}, {"second", runs[pair.second].name}};
  json.update(difference_json(pair.all));
  json["smallest_detectable"] = pair.smallest ? Json(*pair.smallest) : Json(nullptr);
  json["only_first_ids"] = pair.only_first;
  json["only_second_ids"] = pair.only_second;
  if (pair.by.empty()) return json;
  json["by"] = Json::object();
  for (const PairComparison::By& by : pair.by) {
    Json& groups = json["by"][by.by] = Json::array();
    for (const GroupDifference& group : by.groups) {
      groups.push_back({{"value", value_json(group.value)}});
      groups.back().update(difference_json(group.rows));
    }
  }
  return json;
}

}  // namespace

CompareReport compare(const CompareRequest& request, const Workplace& workplace) {
  if (request.predictions.size() < 2 || request.predictions.size() > kMostRuns) {
    fail(ErrorKind::kUsage,
         "compare: name 2 to {} files of predictions; assay score tells about one", kMostRuns);
  }
  if (std::ranges::count(request.predictions, "-") > 1) {
    fail(ErrorKind::kUsage, "compare: standard input can be read only once");
  }
  RunTableRequest judging{.extract = extract_choice("compare", request.extract),
                          .form = form_choice("compare", request.form)};
  const DataSet data(request.data);
  const auto task = task_of(data, workplace);
  std::vector<Grouping> by;
  for (const std::string& text : request.by) by.emplace_back(*task, text);
  judging.by = by;
  ChosenRows chosen = choose_rows(data, request.part, {.of_split = "test", .of_own = "test"});
  if (chosen.count(data) == 0) {
    fail(ErrorKind::kUsage, "compare: part {} of {} has no rows", printable(chosen.part),
         printable(data.folder().path()));
  }
  judging.rows = std::move(chosen.rows);
  const RunTable table = judge_runs(data, *task, request.predictions, judging, workplace.control);
  return {{chosen.split, chosen.part, data.manifest().content_hash},
          compare_runs(table, workplace.control)};
}

Json to_json(const CompareReport& report) {
  const Comparison& comparison = report.comparison;
  Json json = {{"rows", comparison.rows},
               {"units", comparison.units},
               {"split", text_or_null(report.rows.split)},
               {"part", report.rows.part},
               {"content_hash", report.rows.content_hash},
               {"runs", Json::array()},
               {"pairs", Json::array()}};
  for (const RunFigures& run : comparison.runs) json["runs"].push_back(run_json(run));
  for (const PairComparison& pair : comparison.pairs) {
    json["pairs"].push_back(pair_json(pair, comparison.runs));
  }
  json["missed_by_all"] = {{"rows", comparison.missed_by_all},
                           {"by_chance", comparison.missed_by_chance},
                           {"ids", comparison.missed_ids}};
  return json;
}

}  // namespace assay::verbs
