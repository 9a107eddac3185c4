// Scenes in the JSON that CLEVR publishes beside its pictures.
//
//   {"split":"train","image_index":7,"image_filename":"ADHOC_train_00000007.png",
//    "objects":[{"color":"red","shape":"cube","material":"metal","size":"large",
//                "3d_coords":[..],"pixel_coords":[..],"rotation":..},..],
//    "directions":{"right":[..],"behind":[..],"above":[..],..},
//    "relationships":{"right":[[1],[]],..}}
//
// relationships.right[i] are the objects to the right of object i, further than 0.2 along that
// direction.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/tasks/curi/scenes/scene.h"

namespace assay::curi {

// On one line, without a line end.
void append_scene_json(std::string& out, const Scene& scene, std::string_view split = "train");

struct PictureSettings {
  std::uint8_t first_bin = 1;  // 0 as in the release, 1 as in the paper
  std::uint32_t width = 240;   // in pixels
  std::uint32_t height = 160;
};

// One scene, or an object whose "scenes" is a list of them, as CLEVR's files are. Takes any bytes.
// Only objects and the index are read; what a location is comes from the pixels. Throws
// Error(kInput), one line that says which scene and object.
std::vector<Scene> read_scenes(std::string_view json, const PictureSettings& picture = {});

}  // namespace assay::curi
