// Estimates of what each example would change, kept up to date from exchange to exchange: a
// twentieth of the cost of trying it.
#pragma once

#include <array>
#include <vector>

#include "assay/split/divergence_sets.h"

namespace assay {

// How much a pair counts in the slopes of a goal, and whether it should come nearer or go away: of
// several pairs, the one that is most alike is pressed most.
double pressure_on(std::size_t pair, const Outlook& outlook, const DivergenceGoal& goal);

// Of sets under change; where they go, what is estimated follows. Smaller is better.
class LiveSlopes {
 public:
  LiveSlopes(const DivergenceState& state, const DivergenceGoal& goal);

  // All slopes afresh. Pressures and norms hold until the next time.
  void renew(double atom_weight);
  // The slopes of what an exchange has changed; it has been applied to the state.
  void follow(const Exchange& exchange);

  // What changes when an example enters a set, or leaves it.
  float entering(std::uint32_t example, std::size_t set) const {
    return value(example, of_[set].up);
  }
  float leaving(std::uint32_t example, std::size_t set) const {
    return -value(example, of_[set].down);
  }

 private:
  // Of a set.
  struct BothWays {
    Slopes up;
    Slopes down;
  };

  float value(std::uint32_t example, const Slopes& slopes) const;

  const DivergenceState& state_;
  const DivergenceGoal& goal_;
  std::array<BothWays, kMostSets> of_;
  std::array<double, kMostSets> scale_{};  // of the compounds of a pair
};

}  // namespace assay
