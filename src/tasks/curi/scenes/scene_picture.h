// A scene as a panel of a picture that carries every fact: columns and rows with their numbers, and
// in each cell the things that lie there.
//
// A cube is a square, a sphere a circle, a cylinder a can. Large things have a double outline and
// an L, small ones a single outline and an S. Metal is hatched, rubber is plain. Colours are
// CLEVR's, told by two letters as well, for those who see no colours.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/core/picture.h"
#include "assay/tasks/curi/scenes/thing.h"

namespace assay::curi {

struct ScenePanel {
  Point corner = {};           // top left
  std::uint8_t first_bin = 1;  // what the first column and row are called
};

// Of every panel, with the numbers of columns and rows.
inline constexpr double kPanelWidth = 270;
inline constexpr double kPanelHeight = 238;

// Each thing in the middle of its cell; several share it, in the order in which they are told.
void append_scene_marks(std::vector<Mark>& out, const Looks& scene, const ScenePanel& panel);

// What the signs mean, on one line with its top left at `corner`.
void append_legend_marks(std::vector<Mark>& out, Point corner);
inline constexpr double kLegendHeight = 30;

}  // namespace assay::curi
