#include "assay/render/curve_plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "assay/render/well_formed_testing.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

CurvePlot some_plot() {
  return {"Accuracy by length",
          "words",
          "accuracy",
          {{"a", {{4, 0.9, 0.8, 0.95}, {2, 1, 0.9, 1}, {8, 0.25, 0.1, 0.4}}},
           {"<b> & c", {{2, 0.5, 0.4, 0.6}, {4, 0.5}}}},
          {{"easy", 2}, {"hard", 8}}};
}

TEST(CurvePlot, DrawsEverySeriesInAFileAndInAPage) {
  for (const SvgSetting setting : {SvgSetting::kFile, SvgSetting::kPage}) {
    const std::string svg = curves_svg(some_plot(), setting);
    expect_well_formed(svg);
    EXPECT_EQ(count_of(svg, "class=\"whisker\""), 4U);
    EXPECT_EQ(count_of(svg, "<g class=\"series-0\">"), 2U);  // in the legend and in the plot
    EXPECT_EQ(count_of(svg, "<g class=\"series-1\">"), 2U);
    EXPECT_THAT(svg, HasSubstr("&lt;b&gt; &amp; c"));
    EXPECT_THAT(svg, HasSubstr(">easy</text>"));
    EXPECT_THAT(svg, HasSubstr("a: (2, 1) (4, 0.9) (8, 0.25)."));
  }
}

TEST(CurvePlot, APageGivesColoursAndTitle) {
  const std::string in_page = curves_svg(some_plot(), SvgSetting::kPage);
  EXPECT_THAT(in_page, Not(HasSubstr("<style>")));
  EXPECT_THAT(in_page, Not(HasSubstr("class=\"title\"")));
  EXPECT_THAT(svg_page_style(), HasSubstr(".plot .series-1 .dot{fill:"));
  EXPECT_THAT(curves_svg(some_plot()), HasSubstr(".plot .series-1 .dot{fill:"));
}

TEST(CurvePlot, SaysWhatItLeavesOut) {
  CurvePlot plot = some_plot();
  plot.series[0].points[0].y = std::numeric_limits<double>::quiet_NaN();
  for (int i = 0; i < 8; ++i) plot.series.push_back({"more", {{1, 1}}});
  const std::string svg = curves_svg(plot);
  expect_well_formed(svg);
  EXPECT_THAT(svg, HasSubstr("1 point left out: not finite."));
  EXPECT_THAT(svg, HasSubstr("8 of 10 curves are drawn."));
  expect_well_formed(curves_svg({}));
}

}  // namespace
}  // namespace assay
