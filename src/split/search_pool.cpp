#include "assay/split/search_pool.h"

#include <algorithm>

namespace assay {

namespace {

// Of each compound over the profiles that have it; 1 where none has.
std::vector<std::uint32_t> means_of(std::span<const SearchWeight> weights, std::size_t compounds) {
  std::vector<std::uint64_t> total(compounds, 0);
  std::vector<std::uint64_t> times(compounds, 0);
  for (const SearchWeight& entry : weights) {
    total[entry.compound] += entry.weight;
    ++times[entry.compound];
  }
  std::vector<std::uint32_t> means(compounds, 1);
  for (std::size_t i = 0; i < compounds; ++i) {
    if (times[i] > 0) means[i] = static_cast<std::uint32_t>(total[i] / times[i]);
  }
  return means;
}

}  // namespace

SearchPool::SearchPool(const Profiles& profiles)
    : atoms_(profiles.atoms()), compounds_(profiles.compounds()) {
  // Small enough that the whole pool's weight keeps its distance from 32 bits.
  const std::uint64_t unit = std::clamp<std::uint64_t>(
      (std::uint64_t{1} << 32U) / std::max<std::size_t>(1, profiles.size()), 16, 4096);
  weights_.reserve(profiles.weights());
  for (std::size_t shape = 0; shape < profiles.shapes(); ++shape) {
    const Profile profile = profiles.shape(shape);
    std::uint64_t sum = 0;
    for (const WeightedCompound& weighted : profile.compounds) {
      const std::uint64_t whole = profiles.whole(weighted.compound);
      const std::uint64_t rounded = (weighted.parts * unit + whole / 2) / whole;
      const auto weight =
          static_cast<std::uint32_t>(std::clamp<std::uint64_t>(rounded, 1, 0xFFFFFFFF));
      weights_.push_back({weighted.compound, weight});
      sum += weight;
    }
    sums_.push_back(sum);
    weight_begins_.push_back(weights_.size());
    atom_lists_.insert(atom_lists_.end(), profile.atoms.begin(), profile.atoms.end());
    atom_begins_.push_back(atom_lists_.size());
  }
  for (std::size_t i = 0; i < profiles.size(); ++i) shape_of_.push_back(profiles.shape_of(i));
  typical_ = means_of(weights_, compounds_);
}

}  // namespace assay
