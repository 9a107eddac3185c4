#include "assay/learners/training/run_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/base/text.h"
#include "assay/learners/recipe/learner_recipe.h"
#include "assay/render/series_plot.h"

namespace assay::learners {

namespace {

using Json = nlohmann::ordered_json;

// The series of that name, made when it is not there.
PlotSeries& series_of(SeriesPanel& panel, const std::string& name) {
  const auto found = std::ranges::find(panel.series, name, &PlotSeries::name);
  if (found != panel.series.end()) return *found;
  panel.series.push_back({name, {}, true});
  return panel.series.back();
}

}  // namespace

std::string result_text(const RunResult& result, std::string_view torch_version) {
  Json parts = Json::object();
  for (const PartResult& part : result.parts) {
    parts[part.part] = {{"rows", part.rows},
                        {"exact", part.exact},
                        {"accuracy", part.share()},
                        {"predictions", part.predictions},
                        {"sha256", part.content_sha256}};
    if (part.exact_30) parts[part.part]["exact_30"] = *part.exact_30;
    if (part.cells) parts[part.part]["cells"] = *part.cells;
  }
  const Json document{{"content_hash", result.content_hash},
                      {"split", result.split},
                      {"split_hash", result.split_hash},
                      {"recipe", result.recipe},
                      {"seed", result.seed},
                      {"steps", result.steps},
                      {"learner_version", kLearnerVersion},
                      {"libtorch", torch_version},
                      {"device", result.device},
                      {"model", result.model},
                      {"parameters", result.parameters},
                      {"words", result.words},
                      {"epochs", result.epochs},
                      {"tokens", result.tokens},
                      {"cpu_seconds", result.cpu_seconds},
                      {"parts", parts}};
  return document.dump(2) + '\n';
}

std::string curve_svg(std::string_view metrics, const std::string& title) {
  SeriesPanel exact{"exact match on a sample", {}, true};
  SeriesPanel loss{"loss", {{"train", {}, true}}, false};
  for (const std::string_view line : split_text(metrics, '\n')) {
    if (line.empty()) continue;
    const Json point = Json::parse(line);
    const double step = point.at("step");
    loss.series[0].points.push_back({step, point.at("loss").get<double>()});
    for (const auto& [part, share] : point.at("exact_sample").items())
      series_of(exact, part).points.push_back({step, share.get<double>()});
  }
  return series_svg({title, "steps", {std::move(exact), std::move(loss)}, {}});
}

}  // namespace assay::learners
