// What is done to the thing that a rule means (Wu et al. 2021, appendix H): DRAW gives it a colour,
// CHANGE a shape. Here it may also vanish, or be drawn and changed at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/world/world.h"

namespace assay::arc {

enum class OperationKind : std::uint8_t { kDraw, kChange, kRemove, kBoth };
inline constexpr std::size_t kOperationKinds = 4;
std::string_view name_of(OperationKind kind);  // "draw", "change", "remove", "both"

struct Operation {
  std::optional<world::Colour> colour;  // that the thing takes
  std::optional<world::Shape> shape;    // neither: it is removed
  friend bool operator==(const Operation&, const Operation&) = default;

  OperationKind kind() const;
};

// Every one of them, by kind.
const std::vector<Operation>& all_operations();

// "draw blue", "change to a square", "remove", "draw blue and change to a square"
std::string text_of(const Operation& operation);
std::optional<Operation> read_operation(std::string_view text);

// Whether all that the operation sets is other than it was. Only then can it be told from a pair.
bool really_changes(const Operation& operation, const world::Thing& thing);

// The world with the operation done to one of its things.
world::World after(const Operation& operation, const world::World& world, std::size_t thing);

}  // namespace assay::arc
