#include "assay/world/world.h"

namespace assay::world {

std::string_view name_of(SizeWord size) {
  constexpr std::array<std::string_view, 3> kNames{"", "big", "small"};
  return kNames[static_cast<std::size_t>(size)];
}

std::string_view name_of(Shape shape) {
  constexpr std::array<std::string_view, kShapes> kNames{"circle", "cylinder", "square", "box"};
  return kNames[static_cast<std::size_t>(shape)];
}

std::string_view name_of(Colour colour) {
  constexpr std::array<std::string_view, kColours> kNames{"red", "blue", "green", "yellow"};
  return kNames[static_cast<std::size_t>(colour)];
}

}  // namespace assay::world
