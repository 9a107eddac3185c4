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

std::string percent_text(const GapReport& report) {
  return fmt::format("{:g} %", report.resampling.confidence * 100);
}

// Of the metrics in [first, last).
std::string means_table(const GapReport& report, std::size_t first, std::size_t last) {
  std::vector<TableColumn> columns = {{"learner", true, report.learners}};
  columns[0].cells.push_back(fmt::format("gap ({} - {})", report.learners[0], report.learners[1]));
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

std::string gap_text(const verbs::GapResult& result) {
  const GapReport& report = result.report;
  std::string text = fmt::format("{}: {}", printable(result.about()), counted(report.rows, "row"));
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

}  // namespace assay
