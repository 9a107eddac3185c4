#include "assay/tasks/arc/puzzles/operation.h"

#include <fmt/format.h>

#include <array>

namespace assay::arc {

namespace {

using world::Colour;
using world::Shape;

constexpr std::array kDrawn{Colour::kRed, Colour::kBlue, Colour::kGreen, Colour::kYellow};
constexpr std::array kShaped{Shape::kCircle, Shape::kCylinder, Shape::kSquare};

}  // namespace

std::string_view name_of(OperationKind kind) {
  constexpr std::array<std::string_view, kOperationKinds> kNames{"draw", "change", "remove",
                                                                 "both"};
  return kNames[static_cast<std::size_t>(kind)];
}

OperationKind Operation::kind() const {
  if (colour && shape) return OperationKind::kBoth;
  if (colour) return OperationKind::kDraw;
  return shape ? OperationKind::kChange : OperationKind::kRemove;
}

const std::vector<Operation>& all_operations() {
  static const std::vector<Operation> kAll = [] {
    std::vector<Operation> all;
    for (const Colour colour : kDrawn) all.push_back({colour, std::nullopt});
    for (const Shape shape : kShaped) all.push_back({std::nullopt, shape});
    all.push_back({});
    for (const Colour colour : kDrawn) {
      for (const Shape shape : kShaped) all.push_back({colour, shape});
    }
    return all;
  }();
  return kAll;
}

std::string text_of(const Operation& operation) {
  std::string text;
  if (operation.colour) text = fmt::format("draw {}", name_of(*operation.colour));
  if (operation.shape) {
    text += fmt::format("{}change to a {}", text.empty() ? "" : " and ", name_of(*operation.shape));
  }
  return text.empty() ? "remove" : text;
}

std::optional<Operation> read_operation(std::string_view text) {
  for (const Operation& operation : all_operations()) {
    if (text_of(operation) == text) return operation;
  }
  return std::nullopt;
}

bool really_changes(const Operation& operation, const world::Thing& thing) {
  return operation.colour != thing.colour && operation.shape != thing.shape;
}

world::World after(const Operation& operation, const world::World& world, std::size_t thing) {
  world::World changed = world;
  if (operation.kind() == OperationKind::kRemove) {
    changed.things.erase(changed.things.begin() + static_cast<std::ptrdiff_t>(thing));
    return changed;
  }
  world::Thing& own = changed.things[thing];
  own.colour = operation.colour.value_or(own.colour);
  own.shape = operation.shape.value_or(own.shape);
  return changed;
}

}  // namespace assay::arc
