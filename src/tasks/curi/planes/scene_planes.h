// Up to 512 scenes as planes: for each property and value the scenes where a thing has it, and what
// sets of things have.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "assay/tasks/curi/planes/plane.h"
#include "assay/tasks/curi/scenes/thing.h"

namespace assay::curi {

// One plane for each thing that x may be.
using ByThing = std::array<Plane, kMostThings>;

// A small number for each scene, in binary: up to 7.
using Number = std::array<Plane, 3>;

// What is true of a set of things and one value of a property. An empty set: nothing.
struct SetPlanes {
  Plane all;
  Plane any;
  Number count;
};

// Values of all properties stand in one row: those of a property begin at value_row(property).
inline constexpr std::size_t kValueRows = 8 + 3 + 2 + 2 + 9 + 9;
constexpr std::size_t value_row(Property property, std::uint8_t value = 0) {
  constexpr std::array<std::uint8_t, kProperties> kBegins{0, 8, 11, 13, 15, 24};
  return kBegins[static_cast<std::size_t>(property)] + value;
}

struct ScenePlanes {
  ByThing there;                                 // the scene has such a thing
  std::array<ByThing, kValueRows> has;           // never where there is no such thing
  std::array<SetPlanes, kValueRows> everything;  // of S
  std::array<std::array<SetPlanes, kMostThings>, kValueRows> others;  // of S without x

  // Scenes beyond those given have no things.
  void load(std::span<const Looks> scenes);
};

}  // namespace assay::curi
