#include "assay/base/random.h"

#include <sys/random.h>

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/exact_math.h"
#include "assay/base/hash.h"

namespace assay {

namespace {

constexpr std::uint32_t kMultiplier0 = 0xD2511F53;
constexpr std::uint32_t kMultiplier1 = 0xCD9E8D57;
constexpr std::uint32_t kWeyl0 = 0x9E3779B9;
constexpr std::uint32_t kWeyl1 = 0xBB67AE85;

std::uint32_t high(std::uint64_t product) { return static_cast<std::uint32_t>(product >> 32); }
std::uint32_t low(std::uint64_t product) { return static_cast<std::uint32_t>(product); }

}  // namespace

PhiloxBlock philox(PhiloxBlock counter, Key key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t left = std::uint64_t{kMultiplier0} * counter[0];
    const std::uint64_t right = std::uint64_t{kMultiplier1} * counter[2];
    counter = {high(right) ^ counter[1] ^ key[0], low(right), high(left) ^ counter[3] ^ key[1],
               low(left)};
    key[0] += kWeyl0;
    key[1] += kWeyl1;
  }
  return counter;
}

Key stream_key(std::uint64_t seed, std::string_view task) {
  const std::uint64_t mixed = hash64(task, seed);
  return {low(mixed), high(mixed)};
}

// Counter layout: word 0 low half counts blocks, high half is the attempt; word 1 is the item;
// words 2 and 3 are the unit, with the purpose folded into the key so that no coordinate is cut.
Stream::Stream(Key key, StreamId id)
    : key_{key[0] ^ (std::uint32_t{static_cast<std::uint16_t>(id.purpose)} * kWeyl0), key[1]},
      counter_{std::uint32_t{id.attempt} << 16, id.item, low(id.unit), high(id.unit)} {}

void Stream::refill() {
  block_ = philox(counter_, key_);
  // A quarter of a million words a stream: more than that means a loop that should have its own
  // address.
  ASSAY_CHECK((counter_[0] & 0xFFFF) != 0xFFFF);
  ++counter_[0];
  used_ = 0;
}

// Lemire's method: the high half of a product, with the few words that would bias it thrown away.
std::uint64_t Stream::below(std::uint64_t bound) {
  ASSAY_CHECK(bound > 0);
  if (bound <= 0xFFFFFFFF) {
    const auto narrow = static_cast<std::uint32_t>(bound);
    std::uint64_t product = std::uint64_t{next()} * narrow;
    if (low(product) < narrow) {
      const std::uint32_t threshold = (0U - narrow) % narrow;
      while (low(product) < threshold) product = std::uint64_t{next()} * narrow;
    }
    return high(product);
  }
  Wide product = Wide{next64()} * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t threshold = (0U - bound) % bound;
    while (static_cast<std::uint64_t>(product) < threshold) product = Wide{next64()} * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

WeightedTable::WeightedTable(std::span<const std::uint64_t> weights) {
  ends_.reserve(weights.size());
  std::uint64_t sum = 0;
  for (const std::uint64_t weight : weights) {
    const auto next_sum = checked_add(sum, weight);
    ASSAY_CHECK(next_sum.has_value());
    sum = *next_sum;
    ends_.push_back(sum);
  }
  ASSAY_CHECK(sum > 0);
}

std::size_t WeightedTable::draw(Stream& stream) const {
  const std::uint64_t point = stream.below(ends_.back());
  return static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), point) -
                                  ends_.begin());
}

std::uint64_t fresh_seed() {
  std::uint64_t seed = 0;
  ASSAY_CHECK(::getrandom(&seed, sizeof seed, 0) == sizeof seed);
  return seed >> 11;
}

}  // namespace assay
