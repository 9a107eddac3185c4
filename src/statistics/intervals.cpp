#include "assay/statistics/intervals.h"

#include <algorithm>
#include <cmath>

#include "assay/base/error.h"
#include "assay/statistics/distributions.h"

namespace assay {

Interval wilson_interval(double share, double rows, double confidence) {
  ASSAY_CHECK(share >= 0 && share <= 1 && rows > 0);
  ASSAY_CHECK(confidence > 0 && confidence < 1);
  const double z = normal_quantile(0.5 + confidence / 2);
  const double shrink = 1 + z * z / rows;
  const double centre = (share + z * z / (2 * rows)) / shrink;
  const double half =
      z * std::sqrt(share * (1 - share) / rows + z * z / (4 * rows * rows)) / shrink;
  return {share == 0 ? 0 : std::max(0.0, centre - half),
          share == 1 ? 1 : std::min(1.0, centre + half)};
}

double effective_rows(std::span<const GroupTally> groups) {
  double rows = 0;
  double right = 0;
  for (const GroupTally& group : groups) {
    ASSAY_CHECK(group.right <= group.rows);
    rows += static_cast<double>(group.rows);
    right += static_cast<double>(group.right);
  }
  const auto count = static_cast<double>(groups.size());
  if (groups.size() < 2 || right == 0 || right == rows) return std::min(count, rows);
  const double share = right / rows;
  double squares = 0;
  for (const GroupTally& group : groups) {
    const double off = static_cast<double>(group.right) - share * static_cast<double>(group.rows);
    squares += off * off;
  }
  const double variance = count / (count - 1) * squares / (rows * rows);
  if (variance == 0) return count;
  return std::min(rows, share * (1 - share) / variance);
}

RunSummary summarise_runs(std::span<const double> values, double confidence) {
  RunSummary summary{.runs = values.size()};
  if (values.empty()) return summary;
  const auto count = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += value;
  summary.mean = sum / count;
  if (values.size() < 2) return summary;
  double squares = 0;
  for (const double value : values) squares += (value - summary.mean) * (value - summary.mean);
  summary.deviation = std::sqrt(squares / (count - 1));
  const double half =
      student_quantile(0.5 + confidence / 2, count - 1) * *summary.deviation / std::sqrt(count);
  summary.interval = Interval{summary.mean - half, summary.mean + half};
  return summary;
}

}  // namespace assay
