#include "assay/split/divergence_sets.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace assay {

double score_of(const Outlook& outlook, const DivergenceGoal& goal) {
  constexpr double kMissingPenalty = 1;
  double sum = 0;
  double least = 0;
  for (std::size_t p = 0; p < goal.pairs.size(); ++p) {
    const PairDivergence& pair = outlook.pairs[p];
    const double score = (goal.target ? -std::abs(pair.compounds - *goal.target) : pair.compounds) -
                         goal.atom_penalty * std::max(0.0, pair.atoms - goal.most_atom_divergence);
    sum += score;
    least = p == 0 ? score : std::min(least, score);
  }
  const double mean = sum / static_cast<double>(goal.pairs.size());
  return (mean + least) / 2 - kMissingPenalty * outlook.missing;
}

DivergenceSets::DivergenceSets(const SearchPool& pool, const DivergenceGoal& goal)
    : goal_(goal),
      state_(pool, goal.sizes.size(), goal.pairs),
      set_of_(pool.size(), kMostSets),
      members_(goal.sizes.size() + 1),
      place_(pool.size()) {
  members_.back().resize(pool.size());
  std::iota(members_.back().begin(), members_.back().end(), 0U);
  std::iota(place_.begin(), place_.end(), 0U);
}

DivergenceSets::DivergenceSets(const SearchPool& pool, const DivergenceGoal& goal,
                               const Membership& set_of)
    : DivergenceSets(pool, goal) {
  for (std::uint32_t example = 0; example < pool.size(); ++example) {
    if (set_of[example] == kMostSets) continue;
    exchange({set_of[example], kNobody, example, kMostSets});
  }
  state_.refresh();
}

void DivergenceSets::exchange(const Exchange& change) {
  state_.apply(change);
  const std::size_t other = change.other_set == kMostSets ? members_.size() - 1 : change.other_set;
  if (change.out != kNobody) move(change.out, change.set, other);
  if (change.in != kNobody) move(change.in, other, change.set);
}

void DivergenceSets::move(std::uint32_t example, std::size_t from, std::size_t to) {
  const std::uint32_t last = members_[from].back();
  members_[from][place_[example]] = last;
  place_[last] = place_[example];
  members_[from].pop_back();
  place_[example] = static_cast<std::uint32_t>(members_[to].size());
  members_[to].push_back(example);
  set_of_[example] = to + 1 == members_.size() ? kMostSets : static_cast<std::uint8_t>(to);
}

Arrangement DivergenceSets::arrangement() {
  state_.refresh();
  const Outlook outlook = state_.now();
  return {set_of_, score_of(outlook, goal_), outlook};
}

Exchange random_pair_of_sets(std::size_t sets, bool all_used, Stream& stream) {
  const std::uint64_t kind = stream.below(5);
  const std::size_t later = 1 + stream.below(sets - 1);
  Exchange exchange;
  exchange.set = kind < 2 ? 0 : later;
  if (kind == 4 || all_used) {
    exchange.set = later;
    exchange.other_set = stream.below(later);
  }
  return exchange;
}

Stream search_stream(Key key, std::uint32_t start, SearchPhase phase, std::uint32_t stretch) {
  return Stream(key, {.purpose = Purpose::kSplit,
                      .unit = start,
                      .item = stretch,
                      .attempt = static_cast<std::uint16_t>(phase)});
}

}  // namespace assay
