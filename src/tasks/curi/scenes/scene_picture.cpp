#include "assay/tasks/curi/scenes/scene_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "assay/core/text_width.h"
#include "assay/tasks/curi/scenes/bins.h"
#include "assay/tasks/curi/scenes/scene_text.h"
#include "assay/tasks/curi/scenes/thing_signs.h"

namespace assay::curi {

namespace {

using Marks = std::vector<Mark>;

constexpr Rgb kInk{31, 39, 51};
constexpr Rgb kFaint{102, 112, 126};
constexpr Rgb kGround{240, 242, 245};
constexpr Rgb kInnerLine{200, 207, 217};
constexpr Rgb kOuterLine{150, 160, 172};
constexpr double kStrip = 14;  // of numbers, above and to the left
constexpr double kNumberSize = 10;

// The cells of a panel.
struct Field {
  Point corner;
  double across = 0;  // width of a cell
  double down = 0;    // height of a cell
  std::uint32_t cells = kBins;
  std::uint8_t first_bin = 1;

  double x(double column) const { return corner.x + across * column; }
  double y(double row) const { return corner.y + down * row; }
};

// One column and row more where a thing lies on the far edge, which has a number of its own.
Field field_of(const Looks& scene, const ScenePanel& panel) {
  Field field{{panel.corner.x + kStrip, panel.corner.y + kStrip}};
  field.first_bin = panel.first_bin;
  for (const Look& look : scene) {
    for (const Property property : {Property::kLocationX, Property::kLocationY}) {
      field.cells = std::max<std::uint32_t>(field.cells, look[property] - panel.first_bin + 1U);
    }
  }
  field.across = (kPanelWidth - kStrip) / field.cells;
  field.down = (kPanelHeight - kStrip) / field.cells;
  return field;
}

void draw_field(Marks& marks, const Field& field) {
  const double right = field.x(field.cells);
  const double bottom = field.y(field.cells);
  marks.push_back({Rectangle{field.corner, right - field.corner.x, bottom - field.corner.y},
                   {.fill = kGround}});
  for (std::uint32_t i = 0; i <= field.cells; ++i) {
    const double x = field.x(i);
    const double y = field.y(i);
    const Style line{.stroke = i == 0 || i == field.cells ? kOuterLine : kInnerLine, .width = 0.8};
    marks.push_back({Polyline{{{x, field.corner.y}, {x, bottom}}}, line});
    marks.push_back({Polyline{{{field.corner.x, y}, {right, y}}}, line});
    if (i == field.cells) break;
    const std::string number = std::to_string(field.first_bin + i);
    marks.push_back(
        {Writing{{field.x(i + 0.5), field.corner.y - 4}, number, kNumberSize, Anchor::kMiddle},
         {.fill = kFaint}});
    marks.push_back({Writing{{field.corner.x - 4, field.y(i + 0.5) + 0.36 * kNumberSize},
                             number,
                             kNumberSize,
                             Anchor::kEnd},
                     {.fill = kFaint}});
  }
}

// The place of one of `together` things that share a cell.
Slot slot_of(const Field& field, const Look& look, std::size_t before, std::size_t together) {
  const std::size_t columns = together == 1 ? 1 : together <= 4 ? 2 : 3;
  const std::size_t rows = together <= 2 ? 1 : 2;
  const auto part = [](std::size_t at, std::size_t of) {
    return (static_cast<double>(at) + 0.5) / static_cast<double>(of);
  };
  return {{field.x(look[Property::kLocationX] - field.first_bin + part(before % columns, columns)),
           field.y(look[Property::kLocationY] - field.first_bin + part(before / columns, rows))},
          field.across / static_cast<double>(columns),
          field.down / static_cast<double>(rows)};
}

// Signs and their meaning in a row.
class Legend {
 public:
  Legend(Marks& marks, Point corner) : marks_(marks), at_(corner) {}

  void add(const Look& look, const std::string& meaning) {
    constexpr double kSign = 28;
    append_sign_marks(marks_, look, {{at_.x + kSign / 2, at_.y + kSign / 2}, kSign, kSign});
    at_.x += kSign + 4;
    tell(meaning);
  }
  void tell(const std::string& meaning) {
    constexpr double kSize = 13;
    marks_.push_back(
        {Writing{{at_.x, at_.y + 19}, meaning, kSize, Anchor::kStart}, {.fill = kInk}});
    at_.x += text_width(meaning, kSize) + 18;
  }

 private:
  Marks& marks_;
  Point at_;
};

Look look_of(std::size_t color, std::size_t shape, std::size_t material, std::size_t size) {
  Look look;
  look[Property::kColor] = static_cast<std::uint8_t>(color);
  look[Property::kShape] = static_cast<std::uint8_t>(shape);
  look[Property::kMaterial] = static_cast<std::uint8_t>(material);
  look[Property::kSize] = static_cast<std::uint8_t>(size);
  return look;
}

}  // namespace

void append_scene_marks(Marks& out, const Looks& scene, const ScenePanel& panel) {
  const Field field = field_of(scene, panel);
  draw_field(out, field);
  const Looks things = in_order(scene);
  for (const Look* look = things.begin(); look != things.end(); ++look) {
    const auto same = [&](const Look& other) {
      return other[Property::kLocationX] == (*look)[Property::kLocationX] &&
             other[Property::kLocationY] == (*look)[Property::kLocationY];
    };
    const auto together = std::count_if(things.begin(), things.end(), same);
    const auto before = std::count_if(things.begin(), look, same);
    append_sign_marks(out, *look,
                      slot_of(field, *look, static_cast<std::size_t>(before),
                              static_cast<std::size_t>(together)));
  }
}

void append_legend_marks(Marks& out, Point corner) {
  Legend legend(out, corner);
  for (std::size_t shape = 0; shape < kShapeWords.size(); ++shape) {
    legend.add(look_of(0, shape, 0, 1), std::string(kShapeWords[shape]));
  }
  legend.add(look_of(2, 1, 0, 1), "large: double outline, L");
  legend.add(look_of(2, 1, 0, 0), "small: single outline, S");
  legend.add(look_of(3, 0, 1, 1), "metal: hatched");
  legend.add(look_of(3, 0, 0, 1), "rubber: plain");
  for (std::size_t color = 0; color < kColorWords.size(); ++color) {
    legend.add(look_of(color, 1, 0, 0), std::string(kColorWords[color]));
  }
}

}  // namespace assay::curi
