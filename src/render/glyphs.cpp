#include "assay/render/glyphs.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/base/unicode.h"
#include "assay/core/text_width.h"

namespace assay {

namespace {

// The middle of a letter's lines, in thousandths of the font size, from the baseline up. A command
// is a letter and the points that follow it:
//   m  begin here                  l  straight to there
//   h  a quarter of an ellipse to there, horizontal at its beginning and vertical at its end
//   v  the same, vertical at its beginning
//   q  a parabola, with its control point first
//   z  back to the beginning
struct Glyph {
  char32_t letter;
  std::string_view lines;
};

constexpr Glyph kGlyphs[] = {
    {'!', "m 200 729 l 200 235 m 200 124 l 200 0"},
    {'"', "m 141 729 l 141 458 m 319 729 l 319 458"},
    {'#', "m 370 718 l 230 0 m 610 718 l 470 0 m 125 480 l 760 480 m 75 240 l 710 240"},
    {'$',
     "m 520 600 q 420 640 320 640 h 115 505 v 315 365 h 525 215 v 310 70 q 190 70 95 115 "
     "m 318 760 l 318 -147"},
    {'%',
     "m 240 701 h 100 525 v 240 350 h 380 525 v 240 701 z m 710 378 h 570 203 v 710 27 h "
     "850 203 v 710 378 z m 720 729 l 230 0"},
    {'&',
     "m 470 670 q 410 701 350 701 h 195 575 q 195 530 240 480 l 700 10 m 300 415 q 108 "
     "320 108 195 v 330 27 q 560 27 650 370"},
    {'\'', "m 137 729 l 137 458"},
    {'(', "m 270 759 q 131 560 131 313 q 131 60 270 -132"},
    {')', "m 120 759 q 259 560 259 313 q 259 60 120 -132"},
    {'*', "m 250 742 l 250 290 m 50 630 l 450 400 m 450 630 l 50 400"},
    {'+', "m 419 627 l 419 0 m 106 313 l 732 313"},
    {',', "m 180 124 l 180 30 l 105 -116"},
    {'-', "m 49 274 l 312 274"},
    {'.', "m 159 124 l 159 0"},
    {'/', "m 300 729 l 37 -93"},
    {'0', "m 318 701 h 111 364 v 318 27 h 525 364 v 318 701 z"},
    {'1', "m 145 645 l 330 688 l 330 41 m 130 41 l 544 41"},
    {'2', "m 85 635 q 180 701 290 701 h 495 530 q 495 440 370 310 l 105 41 l 536 41"},
    {'3',
     "m 90 660 q 180 701 290 701 h 500 550 v 300 395 l 210 395 m 300 395 h 521 210 v 290 "
     "27 q 170 27 80 75"},
    {'4', "m 430 0 l 430 690 l 120 210 l 585 210"},
    {'5', "m 505 688 l 130 688 l 130 400 q 210 430 290 430 h 520 228 v 285 27 q 175 27 80 75"},
    {'6', "m 525 665 q 450 701 370 701 h 115 340 v 330 27 h 528 245 v 330 455 h 118 250"},
    {'7', "m 82 688 l 470 688 l 205 5"},
    {'8',
     "m 318 701 h 131 548 v 318 395 h 505 548 v 318 701 z m 318 395 h 113 210 v 318 27 h "
     "523 210 v 318 395 z"},
    {'9', "m 111 63 q 186 27 266 27 h 521 388 v 306 701 h 108 483 v 306 273 h 518 478"},
    {':', "m 168 124 l 168 0 m 168 517 l 168 393"},
    {';', "m 190 124 l 190 30 l 110 -116 m 180 517 l 180 393"},
    {'<', "m 732 540 l 150 313 l 732 87"},
    {'=', "m 106 410 l 732 410 m 106 215 l 732 215"},
    {'>', "m 106 540 l 688 313 l 106 87"},
    {'?',
     "m 90 655 q 170 701 250 701 h 415 555 q 415 480 330 415 q 235 345 235 280 l 235 200 "
     "m 235 124 l 235 0"},
    {'@',
     "m 500 435 h 345 265 v 500 95 h 650 265 v 500 435 z m 650 440 l 650 160 q 650 95 "
     "730 95 h 880 290 v 520 660 h 110 265 v 520 -130 q 640 -130 740 -80"},
    {'A', "m 55 15 l 342 704 l 629 15 m 150 240 l 534 240"},
    {'B',
     "m 143 386 l 370 386 h 570 213 v 370 41 l 143 41 l 143 688 l 350 688 h 530 537 v "
     "350 386"},
    {'C', "m 625 640 q 540 701 420 701 h 101 364 v 420 27 q 540 27 625 88"},
    {'D', "m 143 41 l 143 688 l 330 688 h 664 364 v 330 41 z"},
    {'E', "m 568 688 l 143 688 l 143 41 l 568 41 m 143 380 l 545 380"},
    {'F', "m 517 688 l 143 688 l 143 0 m 143 380 l 480 380"},
    {'G', "m 655 640 q 560 701 440 701 h 101 364 v 440 27 q 560 27 648 85 l 648 345 l 430 345"},
    {'H', "m 143 0 l 143 729 m 609 0 l 609 729 m 143 390 l 609 390"},
    {'I', "m 147 0 l 147 729"},
    {'J', "m 152 729 l 152 -20 v 30 -159 l -50 -159"},
    {'K', "m 143 0 l 143 729 m 590 715 l 190 385 l 615 15"},
    {'L', "m 143 729 l 143 41 l 552 41"},
    {'M', "m 143 0 l 143 690 l 431 150 l 720 690 l 720 0"},
    {'N', "m 143 0 l 143 700 l 605 29 l 605 729"},
    {'O', "m 394 701 h 101 364 v 394 27 h 686 364 v 394 701 z"},
    {'P', "m 143 0 l 143 688 l 330 688 h 524 500 v 330 310 l 143 310"},
    {'Q', "m 394 701 h 101 364 v 394 27 h 686 364 v 394 701 z m 455 60 l 610 -100"},
    {'R',
     "m 143 0 l 143 688 l 340 688 h 530 510 v 340 335 l 143 335 m 370 335 q 470 335 520 "
     "230 l 625 10"},
    {'S', "m 535 640 q 440 701 325 701 h 111 530 v 320 370 h 534 190 v 310 27 q 190 27 95 90"},
    {'T', "m 0 688 l 611 688 m 305 688 l 305 0"},
    {'U', "m 132 729 l 132 270 v 366 27 h 600 270 l 600 729"},
    {'V', "m 55 714 l 342 25 l 629 714"},
    {'W', "m 80 720 l 270 25 l 494 690 l 718 25 l 909 720"},
    {'X', "m 65 715 l 615 15 m 620 715 l 70 15"},
    {'Y', "m 45 715 l 305 350 l 566 715 m 305 350 l 305 0"},
    {'Z', "m 55 688 l 572 688 l 112 41 l 640 41"},
    {'[', "m 293 719 l 131 719 l 131 -91 l 293 -91"},
    {'\\', "m 37 729 l 300 -93"},
    {']', "m 97 719 l 259 719 l 259 -91 l 97 -91"},
    {'^', "m 150 470 l 419 700 l 688 470"},
    {'_', "m -10 -201 l 510 -201"},
    {'`', "m 120 790 l 290 630"},
    {'a',
     "m 115 480 q 200 519 290 519 h 477 340 l 477 0 m 477 300 l 290 300 h 105 163 v 255 "
     "27 h 477 200"},
    {'b', "m 136 0 l 136 760 m 136 273 v 335 519 h 535 273 v 335 27 h 136 273 z"},
    {'c', "m 470 478 q 400 519 325 519 h 100 273 v 325 27 q 400 27 470 68"},
    {'d', "m 499 0 l 499 760 m 499 273 v 300 519 h 100 273 v 300 27 h 499 273 z"},
    {'e', "m 105 285 l 517 285 v 310 519 h 100 273 v 330 27 q 440 27 530 75"},
    {'f', "m 165 0 l 165 600 v 290 719 l 370 719 m 25 506 l 345 506"},
    {'g',
     "m 499 547 l 499 40 v 290 -167 q 190 -167 115 -130 m 499 273 v 300 519 h 100 273 v "
     "300 27 h 499 273 z"},
    {'h', "m 136 0 l 136 760 m 136 300 v 320 519 h 504 330 l 504 0"},
    {'i', "m 139 0 l 139 547 m 139 647 l 139 760"},
    {'j', "m 139 547 l 139 -50 v 40 -167 l -18 -167 m 139 647 l 139 760"},
    {'k', "m 136 0 l 136 760 m 515 535 l 180 285 l 540 15"},
    {'l', "m 139 0 l 139 760"},
    {'m',
     "m 136 0 l 136 547 m 136 310 v 320 519 h 490 340 l 490 0 m 490 310 v 674 519 h 844 "
     "340 l 844 0"},
    {'n', "m 136 0 l 136 547 m 136 300 v 320 519 h 504 330 l 504 0"},
    {'o', "m 306 519 h 100 273 v 306 27 h 512 273 v 306 519 z"},
    {'p', "m 136 -208 l 136 547 m 136 273 v 335 519 h 535 273 v 335 27 h 136 273 z"},
    {'q', "m 499 -208 l 499 547 m 499 273 v 300 519 h 100 273 v 300 27 h 499 273 z"},
    {'r', "m 136 0 l 136 547 m 136 290 v 340 513 l 408 505"},
    {'s', "m 440 488 q 355 519 270 519 h 99 400 v 262 284 h 428 145 v 250 27 q 155 27 65 68"},
    {'t', "m 160 702 l 160 160 v 280 41 l 368 41 m 27 506 l 360 506"},
    {'u', "m 130 547 l 130 215 v 314 27 h 498 245 m 498 0 l 498 547"},
    {'v', "m 68 540 l 296 25 l 524 540"},
    {'w', "m 82 540 l 235 25 l 409 520 l 583 25 l 736 540"},
    {'x', "m 65 535 l 527 12 m 527 535 l 65 12"},
    {'y', "m 66 540 l 297 35 m 526 540 l 285 -50 q 238 -167 140 -167 l 65 -167"},
    {'z', "m 50 506 l 412 506 l 103 41 l 485 41"},
    {'{',
     "m 505 719 l 440 719 h 320 600 l 320 420 v 200 299 l 125 299 m 200 299 h 320 178 l "
     "320 -10 v 440 -122 l 505 -122"},
    {'|', "m 168 764 l 168 -236"},
    {'}',
     "m 131 719 l 196 719 h 316 600 l 316 420 v 436 299 l 511 299 m 436 299 h 316 178 l "
     "316 -10 v 196 -122 l 131 -122"},
    {'~', "m 120 270 q 180 370 280 355 q 340 345 419 313 q 500 275 560 272 q 650 270 718 355"},
    {U'×', "m 175 557 l 663 70 m 663 557 l 175 70"},
    {U'·', "m 159 374 l 159 250"},
    {U'…', "m 167 124 l 167 0 m 500 124 l 500 0 m 833 124 l 833 0"},
    {U'–', "m 0 274 l 500 274"},
    {U'−', "m 106 313 l 732 313"},
    {U'→', "m 60 313 l 740 313 m 560 490 l 745 313 l 560 136"},
    {U'≤', "m 732 570 l 150 370 l 732 170 m 106 41 l 732 41"},
    {U'≥', "m 106 570 l 688 370 l 106 170 m 106 41 l 732 41"},
    {U'±', "m 419 627 l 419 110 m 106 368 l 732 368 m 106 41 l 732 41"},
};
constexpr std::string_view kUnknown = "m 120 0 l 120 729 l 718 729 l 718 0 z";

std::string_view lines_of(char32_t letter) {
  if (letter == ' ' || letter == U'\u00A0') return "";
  const auto* glyph = std::find_if(std::begin(kGlyphs), std::end(kGlyphs),
                                   [&](const Glyph& known) { return known.letter == letter; });
  return glyph == std::end(kGlyphs) ? kUnknown : glyph->lines;
}

// Reads the lines of a letter as paths.
class GlyphReader {
 public:
  explicit GlyphReader(std::string_view lines, int steps)
      : words_(split_words(lines)), steps_(steps) {
    while (next_ < words_.size()) read_command(words_[next_++].front());
  }
  std::vector<Path> finish() && { return std::move(paths_); }

 private:
  double read_number() {
    std::string_view word = words_[next_++];
    const bool is_negative = word.front() == '-';
    if (is_negative) word.remove_prefix(1);
    const std::optional<std::uint64_t> number = parse_number(word);
    ASSAY_CHECK(number.has_value());
    const auto size = static_cast<double>(*number);
    return is_negative ? -size : size;
  }
  Point read_point() {
    const double x = read_number();
    const double y = read_number();
    return {x, y};
  }

  void read_command(char command) {
    if (command == 'm') {
      paths_.push_back({{read_point()}, false});
      return;
    }
    Path& path = paths_.back();
    if (command == 'z') {
      path.closed = true;
      return;
    }
    const Point from = path.points.back();
    const Point next = read_point();
    if (command == 'l') {
      path.points.push_back(next);
    } else if (command == 'h') {
      append_quarter(path.points, {from.x, next.y}, {0, from.y - next.y}, {next.x - from.x, 0},
                     steps_);
    } else if (command == 'v') {
      append_quarter(path.points, {next.x, from.y}, {from.x - next.x, 0}, {0, next.y - from.y},
                     steps_);
    } else {
      append_parabola(path.points, from, next, read_point());
    }
  }

  void append_parabola(std::vector<Point>& points, Point from, Point control, Point to) const {
    for (int step = 1; step <= steps_; ++step) {
      const double t = static_cast<double>(step) / steps_;
      const double a = (1 - t) * (1 - t);
      const double b = 2 * t * (1 - t);
      const double c = t * t;
      points.push_back(
          {a * from.x + b * control.x + c * to.x, a * from.y + b * control.y + c * to.y});
    }
  }

  std::vector<std::string_view> words_;
  std::size_t next_ = 0;
  int steps_;
  std::vector<Path> paths_;
};

// How wide lines are that run down and across, in thousandths of the font size.
struct Weight {
  double down;
  double across;
};
constexpr Weight kPlain{90, 82};
constexpr Weight kBold{160, 116};
constexpr double kSharpest = 2.35;  // corners of A and V are cut, those of Z are not

// Outlines of one letter that begins at the origin, in thousandths, y up.
std::vector<Contour> outlines_of(char32_t letter, bool bold, int steps) {
  const Weight weight = bold ? kBold : kPlain;
  const double wider =
      static_cast<double>(letter_width(letter, bold)) / static_cast<double>(letter_width(letter));
  // A round pen draws on paper that is squeezed, so that lines across come out thinner.
  const double squeezed = weight.across / weight.down;
  std::vector<Contour> contours;
  for (Path& path : GlyphReader(lines_of(letter), steps).finish()) {
    for (Point& point : path.points) point.x *= wider * squeezed;
    append_stroke(contours, path, {.width = weight.across, .sharpest = kSharpest});
  }
  for (Contour& contour : contours) {
    for (Point& point : contour) point.x /= squeezed;
  }
  return contours;
}

}  // namespace

std::vector<Contour> outlines_of(const Writing& writing, double scale) {
  const double share = writing.anchor == Anchor::kStart ? 0
                       : writing.anchor == Anchor::kEnd ? 1
                                                        : 0.5;
  double x = writing.at.x - share * text_width(writing.text, writing.size, writing.bold);
  const double unit = writing.size / 1000;
  const int steps = quarter_steps(0.25 * writing.size * scale);
  std::vector<Contour> contours;
  for (std::string_view rest = writing.text; !rest.empty();) {
    const auto [letter, bytes] = first_code_point(rest);
    rest.remove_prefix(std::max<std::size_t>(bytes, 1));
    for (Contour& contour : outlines_of(letter, writing.bold, steps)) {
      for (Point& point : contour) point = {x + point.x * unit, writing.at.y - point.y * unit};
      contours.push_back(std::move(contour));
    }
    x += letter_width(letter, writing.bold) * unit;
  }
  return contours;
}

}  // namespace assay
