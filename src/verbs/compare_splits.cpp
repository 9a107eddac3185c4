#include "assay/verbs/compare_splits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/limits.h"
#include "assay/base/text.h"
#include "assay/pipeline/compare.h"
#include "assay/store/json_document.h"
#include "assay/store/part_choice.h"
#include "assay/verbs/data_task.h"
#include "assay/verbs/extract_choice.h"
#include "assay/verbs/measure.h"
#include "assay/verbs/user_file.h"

namespace assay::verbs {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLeastPoints = 3;

struct Figure {
  const char* name;
  std::optional<double> (*of)(const SplitPoint& point);
};
constexpr std::array<Figure, 4> kFigures{{
    {"compound_divergence",
     [](const SplitPoint& point) { return std::optional(point.compound_divergence); }},
    {"atom_divergence",
     [](const SplitPoint& point) { return std::optional(point.atom_divergence); }},
    {"input_length_ratio", [](const SplitPoint& point) { return point.input_length_ratio; }},
    {"output_length_ratio", [](const SplitPoint& point) { return point.output_length_ratio; }},
}};

// A line of the table.
struct Entry {
  SplitPoint point;
  std::string predictions;  // empty: the accuracy is given
};

std::string optional_text(const Json& json, const char* key) {
  return json.contains(key) ? text_from_json(json, key) : "";
}

std::string seen_from(const std::string& folder, const std::string& path) {
  return path.starts_with('/') || folder == "." ? path : folder + "/" + path;
}

Entry read_entry(std::string_view line, const std::string& folder) {
  const Json json = parse_document(line);
  if (!json.is_object()) fail(ErrorKind::kInput, "is no JSON object");
  Entry entry;
  SplitPoint& point = entry.point;
  point.run = text_from_json(json, "run");
  point.data = seen_from(folder, text_from_json(json, "data"));
  point.split = optional_text(json, "split");
  point.part = optional_text(json, "part");
  if (point.part.empty()) point.part = "test";
  if (json.contains("accuracy") == json.contains("predictions")) {
    fail(ErrorKind::kInput, "needs either \"predictions\" or \"accuracy\"");
  }
  if (json.contains("predictions")) {
    entry.predictions = seen_from(folder, text_from_json(json, "predictions"));
    return entry;
  }
  const Json& accuracy = json["accuracy"];
  if (!accuracy.is_number() || accuracy < 0 || accuracy > 1) {
    fail(ErrorKind::kInput, "\"accuracy\" is no number from 0 to 1");
  }
  point.accuracy = accuracy.get<double>();
  return entry;
}

class SplitComparison {
 public:
  SplitComparison(const CompareSplitsRequest& request, const Workplace& workplace)
      : workplace_(workplace) {
    judging_.extract = extract_choice("compare", request.extract);
    judging_.form = form_choice("compare", request.form);
  }

  SplitPoint point(Entry entry) {
    SplitPoint& point = entry.point;
    if (!entry.predictions.empty()) judge(entry);
    const PairReport& pair = measured(point);
    point.atom_divergence = pair.atom_divergence;
    point.compound_divergence = pair.compound_divergence;
    point.input_length_ratio = pair.input_length_ratio;
    point.output_length_ratio = pair.output_length_ratio;
    return std::move(point);
  }

 private:
  void judge(Entry& entry) const {
    const DataSet data(entry.point.data);
    const auto task = task_of(data, workplace_);
    ChosenRows chosen = choose_rows(data, {entry.point.split, entry.point.part}, {});
    if (chosen.count(data) == 0) {
      fail(ErrorKind::kInput, "part {} has no rows", printable(entry.point.part));
    }
    RunTableRequest judging = judging_;
    judging.rows = std::move(chosen.rows);
    const RunTable table =
        judge_runs(data, *task, std::array{entry.predictions}, judging, workplace_.control);
    const RunFigures figures = figures_of(table, 0);
    entry.point.accuracy = figures.accuracy;
    entry.point.rows = table.rows();
    entry.point.interval = figures.interval;
  }

  // Each split is measured once, however many runs there are on it.
  const PairReport& measured(const SplitPoint& point) {
    const auto [at, is_new] = reports_.try_emplace({point.data, point.split});
    if (is_new) {
      at->second = measure({.data = point.data, .split = point.split}, workplace_).report;
    }
    const Place place = part_named(point.part).value_or(Place::kUnused);
    const auto pair = std::ranges::find_if(at->second.pairs, [&](const PairReport& each) {
      return each.first == "train" && each.second == name_of(place);
    });
    if (pair == at->second.pairs.end()) {
      fail(ErrorKind::kInput, "{} has no train beside {}", printable(point.data),
           printable(point.part));
    }
    return *pair;
  }

  const Workplace& workplace_;
  RunTableRequest judging_;
  std::map<std::pair<std::string, std::string>, SplitReport> reports_;
};

// Of points of one run, or of all when `run` is empty.
void add_fits(const std::vector<SplitPoint>& points, const std::string& run,
              std::vector<SplitFit>& out) {
  for (const Figure& figure : kFigures) {
    std::vector<double> x;
    std::vector<double> y;
    for (const SplitPoint& point : points) {
      const auto value = figure.of(point);
      if (!value || (!run.empty() && point.run != run)) continue;
      x.push_back(*value);
      y.push_back(point.accuracy);
    }
    out.push_back(
        {run, figure.name, x.size(), x.size() < kLeastPoints ? std::nullopt : fit_line(x, y)});
  }
}

std::vector<SplitFit> fits_of(const std::vector<SplitPoint>& points) {
  std::vector<SplitFit> fits;
  std::vector<std::string> runs;
  for (const SplitPoint& point : points) {
    if (std::ranges::find(runs, point.run) != runs.end()) continue;
    runs.push_back(point.run);
    add_fits(points, point.run, fits);
  }
  if (runs.size() > 1) add_fits(points, "", fits);
  return fits;
}

Json number_or_null(const std::optional<double>& number) {
  return number ? Json(*number) : Json(nullptr);
}

}  // namespace

CompareSplitsReport compare_splits(const CompareSplitsRequest& request,
                                   const Workplace& workplace) {
  const std::string text = read_user_file(request.table, {kMostRecipeBytes});
  const std::string folder = folder_of_file(request.table);
  SplitComparison comparison(request, workplace);
  CompareSplitsReport report;
  std::size_t number = 0;
  for (const std::string_view line : split_text(text, '\n')) {
    ++number;
    if (split_words(line).empty()) continue;
    try {
      report.points.push_back(comparison.point(read_entry(line, folder)));
    } catch (const Error& problem) {
      throw Error(problem.kind(),
                  fmt::format("{}:{}: {}", printable(request.table), number, problem.what()));
    }
  }
  if (report.points.empty()) {
    fail(ErrorKind::kInput, "{}: has no runs", printable(request.table));
  }
  report.fits = fits_of(report.points);
  return report;
}

Json to_json(const CompareSplitsReport& report) {
  Json json = {{"points", Json::array()}, {"fits", Json::array()}};
  for (const SplitPoint& point : report.points) {
    json["points"].push_back(
        {{"run", point.run},
         {"data", point.data},
         {"split", point.split.empty() ? Json(nullptr) : Json(point.split)},
         {"part", point.part},
         {"rows", point.rows ? Json(*point.rows) : Json(nullptr)},
         {"accuracy_of_all", point.accuracy},
         {"interval", point.interval ? Json{point.interval->low, point.interval->high} : Json()},
         {"compound_divergence", point.compound_divergence},
         {"atom_divergence", point.atom_divergence},
         {"input_length_ratio", number_or_null(point.input_length_ratio)},
         {"output_length_ratio", number_or_null(point.output_length_ratio)}});
  }
  for (const SplitFit& fit : report.fits) {
    Json entry = {{"run", fit.run.empty() ? Json(nullptr) : Json(fit.run)},
                  {"figure", fit.figure},
                  {"points", fit.points}};
    entry["r_squared"] = fit.line ? Json(fit.line->r_squared) : Json(nullptr);
    entry["slope"] = fit.line ? Json(fit.line->slope) : Json(nullptr);
    entry["intercept"] = fit.line ? Json(fit.line->intercept) : Json(nullptr);
    json["fits"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace assay::verbs
