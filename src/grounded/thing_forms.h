// How things, boxes and the agent look. Colour is told by a letter as well, for those who see no
// colours, and size by a digit.
#pragma once

#include <string>
#include <vector>

#include "assay/core/picture.h"
#include "assay/world/world.h"

namespace assay::grounded {

using Marks = std::vector<Mark>;

inline constexpr double kCellSide = 68;
inline constexpr double kTargetRing = 24.5;  // around every thing, clear of the tags in the corners

inline constexpr Rgb kInk{31, 39, 51};
inline constexpr Rgb kPaper{255, 255, 255};
inline constexpr Rgb kFaint{102, 112, 126};
inline constexpr Rgb kHalo{240, 168, 48};

Rgb colour_of(world::Colour colour);

// "r3": colour and size.
std::string label_of(const world::Thing& thing);

// A thing that is no box, without its label, so that a way can be drawn between the two.
void draw_thing(Marks& marks, const world::Thing& thing, Point centre);
// "r3" on a thing that is no box; where a line runs across the thing, it ends at the label.
void draw_label(Marks& marks, const world::Thing& thing, Point centre, bool is_crossed);
// Where a thing comes to stand: a dashed outline that can be seen on whatever lies below it.
void draw_ghost(Marks& marks, const world::Thing& thing, Point centre);
// A triangle that points the way the agent faces.
void draw_agent(Marks& marks, Point centre, world::Direction facing, double radius);
// Small text on a patch of colour; the corner is its top left.
void draw_tag(Marks& marks, Point corner, double width, std::string text, Rgb patch, Rgb ink);

inline constexpr double kTagHeight = 12;

}  // namespace assay::grounded
