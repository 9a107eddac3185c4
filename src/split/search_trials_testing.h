// For the tests of the search: pools, goals, and what it finds measured again through src/dbca.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "assay/dbca/divergence.h"
#include "assay/split/divergence_search.h"
#include "assay/split/random_profiles_testing.h"

namespace assay::search_trials {

inline constexpr Key kKey = {11, 22};
inline constexpr SearchEffort kLittle = {
    .starts = 5, .finalists = 3, .shakes = 1, .exchanges = 20'000};

inline Profiles random_pool(std::uint64_t number, const RandomPool& wanted) {
  Stream stream(stream_key(number, "divergence search"), {});
  return random_profiles(wanted, stream);
}

inline Profiles three_hundred() {
  return random_pool(
      1, {.examples = 300, .shapes = 200, .atoms = 10, .compounds = 40, .most_compounds = 12});
}

inline DivergenceGoal two_way(std::uint64_t train, std::uint64_t test) {
  return {.sizes = {train, test}, .pairs = {{0, 1}}, .target = {}};
}

inline DivergenceGoal three_way(std::uint64_t train, std::uint64_t dev, std::uint64_t test) {
  return {.sizes = {train, dev, test}, .pairs = {{0, 1}, {0, 2}}, .target = {}};
}

inline Arrangement search(const Profiles& profiles, const DivergenceGoal& goal, Key key = kKey,
                          unsigned jobs = 1, const SearchEffort& effort = kLittle) {
  Control control;
  control.jobs = jobs;
  return search_divergence(SearchPool(profiles), goal, effort, key, {}, control);
}

inline std::vector<std::uint64_t> sizes_of(const Membership& set_of, std::size_t sets) {
  std::vector<std::uint64_t> sizes(sets);
  for (const std::uint8_t set : set_of) {
    if (set < sets) ++sizes[set];
  }
  return sizes;
}

inline std::vector<std::uint64_t> members_of(const Membership& set_of, std::size_t set) {
  std::vector<std::uint64_t> members;
  for (std::size_t i = 0; i < set_of.size(); ++i) {
    if (set_of[i] == set) members.push_back(i);
  }
  return members;
}

inline Divergence measured(const Profiles& profiles, const Membership& set_of, std::size_t first,
                           std::size_t second) {
  return divergence_of(frequencies_of(profiles, members_of(set_of, first)),
                       frequencies_of(profiles, members_of(set_of, second)));
}

inline std::uint32_t count_missing(const Profiles& profiles, const Membership& set_of) {
  std::vector<bool> taught(profiles.atoms());
  std::vector<bool> asked(profiles.atoms());
  for (std::size_t i = 0; i < set_of.size(); ++i) {
    if (set_of[i] == kMostSets) continue;
    for (const std::uint32_t atom : profiles[i].atoms)
      (set_of[i] == 0 ? taught : asked)[atom] = true;
  }
  std::uint32_t missing = 0;
  for (std::size_t atom = 0; atom < taught.size(); ++atom) {
    missing += asked[atom] && !taught[atom] ? 1U : 0U;
  }
  return missing;
}

// The score again, from what is measured and not from what the search keeps.
inline double measured_score(const Profiles& profiles, const Membership& set_of,
                             const DivergenceGoal& goal) {
  std::vector<double> scores;
  for (const auto& [first, second] : goal.pairs) {
    const Divergence divergence = measured(profiles, set_of, first, second);
    scores.push_back(goal.target ? -std::abs(divergence.compounds - *goal.target)
                                 : divergence.compounds);
    scores.back() -= 5 * std::max(0.0, divergence.atoms - goal.most_atom_divergence);
  }
  const double mean =
      std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
  const double worst = *std::min_element(scores.begin(), scores.end());
  return (mean + worst) / 2 - count_missing(profiles, set_of);
}

inline void expect_same(const Arrangement& a, const Arrangement& b) {
  EXPECT_EQ(a.set_of, b.set_of);
  EXPECT_EQ(a.score, b.score);
  EXPECT_EQ(a.outlook.pairs[0].compounds, b.outlook.pairs[0].compounds);
  EXPECT_EQ(a.outlook.pairs[0].atoms, b.outlook.pairs[0].atoms);
  EXPECT_EQ(a.outlook.missing, b.outlook.missing);
}

}  // namespace assay::search_trials
