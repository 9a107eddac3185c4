// A drawing that knows nothing of its subject: shapes and words on a page, in points from the top
// left. Tasks make pictures, render/ writes them as SVG and PNG.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace assay {

// What a picture may give away: only what is asked, or the answer as well.
enum class Reveal { kQuestion, kAnswer };

struct Point {
  double x = 0;
  double y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

struct Rgb {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

struct Style {
  std::optional<Rgb> fill = {};
  std::optional<Rgb> stroke = {};
  double width = 1;    // of the stroke
  double dash = 0;     // length of dashes and of the gaps between them; 0: none
  double opacity = 1;  // of fill and stroke
};

struct Rectangle {
  Point corner;  // top left
  double width = 0;
  double height = 0;
  double radius = 0;  // of its corners
};

struct Ellipse {
  Point centre;
  double across = 0;  // half of its width
  double down = 0;    // half of its height
};

struct Polygon {
  std::vector<Point> corners;
};

struct Polyline {
  std::vector<Point> points;
  bool arrow = false;  // a head at the last point, as wide as the stroke asks for
};

enum class Anchor { kStart, kMiddle, kEnd };

// One line of text in the colour of the fill.
struct Writing {
  Point at;  // on the baseline, where the anchor says
  std::string text;
  double size = 12;
  Anchor anchor = Anchor::kStart;
  bool bold = false;
};

struct Mark {
  std::variant<Rectangle, Ellipse, Polygon, Polyline, Writing> form;
  Style style;
};

struct Picture {
  double width = 0;
  double height = 0;
  std::string title;
  std::string description;  // one line that says what is to be seen, for those who cannot
  std::vector<Mark> marks;  // later ones cover earlier ones
};

}  // namespace assay
