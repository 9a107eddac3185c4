// Atom and compound divergence of two sets of examples: one minus a Chernoff coefficient of their
// frequencies (Keysers et al. 2020, section 2.1).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/dbca/profiles.h"

namespace assay {

// The exponent of the first distribution: equal for atoms; for compounds it matters most whether
// the first set has them at all.
inline constexpr double kAtomAlpha = 0.5;
inline constexpr double kCompoundAlpha = 0.1;

// sum of p^alpha q^(1-alpha) over the normalised weights; 0 when a side has no weight.
double chernoff_coefficient(std::span<const double> first, std::span<const double> second,
                            double alpha);

// Frequencies of one set of examples.
struct Frequencies {
  std::vector<double> atoms;      // examples that have each
  std::vector<double> compounds;  // weights summed
};

// Members may repeat; each counts once.
Frequencies frequencies_of(const Profiles& profiles, std::span<const std::uint64_t> members);

struct Divergence {
  double atoms = 0;
  double compounds = 0;
};

Divergence divergence_of(const Frequencies& first, const Frequencies& second);

}  // namespace assay
