// The right side of a rule: actions and variables, one byte each, so that outputs are compared,
// hashed and put together as strings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "assay/tasks/cscan/space/rule_space.h"

namespace assay::cscan {

using Output = std::string;

inline constexpr char kFirstVariable = 'x';  // the variable x1; actions come before
static_assert(kMostActions < static_cast<std::size_t>(kFirstVariable));

inline char action_byte(Action action) { return static_cast<char>(action + 1); }
inline Action action_of(char byte) { return static_cast<Action>(byte - 1); }
inline char variable_byte(std::size_t variable) {
  return static_cast<char>(static_cast<unsigned char>(kFirstVariable) + variable);
}
inline bool is_variable(char byte) { return static_cast<unsigned char>(byte) >= kFirstVariable; }
inline std::size_t variable_number(char byte) {
  return static_cast<unsigned char>(byte) - static_cast<unsigned char>(kFirstVariable);
}

// `value` with its variables renamed: x1 becomes the one after `shift` others.
inline void append_shifted(Output& out, std::string_view value, std::size_t shift) {
  if (shift == 0) {
    out += value;
    return;
  }
  for (const char byte : value) {
    out += is_variable(byte) ? variable_byte(variable_number(byte) + shift) : byte;
  }
}

}  // namespace assay::cscan
