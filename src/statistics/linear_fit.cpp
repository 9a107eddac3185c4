#include "assay/statistics/linear_fit.h"

#include <cstddef>

#include "assay/base/error.h"

namespace assay {

namespace {

double mean_of(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

std::optional<LinearFit> fit_line(std::span<const double> x, std::span<const double> y) {
  ASSAY_CHECK(x.size() == y.size());
  if (x.size() < 2) return std::nullopt;
  const double x_mean = mean_of(x);
  const double y_mean = mean_of(y);
  double xx = 0;
  double xy = 0;
  double yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - x_mean) * (x[i] - x_mean);
    xy += (x[i] - x_mean) * (y[i] - y_mean);
    yy += (y[i] - y_mean) * (y[i] - y_mean);
  }
  if (xx == 0) return std::nullopt;
  const double slope = xy / xx;
  return LinearFit{slope, y_mean - slope * x_mean, yy == 0 ? 0 : xy * xy / (xx * yy)};
}

}  // namespace assay
