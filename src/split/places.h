// Steps that split methods share: places for things of some weight, and what follows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/split/split.h"

namespace assay {

// The part that gets what is left; kUnused: none.
Place rest_of(const Portions& portions);

// The place of each of some things that count as much as their weights: in a keyed order each goes
// to the first part that has room for it, or else where the rest goes.
std::vector<Place> random_places(std::span<const std::uint32_t> weights, const PartSizes& sizes,
                                 Place rest, Key key);

// How many rows each bundle has; bundles are numbered by first row.
std::vector<std::uint32_t> sizes_of(std::span<const std::uint32_t> bundle_of_row);

// Every row where its bundle has its place.
Split split_of(std::span<const Place> places, std::span<const std::uint32_t> bundle_of_row);

// Adds a row to its part, if it has one.
void put(Split& split, Place place, std::uint64_t row);

// Leaves rows out of dev that have the form of a row of test, and out of training those of either.
void drop_shared(Split& split, Forms forms);

// A key of its own for each of several draws.
inline Key sub_key(Key key, std::uint32_t draw) {
  return {key[0] + draw * 0x9E3779B9U, key[1] ^ draw};
}

}  // namespace assay
