#include "assay/tasks/curi/scene_pool.h"

#include <algorithm>

#include "assay/base/random.h"
#include "assay/tasks/curi/space/bits.h"

namespace assay::curi {

namespace {

constexpr unsigned kScenesPerConcept = 3;
constexpr std::uint32_t kPoolItem = 3;  // of the space's key; scenes have 1, concepts 2

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

PoolRanking::PoolRanking(const ScenePool& pool)
    : pool_(pool), scores_(pool.size()), group_of_(pool.size()) {}

void PoolRanking::rank(std::span<const std::uint32_t> concepts, std::span<const Credence> weights) {
  for (const Scored& scored : ranked_) {
    scores_[scored.scene] = 0;
    group_of_[scored.scene] = 0;
  }
  ranked_.clear();
  for (std::size_t at = 0; at < concepts.size(); ++at) {
    if (weights[at] == 0) continue;
    for_each_bit(pool_.where(concepts[at]), [&](std::uint32_t scene) {
      if (scores_[scene] == 0) ranked_.push_back({0, scene});
      scores_[scene] += weights[at];
    });
  }
  for (Scored& scored : ranked_) scored.score = scores_[scored.scene];
  std::sort(ranked_.begin(), ranked_.end(),
            [](const Scored& a, const Scored& b) { return a.score > b.score; });
  group_sizes_.assign(1, static_cast<std::uint32_t>(pool_.size() - ranked_.size()));
  Credence last = 0;
  for (const Scored& scored : ranked_) {
    if (scored.score != last) group_sizes_.push_back(0);
    last = scored.score;
    group_of_[scored.scene] = static_cast<std::uint32_t>(group_sizes_.size() - 1);
    ++group_sizes_.back();
  }
}

double PoolRanking::average_precision(std::span<const std::uint64_t> labels) {
  hits_.assign(group_sizes_.size(), 0);
  for_each_bit(labels, [&](std::uint32_t scene) { ++hits_[group_of_[scene]]; });
  double sum = 0;
  std::uint64_t shown = 0;
  std::uint64_t found = 0;
  const auto add = [&](std::size_t group) {
    shown += group_sizes_[group];
    found += hits_[group];
    if (hits_[group] == 0) return;
    sum +=
        static_cast<double>(hits_[group]) * static_cast<double>(found) / static_cast<double>(shown);
  };
  for (std::size_t group = 1; group < hits_.size(); ++group) add(group);
  add(0);
  return found == 0 ? 0 : sum / static_cast<double>(found);
}

}  // namespace assay::curi
