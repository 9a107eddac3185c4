// The random numbers of the published LogicInference: MT19937 and the draws its generator makes.
//
// One stream runs through the whole edition, so every draw depends on all before it. That is the
// published data's way, not ours: nothing outside the published edition may use this.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace assay::logic::published {

class Twister {
 public:
  // Seeded with the array of the one number.
  explicit Twister(std::uint32_t seed);

  std::uint32_t next() {
    if (used_ == kWords) refill();
    return words_[used_++];
  }

  // Uniform in [0, 1), 53 bits.
  double uniform() {
    const std::uint32_t high = next() >> 5U;
    const std::uint32_t low = next() >> 6U;
    return (high * 67108864.0 + low) / 9007199254740992.0;
  }

  // Uniform in [0, bound); bound > 0. Even for a bound of 1 words are used up.
  std::size_t below(std::size_t bound) {
    const auto unused = static_cast<unsigned>(32 - std::bit_width(bound));
    std::size_t value = next() >> unused;
    while (value >= bound) value = next() >> unused;
    return value;
  }

  // An index drawn by weight.
  std::size_t weighted(std::span<const double> weights);

  // Every order equally likely.
  template <typename T>
  void shuffle(std::span<T> values) {
    for (std::size_t last = values.size(); last-- > 1;) {
      const std::size_t pick = below(last + 1);
      std::swap(values[last], values[pick]);
    }
  }

 private:
  static constexpr std::size_t kWords = 624;
  void refill();

  std::array<std::uint32_t, kWords> state_{};
  std::array<std::uint32_t, kWords> words_{};  // tempered
  std::size_t used_ = kWords;
};

}  // namespace assay::logic::published
