// Scenes by address: how CLEVR places things on the ground and looks at them.
//
// A scene has a number of things drawn evenly. Each gets a size, then a place in [-3, 3] x [-3, 3]
// that is not too near to those before it; after fifty places that are, all things are placed anew.
// Then come shape, colour, rotation and material, all drawn evenly. Nothing tests whether things
// hide each other, as CLEVR does with a rendered picture.
#pragma once

#include <cstdint>

#include "assay/base/random.h"
#include "assay/tasks/curi/scenes/camera.h"
#include "assay/tasks/curi/scenes/scene.h"

namespace assay::curi {

// How high the middle of a thing is, and how far it reaches sideways.
inline constexpr double kSmallScale = 0.35;
inline constexpr double kLargeScale = 0.7;
double scale_of(const Look& look);

struct SceneSettings {
  Key key{};
  std::uint8_t first_bin = 1;  // 0 as in the release, 1 as in the paper
  std::uint32_t least_things = 2;
  std::uint32_t most_things = 5;
  // In pixels. From square to 3:2, so that no thing can lie outside of the picture.
  std::uint32_t width = 240;
  std::uint32_t height = 160;
  bool camera_jitter = true;  // by up to half a unit along each axis; the things stay the same
};

class SceneMaker {
 public:
  explicit SceneMaker(const SceneSettings& settings);

  // Overwrites `out` and keeps its memory.
  void make(std::uint64_t index, Scene& out) const;
  // What concepts see of that scene.
  Looks looks(std::uint64_t index) const;
  Camera camera(std::uint64_t index) const;

 private:
  struct Draft;
  void draw(std::uint64_t index, Draft& out) const;
  bool place_things(Stream& stream, Draft& out) const;
  bool is_free(const Thing& thing, const Draft& draft) const;
  void look_at(Thing& thing, const Camera& camera) const;

  SceneSettings settings_;
  Directions directions_;
};

}  // namespace assay::curi
