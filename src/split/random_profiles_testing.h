// Random pools for tests of what works on profiles.
#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "assay/base/random.h"
#include "assay/dbca/profiles.h"

namespace assay {

struct RandomPool {
  std::size_t examples = 0;
  std::size_t shapes = 0;  // some may stay without an example
  std::size_t atoms = 0;
  std::size_t compounds = 0;
  std::size_t most_atoms = 3;                        // of a shape, one at least
  std::size_t most_compounds = 4;                    // the same
  std::vector<std::uint32_t> wholes = {1, 2, 4, 8};  // denominators of the compounds' weights
};

// `count` different numbers below `bound`, ascending.
inline std::vector<std::uint32_t> random_subset(std::size_t bound, std::size_t count,
                                                Stream& stream) {
  std::vector<std::uint32_t> all(bound);
  std::iota(all.begin(), all.end(), 0U);
  stream.shuffle(std::span(all));
  all.resize(std::min(count, bound));
  std::sort(all.begin(), all.end());
  return all;
}

inline Profiles random_profiles(const RandomPool& wanted, Stream& stream) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < wanted.atoms; ++i) names.push_back("atom " + std::to_string(i));
  std::vector<std::uint32_t> wholes;
  for (std::size_t i = 0; i < wanted.compounds; ++i) {
    wholes.push_back(wanted.wholes[stream.below(wanted.wholes.size())]);
  }
  Profiles profiles(std::move(names), wholes);
  for (std::size_t shape = 0; shape < wanted.shapes; ++shape) {
    const std::size_t atom_count = 1 + stream.below(wanted.most_atoms);
    const auto atoms = random_subset(wanted.atoms, atom_count, stream);
    const std::size_t compound_count = 1 + stream.below(wanted.most_compounds);
    std::vector<WeightedCompound> compounds;
    for (const std::uint32_t compound : random_subset(wanted.compounds, compound_count, stream)) {
      const auto parts = static_cast<std::uint32_t>(1 + stream.below(wholes[compound]));
      compounds.push_back({compound, parts});
    }
    profiles.add_shape(atoms, compounds);
  }
  for (std::size_t i = 0; i < wanted.examples; ++i) {
    profiles.add_example(static_cast<std::uint32_t>(stream.below(wanted.shapes)));
  }
  return profiles;
}

}  // namespace assay
