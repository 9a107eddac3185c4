// The parts of a split: which rows stand in them, and what they are called.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace assay {

// Row numbers of a data set, ascending; training may repeat a row.
struct Split {
  std::vector<std::uint64_t> train;
  std::vector<std::uint64_t> dev;
  std::vector<std::uint64_t> test;
  friend bool operator==(const Split&, const Split&) = default;
};

// kAny: any part, dealt at random by the sizes that the split asks for.
enum class Place : std::uint8_t { kTrain, kDev, kTest, kUnused, kAny };
inline constexpr std::array<std::string_view, 5> kPlaceNames{"train", "dev", "test", "unused",
                                                             "all"};
inline std::string_view name_of(Place place) {
  return kPlaceNames[static_cast<std::size_t>(place)];
}

// What a part is called in file names and manifests, where data loaders expect "validation".
inline std::string_view part_file_name(Place place) {
  return place == Place::kDev ? "validation" : name_of(place);
}

// The part that either name means; nullopt for other names.
inline std::optional<Place> part_named(std::string_view name) {
  for (const Place place : {Place::kTrain, Place::kDev, Place::kTest}) {
    if (name == name_of(place) || name == part_file_name(place)) return place;
  }
  return std::nullopt;
}

inline const std::vector<std::uint64_t>& rows_in(const Split& split, Place part) {
  return part == Place::kTrain ? split.train : part == Place::kDev ? split.dev : split.test;
}
inline std::vector<std::uint64_t>& rows_in(Split& split, Place part) {
  return part == Place::kTrain ? split.train : part == Place::kDev ? split.dev : split.test;
}

}  // namespace assay
