// The rectified linear unit with dropout, over plain arrays.
#pragma once

#include <span>

namespace assay::learners {

// `mask`, 0 or the factor of what is kept, becomes x times mask where x is positive, else 0.
void rectify(std::span<const float> x, std::span<float> mask);
void rectify(std::span<const double> x, std::span<double> mask);

// `gradient` of the result becomes that of x: times `kept` where the result is positive, else 0.
void rectify_gradient(std::span<const float> result, float kept, std::span<float> gradient);
void rectify_gradient(std::span<const double> result, double kept, std::span<double> gradient);

}  // namespace assay::learners
