#include "assay/tasks/logic/published/random.h"

namespace assay::logic::published {
namespace {

constexpr std::size_t kMiddle = 397;

std::uint32_t twist(std::uint32_t high, std::uint32_t low) {
  const std::uint32_t joined = (high & 0x80000000U) | (low & 0x7FFFFFFFU);
  return (joined >> 1U) ^ ((joined & 1U) != 0 ? 0x9908B0DFU : 0U);
}

std::uint32_t temper(std::uint32_t word) {
  word ^= word >> 11U;
  word ^= (word << 7U) & 0x9D2C5680U;
  word ^= (word << 15U) & 0xEFC60000U;
  return word ^ (word >> 18U);
}

}  // namespace

// Matsumoto and Nishimura's seeding by an array, here of length one.
Twister::Twister(std::uint32_t seed) {
  state_[0] = 19650218U;
  for (std::uint32_t i = 1; i < kWords; ++i) {
    state_[i] = 1812433253U * (state_[i - 1] ^ (state_[i - 1] >> 30U)) + i;
  }
  std::size_t i = 1;
  const auto advance = [&] {
    if (++i == kWords) {
      state_[0] = state_[kWords - 1];
      i = 1;
    }
  };
  for (std::size_t round = 0; round < kWords; ++round, advance()) {
    state_[i] = (state_[i] ^ ((state_[i - 1] ^ (state_[i - 1] >> 30U)) * 1664525U)) + seed;
  }
  for (std::size_t round = 1; round < kWords; ++round, advance()) {
    state_[i] = (state_[i] ^ ((state_[i - 1] ^ (state_[i - 1] >> 30U)) * 1566083941U)) -
                static_cast<std::uint32_t>(i);
  }
  state_[0] = 0x80000000U;
}

void Twister::refill() {
  std::size_t i = 0;
  for (; i < kWords - kMiddle; ++i) {
    state_[i] = state_[i + kMiddle] ^ twist(state_[i], state_[i + 1]);
  }
  for (; i < kWords - 1; ++i) {
    state_[i] = state_[i + kMiddle - kWords] ^ twist(state_[i], state_[i + 1]);
  }
  state_[i] = state_[kMiddle - 1] ^ twist(state_[i], state_[0]);
  for (std::size_t word = 0; word < kWords; ++word) words_[word] = temper(state_[word]);
  used_ = 0;
}

std::size_t Twister::weighted(std::span<const double> weights) {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  double rest = uniform() * sum;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    rest -= weights[i];
    if (rest <= 0) return i;
  }
  return weights.size() - 1;
}

}  // namespace assay::logic::published
