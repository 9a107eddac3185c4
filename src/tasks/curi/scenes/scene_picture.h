// A scene as a panel of a picture: columns and rows with their numbers, and in them the things.
//
// Colours are CLEVR's, told by two letters as well, for those who see no colours. Metal shines.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/core/picture.h"
#include "assay/tasks/curi/scenes/scene.h"

namespace assay::curi {

struct ScenePanel {
  Point corner = {};           // top left
  double width = 240;          // with the numbers of the rows
  std::uint8_t first_bin = 1;  // what the first column and row are called
  std::uint32_t pixels_across = 240;
  std::uint32_t pixels_down = 160;
};

// With the numbers of the columns.
double height_of(const ScenePanel& panel);

// Each thing where its pixel is and as large as the camera sees it, nearer ones before others.
void append_scene_marks(std::vector<Mark>& out, const Scene& scene, const ScenePanel& panel);
// Each thing in the middle of its column and row; things that share one stand in line.
void append_scene_marks(std::vector<Mark>& out, const Looks& scene, const ScenePanel& panel);

}  // namespace assay::curi
