#include "assay/grounded/thing_forms.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "assay/core/text_width.h"

namespace assay::grounded {

namespace {

using world::Colour;
using world::Direction;
using world::Shape;
using world::Thing;

constexpr std::size_t number(Colour colour) { return static_cast<std::size_t>(colour); }

constexpr std::array<Rgb, world::kColours> kFills{
    {{196, 52, 52}, {45, 102, 195}, {37, 127, 73}, {240, 190, 44}}};
// Lids of cylinders.
constexpr std::array<Rgb, world::kColours> kLights{
    {{236, 150, 146}, {150, 186, 240}, {142, 206, 166}, {255, 236, 170}}};
constexpr std::array<Rgb, world::kColours> kEdges{
    {{110, 20, 24}, {18, 52, 114}, {14, 70, 36}, {134, 98, 8}}};

// Half of a thing's height.
double radius_of(const Thing& thing) { return 5.5 + 3.5 * thing.size; }

struct Look {
  Style body;
  Style lid;
};

void draw_cylinder(Marks& marks, Point centre, double radius, const Look& look) {
  const double half = 0.85 * radius;
  const double lid = 0.28 * radius;
  const double top = centre.y - radius + lid;
  const double bottom = centre.y + radius - lid;
  const double left = centre.x - half;
  const double right = centre.x + half;
  marks.push_back({Ellipse{{centre.x, bottom}, half, lid}, look.body});
  Style inside = look.body;
  inside.stroke.reset();
  if (inside.fill) marks.push_back({Rectangle{{left, top}, 2 * half, bottom - top}, inside});
  Style side = look.body;
  side.fill.reset();
  marks.push_back({Polyline{{{left, top}, {left, bottom}}}, side});
  marks.push_back({Polyline{{{right, top}, {right, bottom}}}, side});
  marks.push_back({Ellipse{{centre.x, top}, half, lid}, look.lid});
}

void draw_shape(Marks& marks, const Thing& thing, Point centre, const Look& look) {
  const double radius = radius_of(thing);
  const double half = 0.84 * radius;  // of a square, which looks larger than a circle
  switch (thing.shape) {
    case Shape::kCircle:
      marks.push_back({Ellipse{centre, radius, radius}, look.body});
      return;
    case Shape::kSquare:
      marks.push_back(
          {Rectangle{{centre.x - half, centre.y - half}, 2 * half, 2 * half}, look.body});
      return;
    case Shape::kCylinder:
      draw_cylinder(marks, centre, radius, look);
      return;
    case Shape::kBox:
      return;
  }
}

}  // namespace

Rgb colour_of(Colour colour) { return kFills[number(colour)]; }

std::string label_of(const Thing& thing) {
  return fmt::format("{}{}", name_of(thing.colour).front(), thing.size);
}

void draw_thing(Marks& marks, const Thing& thing, Point centre) {
  const std::size_t colour = number(thing.colour);
  const Style body{.fill = kFills[colour], .stroke = kEdges[colour], .width = 1.2};
  const Style lid{.fill = kLights[colour], .stroke = kEdges[colour], .width = 1.2};
  draw_shape(marks, thing, centre, {body, lid});
}

void draw_label(Marks& marks, const Thing& thing, Point centre, bool is_crossed) {
  const std::string label = label_of(thing);
  const double size = 8 + thing.size;
  const double middle = centre.y + (thing.shape == Shape::kCylinder ? 0.16 * radius_of(thing) : 0);
  if (is_crossed) {
    const double width = text_width(label, size, true) + 1;
    marks.push_back({Rectangle{{centre.x - width / 2, middle - size / 2}, width, size, 2},
                     {.fill = kFills[number(thing.colour)]}});
  }
  marks.push_back({Writing{{centre.x, middle + 0.36 * size}, label, size, Anchor::kMiddle, true},
                   {.fill = thing.colour == Colour::kYellow ? kInk : kPaper}});
}

void draw_ghost(Marks& marks, const Thing& thing, Point centre) {
  const Style around{.stroke = kPaper, .width = 4};
  const Style line{.stroke = kEdges[number(thing.colour)], .width = 1.8, .dash = 3};
  draw_shape(marks, thing, centre, {around, around});
  draw_shape(marks, thing, centre, {line, line});
}

void draw_agent(Marks& marks, Point centre, Direction facing, double radius) {
  // Ahead and aside of the centre, as if it faced east.
  const std::array<Point, 4> corners{{{1, 0}, {-0.8, 0.8}, {-0.4, 0}, {-0.8, -0.8}}};
  Polygon triangle;
  for (const auto& [ahead, aside] : corners) {
    Point corner{ahead, aside};
    for (int turn = 0; turn < static_cast<int>(facing); ++turn) corner = {-corner.y, corner.x};
    triangle.corners.push_back({centre.x + radius * corner.x, centre.y + radius * corner.y});
  }
  marks.push_back({triangle, {.fill = kInk, .stroke = kPaper, .width = 1.5}});
}

void draw_tag(Marks& marks, Point corner, double width, std::string text, Rgb patch, Rgb ink) {
  constexpr double kLetters = 9;
  marks.push_back(
      {Rectangle{corner, width, kTagHeight, 2.5}, {.fill = patch, .stroke = kPaper, .width = 1}});
  marks.push_back({Writing{{corner.x + width / 2, corner.y + kTagHeight / 2 + 0.36 * kLetters},
                           std::move(text),
                           kLetters,
                           Anchor::kMiddle,
                           true},
                   {.fill = ink}});
}

}  // namespace assay::grounded
