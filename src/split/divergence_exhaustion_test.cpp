// The search against all splits of pools that are small enough to try them.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numeric>

#include "assay/split/search_trials_testing.h"

namespace assay {
namespace {

using search_trials::measured_score;
using search_trials::random_pool;
using search_trials::search;
using search_trials::two_way;

// Powers of normalised weights, once for each subset of a wanted size.
class AllSplits {
 public:
  AllSplits(const Profiles& profiles, const DivergenceGoal& goal)
      : goal_(goal),
        first_(subsets_of(profiles, goal.sizes[0], 0.1)),
        second_(subsets_of(profiles, goal.sizes[1], 0.9)) {}

  double best_score() const {
    double best = -1e9;
    for (const Subset& first : first_) {
      for (const Subset& second : second_) {
        if ((first.members & second.members) == 0) best = std::max(best, score(first, second));
      }
    }
    return best;
  }

 private:
  struct Subset {
    std::uint32_t members = 0;
    std::uint32_t atoms_present = 0;
    std::vector<double> compounds;
    std::vector<double> atoms;
  };

  static std::vector<double> powers(const std::vector<double>& weights, double exponent) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<double> result;
    for (const double weight : weights) {
      result.push_back(weight > 0 ? std::pow(weight / sum, exponent) : 0);
    }
    return result;
  }

  static std::vector<Subset> subsets_of(const Profiles& profiles, std::uint64_t size,
                                        double exponent) {
    std::vector<Subset> subsets;
    for (std::uint32_t members = 0; members < 1U << profiles.size(); ++members) {
      if (static_cast<std::uint64_t>(std::popcount(members)) != size) continue;
      std::vector<double> compounds(profiles.compounds());
      std::vector<double> atoms(profiles.atoms());
      Subset subset;
      subset.members = members;
      for (std::size_t i = 0; i < profiles.size(); ++i) {
        if ((members >> i & 1U) == 0) continue;
        for (const auto& [compound, parts] : profiles[i].compounds) {
          compounds[compound] += static_cast<double>(parts) / profiles.whole(compound);
        }
        for (const std::uint32_t atom : profiles[i].atoms) {
          atoms[atom] += 1;
          subset.atoms_present |= 1U << atom;
        }
      }
      subset.compounds = powers(compounds, exponent);
      subset.atoms = powers(atoms, 0.5);
      subsets.push_back(std::move(subset));
    }
    return subsets;
  }

  double score(const Subset& first, const Subset& second) const {
    const auto divergence = [](const std::vector<double>& a, const std::vector<double>& b) {
      return 1 - std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
    };
    const double compounds = divergence(first.compounds, second.compounds);
    const double atoms = divergence(first.atoms, second.atoms);
    const double reached = goal_.target ? -std::abs(compounds - *goal_.target) : compounds;
    return reached - 5 * std::max(0.0, atoms - goal_.most_atom_divergence) -
           std::popcount(second.atoms_present & ~first.atoms_present);
  }

  const DivergenceGoal& goal_;
  std::vector<Subset> first_;
  std::vector<Subset> second_;
};

struct Shortfalls {
  int pools = 0;
  int optimal = 0;  // within 1e-6
  double largest = 0;

  void add(double shortfall) {
    ++pools;
    optimal += shortfall <= 1e-6 ? 1 : 0;
    largest = std::max(largest, shortfall);
  }
};

// Sizes in turn; wholes that divide the unit leave the search nothing to blame on rounding.
Shortfalls against_exhaustion(std::uint64_t pools, std::optional<double> target,
                              EffortLevel level) {
  Shortfalls shortfalls;
  const std::vector<DivergenceGoal> goals = {two_way(6, 4), two_way(7, 3), two_way(5, 5),
                                             two_way(8, 6)};
  for (std::uint64_t number = 0; number < pools; ++number) {
    const Profiles profiles =
        random_pool(1000 + number, {.examples = 14, .shapes = 14, .atoms = 4, .compounds = 10});
    DivergenceGoal goal = goals[number % goals.size()];
    goal.target = target;
    const SearchPool pool(profiles);
    const Arrangement found =
        search(profiles, goal, stream_key(number, "exhaustion"), 1, effort_for(level, pool));
    const double best = AllSplits(profiles, goal).best_score();
    const double reached = measured_score(profiles, found.set_of, goal);
    EXPECT_LE(reached, best + 1e-9) << "no split is better than the best of all";
    shortfalls.add(best - reached);
  }
  return shortfalls;
}

TEST(ExhaustionSlow, FindsTheBestOfAllSplitsOfSmallPools) {
  const Shortfalls shortfalls = against_exhaustion(200, {}, EffortLevel::kThorough);
  EXPECT_GE(shortfalls.optimal, shortfalls.pools * 9 / 10);
  EXPECT_LE(shortfalls.largest, 0.01);
}

TEST(ExhaustionSlow, ComesAsCloseToATargetAsAnySplitOfSmallPools) {
  const Shortfalls shortfalls = against_exhaustion(200, 0.3, EffortLevel::kThorough);
  EXPECT_GE(shortfalls.optimal, shortfalls.pools * 9 / 10);
  EXPECT_LE(shortfalls.largest, 0.01);
}

// A few pools, in the fast run: nothing beats the exhaustion, which so is one.
TEST(Exhaustion, IsNeverBeaten) {
  const Shortfalls shortfalls = against_exhaustion(20, {}, EffortLevel::kQuick);
  EXPECT_EQ(shortfalls.pools, 20);
  EXPECT_GE(shortfalls.optimal, 5);
}

}  // namespace
}  // namespace assay
