#include "assay/sweep/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "assay/statistics/linear_fit.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kTest = "test";
constexpr double kMinute = 60;

std::string learner_of(const RunRow& row) {
  return row.settings.empty() ? row.model : row.model + ", " + settings_text(row.settings);
}

// Runs by learner and split, in the order in which they first come.
std::vector<std::vector<const RunRow*>> groups_of(const std::vector<RunRow>& rows) {
  std::vector<std::vector<const RunRow*>> groups;
  for (const RunRow& row : rows) {
    const auto found = std::ranges::find_if(groups, [&](const auto& group) {
      return learner_of(*group.front()) == learner_of(row) && group.front()->split == row.split;
    });
    if (found == groups.end()) {
      groups.push_back({&row});
    } else {
      found->push_back(&row);
    }
  }
  return groups;
}

double mean_of(const std::vector<const RunRow*>& group,
               const std::function<double(const RunRow&)>& value) {
  double sum = 0;
  for (const RunRow* row : group) sum += value(*row);
  return sum / static_cast<double>(group.size());
}

// Means over the runs that have the share of a part.
std::map<std::string, RunSummary> by_part(
    const std::vector<const RunRow*>& group,
    const std::function<std::optional<double>(const PartTally&)>& share_of) {
  std::map<std::string, std::vector<double>> shares;
  for (const RunRow* row : group) {
    for (const PartTally& part : row->parts) {
      if (const auto share = share_of(part)) shares[part.part].push_back(*share);
    }
  }
  std::map<std::string, RunSummary> means;
  for (const auto& [part, values] : shares) means[part] = summarise_runs(values);
  return means;
}

SweepCell cell_of(const std::vector<const RunRow*>& group) {
  const RunRow& first = *group.front();
  SweepCell cell;
  cell.learner = learner_of(first);
  cell.split = first.split;
  cell.figures = first.figures;
  cell.accuracy = by_part(group, [](const PartTally& part) { return std::optional(part.share()); });
  cell.first_30 =
      by_part(group, [](const PartTally& part) { return part.share_of(part.exact_30); });
  cell.cells = by_part(group, [](const PartTally& part) { return part.share_of(part.cells); });
  std::vector<double> precisions;
  for (const RunRow* row : group) {
    const PartTally* test = row->find(kTest);
    if (test != nullptr && test->precision) precisions.push_back(*test->precision);
  }
  if (!precisions.empty()) cell.precision = summarise_runs(precisions);
  cell.ideal = first.ideal;
  cell.parameters = first.parameters;
  cell.steps = mean_of(group, [](const RunRow& row) { return static_cast<double>(row.steps); });
  cell.tokens = mean_of(group, [](const RunRow& row) { return static_cast<double>(row.tokens); });
  cell.cpu_minutes = mean_of(group, [](const RunRow& row) { return row.cpu_seconds / kMinute; });
  return cell;
}

using Figure = std::function<std::optional<double>(const SplitFigures&)>;

std::optional<double> r_squared(const std::vector<const SweepCell*>& cells, const Figure& figure) {
  std::vector<double> x;
  std::vector<double> y;
  for (const SweepCell* cell : cells) {
    const auto value = figure(cell->figures);
    if (!value) return std::nullopt;
    x.push_back(*value);
    y.push_back(cell->accuracy.at(kTest).mean);
  }
  const auto fit = fit_line(x, y);
  return fit ? std::optional(fit->r_squared) : std::nullopt;
}

std::vector<SweepFit> fits_of(const std::vector<SweepCell>& cells) {
  constexpr std::size_t kLeastSplits = 3;
  std::vector<std::pair<std::string, std::vector<const SweepCell*>>> learners;
  for (const SweepCell& cell : cells) {
    if (!cell.accuracy.contains(kTest)) continue;
    const auto found = std::ranges::find_if(
        learners, [&](const auto& learner) { return learner.first == cell.learner; });
    if (found == learners.end()) {
      learners.push_back({cell.learner, {&cell}});
    } else {
      found->second.push_back(&cell);
    }
  }
  std::vector<SweepFit> fits;
  for (const auto& [learner, of_learner] : learners) {
    if (of_learner.size() < kLeastSplits) continue;
    fits.push_back(
        {learner, of_learner.size(),
         r_squared(of_learner, [](const SplitFigures& f) { return f.compound_divergence; }),
         r_squared(of_learner, [](const SplitFigures& f) { return f.output_length_ratio; }),
         r_squared(of_learner, [](const SplitFigures& f) { return f.input_length_ratio; })});
  }
  return fits;
}

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json to_json(const RunSummary& summary) {
  return {
      {"runs", summary.runs},
      {"mean", summary.mean},
      {"low", or_null(summary.interval ? std::optional(summary.interval->low) : std::nullopt)},
      {"high", or_null(summary.interval ? std::optional(summary.interval->high) : std::nullopt)}};
}

Json to_json(const std::map<std::string, RunSummary>& parts) {
  Json json = Json::object();
  for (const auto& [part, summary] : parts) json[part] = to_json(summary);
  return json;
}

Json to_json(const SweepCell& cell) {
  Json json{{"learner", cell.learner},
            {"split", cell.split},
            {"atom_divergence", cell.figures.atom_divergence},
            {"compound_divergence", cell.figures.compound_divergence},
            {"output_length_ratio", or_null(cell.figures.output_length_ratio)},
            {"input_length_ratio", or_null(cell.figures.input_length_ratio)},
            {"accuracy", to_json(cell.accuracy)},
            {"parameters", cell.parameters},
            {"steps", cell.steps},
            {"tokens", cell.tokens},
            {"cpu_minutes", cell.cpu_minutes}};
  if (!cell.first_30.empty()) json["first_30_actions"] = to_json(cell.first_30);
  if (!cell.cells.empty()) json["target_cell"] = to_json(cell.cells);
  if (cell.precision) json["mAP"] = to_json(*cell.precision);
  for (const auto& [name, figures] : cell.ideal)
    json["ideal"][name] = {{"accuracy", figures.accuracy}, {"mAP", figures.precision}};
  return json;
}

Json to_json(const SweepFit& fit) {
  return {{"learner", fit.learner},
          {"splits", fit.splits},
          {"r_squared",
           {{"compound_divergence", or_null(fit.compound_divergence)},
            {"output_length_ratio", or_null(fit.output_length_ratio)},
            {"input_length_ratio", or_null(fit.input_length_ratio)}}}};
}

SeriesPoint point_of(const SweepCell& cell, bool is_first, bool apart) {
  const RunSummary& summary = cell.accuracy.at(kTest);
  SeriesPoint point{cell.figures.compound_divergence, summary.mean};
  if (summary.interval) {
    point.low = summary.interval->low;
    point.high = summary.interval->high;
  }
  if (is_first) point.name = cell.split;  // the other learners' points stand above or below
  point.apart = apart;
  return point;
}

std::string figure_text(const std::optional<double>& value) {
  return value ? fmt::format("{:.2f}", *value) : "-";
}

}  // namespace

SweepSummary summarise(const std::vector<RunRow>& rows) {
  SweepSummary summary;
  for (const auto& group : groups_of(rows)) summary.cells.push_back(cell_of(group));
  summary.fits = fits_of(summary.cells);
  for (const RunRow& row : rows) summary.cpu_minutes += row.cpu_seconds / kMinute;
  return summary;
}

std::string summary_lines(const SweepSummary& summary) {
  std::string lines;
  for (const SweepCell& cell : summary.cells) lines += to_json(cell).dump() + '\n';
  for (const SweepFit& fit : summary.fits) lines += to_json(fit).dump() + '\n';
  return lines;
}

namespace {

// Tests of further splits, in the order of their names.
std::vector<std::string> further_tests(const SweepSummary& summary) {
  std::set<std::string> tests;
  for (const SweepCell& cell : summary.cells) {
    for (const auto& [part, accuracy] : cell.accuracy) {
      if (part != "train" && part != "dev" && part != kTest) tests.insert(part);
    }
  }
  return {tests.begin(), tests.end()};
}

// Test sets side by side: where learners predicted more than one.
SeriesPlot plot_of_tests(const SweepSummary& summary, const std::string& title,
                         std::vector<std::string> tests) {
  tests.insert(tests.begin(), kTest);
  SeriesPanel panel{"exact match", {}, true, true};
  for (const SweepCell& cell : summary.cells) {
    PlotSeries series{cell.learner + " on " + cell.split, {}, false};
    for (std::size_t i = 0; i < tests.size(); ++i) {
      const auto found = cell.accuracy.find(tests[i]);
      if (found == cell.accuracy.end()) continue;
      series.points.push_back({.x = static_cast<double>(i), .y = found->second.mean});
      if (panel.series.empty()) series.points.back().name = tests[i];
      if (!found->second.interval) continue;
      series.points.back().low = found->second.interval->low;
      series.points.back().high = found->second.interval->high;
    }
    panel.series.push_back(std::move(series));
  }
  return {title, "test set", {std::move(panel)}, {}};
}

}  // namespace

SeriesPlot plot_of(const SweepSummary& summary, const std::string& title,
                   const std::vector<std::string>& curve) {
  if (const auto tests = further_tests(summary); !tests.empty())
    return plot_of_tests(summary, title, tests);
  SeriesPlot plot{title, "compound divergence of train and test", {}, {}};
  SeriesPanel panel{"exact match on test", {}, true};
  for (const SweepCell& cell : summary.cells) {
    if (!cell.accuracy.contains(kTest)) continue;
    auto series = std::ranges::find(panel.series, cell.learner, &PlotSeries::name);
    if (series == panel.series.end()) {
      panel.series.push_back({cell.learner, {}, !curve.empty()});
      series = panel.series.end() - 1;
    }
    const bool is_apart = !curve.empty() && std::ranges::find(curve, cell.split) == curve.end();
    series->points.push_back(point_of(cell, series == panel.series.begin(), is_apart));
  }
  plot.panels.push_back(std::move(panel));
  for (const SweepFit& fit : summary.fits) {
    plot.notes.push_back(fmt::format(
        "R\u00b2 of {} on {} splits: {} with compound divergence, {} and {} with the ratios of "
        "output and input lengths.",
        fit.learner, fit.splits, figure_text(fit.compound_divergence),
        figure_text(fit.output_length_ratio), figure_text(fit.input_length_ratio)));
  }
  return plot;
}

}  // namespace assay
