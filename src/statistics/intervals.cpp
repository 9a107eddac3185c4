#include "assay/statistics/intervals.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/hash.h"
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

namespace {

// groups(each) calls each(GroupTally) for every group, twice the same.
template <typename Groups>
double effective_rows_of(Groups groups) {
  double count = 0;
  double rows = 0;
  double right = 0;
  groups([&](const GroupTally& group) {
    ASSAY_CHECK(group.right <= group.rows);
    ++count;
    rows += static_cast<double>(group.rows);
    right += static_cast<double>(group.right);
  });
  if (count == rows) return rows;  // nobody has a sibling
  if (count < 2 || right == 0 || right == rows) return count;
  const double share = right / rows;
  double squares = 0;
  groups([&](const GroupTally& group) {
    const double off = static_cast<double>(group.right) - share * static_cast<double>(group.rows);
    squares += off * off;
  });
  const double variance = count / (count - 1) * squares / (rows * rows);
  if (variance == 0) return count;
  return std::min(rows, share * (1 - share) / variance);
}

constexpr std::uint64_t kAnswered = 2;
constexpr std::uint64_t kRight = 1;
constexpr std::uint64_t kOutcome = kAnswered | kRight;

}  // namespace

double effective_rows(std::span<const GroupTally> groups) {
  return effective_rows_of([&](const auto& each) { std::ranges::for_each(groups, each); });
}

void RowsByUnit::add(std::uint64_t unit, bool is_answered, bool is_right) {
  // Doubling would need three times the memory for a moment.
  constexpr std::size_t kLeast = 16;
  if (rows_.size() == rows_.capacity()) rows_.reserve(rows_.size() + rows_.size() / 8 + kLeast);
  rows_.push_back((mix(unit, 0) & ~kOutcome) | (is_answered ? kAnswered : 0) |
                  (is_right ? kRight : 0));
}

RowsByUnit::Effective RowsByUnit::effective() {
  std::ranges::sort(rows_);
  const auto groups = [&](bool only_answered, const auto& each) {
    for (std::size_t at = 0; at < rows_.size();) {
      GroupTally group;
      const std::uint64_t unit = rows_[at] & ~kOutcome;
      for (; at < rows_.size() && (rows_[at] & ~kOutcome) == unit; ++at) {
        if (only_answered && (rows_[at] & kAnswered) == 0) continue;
        ++group.rows;
        group.right += rows_[at] & kRight;
      }
      if (group.rows > 0) each(group);
    }
  };
  return {effective_rows_of([&](const auto& each) { groups(true, each); }),
          effective_rows_of([&](const auto& each) { groups(false, each); })};
}

Interval mean_interval(std::vector<UnitValue> values, double confidence) {
  ASSAY_CHECK(!values.empty());
  std::ranges::sort(values, {}, [](const UnitValue& v) { return std::pair(v.unit, v.value); });
  const auto rows = static_cast<double>(values.size());
  double sum = 0;
  for (const UnitValue& value : values) sum += value.value;
  const double mean = std::clamp(sum / rows, 0.0, 1.0);
  double count = 0;
  double squares = 0;
  for (std::size_t at = 0; at < values.size(); ++count) {
    double off = 0;
    const std::uint64_t unit = values[at].unit;
    for (; at < values.size() && values[at].unit == unit; ++at) off += values[at].value - mean;
    squares += off * off;
  }
  const double variance = count < 2 ? 0 : count / (count - 1) * squares / (rows * rows);
  const bool tells = variance > 0 && mean > 0 && mean < 1;
  return wilson_interval(mean, tells ? mean * (1 - mean) / variance : count, confidence);
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
