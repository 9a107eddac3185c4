// A straight line through points: does one figure of a split foretell another?
#pragma once

#include <optional>
#include <span>

namespace assay {

struct LinearFit {
  double slope = 0;
  double intercept = 0;
  double r_squared = 0;  // share of the variance of y that the line explains
};

// Least squares; x and y are equally long. Absent for fewer than two points, or when all x are the
// same; where all y are the same, r_squared is 0: there is nothing to explain.
std::optional<LinearFit> fit_line(std::span<const double> x, std::span<const double> y);

}  // namespace assay
