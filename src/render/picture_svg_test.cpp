#include "assay/render/picture_svg.h"

#include <gtest/gtest.h>

#include <string>

#include "assay/render/well_formed_testing.h"

namespace assay {
namespace {

constexpr Rgb kSvgRed{255, 0, 0};
constexpr Rgb kInk{16, 32, 48};

TEST(PictureSvg, WritesEachForm) {
  Picture picture{40, 30, "Forms", "One of each.", {}};
  picture.marks = {
      {Rectangle{{1, 2}, 3, 4.005, 0}, {.fill = kSvgRed}},
      {Rectangle{{1, 2}, 3, 4, 1.5}, {.stroke = kInk, .width = 2, .dash = 3}},
      {Ellipse{{5, 6}, 7, 8}, {.fill = kSvgRed, .stroke = kInk, .opacity = 0.5}},
      {Polygon{{{0, 0}, {1, 0}, {0, 1}}}, {.fill = kInk}},
      {Polyline{{{0, 0}, {10, 0}, {10, 20}}, true}, {.stroke = kInk, .width = 1}},
      {Writing{{3, -0.001}, "word", 9, Anchor::kMiddle, true}, {.fill = kInk}},
  };
  const std::string svg = picture_svg(picture);
  EXPECT_EQ(
      svg,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"40.00\" height=\"30.00\" "
      "viewBox=\"0 0 40.00 30.00\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n"
      "<title>Forms</title>\n<desc>One of each.</desc>\n"
      "<rect x=\"1.00\" y=\"2.00\" width=\"3.00\" height=\"4.01\" fill=\"#ff0000\"/>\n"
      "<rect x=\"1.00\" y=\"2.00\" width=\"3.00\" height=\"4.00\" rx=\"1.50\" fill=\"none\" "
      "stroke=\"#102030\" stroke-width=\"2.00\" stroke-dasharray=\"3.00\"/>\n"
      "<ellipse cx=\"5.00\" cy=\"6.00\" rx=\"7.00\" ry=\"8.00\" fill=\"#ff0000\" "
      "stroke=\"#102030\" stroke-width=\"1.00\" opacity=\"0.50\"/>\n"
      "<polygon points=\"0.00,0.00 1.00,0.00 0.00,1.00\" fill=\"#102030\"/>\n"
      "<polyline points=\"0.00,0.00 10.00,0.00 10.00,14.00\" fill=\"none\" stroke=\"#102030\" "
      "stroke-width=\"1.00\"/>\n"
      "<polygon points=\"10.00,20.00 7.00,14.00 13.00,14.00\" fill=\"#102030\"/>\n"
      "<text x=\"3.00\" y=\"0.00\" font-size=\"9.00\" text-anchor=\"middle\" font-weight=\"bold\" "
      "fill=\"#102030\">word</text>\n</svg>\n");
  expect_well_formed(svg);
  EXPECT_EQ(picture_svg(picture), svg);
}

TEST(PictureSvg, ScalesWhatIsShownNotWhatIsDrawn) {
  const std::string svg = picture_svg({40, 30, "", "", {}}, 1.5);
  EXPECT_NE(svg.find("width=\"60.00\" height=\"45.00\" viewBox=\"0 0 40.00 30.00\""),
            std::string::npos);
}

TEST(PictureSvg, TextOfOthersCannotBreakTheDocument) {
  const std::string hostile = "</text><script>\"&\x01\n\xff";
  Picture picture{10, 10, hostile, hostile, {{Writing{{0, 0}, hostile}, {.fill = kInk}}}};
  const std::string svg = picture_svg(picture);
  expect_well_formed(svg);
  EXPECT_EQ(count_of(svg, "&lt;/text&gt;&lt;script&gt;&quot;&amp;\uFFFD \uFFFD"), 3U);
  EXPECT_EQ(svg.find("<script"), std::string::npos);
}

TEST(PictureSvg, AnArrowWithoutDirectionHasNoHead) {
  for (const Polyline& line :
       {Polyline{{}, true}, Polyline{{{1, 1}}, true}, Polyline{{{1, 1}, {1, 1}}, true}}) {
    const std::string svg = picture_svg({10, 10, "", "", {{line, {.stroke = kInk}}}});
    expect_well_formed(svg);
    EXPECT_EQ(count_of(svg, "<polygon"), 0U);
  }
}

}  // namespace
}  // namespace assay
