// The held-out sets of gSCAN, and which set each example of the release is in.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "assay/tasks/gscan/release/commands.h"

namespace assay::gscan {

// In the order of the released code.
enum class HeldOut : std::uint8_t {
  kVisual,        // C: the target is a red square
  kSituational1,  // D: it lies in the south-west
  kSituational2,  // E: a circle of size 2 is called small
  kContextual,    // F: a square of size 3 is pushed
  kAdverb1,       // G: cautiously
  kAdverb2,       // H: pulled while spinning
  kVisualEasier   // B: a yellow square is called yellow
};
inline constexpr std::size_t kHeldOuts = 7;

std::string_view name_of(HeldOut set);

// The sets that an example belongs to, one bit each. In none, it is for training; in one, it tests
// that; in several, the release drops it.
std::uint8_t held_out_sets(const Command& command, const world::Thing& target,
                           std::string_view bearing);

// Whether some example of the grammar's commands is in this set and in no other.
bool has_examples(HeldOut set, Grammar grammar);

}  // namespace assay::gscan
