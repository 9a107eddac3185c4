#include "assay/split/live_slopes.h"

#include <algorithm>

namespace assay {

double pressure_on(std::size_t pair, const Outlook& outlook, const DivergenceGoal& goal) {
  const auto similarity = [&](std::size_t p) { return 1 - outlook.pairs[p].compounds; };
  double most = 0;
  for (std::size_t p = 0; p < goal.pairs.size(); ++p) most = std::max(most, similarity(p));
  const double share = most > 0 ? std::max(0.0, similarity(pair)) / most : 1;
  const bool too_far = goal.target && outlook.pairs[pair].compounds > *goal.target;
  return (too_far ? -1 : 1) * share * share;
}

LiveSlopes::LiveSlopes(const DivergenceState& state, const DivergenceGoal& goal)
    : state_(state), goal_(goal) {}

void LiveSlopes::renew(double atom_weight) {
  const Outlook outlook = state_.now();
  for (std::size_t set = 0; set < goal_.sizes.size(); ++set) {
    of_[set].up.clear(state_.pool());
    of_[set].down.clear(state_.pool());
  }
  for (std::size_t p = 0; p < goal_.pairs.size(); ++p) {
    const double pressure = pressure_on(p, outlook, goal_);
    scale_[p] = state_.compound_scale(p, pressure);
    for (std::size_t set = 0; set < goal_.sizes.size(); ++set) {
      state_.add_slopes(p, set, true, pressure, -atom_weight, of_[set].up);
      state_.add_slopes(p, set, false, pressure, -atom_weight, of_[set].down);
    }
  }
  constexpr float kMissing = 1;  // as much as the whole divergence, as in the score
  for (std::size_t atom = 0; atom < state_.pool().atoms(); ++atom) {
    if (state_.is_missing(atom)) of_[0].up.atoms[atom] -= kMissing;
  }
}

void LiveSlopes::follow(const Exchange& exchange) {
  const SearchPool& pool = state_.pool();
  for (const std::uint32_t example : {exchange.out, exchange.in}) {
    if (example == kNobody) continue;
    for (const SearchWeight& entry : pool.weights(pool.shape_of(example))) {
      for (std::size_t set = 0; set < goal_.sizes.size(); ++set) {
        float up = 0;
        float down = 0;
        for (std::size_t p = 0; p < goal_.pairs.size(); ++p) {
          up += state_.compound_slope(p, set, true, scale_[p], entry.compound);
          down += state_.compound_slope(p, set, false, scale_[p], entry.compound);
        }
        of_[set].up.compounds[entry.compound] = up;
        of_[set].down.compounds[entry.compound] = down;
      }
    }
  }
}

float LiveSlopes::value(std::uint32_t example, const Slopes& slopes) const {
  const SearchPool& pool = state_.pool();
  const std::uint32_t shape = pool.shape_of(example);
  float value = static_cast<float>(slopes.sum) * static_cast<float>(pool.sum(shape));
  for (const SearchWeight& entry : pool.weights(shape)) {
    value += slopes.compounds[entry.compound] * static_cast<float>(entry.weight);
  }
  const std::span<const std::uint32_t> atoms = pool.atoms_of(shape);
  value += static_cast<float>(slopes.atom) * static_cast<float>(atoms.size());
  for (const std::uint32_t atom : atoms) value += slopes.atoms[atom];
  return value;
}

}  // namespace assay
