#include "assay/tasks/curi/scene_pool.h"

#include <algorithm>
#include <bit>

#include "assay/base/random.h"

namespace assay::curi {

namespace {

constexpr unsigned kScenesPerConcept = 3;
constexpr std::uint32_t kPoolItem = 3;  // of the space's key; scenes have 1, concepts 2

template <typename Visit>
void for_each_bit(std::span<const std::uint64_t> words, Visit visit) {
  for (std::size_t word = 0; word < words.size(); ++word) {
    for (std::uint64_t left = words[word]; left != 0; left &= left - 1) {
      visit(word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
}

}  // namespace

ScenePool::ScenePool(const ConceptSpace& space) {
  const TruthMatrix& truths = space.truths();
  const Key key = stream_key(space.settings().seed, "curi");
  for (std::uint32_t index = 0; index < truths.concepts(); ++index) {
    Stream stream(key, {Purpose::kShared, index, kPoolItem, 0});
    for (unsigned draw = 0; draw < kScenesPerConcept; ++draw) {
      scenes_.push_back(truths.nth_scene(index, stream.below(truths.count(index))));
    }
  }
  words_ = (scenes_.size() + 63) / 64;
  bits_.resize(words_ * truths.concepts());
  for (std::size_t at = 0; at < scenes_.size(); ++at) {
    for_each_bit(truths.of_scene(scenes_[at]),
                 [&](std::size_t index) { bits_[index * words_ + at / 64] |= 1ULL << (at % 64); });
  }
}

void PoolRanking::rank(std::span<const std::uint32_t> concepts, std::span<const double> weights) {
  for (const std::uint32_t scene : touched_) scores_[scene] = 0;
  touched_.clear();
  for (std::size_t at = 0; at < concepts.size(); ++at) {
    if (weights[at] <= 0) continue;
    for_each_bit(pool_.where(concepts[at]), [&](std::size_t scene) {
      if (scores_[scene] == 0) touched_.push_back(static_cast<std::uint32_t>(scene));
      scores_[scene] += weights[at];
    });
  }
  std::sort(touched_.begin(), touched_.end(),
            [&](std::uint32_t a, std::uint32_t b) { return scores_[a] > scores_[b]; });
  group_of_.assign(pool_.size(), 0);
  group_sizes_.clear();
  double last = 0;
  for (const std::uint32_t scene : touched_) {
    if (group_sizes_.empty() || scores_[scene] != last) group_sizes_.push_back(0);
    last = scores_[scene];
    group_of_[scene] = static_cast<std::uint32_t>(group_sizes_.size() - 1);
    ++group_sizes_.back();
  }
  const auto rest = static_cast<std::uint32_t>(group_sizes_.size());
  group_sizes_.push_back(static_cast<std::uint32_t>(pool_.size() - touched_.size()));
  for (std::size_t scene = 0; scene < pool_.size(); ++scene) {
    if (scores_[scene] == 0) group_of_[scene] = rest;
  }
}

double PoolRanking::average_precision(std::span<const std::uint64_t> labels) {
  hits_.assign(group_sizes_.size(), 0);
  std::uint64_t positives = 0;
  for_each_bit(labels, [&](std::size_t scene) {
    ++hits_[group_of_[scene]];
    ++positives;
  });
  double sum = 0;
  std::uint64_t shown = 0;
  std::uint64_t found = 0;
  for (std::size_t group = 0; group < hits_.size(); ++group) {
    shown += group_sizes_[group];
    found += hits_[group];
    if (hits_[group] == 0) continue;
    sum +=
        static_cast<double>(hits_[group]) * static_cast<double>(found) / static_cast<double>(shown);
  }
  return positives == 0 ? 0 : sum / static_cast<double>(positives);
}

}  // namespace assay::curi
