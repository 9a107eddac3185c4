#include "assay/statistics/paired.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "assay/base/error.h"
#include "assay/base/parallel.h"
#include "assay/base/random.h"
#include "assay/statistics/distributions.h"

namespace assay {

namespace {

constexpr double kLevel = 0.05;
constexpr double kPower = 0.8;

// Groups that say the same: so many rows, so much more right by the first than by the second.
struct Kind {
  std::uint64_t groups = 0;
  double rows = 0;
  double surplus = 0;
};

std::vector<Kind> kinds_of(std::span<const PairedTally> groups) {
  std::map<std::pair<std::uint64_t, std::int64_t>, std::uint64_t> counts;
  for (const PairedTally& group : groups) {
    const auto surplus =
        static_cast<std::int64_t>(group.only_first) - static_cast<std::int64_t>(group.only_second);
    ++counts[{group.rows(), surplus}];
  }
  std::vector<Kind> kinds;
  kinds.reserve(counts.size());
  for (const auto& [key, count] : counts) {
    kinds.push_back({count, static_cast<double>(key.first), static_cast<double>(key.second)});
  }
  return kinds;
}

// As many groups as there are, drawn with replacement: kind after kind, each taking its share of
// what is left.
double resampled_difference(std::span<const Kind> kinds, std::uint64_t groups, Stream& stream) {
  std::uint64_t undrawn = groups;
  std::uint64_t ahead = groups;
  double rows = 0;
  double surplus = 0;
  for (const Kind& kind : kinds) {
    const double share = static_cast<double>(kind.groups) / static_cast<double>(ahead);
    const auto drawn = static_cast<double>(draw_binomial(stream, undrawn, share));
    rows += drawn * kind.rows;
    surplus += drawn * kind.surplus;
    undrawn -= static_cast<std::uint64_t>(drawn);
    ahead -= kind.groups;
  }
  return surplus / rows;
}

}  // namespace

double PairedTally::difference() const {
  return (static_cast<double>(only_first) - static_cast<double>(only_second)) /
         static_cast<double>(rows());
}

double mcnemar(const PairedTally& tally) {
  const std::uint64_t fewer = std::min(tally.only_first, tally.only_second);
  return std::min(1.0, 2 * fair_tosses_at_most(fewer, tally.only_first + tally.only_second));
}

double effective_pairs(std::span<const PairedTally> groups) {
  PairedTally all;
  for (const PairedTally& group : groups) {
    all.both += group.both;
    all.only_first += group.only_first;
    all.only_second += group.only_second;
    all.neither += group.neither;
  }
  const auto rows = static_cast<double>(all.rows());
  const auto count = static_cast<double>(groups.size());
  if (groups.size() < 2) return std::min(count, rows);
  const double mean = all.difference();
  double squares = 0;
  for (const PairedTally& group : groups) {
    const double off = static_cast<double>(group.only_first) -
                       static_cast<double>(group.only_second) -
                       mean * static_cast<double>(group.rows());
    squares += off * off;
  }
  const double variance = count / (count - 1) * squares / (rows * rows);
  if (variance == 0) return std::min(count, rows);
  const double discordant = static_cast<double>(all.only_first + all.only_second) / rows;
  return std::min(rows, (discordant - mean * mean) / variance);
}

std::optional<double> smallest_detectable_difference(double rows, double discordant) {
  ASSAY_CHECK(rows > 0 && discordant >= 0 && discordant <= 1);
  const double chance = normal_quantile(1 - kLevel / 2) * std::sqrt(discordant);
  const double power = normal_quantile(kPower);
  const auto is_shown = [&](double difference) {
    return difference * std::sqrt(rows) >=
           chance + power * std::sqrt(std::max(0.0, discordant - difference * difference));
  };
  if (discordant == 0 || !is_shown(discordant)) return std::nullopt;
  double low = 0;
  double high = discordant;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (is_shown(middle) ? high : low) = middle;
  }
  return high;
}

Interval bootstrap_difference(std::span<const PairedTally> groups,
                              const PairedResampling& resampling, const Control& control) {
  ASSAY_CHECK(!groups.empty() && resampling.resamples > 0);
  const std::vector<Kind> kinds = kinds_of(groups);
  const Key key = stream_key(resampling.seed, "paired bootstrap");
  std::vector<double> differences(resampling.resamples);
  ordered_parallel<double>(
      0, resampling.resamples, control,
      [&](std::uint64_t resample, double& difference) {
        Stream stream(key, {Purpose::kSelect, resample});
        difference = resampled_difference(kinds, groups.size(), stream);
      },
      [&](std::uint64_t resample, double difference) { differences[resample] = difference; });
  std::ranges::sort(differences);
  const double tail = (1 - resampling.confidence) / 2;
  const auto at = [&](double share) {
    const double place = share * static_cast<double>(differences.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, differences.size() - 1);
    return std::lerp(differences[below], differences[above], place - std::floor(place));
  };
  return {at(tail), at(1 - tail)};
}

std::vector<double> holm(std::span<const double> probabilities) {
  std::vector<std::size_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return probabilities[i]; });
  std::vector<double> adjusted(probabilities.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const auto tests_left = static_cast<double>(order.size() - rank);
    largest = std::max(largest, std::min(1.0, tests_left * probabilities[order[rank]]));
    adjusted[order[rank]] = largest;
  }
  return adjusted;
}

}  // namespace assay
