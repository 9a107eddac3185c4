// What stands in a scene of CURI, and what concepts see of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace assay::curi {

// What can be asked of a thing; the order is part of the data format.
enum class Property : std::uint8_t { kColor, kShape, kMaterial, kSize, kLocationX, kLocationY };

inline constexpr std::size_t kProperties = 6;
// Values are numbers from 0: colours and shapes in the order of their words below; small before
// large; a location is the number of its bin, 0 to 8 (editions name them differently).
inline constexpr std::array<std::uint8_t, kProperties> kValuesOf{8, 3, 2, 2, 9, 9};

inline constexpr std::array<std::string_view, 8> kColorWords{"gray",  "red",    "blue", "green",
                                                             "brown", "purple", "cyan", "yellow"};
inline constexpr std::array<std::string_view, 3> kShapeWords{"cube", "sphere", "cylinder"};
inline constexpr std::array<std::string_view, 2> kMaterialWords{"rubber", "metal"};
inline constexpr std::array<std::string_view, 2> kSizeWords{"small", "large"};

// One thing as concepts see it.
struct Look {
  std::array<std::uint8_t, kProperties> values{};

  std::uint8_t operator[](Property property) const {
    return values[static_cast<std::size_t>(property)];
  }
  std::uint8_t& operator[](Property property) { return values[static_cast<std::size_t>(property)]; }
  friend bool operator==(const Look&, const Look&) = default;
};

inline constexpr std::size_t kMostThings = 5;

// All things of a scene as concepts see them, in the order of the scene.
struct Looks {
  std::array<Look, kMostThings> things{};
  std::uint8_t count = 0;

  const Look* begin() const { return things.data(); }
  const Look* end() const { return things.data() + count; }
  friend bool operator==(const Looks&, const Looks&) = default;
};

}  // namespace assay::curi
