// Exchanges of chosen examples at full size, for pools that hold far more than what is chosen: what
// enters and what leaves are the best of many by estimate, and the exchange is taken by what it
// really changes.
#include <algorithm>

#include "assay/base/error.h"
#include "assay/split/divergence_search.h"
#include "assay/split/live_slopes.h"

namespace assay {

namespace {

constexpr std::uint32_t kPerStretch = 1'024;  // exchanges between two fresh sums
constexpr std::uint32_t kCandidates = 32;     // twice an exchange; a stretch fits into a stream
constexpr double kHot = 3;                    // as in annealing, of what one exchange changes
constexpr double kFirstPolishWeight = 4;
constexpr double kPolishStep = 1.05;

class Polisher {
 public:
  Polisher(const SearchPool& pool, const DivergenceGoal& goal, const Membership& from)
      : goal_(goal), sets_(pool, goal, from), slopes_(sets_.state(), goal) {}

  Arrangement polish(std::uint64_t exchanges, Key key, std::uint32_t start,
                     const Control& control) {
    const std::uint64_t stretches = (exchanges + kPerStretch - 1) / kPerStretch;
    Arrangement best = sets_.arrangement();
    score_ = best.score;
    for (std::uint32_t stretch = 0; stretch < stretches; ++stretch) {
      if (control.cancelled()) throw Interrupted("stopped on request");
      const double left = 1 - static_cast<double>(stretch) / static_cast<double>(stretches);
      Stream stream = search_stream(key, start, SearchPhase::kPolish, stretch);
      go_on(kHot / static_cast<double>(goal_.sizes[0]) * left * left, stream);
      Arrangement now = sets_.arrangement();
      score_ = now.score;
      atom_weight_ *= is_near_bound(now.outlook) ? kPolishStep : 1 / kPolishStep;
      if (now.score > best.score) best = std::move(now);
    }
    return best;
  }

 private:
  void go_on(double temperature, Stream& stream) {
    slopes_.renew(atom_weight_);
    for (std::uint32_t i = 0; i < kPerStretch; ++i) {
      const Exchange exchange = chosen_exchange(stream);
      const double after = score_of(sets_.state().after(exchange), goal_);
      const double luck = static_cast<double>(stream.next()) * 0x1p-32;
      if (after - score_ <= -temperature * luck * luck) continue;
      sets_.exchange(exchange);
      slopes_.follow(exchange);
      score_ = after;
    }
  }

  // The atom divergence is at its bound, where atoms must be looked at as well.
  bool is_near_bound(const Outlook& outlook) const {
    constexpr double kNear = 0.999;
    double worst = 0;
    for (std::size_t p = 0; p < goal_.pairs.size(); ++p) {
      worst = std::max(worst, outlook.pairs[p].atoms);
    }
    return worst > goal_.most_atom_divergence * kNear;
  }

  // What changes when an example goes from one set to another; kMostSets are the unused.
  float moving(std::uint32_t example, std::size_t from, std::size_t to) const {
    float value = 0;
    if (from != kMostSets) value += slopes_.leaving(example, from);
    if (to != kMostSets) value += slopes_.entering(example, to);
    return value;
  }

  std::uint32_t best_of_some(std::span<const std::uint32_t> members, std::size_t from,
                             std::size_t to, Stream& stream) const {
    std::uint32_t best = kNobody;
    float least = 0;
    for (std::uint32_t i = 0; i < kCandidates; ++i) {
      const std::uint32_t example = members[stream.below(members.size())];
      const float value = moving(example, from, to);
      if (best != kNobody && value >= least) continue;
      best = example;
      least = value;
    }
    return best;
  }

  Exchange chosen_exchange(Stream& stream) const {
    Exchange exchange = random_pair_of_sets(goal_.sizes.size(), sets_.unused().empty(), stream);
    const auto others =
        exchange.other_set == kMostSets ? sets_.unused() : sets_.members(exchange.other_set);
    exchange.out =
        best_of_some(sets_.members(exchange.set), exchange.set, exchange.other_set, stream);
    exchange.in = best_of_some(others, exchange.other_set, exchange.set, stream);
    return exchange;
  }

  const DivergenceGoal& goal_;
  DivergenceSets sets_;
  LiveSlopes slopes_;
  double score_ = 0;
  double atom_weight_ = kFirstPolishWeight;
};

}  // namespace

Arrangement polish(const SearchPool& pool, const DivergenceGoal& goal, const Arrangement& from,
                   std::uint64_t exchanges, Key key, std::uint32_t start, const Control& control) {
  return Polisher(pool, goal, from.set_of).polish(exchanges, key, start, control);
}

}  // namespace assay
