#include "assay/verbs/score_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "assay/base/error.h"

namespace assay::verbs {

namespace {

RunSummary over_runs(const std::vector<std::optional<double>>& values) {
  std::vector<double> there;
  for (const auto& value : values) {
    if (value) there.push_back(*value);
  }
  return summarise_runs(there);
}

ScoreSummary summarise_split(const std::vector<const ScoreReport*>& runs) {
  ScoreSummary summary;
  summary.split = runs.front()->rows.split;
  summary.part = runs.front()->rows.part;
  std::vector<std::optional<double>> accuracy;
  std::vector<std::optional<double>> of_all;
  for (const ScoreReport* run : runs) {
    accuracy.push_back(run->score.all.accuracy());
    of_all.push_back(run->score.all.accuracy_of_all());
  }
  summary.accuracy = over_runs(accuracy);
  summary.accuracy_of_all = over_runs(of_all);
  for (std::size_t i = 0; i < runs.front()->score.by.size(); ++i) {
    const Score::Breakdown& first = runs.front()->score.by[i];
    std::map<GroupKey, std::vector<std::optional<double>>> groups;
    for (const ScoreReport* run : runs) {
      for (const auto& [key, tally] : run->score.by[i].groups) {
        groups[key].push_back(tally.accuracy());
      }
    }
    ScoreSummary::Breakdown& breakdown = summary.by.emplace_back();
    breakdown.by = first.by;
    breakdown.columns = first.columns;
    for (const auto& [key, values] : groups) breakdown.groups[key] = over_runs(values);
  }
  return summary;
}

std::optional<double> number_of(const GroupKey& key) {
  if (key.size() != 1) return std::nullopt;
  if (const auto* whole = std::get_if<std::int64_t>(&key.front())) {
    return static_cast<double>(*whole);
  }
  if (const auto* real = std::get_if<double>(&key.front())) return *real;
  return std::nullopt;
}

double x_of(const GroupKey& key) {
  const auto number = number_of(key);
  if (!number) {
    fail(ErrorKind::kUsage, "score: --svg needs one --by whose values are numbers");
  }
  return *number;
}

}  // namespace

std::vector<ScoreSummary> summarise(std::span<const ScoreReport> runs) {
  std::vector<std::vector<const ScoreReport*>> splits;
  for (const ScoreReport& run : runs) {
    const auto known = std::ranges::find_if(splits, [&](const auto& split) {
      return split.front()->rows.split == run.rows.split &&
             split.front()->rows.part == run.rows.part;
    });
    (known == splits.end() ? splits.emplace_back() : *known).push_back(&run);
  }
  std::vector<ScoreSummary> summaries;
  for (const auto& split : splits) summaries.push_back(summarise_split(split));
  return summaries;
}

PointPlot score_plot(std::span<const ScoreReport> runs) {
  const std::vector<ScoreSummary> summaries = summarise(runs);
  if (summaries.size() != 1 || summaries.front().by.size() != 1) {
    fail(ErrorKind::kUsage, "score: --svg plots one split and needs exactly one --by");
  }
  const ScoreSummary::Breakdown& breakdown = summaries.front().by.front();
  PointPlot plot;
  plot.title = runs.size() == 1 ? std::string("Accuracy")
                                : fmt::format("Accuracy, mean of {} runs", runs.size());
  plot.x_title = breakdown.columns.front();
  plot.y_title = "accuracy";
  plot.joined = true;
  for (const auto& [key, accuracy] : breakdown.groups) {
    PlotPoint point;
    point.x = x_of(key);
    point.y = accuracy.mean;
    std::optional<Interval> interval = accuracy.interval;
    if (runs.size() == 1)
      interval = runs.front().score.by.front().groups.at(key).accuracy_interval();
    if (interval) {
      point.y_low = std::max(0.0, interval->low);
      point.y_high = std::min(1.0, interval->high);
    }
    if (accuracy.runs > 0) plot.points.push_back(std::move(point));
  }
  return plot;
}

}  // namespace assay::verbs
