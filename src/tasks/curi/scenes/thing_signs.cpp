#include "assay/tasks/curi/scenes/thing_signs.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "assay/core/text_width.h"

namespace assay::curi {

namespace {

using Marks = std::vector<Mark>;

constexpr Rgb kDarkInk{31, 39, 51};
constexpr Rgb kPaper{255, 255, 255};

constexpr std::array<Rgb, kColorWords.size()> kFills{{{87, 87, 87},
                                                      {173, 35, 35},
                                                      {42, 75, 215},
                                                      {29, 105, 20},
                                                      {129, 74, 25},
                                                      {129, 38, 192},
                                                      {41, 208, 208},
                                                      {255, 238, 51}}};
constexpr std::array<const char*, kColorWords.size()> kLetters{"gy", "re", "bl", "gn",
                                                               "br", "pu", "cy", "ye"};

std::uint8_t mixed(std::uint8_t from, std::uint8_t to, int percent) {
  return static_cast<std::uint8_t>(from + (to - from) * percent / 100);
}
Rgb mixed(Rgb from, Rgb to, int percent) {
  return {mixed(from.red, to.red, percent), mixed(from.green, to.green, percent),
          mixed(from.blue, to.blue, percent)};
}

class Sign {
 public:
  Sign(Marks& marks, const Look& look, const Slot& slot)
      : marks_(marks),
        look_(look),
        slot_(slot),
        half_((is_large() ? 0.86 : 0.58) * std::min(slot.width, slot.height) / 2),
        fill_(kFills[look[Property::kColor]]),
        edge_(mixed(fill_, {0, 0, 0}, 55)),
        on_fill_(fill_.green > 200 ? kDarkInk : kPaper) {}

  void draw() {
    switch (look_[Property::kShape]) {
      case 0:
        draw_square();
        break;
      case 1:
        draw_circle();
        break;
      default:
        draw_can();
    }
    draw_letters();
  }

 private:
  bool is_large() const { return look_[Property::kSize] == 1; }
  bool is_metal() const { return look_[Property::kMaterial] == 1; }
  double line() const { return std::clamp(0.1 * half_, 0.5, 1.2); }
  double inset() const { return 3 * line(); }  // of the inner outline of large things
  Style body() const { return {.fill = fill_, .stroke = edge_, .width = line()}; }
  Style outline() const { return {.stroke = on_fill_, .width = line()}; }
  Point at(double across, double down) const {
    return {slot_.centre.x + across, slot_.centre.y + down};
  }

  void draw_square() {
    const double side = 0.88 * half_;  // a square looks larger than a circle
    marks_.push_back({Rectangle{at(-side, -side), 2 * side, 2 * side}, body()});
    hatch_rectangle(side, -side, side);
    if (!is_large()) return;
    const double inner = side - inset();
    marks_.push_back({Rectangle{at(-inner, -inner), 2 * inner, 2 * inner}, outline()});
  }

  void draw_circle() {
    marks_.push_back({Ellipse{slot_.centre, half_, half_}, body()});
    hatch_circle();
    if (!is_large()) return;
    const double inner = half_ - inset();
    marks_.push_back({Ellipse{slot_.centre, inner, inner}, outline()});
  }

  void draw_can() {
    const double side = 0.8 * half_;
    const double lid = 0.26 * half_;
    const double top = lid - half_;
    marks_.push_back({Ellipse{at(0, -top), side, lid}, body()});
    marks_.push_back({Rectangle{at(-side, top), 2 * side, -2 * top}, {.fill = fill_}});
    for (const double x : {-side, side}) {
      marks_.push_back({Polyline{{at(x, top), at(x, -top)}}, {.stroke = edge_, .width = line()}});
    }
    hatch_rectangle(side, top + lid, -top);
    marks_.push_back({Ellipse{at(0, top), side, lid},
                      {.fill = mixed(fill_, kPaper, 45), .stroke = edge_, .width = line()}});
    if (!is_large()) return;
    const double inner = side - inset();
    marks_.push_back(
        {Rectangle{at(-inner, top + lid), 2 * inner, -2 * top - lid - inset() / 2}, outline()});
  }

  // Lines x + y = c, from the left below to the right above.
  void hatch_line(double left, double right, double c) {
    if (!is_metal() || right - left < line()) return;
    marks_.push_back({Polyline{{at(left, c - left), at(right, c - right)}},
                      {.stroke = on_fill_, .width = line(), .opacity = 0.6}});
  }
  double hatch_step() const { return 4.5 * line(); }
  void hatch_rectangle(double side, double top, double bottom) {
    const double step = hatch_step();
    for (double c = top - side + step / 2; c < side + bottom; c += step) {
      hatch_line(std::max(-side, c - bottom), std::min(side, c - top), c);
    }
  }
  void hatch_circle() {
    const double step = hatch_step();
    const double reach = 1.4 * half_;
    for (double c = -reach + step / 2; c < reach; c += step) {
      const double half_chord = std::sqrt(std::max(0.0, half_ * half_ / 2 - c * c / 4));
      hatch_line(c / 2 - half_chord, c / 2 + half_chord, c);
    }
  }

  // Hatching ends at the letters.
  void draw_letters() {
    const char* letters = kLetters[look_[Property::kColor]];
    const double size = std::clamp(0.82 * half_, 2.5, 9.0);
    const double lowered = look_[Property::kShape] == 2 ? 0.2 * half_ : 0;
    if (is_metal()) {
      const double width = text_width(letters, size, true) + 1;
      marks_.push_back({Rectangle{at(-width / 2, lowered - 0.45 * size), width, 0.9 * size, 1},
                        {.fill = fill_}});
    }
    marks_.push_back({Writing{at(0, lowered + 0.34 * size), letters, size, Anchor::kMiddle, true},
                      {.fill = on_fill_}});
    const double least = std::min(slot_.width, slot_.height);
    marks_.push_back({Writing{at(slot_.width / 2 - 0.03 * least, slot_.height / 2 - 0.04 * least),
                              is_large() ? "L" : "S", 0.27 * least, Anchor::kEnd, true},
                      {.fill = kDarkInk}});
  }

  Marks& marks_;
  const Look& look_;
  const Slot& slot_;
  double half_;
  Rgb fill_;
  Rgb edge_;
  Rgb on_fill_;
};

}  // namespace

void append_sign_marks(std::vector<Mark>& out, const Look& look, const Slot& slot) {
  Sign(out, look, slot).draw();
}

}  // namespace assay::curi
