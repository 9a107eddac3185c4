#include "assay/tasks/curi/scenes/scene_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "assay/tasks/curi/scenes/bins.h"
#include "assay/tasks/curi/scenes/scene_maker.h"
#include "assay/tasks/curi/scenes/scene_text.h"

namespace assay::curi {

namespace {

using Marks = std::vector<Mark>;

constexpr Rgb kInk{31, 39, 51};
constexpr Rgb kPaper{255, 255, 255};
constexpr Rgb kFaint{102, 112, 126};
constexpr Rgb kGround{240, 242, 245};
constexpr Rgb kInnerLine{214, 220, 228};
constexpr Rgb kOuterLine{150, 160, 172};
constexpr double kStrip = 14;  // of numbers, above and to the left
constexpr double kNumberSize = 9;
constexpr double kNearness = 35.0 / 32;  // widths of the picture in one unit at depth 1

constexpr std::array<Rgb, kColorWords.size()> kFills{{{87, 87, 87},
                                                      {173, 35, 35},
                                                      {42, 75, 215},
                                                      {29, 105, 20},
                                                      {129, 74, 25},
                                                      {129, 38, 192},
                                                      {41, 208, 208},
                                                      {255, 238, 51}}};
constexpr std::array<const char*, kColorWords.size()> kLabels{"gy", "re", "bl", "gn",
                                                              "br", "pu", "cy", "ye"};

std::uint8_t blend(std::uint8_t from, std::uint8_t to, double share) {
  return static_cast<std::uint8_t>(std::lround(from + share * (to - from)));
}
Rgb blend(Rgb from, Rgb to, double share) {
  return {blend(from.red, to.red, share), blend(from.green, to.green, share),
          blend(from.blue, to.blue, share)};
}

// The part of the panel that shows the picture.
struct Field {
  Point corner;
  double width = 0;
  double height = 0;
};

Field field_of(const ScenePanel& panel) {
  const double width = panel.width - kStrip;
  return {{panel.corner.x + kStrip, panel.corner.y + kStrip},
          width,
          width * panel.pixels_down / panel.pixels_across};
}

struct Body {
  Look look;
  Point centre;
  double radius = 0;
};

class BodyDrawing {
 public:
  BodyDrawing(Marks& marks, const Body& body)
      : marks_(marks),
        body_(body),
        x_(body.centre.x),
        y_(body.centre.y),
        radius_(body.radius),
        fill_(kFills[body.look[Property::kColor]]),
        light_(blend(fill_, kPaper, 0.38)),
        dark_(blend(fill_, {0, 0, 0}, 0.3)),
        edge_(blend(fill_, {0, 0, 0}, 0.55)) {}

  void draw() {
    switch (body_.look[Property::kShape]) {
      case 0:
        draw_cube();
        break;
      case 1:
        draw_sphere();
        break;
      default:
        draw_cylinder();
    }
    draw_label();
  }

 private:
  bool shines() const { return body_.look[Property::kMaterial] == 1; }
  Style face(Rgb fill) const { return {.fill = fill, .stroke = edge_, .width = line()}; }
  double line() const { return std::max(0.5, 0.06 * radius_); }
  Point at(double across, double down) const {
    return {x_ + across * radius_, y_ + down * radius_};
  }
  void shine(std::vector<Point> corners) {
    if (!shines()) return;
    marks_.push_back({Polygon{std::move(corners)}, {.fill = kPaper, .opacity = 0.6}});
  }

  void draw_cube() {
    marks_.push_back(
        {Polygon{{at(-0.9, -0.5), at(-0.5, -0.9), at(0.9, -0.9), at(0.5, -0.5)}}, face(light_)});
    marks_.push_back(
        {Polygon{{at(0.5, -0.5), at(0.9, -0.9), at(0.9, 0.5), at(0.5, 0.9)}}, face(dark_)});
    marks_.push_back({Rectangle{at(-0.9, -0.5), 1.4 * radius_, 1.4 * radius_}, face(fill_)});
    shine({at(-0.8, -0.4), at(-0.2, -0.4), at(-0.8, 0.2)});
  }

  void draw_sphere() {
    marks_.push_back({Ellipse{body_.centre, radius_, radius_}, face(fill_)});
    if (!shines()) return;
    marks_.push_back({Ellipse{at(-0.36, -0.5), 0.36 * radius_, 0.24 * radius_},
                      {.fill = kPaper, .opacity = 0.75}});
  }

  void draw_cylinder() {
    const double half = 0.8;
    const double lid = 0.28;
    marks_.push_back({Ellipse{at(0, 1 - lid), half * radius_, lid * radius_}, face(fill_)});
    marks_.push_back({Rectangle{at(-half, lid - 1), 2 * half * radius_, 2 * (1 - lid) * radius_},
                      {.fill = fill_}});
    const Style side{.stroke = edge_, .width = line()};
    marks_.push_back({Polyline{{at(-half, lid - 1), at(-half, 1 - lid)}}, side});
    marks_.push_back({Polyline{{at(half, lid - 1), at(half, 1 - lid)}}, side});
    shine({at(-0.66, -0.6), at(-0.38, -0.55), at(-0.38, 0.85), at(-0.66, 0.8)});
    marks_.push_back({Ellipse{at(0, lid - 1), half * radius_, lid * radius_}, face(light_)});
  }

  void draw_label() {
    const double size = std::clamp(0.8 * radius_, 5.0, 11.0);
    const std::uint8_t color = body_.look[Property::kColor];
    const bool is_bright = fill_.green > 200;
    const bool is_cube = body_.look[Property::kShape] == 0;
    const double across = is_cube ? -0.2 : 0;
    const double down = is_cube ? 0.2 : 0.15;
    marks_.push_back({Writing{{at(across, 0).x, at(0, down).y + 0.36 * size},
                              kLabels[color],
                              size,
                              Anchor::kMiddle,
                              true},
                      {.fill = is_bright ? kInk : kPaper}});
  }

  Marks& marks_;
  const Body& body_;
  double x_;
  double y_;
  double radius_;
  Rgb fill_;
  Rgb light_;
  Rgb dark_;
  Rgb edge_;
};

void draw_field(Marks& marks, const Field& field, std::uint8_t first_bin) {
  marks.push_back({Rectangle{field.corner, field.width, field.height}, {.fill = kGround}});
  const auto [left, top] = field.corner;
  const double right = left + field.width;
  const double bottom = top + field.height;
  for (std::uint32_t i = 0; i <= kBins; ++i) {
    const double x = left + field.width * i / kBins;
    const double y = top + field.height * i / kBins;
    const Style line{.stroke = i == 0 || i == kBins ? kOuterLine : kInnerLine, .width = 0.8};
    marks.push_back({Polyline{{{x, top}, {x, bottom}}}, line});
    marks.push_back({Polyline{{{left, y}, {right, y}}}, line});
    if (i == kBins) break;
    const std::string number = std::to_string(first_bin + i);
    const Style ink{.fill = kFaint};
    marks.push_back(
        {Writing{{x + field.width / kBins / 2, top - 4}, number, kNumberSize, Anchor::kMiddle},
         ink});
    marks.push_back({Writing{{left - 4, y + field.height / kBins / 2 + 0.36 * kNumberSize},
                             number,
                             kNumberSize,
                             Anchor::kEnd},
                     ink});
  }
}

void draw(Marks& marks, const std::vector<Body>& bodies, const ScenePanel& panel) {
  draw_field(marks, field_of(panel), panel.first_bin);
  for (const Body& body : bodies) BodyDrawing(marks, body).draw();
}

}  // namespace

double height_of(const ScenePanel& panel) { return kStrip + field_of(panel).height; }

void append_scene_marks(Marks& out, const Scene& scene, const ScenePanel& panel) {
  const Field field = field_of(panel);
  std::vector<const Thing*> order;
  for (const Thing& thing : scene.things) order.push_back(&thing);
  std::stable_sort(order.begin(), order.end(),
                   [](const Thing* a, const Thing* b) { return a->depth > b->depth; });
  std::vector<Body> bodies;
  for (const Thing* thing : order) {
    bodies.push_back(
        {thing->look,
         {field.corner.x + field.width * thing->pixel[0] / panel.pixels_across,
          field.corner.y + field.height * thing->pixel[1] / panel.pixels_down},
         field.width * kNearness * scale_of(thing->look) / std::max(thing->depth, 1.0)});
  }
  draw(out, bodies, panel);
}

void append_scene_marks(Marks& out, const Looks& scene, const ScenePanel& panel) {
  constexpr std::array<double, kSizeWords.size()> kRadii{0.36, 0.62};  // heights of a row
  const Field field = field_of(panel);
  // The far edge of the picture has no column or row of its own.
  const auto place_of = [&](const Look& look, Property property) {
    return std::min<int>(look[property] - panel.first_bin, kBins - 1);
  };
  const auto is_beside = [](const Look& a, const Look& b) {
    return a[Property::kLocationX] == b[Property::kLocationX] &&
           a[Property::kLocationY] == b[Property::kLocationY];
  };
  const Looks things = in_order(scene);
  std::vector<Body> bodies;
  for (const Look* look = things.begin(); look != things.end(); ++look) {
    const auto same = [&](const Look& other) { return is_beside(other, *look); };
    const auto together = std::count_if(things.begin(), things.end(), same);
    const auto before = std::count_if(things.begin(), look, same);
    const double column = place_of(*look, Property::kLocationX) +
                          (static_cast<double>(before) + 0.5) / static_cast<double>(together);
    const double row = place_of(*look, Property::kLocationY) + 0.5;
    bodies.push_back({*look,
                      {field.corner.x + field.width * column / kBins,
                       field.corner.y + field.height * row / kBins},
                      field.height / kBins * kRadii[(*look)[Property::kSize]]});
  }
  std::stable_sort(bodies.begin(), bodies.end(),
                   [](const Body& a, const Body& b) { return a.centre.y < b.centre.y; });
  draw(out, bodies, panel);
}

}  // namespace assay::curi
