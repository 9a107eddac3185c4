// Single exchanges: for the last steps, and for dealing what is held out.
#include <algorithm>
#include <cmath>

#include "assay/base/error.h"
#include "assay/split/divergence_search.h"

namespace assay {

namespace {

// Exchanges between two fresh sums, after which the best so far is noted.
std::uint32_t stretch_of(const SearchPool& pool) {
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(pool.size(), 1'024, 16'384));
}

Exchange random_exchange(const DivergenceSets& sets, std::size_t set_count, Stream& stream) {
  Exchange exchange = random_pair_of_sets(set_count, sets.unused().empty(), stream);
  const auto others =
      exchange.other_set == kMostSets ? sets.unused() : sets.members(exchange.other_set);
  const auto own = sets.members(exchange.set);
  exchange.out = own[stream.below(own.size())];
  exchange.in = others[stream.below(others.size())];
  return exchange;
}

}  // namespace

Arrangement anneal(const SearchPool& pool, const DivergenceGoal& goal, const Arrangement& from,
                   std::uint64_t exchanges, Key key, std::uint32_t start, const Control& control) {
  // One exchange changes the score by about 1 / size. Where every example gets thousands of tries,
  // it pays to begin so hot that all is forgotten; where it gets a few, only to descend.
  constexpr double kCold = 0.01;
  constexpr double kHot = 3;
  constexpr double kManyTries = 1'000;
  const double tries = static_cast<double>(exchanges) / static_cast<double>(pool.size());
  const double hot =
      std::clamp(tries / kManyTries, kCold, kHot) / static_cast<double>(goal.sizes[0]);
  const std::uint32_t stretch_size = stretch_of(pool);
  DivergenceSets sets(pool, goal, from.set_of);
  Arrangement best = sets.arrangement();
  double score = best.score;
  for (std::uint32_t stretch = 0; std::uint64_t{stretch} * stretch_size < exchanges; ++stretch) {
    if (control.cancelled()) throw Interrupted("stopped on request");
    const double left =
        1 - static_cast<double>(stretch) * stretch_size / static_cast<double>(exchanges);
    const double temperature = hot * left * left;
    Stream stream = search_stream(key, start, SearchPhase::kAnneal, stretch);
    for (std::uint32_t i = 0; i < stretch_size; ++i) {
      const Exchange exchange = random_exchange(sets, goal.sizes.size(), stream);
      const double after = score_of(sets.state().after(exchange), goal);
      // A loss up to a random multiple of the temperature is taken: thresholds in place of
      // exponentials, which are not the same on every machine.
      const double luck = static_cast<double>(stream.next()) * 0x1p-32;
      if (after - score < -temperature * luck * luck) continue;
      sets.exchange(exchange);
      score = after;
    }
    Arrangement now = sets.arrangement();
    score = now.score;
    if (now.score > best.score) best = std::move(now);
  }
  return best;
}

namespace {

// Leaves `first_size` random examples of set 1 where they are and puts the others into set 2.
Membership divided_at_random(const Membership& set_of, std::uint64_t first_size, Key key) {
  constexpr std::size_t kPerStream = 65'536;  // what a stream can bear
  std::vector<std::uint32_t> held_out;
  for (std::uint32_t example = 0; example < set_of.size(); ++example) {
    if (set_of[example] == 1) held_out.push_back(example);
  }
  ASSAY_CHECK(first_size <= held_out.size());
  Membership divided = set_of;
  Stream order = search_stream(key, 1, SearchPhase::kDivide, 0);
  for (std::size_t i = 0; i < held_out.size(); ++i) {  // Fisher-Yates
    if (i % kPerStream == 0) {
      order =
          search_stream(key, 1, SearchPhase::kDivide, static_cast<std::uint32_t>(i / kPerStream));
    }
    std::swap(held_out[i], held_out[i + order.below(held_out.size() - i)]);
    divided[held_out[i]] = i < first_size ? 1 : 2;
  }
  return divided;
}

}  // namespace

Membership divide_held_out(const SearchPool& pool, const DivergenceGoal& goal,
                           const Arrangement& arrangement, std::uint64_t first_size, Key key) {
  constexpr std::uint32_t kStretches = 2;
  constexpr std::uint32_t kPerStretch = 16'384;
  Membership divided = divided_at_random(arrangement.set_of, first_size, key);
  const auto second_size = static_cast<std::uint64_t>(std::ranges::count(divided, 2));
  if (first_size == 0 || second_size == 0) return divided;

  DivergenceGoal parts = goal;
  parts.sizes = {goal.sizes[0], first_size, second_size};
  parts.pairs = {{0, 1}, {0, 2}};
  parts.target = arrangement.outlook.pairs[0].compounds;  // both as far away as the two together
  DivergenceSets sets(pool, parts, divided);
  double score = sets.arrangement().score;
  for (std::uint32_t stretch = 0; stretch < kStretches; ++stretch) {
    Stream stream = search_stream(key, 2, SearchPhase::kDivide, stretch);
    for (std::uint32_t i = 0; i < kPerStretch; ++i) {
      const auto first = sets.members(1);
      const auto second = sets.members(2);
      const Exchange exchange{1, first[stream.below(first.size())],
                              second[stream.below(second.size())], 2};
      const double after = score_of(sets.state().after(exchange), parts);
      if (after < score) continue;
      sets.exchange(exchange);
      score = after;
    }
    score = sets.arrangement().score;
  }
  return sets.arrangement().set_of;
}

}  // namespace assay
