#include "gap_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/base/text.h"
#include "report.h"
#include "table.h"

namespace assay {

namespace {

std::string mean_text(const Estimate& estimate) {
  return estimate.mean ? fmt::format("{:.4f}", *estimate.mean) : "-";
}

std::string interval_text(const Estimate& estimate) {
  if (!estimate.low || !estimate.high) return "-";
  return fmt::format("{:.4f} to {:.4f}", *estimate.low, *estimate.high);
}

std::string difference_name(const GapReport& report, std::string_view minus) {
  return fmt::format("gap ({} {} {})", report.learners[0], minus, report.learners[1]);
}

std::string percent_text(const GapReport& report) {
  return fmt::format("{:g} %", report.resampling.confidence * 100);
}

// Of the metrics in [first, last).
std::string means_table(const GapReport& report, std::size_t first, std::size_t last) {
  std::vector<TableColumn> columns = {{"learner", true, report.learners}};
  columns[0].cells.push_back(difference_name(report, "-"));
  for (std::size_t metric = first; metric < last; ++metric) {
    TableColumn mean{report.metrics[metric]};
    TableColumn interval{percent_text(report) + " interval"};
    const auto add = [&](const Estimate& estimate) {
      mean.cells.push_back(mean_text(estimate));
      interval.cells.push_back(interval_text(estimate));
    };
    for (std::size_t learner = 0; learner < report.learners.size(); ++learner) {
      add(report.mean(learner, metric));
    }
    add(report.gaps[metric]);
    columns.push_back(std::move(mean));
    columns.push_back(std::move(interval));
  }
  return aligned(columns);
}

}  // namespace

std::string gap_text(const GapReport& report, const std::string& about) {
  std::string text = fmt::format("{}: {}", printable(about), counted(report.rows, "row"));
  if (report.trained_groups) {
    text += fmt::format("; training has {}", counted(*report.trained_groups, "group"));
  }
  constexpr std::size_t kSideBySide = 2;  // fit into eighty columns
  text += "\n\n";
  for (std::size_t first = 0; first < report.metrics.size(); first += kSideBySide) {
    text += means_table(report, first, std::min(first + kSideBySide, report.metrics.size())) + '\n';
  }
  for (std::size_t metric = 0; metric < report.metrics.size(); ++metric) {
    if (report.gaps[metric].rows == report.rows) continue;
    text += fmt::format("{}: {} and {} are both defined in {} of {}\n", report.metrics[metric],
                        report.learners[0], report.learners[1],
                        with_commas(report.gaps[metric].rows), counted(report.rows, "row"));
  }
  for (const auto& [name, figure] : report.figures) {
    text += fmt::format("{}: {}\n", printable(name), printable(figure_text(figure)));
  }
  text += fmt::format("intervals: percentiles of {} of {}\n",
                      counted(report.resampling.resamples, "resample"),
                      report.groups == report.rows ? "the rows" : counted(report.groups, "group"));
  return text;
}

IntervalPlot gap_plot(const GapReport& report, const std::string& about) {
  IntervalPlot plot;
  plot.title = fmt::format("Compositionality gap, {}", about);
  for (std::size_t metric = 0; metric < report.metrics.size(); ++metric) {
    IntervalPanel& panel = plot.panels.emplace_back();
    panel.title = report.metrics[metric];
    const auto add = [&](const std::string& name, const Estimate& estimate, bool apart) {
      panel.rows.push_back({name, estimate.mean, estimate.low, estimate.high, apart});
    };
    for (std::size_t learner = 0; learner < report.learners.size(); ++learner) {
      add(report.learners[learner], report.mean(learner, metric), false);
    }
    add(difference_name(report, "\u2212"), report.gaps[metric], true);
  }
  return plot;
}

}  // namespace assay
