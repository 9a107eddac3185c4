// Why a thing stands in a world.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace assay::grounded {

enum class ThingRole : std::uint8_t {
  kMentioned,    // by the command
  kRelation,     // the command would mean it, but for one relation
  kAttribute,    // but for one word
  kSize,         // makes small and big mean something
  kIsomorphism,  // but for the order of words
  kRandom
};
inline constexpr std::size_t kThingRoles = 6;

inline std::string_view name_of(ThingRole role) {
  constexpr std::array<std::string_view, kThingRoles> kNames{
      "mentioned", "relation", "attribute", "size", "isomorphism", "random"};
  return kNames[static_cast<std::size_t>(role)];
}

}  // namespace assay::grounded
