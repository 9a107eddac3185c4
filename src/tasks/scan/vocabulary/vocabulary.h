// SCAN's words and actions: the only thing the generator and the interpreter share.
#pragma once

#include <array>
#include <string_view>

namespace assay::scan {

inline constexpr std::array<std::string_view, 4> kPrimitives = {"walk", "look", "run", "jump"};
inline constexpr std::array<std::string_view, 4> kPrimitiveActions = {"I_WALK", "I_LOOK", "I_RUN",
                                                                      "I_JUMP"};
inline constexpr std::array<std::string_view, 2> kDirections = {"left", "right"};
inline constexpr std::array<std::string_view, 2> kTurnActions = {"I_TURN_LEFT", "I_TURN_RIGHT"};

// C_7 is the last count below 2^63.
inline constexpr int kMostConjunctions = 7;

}  // namespace assay::scan
