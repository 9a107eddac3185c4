#include "sweep_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/base/text.h"
#include "table.h"

namespace assay {

namespace {

std::string ratio_text(const std::optional<double>& value) {
  return value ? fmt::format("{:.3f}", *value) : "-";
}

// "99.1 ± 0.4", in percent; of one run without interval.
std::string mean_text(const RunSummary& summary) {
  std::string mean = fmt::format("{:.1f}", 100 * summary.mean);
  if (!summary.interval) return mean;
  return fmt::format("{} \u00b1 {:.1f}", mean, 100 * (summary.interval->high - summary.mean));
}

bool is_own_part(const std::string& part) {
  return part == "train" || part == "dev" || part == "test";
}

std::string text_of(const std::map<std::string, RunSummary>& means, const std::string& part) {
  const auto found = means.find(part);
  return found == means.end() ? "-" : mean_text(found->second);
}

// Learners of episodes between both ideal ones; empty without such learners.
std::string gap_text(const SweepSummary& summary) {
  std::vector<TableColumn> columns = {
      {"learner", true}, {"split", true}, {"seeds"}, {"accuracy %"},    {"strong"},     {"weak"},
      {"mAP %"},         {"strong"},      {"weak"},  {"strong - this"}, {"this - weak"}};
  for (const SweepCell& cell : summary.cells) {
    if (!cell.precision || !cell.ideal.contains("strong") || !cell.ideal.contains("weak")) continue;
    const auto percent = [](double share) { return fmt::format("{:.1f}", 100 * share); };
    const IdealFigures& strong = cell.ideal.at("strong");
    const IdealFigures& weak = cell.ideal.at("weak");
    const std::vector<std::string> cells = {cell.learner,
                                            cell.split,
                                            fmt::format("{}", cell.precision->runs),
                                            text_of(cell.accuracy, "test"),
                                            percent(strong.accuracy),
                                            percent(weak.accuracy),
                                            mean_text(*cell.precision),
                                            percent(strong.precision),
                                            percent(weak.precision),
                                            percent(strong.precision - cell.precision->mean),
                                            percent(cell.precision->mean - weak.precision)};
    for (std::size_t i = 0; i < cells.size(); ++i) columns[i].cells.push_back(cells[i]);
  }
  if (columns[0].cells.empty()) return {};
  return "\nTest, and both ideal learners; differences are of mAP:\n" + aligned(columns);
}

// All tests of learners that predicted further ones, or that read worlds; empty without such
// learners.
std::string tests_text(const SweepSummary& summary) {
  std::vector<TableColumn> columns = {{"learner", true}, {"trained on", true}, {"test", true},
                                      {"seeds"},         {"exact %"},          {"first 30 %"},
                                      {"cell %"}};
  for (const SweepCell& cell : summary.cells) {
    const bool has_further = std::ranges::any_of(
        cell.accuracy, [](const auto& part) { return !is_own_part(part.first); });
    if (!has_further && cell.first_30.empty()) continue;
    for (const auto& [part, accuracy] : cell.accuracy) {
      if (part == "train" || part == "dev") continue;
      const std::vector<std::string> cells = {cell.learner,
                                              cell.split,
                                              part,
                                              fmt::format("{}", accuracy.runs),
                                              mean_text(accuracy),
                                              text_of(cell.first_30, part),
                                              text_of(cell.cells, part)};
      for (std::size_t i = 0; i < cells.size(); ++i) columns[i].cells.push_back(cells[i]);
    }
  }
  if (columns[0].cells.empty()) return {};
  return "\nEach test: exact match of all actions, of the first 30, and the cell that is meant:\n" +
         aligned(columns);
}

std::uint64_t runs_of(const SweepCell& cell) {
  return cell.accuracy.empty() ? 0 : cell.accuracy.begin()->second.runs;
}

}  // namespace

std::string summary_text(const SweepSummary& summary) {
  std::vector<TableColumn> columns = {{"learner", true}, {"split", true}, {"D_A"},   {"D_C"},
                                      {"output"},        {"input"},       {"seeds"}, {"train %"},
                                      {"dev %"},         {"test %"},      {"steps"}, {"M tokens"},
                                      {"CPU min"}};
  for (const SweepCell& cell : summary.cells) {
    const std::vector<std::string> cells = {cell.learner,
                                            cell.split,
                                            fmt::format("{:.3f}", cell.figures.atom_divergence),
                                            fmt::format("{:.3f}", cell.figures.compound_divergence),
                                            ratio_text(cell.figures.output_length_ratio),
                                            ratio_text(cell.figures.input_length_ratio),
                                            fmt::format("{}", runs_of(cell)),
                                            text_of(cell.accuracy, "train"),
                                            text_of(cell.accuracy, "dev"),
                                            text_of(cell.accuracy, "test"),
                                            fmt::format("{:.0f}", cell.steps),
                                            fmt::format("{:.1f}", cell.tokens / 1e6),
                                            fmt::format("{:.1f}", cell.cpu_minutes)};
    for (std::size_t i = 0; i < cells.size(); ++i) columns[i].cells.push_back(cells[i]);
  }
  std::string text = aligned(columns);
  text +=
      "\nD_A, D_C: atom and compound divergence of train and test; output, input: mean length in "
      "train over that in test.\nAccuracy is exact match, of episodes that of positives and "
      "negatives, averaged; mean over seeds with its 95 % interval (Student's t).\n";
  text += tests_text(summary);
  text += gap_text(summary);
  for (const SweepFit& fit : summary.fits) {
    text += fmt::format(
        "R\u00b2 of {} on {} splits: {} with D_C, {} with the output ratio, {} with the input "
        "ratio\n",
        fit.learner, fit.splits, ratio_text(fit.compound_divergence),
        ratio_text(fit.output_length_ratio), ratio_text(fit.input_length_ratio));
  }
  text += fmt::format("CPU minutes of all runs: {:.0f}\n", summary.cpu_minutes);
  return text;
}

std::string progress_text(const verbs::SweepResult& result) {
  std::string text = fmt::format("{} of {} done, {} of them now; results in {}, runs in {}\n",
                                 with_commas(result.planned - result.missing.size()),
                                 counted(result.planned, "run"), with_commas(result.made),
                                 printable(result.recipe.results), printable(result.out));
  for (const verbs::FailedRun& run : result.failed)
    text += fmt::format("failed with {}: {}: {}\n", run.exit_code, escaped(run.run),
                        printable(run.why));
  if (!result.missing.empty()) text += "missing, the same command goes on:\n";
  for (const std::string& run : result.missing) text += fmt::format("  {}\n", escaped(run));
  return text;
}

}  // namespace assay
