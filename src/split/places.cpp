#include "assay/split/places.h"

#include <algorithm>
#include <array>
#include <utility>

#include "assay/base/permutation.h"

namespace assay {

Place rest_of(const Portions& portions) {
  if (portions.train.kind == Portion::Kind::kRest) return Place::kTrain;
  if (portions.dev.kind == Portion::Kind::kRest) return Place::kDev;
  if (portions.test.kind == Portion::Kind::kRest) return Place::kTest;
  return Place::kUnused;
}

std::vector<Place> random_places(std::span<const std::uint32_t> weights, const PartSizes& sizes,
                                 Place rest, Key key) {
  std::vector<Place> places(weights.size(), rest);
  if (weights.empty()) return places;
  std::array<std::pair<Place, std::uint64_t>, 3> rooms{
      {{Place::kTrain, sizes.train}, {Place::kDev, sizes.dev}, {Place::kTest, sizes.test}}};
  const Permutation order(key, weights.size());
  for (std::uint64_t i = 0; i < weights.size(); ++i) {
    const std::uint64_t thing = order.at(i);
    for (auto& [place, room] : rooms) {
      if (weights[thing] > room) continue;
      room -= weights[thing];
      places[thing] = place;
      break;
    }
  }
  return places;
}

std::vector<std::uint32_t> sizes_of(std::span<const std::uint32_t> bundle_of_row) {
  if (bundle_of_row.empty()) return {};
  const std::size_t bundles = std::ranges::max(bundle_of_row) + std::size_t{1};
  std::vector<std::uint32_t> sizes(bundles);
  for (const std::uint32_t bundle : bundle_of_row) ++sizes[bundle];
  return sizes;
}

Split split_of(std::span<const Place> places, std::span<const std::uint32_t> bundle_of_row) {
  std::array<std::size_t, kPlaceNames.size()> counts{};
  for (const std::uint32_t bundle : bundle_of_row) {
    ++counts[static_cast<std::size_t>(places[bundle])];
  }
  Split split;
  for (const Place part : {Place::kTrain, Place::kDev, Place::kTest}) {
    rows_in(split, part).reserve(counts[static_cast<std::size_t>(part)]);
  }
  for (std::size_t row = 0; row < bundle_of_row.size(); ++row) {
    put(split, places[bundle_of_row[row]], row);
  }
  return split;
}

void put(Split& split, Place place, std::uint64_t row) {
  switch (place) {
    case Place::kTrain:
      split.train.push_back(row);
      return;
    case Place::kDev:
      split.dev.push_back(row);
      return;
    case Place::kTest:
      split.test.push_back(row);
      return;
    case Place::kUnused:
    case Place::kAny:
      return;
  }
}

void drop_shared(Split& split, Forms forms) {
  if (forms.empty()) return;
  std::vector<std::uint64_t> held_out;
  const auto see = [&](const std::vector<std::uint64_t>& rows) {
    for (const std::uint64_t row : rows) held_out.push_back(forms[row]);
    std::sort(held_out.begin(), held_out.end());
  };
  const auto is_held_out = [&](std::uint64_t row) {
    return std::binary_search(held_out.begin(), held_out.end(), forms[row]);
  };
  see(split.test);
  std::erase_if(split.dev, is_held_out);
  see(split.dev);
  std::erase_if(split.train, is_held_out);
}

}  // namespace assay
