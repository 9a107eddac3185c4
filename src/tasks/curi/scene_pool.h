// The scenes that average precision is measured on: three for each concept, drawn from those where
// it holds, so that every concept has positives and many near misses. A scene may come twice.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/tasks/curi/posterior.h"
#include "assay/tasks/curi/space/concept_space.h"

namespace assay::curi {

class ScenePool {
 public:
  explicit ScenePool(const ConceptSpace& space);

  std::size_t size() const { return scenes_.size(); }
  const std::vector<std::uint64_t>& scenes() const { return scenes_; }
  // One bit for each scene of the pool: where a concept holds.
  std::span<const std::uint64_t> where(std::uint32_t index) const {
    return std::span(bits_).subspan(index * words_, words_);
  }
  std::size_t words() const { return words_; }

 private:
  std::vector<std::uint64_t> scenes_;
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

// The pool in the order of a learner's belief: made once, then asked about any labels.
class PoolRanking {
 public:
  explicit PoolRanking(const ScenePool& pool);

  // A scene's score is the sum of the weights of the concepts that hold there.
  void rank(std::span<const std::uint32_t> concepts, std::span<const Credence> weights);

  // Average precision where `labels` has one bit for each scene of the pool; 0 without a positive.
  // Scenes of equal score are one threshold.
  double average_precision(std::span<const std::uint64_t> labels);

 private:
  struct Scored {
    Credence score;
    std::uint32_t scene;
  };

  const ScenePool& pool_;
  std::vector<Credence> scores_;
  std::vector<Scored> ranked_;           // scenes with a score, the highest first
  std::vector<std::uint32_t> group_of_;  // 0 for scenes without a score, which come last
  std::vector<std::uint32_t> group_sizes_;
  std::vector<std::uint32_t> hits_;
};

}  // namespace assay::curi
