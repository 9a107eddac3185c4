#include "assay/learners/fewshot_run/fewshot_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/base/text.h"
#include "assay/learners/recipe/learner_recipe.h"
#include "assay/render/series_plot.h"

namespace assay::learners {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kPercent = 100;

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json to_json(const EpisodePartResult& part) {
  Json json{{"rows", part.rows},
            {"exact", part.exact},
            {"accuracy", part.accuracy},
            {"mAP", or_null(part.precision)},
            {"predictions", part.predictions},
            {"sha256", part.predictions_sha256}};
  if (!part.pool.empty()) {
    json["pool"] = part.pool;
    json["pool_sha256"] = part.pool_sha256;
  }
  return json;
}

Json to_json(const std::optional<StreamRange>& stream) {
  if (!stream) return nullptr;
  return {{"seed", stream->seed}, {"first", stream->first}, {"end", stream->end}};
}

const IdealMarks* find_ideal(const FewshotResult& result, std::string_view learner) {
  const auto found = std::ranges::find(result.ideal, learner, &IdealMarks::learner);
  return found == result.ideal.end() ? nullptr : &*found;
}

std::string table_line(const std::string& name, double precision, double accuracy) {
  return fmt::format("{:<18} {:>7.1f} {:>9.1f}\n", name, kPercent * precision, kPercent * accuracy);
}

// The series of that name, made when it is not there.
PlotSeries& named_series(SeriesPanel& panel, const std::string& name) {
  const auto found = std::ranges::find(panel.series, name, &PlotSeries::name);
  if (found != panel.series.end()) return *found;
  panel.series.push_back({name, {}, true});
  return panel.series.back();
}

void add_ideal_lines(SeriesPanel& panel, const FewshotResult& result, double last,
                     double IdealMarks::*mark) {
  for (const IdealMarks& ideal : result.ideal) {
    PlotSeries& line = named_series(panel, ideal.learner + " learner, test");
    for (const double x : {0.0, last}) line.points.push_back({x, ideal.*mark});
  }
}

}  // namespace

const EpisodePartResult* FewshotResult::find(std::string_view part) const {
  const auto found = std::ranges::find(parts, part, &EpisodePartResult::part);
  return found == parts.end() ? nullptr : &*found;
}

std::string result_text(const FewshotResult& result, std::string_view torch_version) {
  Json parts = Json::object();
  for (const EpisodePartResult& part : result.parts) parts[part.part] = to_json(part);
  Json ideal = Json::object();
  for (const IdealMarks& each : result.ideal)
    ideal[each.learner] = {{"accuracy", each.accuracy}, {"mAP", each.precision}};
  const Json document{{"content_hash", result.content_hash},
                      {"split", result.split},
                      {"split_hash", result.split_hash},
                      {"recipe", result.recipe},
                      {"seed", result.seed},
                      {"steps", result.steps},
                      {"stream", to_json(result.stream)},
                      {"learner_version", kLearnerVersion},
                      {"libtorch", torch_version},
                      {"device", result.device},
                      {"model", result.model},
                      {"pooling", result.pooling},
                      {"parameters", result.parameters},
                      {"words", result.words},
                      {"epochs", result.epochs},
                      {"episodes", result.episodes},
                      {"tokens", result.scenes},
                      {"cpu_seconds", result.cpu_seconds},
                      {"feeding_seconds", result.feeding_seconds},
                      {"parts", parts},
                      {"ideal", ideal}};
  return document.dump(2) + '\n';
}

std::string gap_table(const FewshotResult& result) {
  const EpisodePartResult* test = result.find("test");
  const IdealMarks* strong = find_ideal(result, "strong");
  const IdealMarks* weak = find_ideal(result, "weak");
  if (test == nullptr || !test->precision || strong == nullptr || weak == nullptr) return {};
  const double precision = *test->precision;
  std::string table = fmt::format("{:<18} {:>7} {:>9}\n", "test, %", "mAP", "accuracy");
  table += table_line("strong learner", strong->precision, strong->accuracy);
  table += table_line("this learner", precision, test->accuracy);
  table += table_line("weak learner", weak->precision, weak->accuracy);
  if (const IdealMarks* random = find_ideal(result, "random"))
    table += table_line("random", random->precision, random->accuracy);
  table += table_line("strong - weak", strong->precision - weak->precision,
                      strong->accuracy - weak->accuracy);
  table +=
      table_line("strong - this", strong->precision - precision, strong->accuracy - test->accuracy);
  table += table_line("this - weak", precision - weak->precision, test->accuracy - weak->accuracy);
  return table;
}

std::string episode_curve_svg(std::string_view metrics, const FewshotResult& result,
                              const std::string& title) {
  SeriesPanel precision{"mean average precision on a sample", {}, true};
  SeriesPanel accuracy{"accuracy on a sample", {}, true};
  SeriesPanel loss{"loss", {{"train", {}, true}}, false};
  double last = 0;
  for (const std::string_view line : split_text(metrics, '\n')) {
    if (line.empty()) continue;
    const Json point = Json::parse(line);
    last = point.at("episodes").get<double>();
    loss.series[0].points.push_back({last, point.at("loss").get<double>()});
    for (const auto& [part, value] : point.at("accuracy_sample").items())
      named_series(accuracy, part).points.push_back({last, value.get<double>()});
    for (const auto& [part, value] : point.at("mAP_sample").items())
      named_series(precision, part).points.push_back({last, value.get<double>()});
  }
  add_ideal_lines(precision, result, last, &IdealMarks::precision);
  add_ideal_lines(accuracy, result, last, &IdealMarks::accuracy);
  return series_svg(
      {title, "episodes", {std::move(precision), std::move(accuracy), std::move(loss)}, {}});
}

}  // namespace assay::learners
