// How much may be looked at. Wild predictions can have more minimal sets than any machine could
// count, so the search for them is cut off, always at the same place, and says so.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::cscan {

// In sets looked at, kept or not. A value counts for another one each time it gets longer by
// Budget::kLength symbols.
struct ConsistencyLimits {
  std::uint64_t per_side = 10'000;  // of one left side, or of a pair of them
  std::uint64_t per_context = 500'000;
};

class Budget {
 public:
  static constexpr std::size_t kLength = 64;

  explicit Budget(const ConsistencyLimits& limits) : limits_(limits) {}

  // That of one left side, out of that of its context.
  class Side {
   public:
    explicit Side(Budget& owner) : owner_(owner) {}
    // One more set; false when there may be no more.
    bool take() { return take_several(1); }
    // A value of so many symbols that is about to be put together.
    bool take_value(std::size_t length) { return take_several(1 + length / kLength); }

   private:
    bool take_several(std::uint64_t count) {
      if (count > owner_.limits_.per_side - used_ ||
          count > owner_.limits_.per_context - owner_.used_) {
        owner_.is_reached_ = true;
        return false;
      }
      used_ += count;
      owner_.used_ += count;
      return true;
    }

    Budget& owner_;
    std::uint64_t used_ = 0;
  };

  bool is_reached() const { return is_reached_; }

 private:
  ConsistencyLimits limits_;
  std::uint64_t used_ = 0;
  bool is_reached_ = false;
};

}  // namespace assay::cscan
