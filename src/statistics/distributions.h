// The few distributions that tests and intervals need, in double precision.
#pragma once

#include <cstdint>

#include "assay/base/random.h"

namespace assay {

// The number that a standard normal variable stays below with probability `share`, in (0, 1).
double normal_quantile(double share);

// The same for Student's t with `freedom` degrees of freedom, at least 1.
double student_quantile(double share, double freedom);

// Probability of at most `heads` heads in `tosses` fair tosses; heads <= tosses. Good to about
// 1e-13 of itself, also where it is tiny and where there are millions of tosses.
double fair_tosses_at_most(std::uint64_t heads, std::uint64_t tosses);

// Number of successes in `tries` tries that succeed with probability `share`, in [0, 1]. Its cost
// does not grow with `tries`. The same from every compiler.
std::uint64_t draw_binomial(Stream& stream, std::uint64_t tries, double share);

}  // namespace assay
