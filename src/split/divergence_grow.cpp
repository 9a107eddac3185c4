// Starts: planted, grown and shaken.
#include <algorithm>
#include <numeric>

#include "assay/base/error.h"
#include "assay/base/parallel.h"
#include "assay/split/divergence_search.h"
#include "assay/split/live_slopes.h"

namespace assay {

namespace {

constexpr double kGrowth = 0.05;     // of a set, a round
constexpr double kHardShake = 0.2;   // of a set, changed at first
constexpr double kGentlest = 0.001;  // and at last
constexpr double kCalming = 0.7;     // from round to round
constexpr double kAtomStep = 1.25;   // how fast the weight of atoms follows their divergence

class Grower {
 public:
  Grower(const SearchPool& pool, const DivergenceGoal& goal, const Control& control)
      : pool_(pool), goal_(goal), control_(control), sets_(pool, goal) {}
  Grower(const SearchPool& pool, const DivergenceGoal& goal, const Membership& from,
         const Control& control)
      : pool_(pool), goal_(goal), control_(control), sets_(pool, goal, from) {}

  Arrangement grow(Key key, std::uint32_t start) {
    plant(key, start);
    while (!is_full()) round(kGrowth);
    return settle(kGrowth);
  }

  // Rounds at full size.
  Arrangement settle(double share) {
    for (; share > kGentlest; share *= kCalming) round(share);
    return sets_.arrangement();
  }

 private:
  std::size_t set_count() const { return goal_.sizes.size(); }
  const DivergenceState& state() const { return sets_.state(); }

  bool is_full() const {
    for (std::size_t set = 0; set < set_count(); ++set) {
      if (state().size(set) < goal_.sizes[set]) return false;
    }
    return true;
  }

  // The set that lags furthest behind its share.
  std::size_t hungriest() const {
    const auto filled = [&](std::size_t set) {
      return static_cast<double>(state().size(set)) /
             static_cast<double>(std::max<std::uint64_t>(1, goal_.sizes[set]));
    };
    std::size_t hungriest = 0;
    for (std::size_t set = 1; set < set_count(); ++set) {
      if (filled(set) < filled(hungriest)) hungriest = set;
    }
    return hungriest;
  }

  void plant(Key key, std::uint32_t start) {
    constexpr std::uint64_t kPlanted = 200;
    const std::uint64_t wanted = std::min(
        kPlanted, std::accumulate(goal_.sizes.begin(), goal_.sizes.end(), std::uint64_t{0}));
    for (std::uint32_t step = 0; sets_.used() < wanted; ++step) {
      Stream stream = search_stream(key, start, SearchPhase::kPlant, step);
      const bool removal = step % 3 == 2;
      const std::size_t set = removal ? stream.below(set_count()) : hungriest();
      if (removal && sets_.members(set).size() < 2) continue;
      sets_.exchange(best_of_some(set, removal, stream));
    }
  }

  Exchange best_of_some(std::size_t set, bool removal, Stream& stream) const {
    // 200 as in the paper, fewer where examples are large; the first of all at random.
    constexpr std::uint64_t kCandidates = 200;
    constexpr std::uint64_t kWork = 20'000;
    const std::uint64_t per_shape = 1 + pool_.entries() / std::max<std::size_t>(1, pool_.shapes());
    const std::uint64_t candidates =
        sets_.used() == 0 ? 1 : std::clamp<std::uint64_t>(kWork / per_shape, 20, kCandidates);
    const auto from = removal ? sets_.members(set) : sets_.unused();
    Exchange best;
    double best_score = 0;
    for (std::uint64_t i = 0; i < candidates; ++i) {
      Exchange exchange{set, kNobody, kNobody, kMostSets};
      (removal ? exchange.out : exchange.in) = from[stream.below(from.size())];
      const double score = score_of(state().after(exchange), goal_);
      if (i > 0 && score <= best_score) continue;
      best = exchange;
      best_score = score;
    }
    return best;
  }

  // A share of every set leaves, and twice as many enter; at full size, as many.
  void round(double share) {
    if (control_.cancelled()) throw Interrupted("stopped on request");
    std::vector<std::uint64_t> sizes_after;
    for (std::size_t set = 0; set < set_count(); ++set) {
      const std::uint64_t size = state().size(set);
      const std::uint64_t step = static_cast<std::uint64_t>(share * static_cast<double>(size)) + 1;
      sizes_after.push_back(std::min(goal_.sizes[set], size + step));
      if (size > 1) remove_worst(set, std::min(step, size - 1));
    }
    add_best(sizes_after);
    const Outlook outlook = sets_.arrangement().outlook;
    double worst = 0;
    for (std::size_t p = 0; p < goal_.pairs.size(); ++p) {
      worst = std::max(worst, outlook.pairs[p].atoms);
    }
    atom_weight_ *= worst > goal_.most_atom_divergence ? kAtomStep : 1 / kAtomStep;
  }

  Slopes slopes_of(std::size_t set, bool up) const {
    const Outlook outlook = state().now();
    Slopes slopes;
    slopes.clear(pool_);
    for (std::size_t p = 0; p < goal_.pairs.size(); ++p) {
      state().add_slopes(p, set, up, pressure_on(p, outlook, goal_), -atom_weight_, slopes);
    }
    return slopes;
  }

  struct Ranked {
    float value = 0;
    std::uint32_t example = 0;
  };

  // The examples of smallest value, ties by number; in the order of their numbers.
  static void keep_smallest(std::vector<Ranked>& ranked, std::uint64_t count) {
    const auto end =
        ranked.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(count, ranked.size()));
    std::nth_element(ranked.begin(), end, ranked.end(), [](const Ranked& a, const Ranked& b) {
      return a.value != b.value ? a.value < b.value : a.example < b.example;
    });
    ranked.erase(end, ranked.end());
    // In an order that does not depend on the library.
    std::sort(ranked.begin(), ranked.end(),
              [](const Ranked& a, const Ranked& b) { return a.example < b.example; });
  }

  // Calls act(i) for every i below `count`, on all threads.
  template <typename Act>
  void for_each_of(std::size_t count, Act act) const {
    constexpr std::size_t kPerBlock = 2'048;
    struct Nothing {};
    ordered_parallel<Nothing>(
        0, (count + kPerBlock - 1) / kPerBlock, control_,
        [&](std::uint64_t block, Nothing&) {
          const std::size_t end = std::min(count, (block + 1) * kPerBlock);
          for (std::size_t i = block * kPerBlock; i < end; ++i) act(i);
        },
        [](std::uint64_t, Nothing&) {});
  }

  // Estimates for a list of examples, one for each of the slopes.
  std::vector<std::vector<Ranked>> rank_all(std::span<const std::uint32_t> examples,
                                            const std::vector<Slopes>& slopes) const {
    std::vector<std::vector<Ranked>> ranked(slopes.size(), std::vector<Ranked>(examples.size()));
    const SlopeTable table(pool_, slopes);
    // Where several examples share a profile, each profile is looked at once.
    std::vector<SlopeTable::Values> of_shape(pool_.shapes() < examples.size() ? pool_.shapes() : 0);
    for_each_of(of_shape.size(), [&](std::size_t shape) {
      of_shape[shape] = table.estimate(static_cast<std::uint32_t>(shape));
    });
    for_each_of(examples.size(), [&](std::size_t i) {
      const std::uint32_t shape = pool_.shape_of(examples[i]);
      const auto values = of_shape.empty() ? table.estimate(shape) : of_shape[shape];
      for (std::size_t at = 0; at < slopes.size(); ++at) {
        ranked[at][i] = {values[at], examples[i]};
      }
    });
    return ranked;
  }

  void remove_worst(std::size_t set, std::uint64_t count) {
    std::vector<Ranked> ranked =
        std::move(rank_all(sets_.members(set), {slopes_of(set, false)})[0]);
    for (Ranked& one : ranked) one.value = -one.value;
    keep_smallest(ranked, count);
    for (const Ranked& one : ranked) sets_.exchange({set, one.example, kNobody, kMostSets});
  }

  // Of the unused: all, or where they are far more than could enter, evenly spaced ones, others
  // from round to round.
  std::vector<std::uint32_t> candidates(std::uint64_t wanted) {
    constexpr std::uint64_t kEnough = 65'536;
    constexpr std::uint64_t kForEach = 32;
    const auto unused = sets_.unused();
    const std::uint64_t enough = std::max(kEnough, kForEach * wanted);
    const std::uint64_t stride = std::max<std::uint64_t>(1, unused.size() / enough);
    std::vector<std::uint32_t> chosen;
    for (std::uint64_t at = rounds_++ % stride; at < unused.size(); at += stride) {
      chosen.push_back(unused[at]);
    }
    return chosen;
  }

  // All by the same estimate; later sets choose first: they are small.
  void add_best(const std::vector<std::uint64_t>& sizes_after) {
    std::vector<Slopes> slopes;
    std::uint64_t wanted = 0;
    for (std::size_t set = 0; set < set_count(); ++set) {
      slopes.push_back(slopes_of(set, true));
      wanted += sizes_after[set] - state().size(set);
    }
    std::vector<std::vector<Ranked>> ranked = rank_all(candidates(wanted), slopes);
    for (std::size_t set = set_count(); set-- > 0;) {
      std::erase_if(ranked[set], [&](const Ranked& one) { return sets_.is_used(one.example); });
      keep_smallest(ranked[set], sizes_after[set] - state().size(set));
      for (const Ranked& one : ranked[set]) {
        sets_.exchange({set, kNobody, one.example, kMostSets});
      }
    }
  }

  const SearchPool& pool_;
  const DivergenceGoal& goal_;
  const Control& control_;
  DivergenceSets sets_;
  double atom_weight_ = 1;
  std::uint64_t rounds_ = 0;
};

}  // namespace

Arrangement grow_start(const SearchPool& pool, const DivergenceGoal& goal, Key key,
                       std::uint32_t start, const Control& control) {
  return Grower(pool, goal, control).grow(key, start);
}

Arrangement shake(const SearchPool& pool, const DivergenceGoal& goal, const Arrangement& from,
                  std::uint32_t times, const Control& control) {
  Arrangement best = from;
  Grower grower(pool, goal, from.set_of, control);
  for (std::uint32_t i = 0; i < times; ++i) {
    Arrangement shaken = grower.settle(kHardShake);
    if (shaken.score > best.score) best = std::move(shaken);
  }
  return best;
}

}  // namespace assay
