// A plane: one bit for each of 512 scenes.
//
// Four compiler vectors of 128 bits: every operation is a few instructions on any machine, and
// longer vectors could not be handed from one function to another on some.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace assay::curi {

inline constexpr std::size_t kPlaneScenes = 512;
inline constexpr std::size_t kPlaneWords = kPlaneScenes / 64;

struct Plane {
  using Lane [[gnu::vector_size(16)]] = std::uint64_t;
  alignas(64) std::array<Lane, 4> lanes{};

  std::uint64_t word(std::size_t index) const { return lanes[index / 2][index % 2]; }
  void set_word(std::size_t index, std::uint64_t bits) { lanes[index / 2][index % 2] = bits; }
  bool has(std::size_t scene) const { return ((word(scene / 64) >> (scene % 64)) & 1U) != 0; }
  void add(std::size_t scene) { lanes[scene / 128][scene / 64 % 2] |= 1ULL << (scene % 64); }

  template <typename Step>
  static Plane each(Step step) {
    return {{step(0), step(1), step(2), step(3)}};
  }
  friend Plane operator&(const Plane& a, const Plane& b) {
    return each([&](std::size_t i) { return a.lanes[i] & b.lanes[i]; });
  }
  friend Plane operator|(const Plane& a, const Plane& b) {
    return each([&](std::size_t i) { return a.lanes[i] | b.lanes[i]; });
  }
  friend Plane operator^(const Plane& a, const Plane& b) {
    return each([&](std::size_t i) { return a.lanes[i] ^ b.lanes[i]; });
  }
  friend Plane operator~(const Plane& a) {
    return each([&](std::size_t i) { return ~a.lanes[i]; });
  }
  Plane& operator&=(const Plane& other) { return *this = *this & other; }
  Plane& operator|=(const Plane& other) { return *this = *this | other; }
  Plane& operator^=(const Plane& other) { return *this = *this ^ other; }
};

inline constexpr Plane kNoScene{};

inline Plane every_scene() { return ~kNoScene; }

// How many of a plane's bits are set, summed up over many planes.
class BitCounter {
 public:
  void add(const Plane& plane);
  std::uint64_t total();

 private:
  void spill();

  Plane bytes_{};  // 64 running sums of a byte each
  unsigned added_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace assay::curi
