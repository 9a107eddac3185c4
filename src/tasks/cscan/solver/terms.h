// Phrases and outputs as the solver holds them: flat, so that matching is one walk.
//
// A term is a tree in the order in which it is read: a node, then its parts from left to right.
// Variables are numbered in that order, so two left sides that differ only in the names of their
// variables are the same term. What level a variable stands for follows from where it stands.
#pragma once

#include <bit>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/tasks/cscan/space/rule_space.h"

namespace assay::cscan::solving {

// A sequence of actions and variables.
using Output = std::u16string;

inline constexpr char16_t kFirstVariable = 0x100;  // actions are smaller
inline constexpr std::size_t kMostVariables = 100;

constexpr bool is_variable(char16_t symbol) { return symbol >= kFirstVariable; }
constexpr char16_t variable_symbol(std::size_t number) {
  return static_cast<char16_t>(kFirstVariable + number);
}
constexpr std::size_t variable_number(char16_t symbol) { return symbol - kFirstVariable; }

struct Cell {
  static constexpr ProductionId kVariable = 255;

  ProductionId production = kVariable;
  std::uint8_t variable = 0;
  std::uint16_t extent = 1;  // cells of this node with all that hangs on it

  bool is_variable() const { return production == kVariable; }
  friend bool operator==(const Cell&, const Cell&) = default;
};

using Term = std::vector<Cell>;

// A left side and what it becomes. A command with its reply is a rule without variables.
struct Rule {
  Term left;
  Output right;
  std::size_t variables = 0;           // of the left side
  std::bitset<kMostVariables> needed;  // those that occur on the right

  Rule() = default;
  Rule(Term left_side, Output right_side);

  ProductionId root() const { return left.front().production; }

  // Whether the left side is one production with nothing but variables: a rule of the basis.
  bool is_basis() const;
};

// Sets of productions.
using ProductionSet = std::uint64_t;
constexpr ProductionSet only(ProductionId production) { return ProductionSet{1} << production; }
static_assert(kMostProductions <= 64);

template <typename Do>
void for_each_in(ProductionSet set, Do act) {
  for (; set != 0; set &= set - 1) act(static_cast<ProductionId>(std::countr_zero(set)));
}

// Puts `values` for the variables of `output`.
Output put_for_variables(const Output& output, const std::vector<Output>& values);

}  // namespace assay::cscan::solving
