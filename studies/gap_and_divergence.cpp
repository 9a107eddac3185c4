// Does compound divergence predict the compositionality gap? Both of every split of data sets, as a
// table and as a plot.
//
//   gap_and_divergence CACHE PLOT.svg DIR [DIR...]
//
// CACHE is where tasks keep what they prepare. Splits of a second DIR are marked with its name.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "assay/base/error.h"
#include "assay/catalog/catalog.h"
#include "assay/pipeline/divergence_pool.h"
#include "assay/pipeline/gap.h"
#include "assay/render/gap_plot.h"
#include "assay/store/data_set.h"

namespace assay {
namespace {

std::vector<std::string> splits_of(const DataSet& data) {
  std::vector<std::string> names;
  for (const std::string& file : data.folder().list("splits")) {
    if (file.ends_with(".json")) names.push_back(file.substr(0, file.size() - 5));
  }
  return names;
}

void measure(const std::string& folder, const std::string& mark, const Workplace& workplace,
             std::vector<PlotPoint>& points) {
  const DataSet data(folder);
  const auto task =
      make_task(data.manifest().recipe.task, data.manifest().recipe.params, workplace);
  const DivergencePool pool = read_pool(data, *task, task->info().compounds, workplace.control);
  for (const std::string& name : splits_of(data)) {
    GapRequest request;
    request.split = read_split(data, name);
    const SplitReport divergence =
        report_on(request.split->split, pool.profiles, pool.example_of, pool.features);
    const GapReport gap = measure_gap(data, *task, request, workplace.control);
    for (const PairReport& pair : divergence.pairs) {
      if (pair.first != "train" || pair.second != "test") continue;
      const Estimate& precision = gap.gaps[0];
      const Estimate& accuracy = gap.gaps[1];
      fmt::print(
          "| {}{} | {} | {:.3f} | {:.3f} | {:.1f} ({:.1f} to {:.1f}) | {:.1f} ({:.1f} to "
          "{:.1f}) |\n",
          name, mark, gap.rows, pair.atom_divergence, pair.compound_divergence,
          100 * *precision.mean, 100 * *precision.low, 100 * *precision.high, 100 * *accuracy.mean,
          100 * *accuracy.low, 100 * *accuracy.high);
      points.push_back(
          {name + mark, pair.compound_divergence, *precision.mean, precision.low, precision.high});
    }
  }
}

// Spearman's: 1 where one order is the other, -1 where it is its reverse. No two values are equal.
double rank_correlation(const std::vector<PlotPoint>& points) {
  const auto rank = [&](auto value, const PlotPoint& of) {
    return static_cast<double>(std::ranges::count_if(
        points, [&](const PlotPoint& other) { return other.*value < of.*value; }));
  };
  double squares = 0;
  for (const PlotPoint& point : points) {
    const double apart = rank(&PlotPoint::x, point) - rank(&PlotPoint::y, point);
    squares += apart * apart;
  }
  const auto count = static_cast<double>(points.size());
  return 1 - 6 * squares / (count * (count * count - 1));
}

int run(int count, char** words) {
  if (count < 4) {
    fmt::print(stderr, "usage: gap_and_divergence CACHE PLOT.svg DIR [DIR...]\n");
    return 2;
  }
  Workplace workplace;
  workplace.cache_folder = words[1];
  workplace.control.jobs = 2;
  PointPlot plot;
  plot.title = "Does compound divergence predict the compositionality gap?";
  plot.x_title = "compound divergence of train and test";
  plot.y_title = "gap, mAP";
  fmt::print(
      "| split | test | D_A | D_C | gap, mAP | gap, accuracy |\n|---|---|---|---|---|---|\n");
  for (int at = 3; at < count; ++at) {
    const std::string name = std::filesystem::path(words[at]).filename().string();
    measure(words[at], at == 3 ? "" : fmt::format(" ({})", name), workplace, plot.points);
    fmt::print("rank correlation of divergence and gap over {} splits: {:.2f}\n",
               plot.points.size(), rank_correlation(plot.points));
  }
  std::ofstream(words[2]) << points_svg(plot);
  return 0;
}

}  // namespace
}  // namespace assay

int main(int count, char** words) { return assay::run(count, words); }
