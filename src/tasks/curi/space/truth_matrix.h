// Which concept holds in which scene, one bit each, in both orientations.
//
// By concept, scenes are cut into blocks of 8,192, and a block holds the bits of all concepts, one
// after the other; by scene, a row has the bits of all concepts. Both are written block by block,
// so a matrix larger than memory is built in flat memory, and read where it lies.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/base/files.h"
#include "assay/base/progress.h"
#include "assay/tasks/curi/planes/plane_plan.h"
#include "assay/tasks/curi/space/bits.h"

namespace assay::curi {

inline constexpr std::uint64_t kBlockScenes = 8192;
inline constexpr std::size_t kBlockWords = kBlockScenes / 64;
// How many scenes are between two running counts of a concept.
inline constexpr std::uint64_t kCountScenes = 1024;
inline constexpr std::size_t kCountWords = kCountScenes / 64;

class TruthMatrix {
 public:
  // Works out all of it. With a folder, the bits are kept in its files and read from there.
  static TruthMatrix build(const PlanePlan& plan, std::span<const Looks> scenes,
                           const Folder* folder, const Control& control);
  // What build left in a folder; nullopt when it is not there or of another size.
  static std::optional<TruthMatrix> find(const Folder& folder, std::size_t concepts,
                                         std::uint64_t scenes);

  std::size_t concepts() const { return concepts_; }
  std::uint64_t scenes() const { return scenes_; }

  bool holds(std::size_t index, std::uint64_t scene) const {
    return has_bit(of_scene(scene), index);
  }
  // One bit for each concept.
  std::span<const std::uint64_t> of_scene(std::uint64_t scene) const {
    return by_scene_.words().subspan(scene * scene_words_, scene_words_);
  }
  std::size_t scene_words() const { return scene_words_; }
  // One bit for each scene of a block; those beyond the last are 0.
  std::span<const std::uint64_t> of_concept(std::size_t index, std::uint64_t block) const {
    return by_concept_.words().subspan((block * concepts_ + index) * kBlockWords, kBlockWords);
  }
  std::uint64_t blocks() const { return (scenes_ + kBlockScenes - 1) / kBlockScenes; }

  // In how many scenes a concept holds.
  std::uint64_t count(std::size_t index) const { return counts_of(index).back(); }
  // The scenes where a concept holds, counted from 0 in ascending order.
  std::uint64_t nth_scene(std::size_t index, std::uint64_t nth) const;
  // Equal for concepts that hold in the same scenes.
  std::uint64_t signature(std::size_t index) const { return signatures_.words()[index]; }

 private:
  // Words in memory or in a file.
  class Words {
   public:
    Words() = default;
    explicit Words(std::vector<std::uint64_t> owned) : owned_(std::move(owned)) {}
    explicit Words(std::unique_ptr<MappedFile> file) : file_(std::move(file)) {}
    std::span<const std::uint64_t> words() const;

   private:
    std::vector<std::uint64_t> owned_;
    std::unique_ptr<MappedFile> file_;
  };

  class Sink;

  TruthMatrix(std::size_t concepts, std::uint64_t scenes);
  std::uint64_t count_steps() const { return blocks() * (kBlockScenes / kCountScenes); }
  // In how many scenes before each step, and in all, a concept holds.
  std::span<const std::uint32_t> counts_of(std::size_t index) const;

  std::size_t concepts_;
  std::uint64_t scenes_;
  std::size_t scene_words_;
  Words by_concept_;
  Words by_scene_;
  Words counts_;
  Words signatures_;
};

// In how many scenes each concept of a plan holds.
std::vector<std::uint64_t> count_truths(const PlanePlan& plan, std::span<const Looks> scenes,
                                        const Control& control);

}  // namespace assay::curi
