#include "assay/tasks/cscan/solver/terms.h"

#include <algorithm>
#include <utility>

namespace assay::cscan::solving {

Rule::Rule(Term left_side, Output right_side)
    : left(std::move(left_side)), right(std::move(right_side)) {
  variables = static_cast<std::size_t>(
      std::ranges::count_if(left, [](const Cell& cell) { return cell.is_variable(); }));
  for (const char16_t symbol : right) {
    if (is_variable(symbol)) needed.set(variable_number(symbol));
  }
}

bool Rule::is_basis() const { return left.size() == variables + 1; }

Output put_for_variables(const Output& output, const std::vector<Output>& values) {
  Output result;
  for (const char16_t symbol : output) {
    if (is_variable(symbol)) {
      result += values[variable_number(symbol)];
    } else {
      result += symbol;
    }
  }
  return result;
}

}  // namespace assay::cscan::solving
