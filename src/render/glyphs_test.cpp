#include "assay/render/glyphs.h"

#include <cairo.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "assay/core/text_width.h"

namespace assay {
namespace {

constexpr double kSize = 1000;

std::vector<Contour> letter(char sign, bool bold = false) {
  return outlines_of({{0, 0}, std::string(1, sign), kSize, Anchor::kStart, bold}, 0.05);
}

TEST(Glyphs, EveryPrintableCharacterHasAFormOfItsOwn) {
  std::vector<std::vector<Contour>> seen;
  for (char sign = '!'; sign <= '~'; ++sign) {
    std::vector<Contour> contours = letter(sign);
    ASSERT_FALSE(contours.empty()) << sign;
    EXPECT_EQ(std::count(seen.begin(), seen.end(), contours), 0) << sign;
    seen.push_back(std::move(contours));
  }
  EXPECT_TRUE(letter(' ').empty());
}

TEST(Glyphs, LettersStayInTheirWidthAndLine) {
  for (const bool bold : {false, true}) {
    for (char sign = '!'; sign <= '~'; ++sign) {
      const double width = letter_width(static_cast<char32_t>(sign), bold);
      for (const Contour& contour : letter(sign, bold)) {
        for (const Point& point : contour) {
          EXPECT_GT(point.x, -65) << sign;  // J and j reach back
          EXPECT_LT(point.x, width + 65) << sign;
          EXPECT_GT(point.y, -840) << sign;
          EXPECT_LT(point.y, 260) << sign;
        }
      }
    }
  }
}

TEST(Glyphs, TheAnchorSaysWhereTextStands) {
  const auto left_of = [](Anchor anchor) {
    const auto contours = outlines_of({{500, 20}, "HH", 100, anchor, false}, 1);
    double left = 1e9;
    for (const Contour& contour : contours) {
      for (const Point& point : contour) left = std::min(left, point.x);
    }
    return left;
  };
  const double width = text_width("HH", 100);
  EXPECT_NEAR(left_of(Anchor::kStart), 500 + 9.8, 1e-9);
  EXPECT_NEAR(left_of(Anchor::kMiddle), 500 + 9.8 - width / 2, 1e-9);
  EXPECT_NEAR(left_of(Anchor::kEnd), 500 + 9.8 - width, 1e-9);
}

TEST(Glyphs, UnknownCharactersAreBoxes) {
  const auto box = outlines_of({{0, 0}, "語", kSize, Anchor::kStart, false}, 1);
  ASSERT_EQ(box.size(), 2U);
  EXPECT_EQ(box[0].size(), 4U);
  EXPECT_EQ(outlines_of({{0, 0}, "é", kSize, Anchor::kStart, false}, 1), box);
}

// The widths that SVG viewers use when they have DejaVu Sans.
TEST(Glyphs, WidthsAreThoseOfDejaVuSans) {
  cairo_surface_t* surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
  cairo_t* canvas = cairo_create(surface);
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(canvas, options);
  const auto width_of = [&](const std::string& text) {
    cairo_text_extents_t extents;
    cairo_text_extents(canvas, text.c_str(), &extents);
    return extents.x_advance;
  };
  cairo_set_font_size(canvas, kSize);
  cairo_select_font_face(canvas, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  if (std::abs(width_of("Qm") - 1761) > 2) GTEST_SKIP() << "DejaVu Sans is not installed";
  for (const bool bold : {false, true}) {
    cairo_select_font_face(canvas, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    for (char sign = ' '; sign <= '~'; ++sign) {
      const std::string text(1, sign);
      EXPECT_NEAR(width_of(text), text_width(text, kSize, bold), 1) << sign;
    }
    for (const char* text : {"×", "·", "…", "–", "−", "→", "≤", "≥", "±"}) {
      EXPECT_NEAR(width_of(text), text_width(text, kSize, bold), 1) << text;
    }
  }
  cairo_font_options_destroy(options);
  cairo_destroy(canvas);
  cairo_surface_destroy(surface);
}

}  // namespace
}  // namespace assay
