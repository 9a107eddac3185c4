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

#include <string>
#include <string_view>

#include "assay/tasks/curi/scenes/scene.h"

namespace assay::curi {

// On one line, without a line end.
void append_scene_json(std::string& out, const Scene& scene, std::string_view split = "train");

}  // namespace assay::curi
