// Linear estimates of what an example would change: enough to rank a whole pool in one walk.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/split/search_pool.h"

namespace assay {

// How a score changes with what a set holds.
struct Slopes {
  std::vector<float> compounds;  // for a unit of weight
  std::vector<float> atoms;
  double sum = 0;   // for a unit of weight of any compound
  double atom = 0;  // for any atom

  void clear(const SearchPool& pool);
};

// Several slopes side by side, so that one walk over an example serves all.
class SlopeTable {
 public:
  using Values = std::array<float, 4>;
  SlopeTable(const SearchPool& pool, std::span<const Slopes> slopes);  // at most four
  Values estimate(std::uint32_t shape) const;

 private:
  template <std::size_t kLanes>
  Values estimate_in(std::uint32_t shape) const;

  const SearchPool& pool_;
  std::size_t lanes_;             // as few as will do: the table should stay in the cache
  std::vector<float> compounds_;  // lanes_ for each
  std::vector<Values> atoms_;
  Values sum_{};
};

}  // namespace assay
