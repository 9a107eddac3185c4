// Which concept holds in which scene, one bit each, in both orientations.
//
// By concept, scenes are cut into blocks of 8,192, and a block holds the bits of all concepts, one
// after the other; by scene, a row has the bits of all concepts. Both are written block by block,
// so a matrix larger than memory is built in flat memory, and read where it lies.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/base/prepared_files.h"
#include "assay/base/progress.h"
#include "assay/tasks/curi/planes/plane_plan.h"
#include "assay/tasks/curi/space/bits.h"

namespace assay::curi {

inline constexpr std::uint64_t kBlockScenes = 8192;
inline constexpr std::size_t kBlockWords = kBlockScenes / 64;
// How many scenes are between two running counts of a concept.
inline constexpr std::uint64_t kCountScenes = 1024;
inline constexpr std::size_t kCountWords = kCountScenes / 64;

constexpr std::uint64_t blocks_of(std::uint64_t scenes) {
  return (scenes + kBlockScenes - 1) / kBlockScenes;
}

class TruthMatrix {
 public:
  // Reads what write_truths left in the files, which must outlive it.
  TruthMatrix(const PreparedFiles& files, std::size_t concepts, std::uint64_t scenes);

  std::size_t concepts() const { return concepts_; }
  std::uint64_t scenes() const { return scenes_; }

  bool holds(std::size_t index, std::uint64_t scene) const {
    return has_bit(of_scene(scene), index);
  }
  // One bit for each concept.
  std::span<const std::uint64_t> of_scene(std::uint64_t scene) const {
    return by_scene_.subspan(scene * scene_words_, scene_words_);
  }
  std::size_t scene_words() const { return scene_words_; }
  // One bit for each scene of a block; those beyond the last are 0.
  std::span<const std::uint64_t> of_concept(std::size_t index, std::uint64_t block) const {
    return by_concept_.subspan((block * concepts_ + index) * kBlockWords, kBlockWords);
  }
  std::uint64_t blocks() const { return blocks_of(scenes_); }

  // In how many scenes a concept holds.
  std::uint64_t count(std::size_t index) const { return counts_of(index).back(); }
  // The scenes where a concept holds, counted from 0 in ascending order.
  std::uint64_t nth_scene(std::size_t index, std::uint64_t nth) const;

 private:
  // In how many scenes before each step, and in all, a concept holds.
  std::span<const std::uint32_t> counts_of(std::size_t index) const;

  std::size_t concepts_;
  std::uint64_t scenes_;
  std::size_t scene_words_;
  std::span<const std::uint64_t> by_concept_;
  std::span<const std::uint64_t> by_scene_;
  std::span<const std::uint32_t> counts_;
};

// Works out the matrix of a plan on scenes, into files. Returns a signature of each concept, equal
// for those that hold in the same scenes.
std::vector<std::uint64_t> write_truths(const PlanePlan& plan, std::span<const Looks> scenes,
                                        PreparedSink& sink, const Control& control);

// In how many scenes each concept of a plan holds.
std::vector<std::uint64_t> count_truths(const PlanePlan& plan, std::span<const Looks> scenes,
                                        const Control& control);

}  // namespace assay::curi
