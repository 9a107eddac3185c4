// What a selection changed, as Figures 3 to 5 of Keysers et al. 2020 show it: how many examples of
// each level the pool has and the choice, and in what share of the examples each rule and each rule
// combination appears.
//
//   selection_plots POOL CHOSEN PREFIX [ROWS]
//
// CHOSEN is what assay select made of POOL. Writes PREFIX_levels.svg, PREFIX_rules.svg and
// PREFIX_combinations.svg, where either side has its own order, most frequent first. Shares are
// those of ROWS (40,000) evenly spaced rows of either; levels are those of all rows.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/catalog/catalog.h"
#include "assay/dbca/compound_lists.h"
#include "assay/dbca/key_table.h"
#include "assay/dbca/rule_hashes.h"
#include "assay/pipeline/selection_pool.h"
#include "assay/render/series_plot.h"
#include "assay/store/row_pass.h"

namespace assay {
namespace {

constexpr std::size_t kSides = 2;  // the pool, the choice

// How many examples of either side have each of these.
class Appearances {
 public:
  void add(std::size_t side, std::uint64_t key) {
    const std::uint32_t number = numbers_.insert(key);
    if (number >= counts_.size()) counts_.resize(number + 1);
    ++(side == 0 ? counts_[number].first : counts_[number].second);
  }
  std::vector<std::pair<double, double>> shares(double pool, double chosen) const {
    std::vector<std::pair<double, double>> shares;
    for (const auto& [first, second] : counts_) shares.emplace_back(first / pool, second / chosen);
    return shares;
  }

 private:
  KeyTable numbers_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> counts_;
};

// Rules and rule combinations of an example, each once.
struct Seen {
  std::unique_ptr<Subgraphs> subgraphs;
  std::vector<CompoundKey> scratch;
  std::vector<std::uint64_t> rules;
  std::vector<std::uint64_t> combinations;
};

class Figures {
 public:
  Figures(const Task& task, const CompoundDefinition& definition)
      : task_(task), definition_(definition), hashes_(hashes_of(task.rules())) {}

  void read(std::size_t side, const DataSet& data, std::uint64_t wanted, const Control& control) {
    const RowIndex index(data);
    std::vector<std::uint64_t> rows;
    wanted = std::min(wanted, data.rows());
    for (std::uint64_t at = 0; at < wanted; ++at) rows.push_back(at * data.rows() / wanted);
    rows_[side] = static_cast<double>(rows.size());
    for_rows<Seen>(
        index, rows, {.shape = row_shape(task_, data.manifest()), .control = control},
        [&](const Example& row, std::string_view, Seen& seen) {
          if (!seen.subgraphs) seen.subgraphs = std::make_unique<Subgraphs>(definition_, hashes_);
          compound_keys(row.rules, *seen.subgraphs, seen.scratch);
          seen.combinations.insert(seen.combinations.end(), seen.scratch.begin(),
                                   seen.scratch.end());
          std::vector<std::uint64_t> rules;
          for (NodeId node = 0; node < row.rules.size(); ++node) {
            rules.push_back(hashes_[row.rules.rule(node)]);
          }
          std::ranges::sort(rules);
          rules.erase(std::unique(rules.begin(), rules.end()), rules.end());
          seen.rules.insert(seen.rules.end(), rules.begin(), rules.end());
        },
        [&](const Seen& seen) {
          for (const std::uint64_t key : seen.rules) rules_found_.add(side, key);
          for (const std::uint64_t key : seen.combinations) combinations_.add(side, key);
        });
  }

  std::string rules() const { return plot("rules", rules_found_); }
  std::string combinations() const {
    return plot(fmt::format("rule combinations of at most {} rules", definition_.most_nodes),
                combinations_);
  }

 private:
  // Where a curve of so many ranks has its points: evenly spaced on a logarithmic axis.
  static std::vector<std::size_t> drawn_ranks(std::size_t ranks) {
    constexpr double kPoints = 36;
    std::vector<std::size_t> drawn;
    for (double at = 0; at < kPoints; ++at) {
      const double rank = std::pow(static_cast<double>(ranks), at / (kPoints - 1));
      drawn.push_back(std::min(ranks, static_cast<std::size_t>(std::lround(rank))));
    }
    drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
    return drawn;
  }

  std::string plot(const std::string& of, const Appearances& found) const {
    const auto pairs = found.shares(rows_[0], rows_[1]);
    SeriesPlot plot;
    plot.title = fmt::format("{}: {} before and after selection", task_.info().name, of);
    plot.x_title = "log10 of the rank, most frequent first";
    SeriesPanel panel;
    panel.y_title = "log10 of the share of the examples";
    fmt::print("{} {}\n", with_commas(pairs.size()), of);
    for (const bool is_pool : {true, false}) {
      std::vector<double> shares;
      for (const auto& [first, second] : pairs) shares.push_back(is_pool ? first : second);
      std::erase(shares, 0.0);
      std::ranges::sort(shares, std::greater());
      PlotSeries series{is_pool ? "pool" : "selected", {}};
      for (const std::size_t rank : drawn_ranks(shares.size())) {
        series.points.push_back(
            {.x = std::log10(static_cast<double>(rank)), .y = std::log10(shares[rank - 1])});
      }
      print_counts(series.name, shares);
      panel.series.push_back(std::move(series));
    }
    plot.panels = {std::move(panel)};
    plot.notes = {fmt::format("Of {} evenly spaced examples of either.",
                              with_commas(static_cast<std::uint64_t>(rows_[1])))};
    return series_svg(plot);
  }

  static void print_counts(const std::string& side, const std::vector<double>& shares) {
    fmt::print("  {}: {} occur", side, with_commas(shares.size()));
    for (const double bound : {0.1, 0.01, 0.001}) {
      const auto above = std::ranges::count_if(shares, [&](double each) { return each >= bound; });
      fmt::print(", {} in at least {} %", with_commas(static_cast<std::uint64_t>(above)),
                 100 * bound);
    }
    fmt::print("\n");
  }

  const Task& task_;
  CompoundDefinition definition_;
  std::vector<std::uint64_t> hashes_;
  double rows_[kSides] = {};
  Appearances rules_found_;
  Appearances combinations_;
};

std::string levels(const SelectionRecord& record, const std::string& task) {
  SeriesPlot plot;
  plot.title = fmt::format("{}: levels of complexity before and after selection", task);
  plot.x_title = "level";
  SeriesPanel panel;
  panel.y_title = "share of the examples, %";
  panel.series = {{"pool", {}, true}, {"selected", {}, true}};
  double pool = 0;
  for (const LevelRecord& level : record.levels) pool += static_cast<double>(level.pool);
  const auto percent = [](std::uint64_t count, double of) {
    return 100.0 * static_cast<double>(count) / of;
  };
  for (const LevelRecord& level : record.levels) {
    const auto x = static_cast<double>(level.level);
    panel.series[0].points.push_back({.x = x, .y = percent(level.pool, pool)});
    panel.series[1].points.push_back(
        {.x = x, .y = percent(level.rows, static_cast<double>(record.rows))});
  }
  plot.panels = {std::move(panel)};
  return series_svg(plot);
}

int run(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr, "usage: selection_plots POOL CHOSEN PREFIX [ROWS]\n");
    return 2;
  }
  const DataSet pool(argv[1]);
  const DataSet chosen(argv[2]);
  const std::string prefix = argv[3];
  const std::uint64_t rows = argc > 4 ? parse_number(argv[4]).value_or(40'000) : 40'000;
  const auto& recipe = pool.manifest().recipe;
  const auto task = make_task(recipe.task, recipe.params);
  const auto& record = chosen.manifest().selection;
  if (!record || record->pool_content_hash != pool.manifest().content_hash) {
    fail(ErrorKind::kUsage, "{} was not selected from {}", argv[2], argv[1]);
  }
  Control control;
  control.jobs = 2;
  Figures figures(*task, record->definition);
  figures.read(0, pool, rows, control);
  figures.read(1, chosen, rows, control);
  std::ofstream(prefix + "_levels.svg") << levels(*record, recipe.task);
  std::ofstream(prefix + "_rules.svg") << figures.rules();
  std::ofstream(prefix + "_combinations.svg") << figures.combinations();
  return 0;
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) try {
  return assay::run(argc, argv);
} catch (const assay::Error& problem) {
  fmt::print(stderr, "selection_plots: {}\n", problem.what());
  return 3;
}
