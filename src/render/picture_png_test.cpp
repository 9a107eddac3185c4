#include "assay/render/picture_png.h"

#include <cairo.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "assay/base/error.h"

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
  explicit Pixels(std::string_view png) : rest_(png) {
    cairo_surface_t* surface = cairo_image_surface_create_from_png_stream(read, this);
    EXPECT_EQ(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    width_ = static_cast<std::size_t>(cairo_image_surface_get_width(surface));
    height_ = static_cast<std::size_t>(cairo_image_surface_get_height(surface));
    const bool clear = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32;
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface));
    const unsigned char* row = cairo_image_surface_get_data(surface);
    for (std::size_t y = 0; y < height_; ++y, row += stride) {
      std::vector<std::uint32_t>& pixels = rows_.emplace_back(width_);
      std::memcpy(pixels.data(), row, pixels.size() * sizeof(std::uint32_t));
      for (std::uint32_t& pixel : pixels) pixel |= clear ? 0 : 0xff000000;
    }
    cairo_surface_destroy(surface);
  }

  std::size_t width() const { return width_; }
  std::size_t height() const { return height_; }
  std::uint32_t at(std::size_t x, std::size_t y) const { return rows_[y][x]; }
  std::ptrdiff_t count(std::uint32_t pixel) const {
    std::ptrdiff_t found = 0;
    for (const auto& row : rows_) found += std::count(row.begin(), row.end(), pixel);
    return found;
  }

 private:
  static cairo_status_t read(void* self, unsigned char* data, unsigned length) {
    std::string_view& rest = static_cast<Pixels*>(self)->rest_;
    if (rest.size() < length) return CAIRO_STATUS_READ_ERROR;
    std::memcpy(data, rest.data(), length);
    rest.remove_prefix(length);
    return CAIRO_STATUS_SUCCESS;
  }

  std::string_view rest_;
  std::size_t width_ = 0;
  std::size_t height_ = 0;
  std::vector<std::vector<std::uint32_t>> rows_;
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

TEST(PicturePng, GivesTheSameBytesEveryTime) {
  const Picture picture = page({{Ellipse{{10, 5}, 4, 2}, {.fill = kBlue, .opacity = 0.3}},
                                {Writing{{1, 8}, "same"}, {.fill = kRed}}});
  EXPECT_EQ(picture_png(picture, 2.5), picture_png(picture, 2.5));
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
