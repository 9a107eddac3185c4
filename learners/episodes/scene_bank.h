// Scenes as numbers, for an encoder of schemas: nineteen for each thing, as the paper has them.
//
// Three shapes, eight colours, two materials, two sizes, one of each group 1; then column and row
// in the picture, depth and rotation, each as a share of the most it can be. A scene is made when
// it is first asked for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/learners/episodes/episode_row.h"
#include "assay/tasks/curi/space/concept_space.h"

namespace assay::learners {

inline constexpr std::size_t kThingNumbers = 19;
inline constexpr std::size_t kMostThings = curi::kMostThings;
inline constexpr float kAbsentNumber = -1;  // nineteen of them stand for a place without a thing

// Scenes one after the other, each with its things and no others.
struct SceneSet {
  std::vector<float> things;            // kThingNumbers each
  std::vector<std::int64_t> starts{0};  // which thing is the first of each scene; one more

  std::size_t scenes() const { return starts.size() - 1; }
  std::size_t thing_count() const { return things.size() / kThingNumbers; }
};

class SceneBank {
 public:
  // The space must outlive it. Not shared by threads.
  explicit SceneBank(const curi::ConceptSpace& space);

  void append(std::uint64_t scene, SceneSet& out);

 private:
  struct Thing {
    std::array<std::uint8_t, 4> ones{};  // which of a thing's numbers are 1
    std::array<float, 4> measures{};
  };
  struct Kept {
    std::array<Thing, kMostThings> things{};
    std::uint8_t count = 0;  // 0: not made yet; a scene has two things at least
  };

  const Kept& kept(std::uint64_t scene);

  const curi::SceneMaker& maker_;
  std::vector<Kept> kept_;
  curi::Scene scene_;
};

// Episodes side by side: the supports of all, then the queries of all.
struct EpisodeBatch {
  std::size_t episodes = 0;
  SceneSet scenes;                      // 2 * episodes * kShots
  std::vector<std::uint8_t> labels;     // of each
  std::vector<std::uint32_t> subjects;  // of each episode
};

EpisodeBatch make_batch(std::span<const EpisodeRow> rows, SceneBank& bank);

}  // namespace assay::learners
