#include "assay/render/picture_png.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/render/cairo_picture_testing.h"

namespace assay {
namespace {

constexpr Rgb kRed{255, 0, 0};
constexpr Rgb kBlue{0, 0, 255};
constexpr std::uint32_t kRedPixel = 0xffff0000;
constexpr std::uint32_t kBluePixel = 0xff0000ff;

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// A PNG read back.
class Pixels {
 public:
  explicit Pixels(std::string_view png) : rows_(read_png(png)) {}

  std::size_t width() const { return rows_.front().size(); }
  std::size_t height() const { return rows_.size(); }
  std::uint32_t at(std::size_t x, std::size_t y) const { return rows_[y][x]; }
  std::ptrdiff_t count(std::uint32_t pixel) const {
    std::ptrdiff_t found = 0;
    for (const auto& row : rows_) found += std::count(row.begin(), row.end(), pixel);
    return found;
  }

 private:
  PixelRows rows_;
};

Picture page(std::vector<Mark> marks) { return {20, 10, "", "", std::move(marks)}; }

TEST(PicturePng, HasTheHeaderAndSizeOfAPng) {
  const std::string png = picture_png(page({}), 1.26);
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(png.substr(12, 4), "IHDR");
  EXPECT_EQ(big_endian(png, 16), 26U);  // 25.2
  EXPECT_EQ(big_endian(png, 20), 13U);  // 12.6
  EXPECT_EQ(png.substr(png.size() - 8, 4), "IEND");
  EXPECT_EQ(png.find("tIME"), std::string::npos);
}

TEST(PicturePng, DrawsShapesWhereTheyAre) {
  const Pixels pixels(
      picture_png(page({{Rectangle{{2, 3}, 5, 4}, {.fill = kRed}},
                        {Polygon{{{10, 0}, {20, 0}, {20, 10}, {10, 10}}}, {.fill = kBlue}}})));
  EXPECT_EQ(pixels.width(), 20U);
  EXPECT_EQ(pixels.height(), 10U);
  EXPECT_EQ(pixels.count(kRedPixel), 20);
  EXPECT_EQ(pixels.count(kBluePixel), 100);
  EXPECT_EQ(pixels.count(0), 80);
  EXPECT_EQ(pixels.at(2, 3), kRedPixel);
  EXPECT_EQ(pixels.at(1, 3), 0U);
  EXPECT_EQ(pixels.at(6, 6), kRedPixel);
  EXPECT_EQ(pixels.at(7, 6), 0U);
}

TEST(PicturePng, LaterMarksCoverEarlierOnesAndScaleIsPixelsAPoint) {
  const Picture picture = page(
      {{Rectangle{{0, 0}, 20, 10}, {.fill = kRed}}, {Ellipse{{10, 5}, 4, 2}, {.fill = kBlue}}});
  const Pixels pixels(picture_png(picture, 10));
  EXPECT_EQ(pixels.at(100, 50), kBluePixel);
  EXPECT_EQ(pixels.at(138, 50), kBluePixel);
  EXPECT_EQ(pixels.at(141, 50), kRedPixel);
  EXPECT_EQ(pixels.at(100, 68), kBluePixel);
  EXPECT_EQ(pixels.at(100, 71), kRedPixel);
  constexpr double kArea = 3.14159 * 40 * 20;
  EXPECT_NEAR(static_cast<double>(pixels.count(kBluePixel)), kArea, 0.06 * kArea);
}

TEST(PicturePng, LinesHaveDashesAndArrows) {
  const Pixels dashed(
      picture_png(page({{Polyline{{{0, 5}, {20, 5}}}, {.stroke = kRed, .width = 2, .dash = 5}}})));
  EXPECT_EQ(dashed.at(2, 4), kRedPixel);
  EXPECT_EQ(dashed.at(7, 4), 0U);
  EXPECT_EQ(dashed.at(12, 5), kRedPixel);
  const Pixels arrow(
      picture_png(page({{Polyline{{{0, 5}, {20, 5}}, true}, {.stroke = kRed, .width = 1}}}), 4));
  EXPECT_EQ(arrow.at(58, 12), kRedPixel) << "the head is wider than the line";
  EXPECT_EQ(arrow.at(50, 12), 0U);
}

TEST(PicturePng, APenWiderThanItsCircleLeavesNoHole) {
  const Pixels pixels(
      picture_png(page({{Ellipse{{10, 5}, 1, 1}, {.stroke = kRed, .width = 4}}}), 10));
  EXPECT_EQ(pixels.at(100, 50), kRedPixel);
  EXPECT_NEAR(static_cast<double>(pixels.count(kRedPixel)), 3.14159 * 30 * 30, 150);
}

TEST(PicturePng, OpacityIsOfTheWholeMark) {
  const Pixels pixels(picture_png(page(
      {{Rectangle{{5, 2}, 10, 6}, {.fill = kRed, .stroke = kRed, .width = 2, .opacity = 0.5}}})));
  EXPECT_EQ(pixels.at(5, 5), pixels.at(10, 5));
  EXPECT_EQ(pixels.at(10, 5) >> 24, 0x80U);
}

TEST(PicturePng, WritesTextAndNeverFailsOnIt) {
  const auto inked = [](const char* text, Anchor anchor) {
    const Pixels pixels(
        picture_png(page({{Writing{{10, 8}, text, 8, anchor}, {.fill = kRed}}}), 4));
    int left = 0;
    int right = 0;
    for (std::size_t y = 0; y < pixels.height(); ++y) {
      for (std::size_t x = 0; x < pixels.width(); ++x) {
        if (pixels.at(x, y) != 0) ++(x < 40 ? left : right);
      }
    }
    return std::array<bool, 2>{left > 0, right > 0};
  };
  EXPECT_EQ(inked("H", Anchor::kStart), (std::array<bool, 2>{false, true}));
  EXPECT_EQ(inked("H", Anchor::kMiddle), (std::array<bool, 2>{true, true}));
  EXPECT_EQ(inked("H", Anchor::kEnd), (std::array<bool, 2>{true, false}));
  EXPECT_EQ(inked("", Anchor::kStart), (std::array<bool, 2>{false, false}));
  EXPECT_NO_THROW(inked("\xff\x01 \xe6\x97", Anchor::kStart));
}

// One of each form, with all that a style can ask for.
Picture medley() {
  Picture picture{120, 90, "", "", {}};
  constexpr Rgb kGreen{37, 127, 73};
  picture.marks = {
      {Rectangle{{0, 0}, 120, 90}, {.fill = Rgb{250, 251, 252}}},
      {Rectangle{{3.3, 4.7}, 30.5, 20.2, 5}, {.fill = kRed, .stroke = kBlue, .width = 2.4}},
      {Rectangle{{40, 4}, 26, 22, 4}, {.stroke = kGreen, .width = 1.3, .dash = 4}},
      {Rectangle{{70, 3}, 20, 20}, {.stroke = kBlue, .width = 3, .dash = 4.5}},
      {Ellipse{{105, 15}, 12, 9}, {.fill = kGreen, .stroke = kRed, .width = 1.2, .opacity = 0.6}},
      {Ellipse{{15, 45}, 11, 11}, {.stroke = kBlue, .width = 5, .opacity = 0.5}},
      {Polygon{{{45, 35}, {33, 55}, {38, 45}, {33, 35}}},
       {.fill = kBlue, .stroke = kRed, .width = 1.5}},
      {Polygon{{{50, 35}, {80, 37}, {51, 40}}}, {.stroke = kBlue, .width = 2}},  // needs a cut
      {Polyline{{{50, 45}, {80, 45}, {80, 60}, {60, 52}}, true}, {.stroke = kGreen, .width = 2.6}},
      {Polyline{{{85, 35}, {115, 60}}, true}, {.stroke = kRed, .width = 2.6, .dash = 5}},
      {Polyline{{{90, 70}, {91, 70.5}, {90, 71}, {92, 72}}}, {.stroke = kBlue, .width = 3}},
      {Polyline{{{-20, 80}, {150, 88}}}, {.stroke = kGreen, .width = 6}},  // beyond the page
  };
  return picture;
}

TEST(PicturePng, AgreesWithCairo) {
  for (const double scale : {0.7, 1.0, 2.3}) {
    const auto apart =
        difference_of(read_png(picture_png(medley(), scale)), CairoPage(medley(), scale).pixels());
    EXPECT_LT(apart.mean, 0.35) << scale;
    EXPECT_LT(apart.squared, 2.5) << scale;
  }
}

TEST(PicturePng, AgreesWithCairoOnEachMarkByItself) {
  const Picture all = medley();
  for (std::size_t i = 0; i < all.marks.size(); ++i) {
    const Picture one{all.width, all.height, "", "", {all.marks[i]}};
    const auto apart = difference_of(read_png(picture_png(one, 3)), CairoPage(one, 3).pixels());
    EXPECT_LT(apart.mean, 0.06) << i;
    EXPECT_LT(apart.squared, 1.2) << i;
  }
}

// What every machine must give. A change of the raster or the font changes them on purpose.
TEST(PicturePng, GivesTheSamePixelsEverywhere) {
  Picture picture = medley();
  picture.marks.push_back({Writing{{4, 75}, "AaBbGgQq 0123 &@ ×", 9}, {.fill = kBlue}});
  picture.marks.push_back(
      {Writing{{116, 86}, "small red", 8.5, Anchor::kEnd, true}, {.fill = kRed, .opacity = 0.8}});
  std::string pixels;
  for (const auto& row : read_png(picture_png(picture, 1.7))) {
    for (const std::uint32_t pixel : row) {
      for (int shift = 24; shift >= 0; shift -= 8) {
        pixels += static_cast<char>(pixel >> shift & 0xFFU);
      }
    }
  }
  EXPECT_EQ(sha256_hex(pixels), "310379ca26b95ee6eecc62562ee892949b3a8941df9e841b9aedb3804ebf4558");
  EXPECT_EQ(picture_png(picture, 1.7), picture_png(picture, 1.7));
}

TEST(PicturePng, PlacesFarAwayChangeNothing) {
  constexpr double kFar = 1e300;
  const double nothing = std::nan("");
  const Pixels pixels(
      picture_png(page({{Rectangle{{-kFar, -kFar}, 2 * kFar, 2 * kFar}, {.fill = kRed}},
                        {Ellipse{{kFar, 0}, 5, 5}, {.fill = kBlue}},
                        {Polyline{{{nothing, 0}, {nothing, 5}}}, {.stroke = kBlue, .dash = 1e-9}},
                        {Polygon{{{-5, -5}, {-1, -5}, {-1, 50}}}, {.fill = kBlue}},
                        {Polygon{{{21, -5}, {kFar, -5}, {21, 50}}}, {.fill = kBlue}}})));
  EXPECT_EQ(pixels.count(kRedPixel), 200);
}

TEST(PicturePng, SizesThatCannotBeAreErrors) {
  for (const double scale :
       {0.0, -1.0, 1e3, 1e9, std::numeric_limits<double>::infinity(), std::nan("")}) {
    Picture picture = page({});
    picture.height = 1000;
    try {
      picture_png(picture, scale);
      ADD_FAILURE() << scale;
    } catch (const Error& problem) {
      EXPECT_EQ(problem.kind(), ErrorKind::kUsage);
      EXPECT_NE(std::string(problem.what()).find("choose another scale"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace assay
