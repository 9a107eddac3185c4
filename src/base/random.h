// Random numbers that are addressed, never advanced from elsewhere.
//
// A Stream is named by a key (seed and task) and a StreamId (purpose, unit, item, attempt). Seed
// and index are separate coordinates, so neighbouring seeds share nothing. The generator is
// Philox4x32-10 (Salmon et al. 2011): a counter and a key in, four words out, no state to carry.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace assay {

// What a stream is for. Numbers are part of the data format: never renumber.
enum class Purpose : std::uint16_t {
  kUnit = 1,
  kItem = 2,
  kShared = 3,
  kOrder = 4,
  kSplit = 5,
  kSelect = 6,
  kInit = 7,
};

// Identifies the generator and the layout of its counter in manifests and --version.
inline constexpr std::string_view kRandomId = "philox4x32-10/1";

using Key = std::array<std::uint32_t, 2>;
using PhiloxBlock = std::array<std::uint32_t, 4>;

// The bare bijection: ten rounds of Philox4x32.
PhiloxBlock philox(PhiloxBlock counter, Key key);

// The key of all streams of a task under a seed. Parameters are not mixed in.
Key stream_key(std::uint64_t seed, std::string_view task);

struct StreamId {
  Purpose purpose = Purpose::kUnit;
  std::uint64_t unit = 0;
  std::uint32_t item = 0;
  std::uint16_t attempt = 0;
};

class Stream {
 public:
  Stream(Key key, StreamId id);

  std::uint32_t next() {
    if (used_ == block_.size()) refill();
    return block_[used_++];
  }
  std::uint64_t next64() {
    const std::uint64_t upper = next();
    const std::uint64_t lower = next();
    return (upper << 32) | lower;
  }

  // Uniform in [0, bound), without bias; bound > 0.
  std::uint64_t below(std::uint64_t bound);

  // Fisher-Yates; every order equally likely.
  template <typename T>
  void shuffle(std::span<T> values) {
    for (std::size_t left = values.size(); left > 1; --left) {
      const std::size_t pick = below(left);
      std::swap(values[left - 1], values[pick]);
    }
  }

 private:
  void refill();

  Key key_;
  PhiloxBlock counter_;
  PhiloxBlock block_{};
  unsigned used_ = 4;
};

// Choice by integer weights, prepared once.
class WeightedTable {
 public:
  explicit WeightedTable(std::span<const std::uint64_t> weights);
  std::size_t draw(Stream& stream) const;

 private:
  std::vector<std::uint64_t> ends_;  // running sums
};

// A seed from the machine's entropy, for users who ask for a fresh one: 53 bits, so that every
// reader of JSON and TOML takes it as it is.
std::uint64_t fresh_seed();

}  // namespace assay
