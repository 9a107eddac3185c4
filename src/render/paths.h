// The lines that bound shapes, cut into straight pieces. Circles are cut with + - * / and square
// roots alone, which every machine rounds alike.
#pragma once

#include <span>
#include <vector>

#include "assay/core/picture.h"

namespace assay {

struct Path {
  std::vector<Point> points;
  bool closed = false;
};

// A quarter of an ellipse from centre + from to centre + to, without its first point.
void append_quarter(std::vector<Point>& points, Point centre, Point from, Point to, int steps);

// How many straight pieces a quarter with this radius, in pixels, needs to look round.
int quarter_steps(double radius);

// Both begin where SVG begins them and go clockwise; `scale` is in pixels per point.
Path path_of(const Rectangle& form, double scale);
Path path_of(const Ellipse& form, double scale);

}  // namespace assay
