#include "assay/dbca/divergence.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "assay/base/error.h"

namespace assay {

double chernoff_coefficient(std::span<const double> first, std::span<const double> second,
                            double alpha) {
  ASSAY_CHECK(first.size() == second.size());
  const double first_sum = std::accumulate(first.begin(), first.end(), 0.0);
  const double second_sum = std::accumulate(second.begin(), second.end(), 0.0);
  if (first_sum <= 0 || second_sum <= 0) return 0;
  double coefficient = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] <= 0 || second[i] <= 0) continue;
    coefficient +=
        std::pow(first[i] / first_sum, alpha) * std::pow(second[i] / second_sum, 1 - alpha);
  }
  return coefficient;
}

Frequencies frequencies_of(const Profiles& profiles, std::span<const std::uint64_t> members) {
  std::vector<std::uint64_t> distinct(members.begin(), members.end());
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  std::vector<std::uint64_t> atoms(profiles.atoms(), 0);
  std::vector<std::uint64_t> parts(profiles.compounds(), 0);
  for (const std::uint64_t member : distinct) {
    const Profile profile = profiles[member];
    for (const std::uint32_t atom : profile.atoms) ++atoms[atom];
    for (const WeightedCompound& weight : profile.compounds) parts[weight.compound] += weight.parts;
  }
  Frequencies frequencies;
  frequencies.atoms.assign(atoms.begin(), atoms.end());
  frequencies.compounds.reserve(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    frequencies.compounds.push_back(static_cast<double>(parts[i]) / profiles.whole(i));
  }
  return frequencies;
}

Divergence divergence_of(const Frequencies& first, const Frequencies& second) {
  // Rounding may carry a coefficient of equal distributions a hair over one.
  const auto divergence = [](double coefficient) { return std::max(0.0, 1 - coefficient); };
  return {divergence(chernoff_coefficient(first.atoms, second.atoms, kAtomAlpha)),
          divergence(chernoff_coefficient(first.compounds, second.compounds, kCompoundAlpha))};
}

}  // namespace assay
