#include "assay/render/series_plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <regex>

#include "assay/render/well_formed_testing.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

SeriesPlot small_plot() {
  SeriesPlot plot;
  plot.title = "scan: accuracy < 1";
  plot.x_title = "compound divergence";
  plot.panels.push_back({"exact match",
                         {{"lstm", {{0.7, 0.1, 0.05, 0.2, "mcd1"}, {0, 1, 0.98, 1.02, "random"}}},
                          {"transformer", {{0.4, 0.5, {}, {}, "length"}}, false}},
                         true});
  plot.notes = {"R\u00b2 0.85"};
  return plot;
}

TEST(SeriesPlot, DrawsEverySeriesWithItsPoints) {
  const std::string svg = series_svg(small_plot());
  expect_well_formed(svg);
  EXPECT_EQ(count_of(svg, "class=\"mark\""), 3U + 2U);  // and the legend
  EXPECT_THAT(svg, HasSubstr(">mcd1</text>"));
  EXPECT_THAT(svg, HasSubstr(">length</text>"));
  EXPECT_THAT(svg, HasSubstr("scan: accuracy &lt; 1"));
  EXPECT_THAT(svg, HasSubstr("R\u00b2 0.85"));
  EXPECT_THAT(svg, HasSubstr("exact match, lstm: mcd1 (0.7, 0.1); random (0, 1)."));
}

TEST(SeriesPlot, APageGivesColoursAndTitle) {
  const std::string in_page = series_svg(small_plot(), SvgSetting::kPage);
  expect_well_formed(in_page);
  EXPECT_EQ(count_of(in_page, "class=\"mark\""), 3U + 2U);
  EXPECT_THAT(in_page, Not(HasSubstr("<style>")));
  EXPECT_THAT(in_page, Not(HasSubstr("class=\"title\"")));
  EXPECT_THAT(svg_page_style(), HasSubstr(".plot .s1 .mark{fill:"));
  EXPECT_THAT(series_svg(small_plot()), HasSubstr(".plot .s1 .mark{fill:"));
}

TEST(SeriesPlot, SeriesMayStandBesideEachOther) {
  SeriesPlot plot;
  plot.panels.push_back({"accuracy", {{"a", {{2, 0.5}}}, {"b", {{2, 0.5}}}}, true});
  const std::regex mark("class=\"mark\" transform=\"translate\\(([0-9.]+) [0-9.]+\\)\"");
  for (const bool is_beside : {false, true}) {
    plot.panels[0].is_beside = is_beside;
    const std::string svg = series_svg(plot);
    std::vector<double> places;
    for (auto at = std::sregex_iterator(svg.begin(), svg.end(), mark); at != std::sregex_iterator();
         ++at) {
      places.push_back(std::stod((*at)[1]));
    }
    ASSERT_EQ(places.size(), 4U);  // two of the legend
    EXPECT_NEAR(places[3] - places[2], is_beside ? 5 : 0, 0.11);
  }
}

TEST(SeriesPlot, HigherIsHigherOnThePage) {
  const std::string svg = series_svg(small_plot());
  const std::regex mark("class=\"mark\" transform=\"translate\\(([0-9.]+) ([0-9.]+)\\)\"");
  std::vector<std::pair<double, double>> marks;
  for (auto at = std::sregex_iterator(svg.begin(), svg.end(), mark); at != std::sregex_iterator();
       ++at)
    marks.emplace_back(std::stod((*at)[1]), std::stod((*at)[2]));
  ASSERT_EQ(marks.size(), 5U);  // two of the legend, then by x: random, mcd1, and length
  EXPECT_LT(marks[2].first, marks[3].first);
  EXPECT_LT(marks[2].second, marks[3].second);
  EXPECT_LT(marks[4].second, marks[3].second);
  EXPECT_GT(marks[4].second, marks[2].second);
}

TEST(SeriesPlot, PointsApartAreHollowAndOnNoLine) {
  SeriesPlot plot = small_plot();
  plot.panels[0].series[0].points[0].apart = true;
  const std::string svg = series_svg(plot);
  expect_well_formed(svg);
  EXPECT_EQ(count_of(svg, "class=\"mark apart\""), 1U);
  EXPECT_THAT(svg, Not(testing::ContainsRegex("class=\"line\" d=\"M[0-9. ]*L")));
}

TEST(SeriesPlot, WhatIsNotFiniteIsLeftOut) {
  SeriesPlot plot = small_plot();
  plot.panels[0].series[1].points[0].y = std::numeric_limits<double>::quiet_NaN();
  plot.panels[0].series[0].points[0].high = std::numeric_limits<double>::infinity();
  const std::string svg = series_svg(plot);
  expect_well_formed(svg);
  EXPECT_EQ(count_of(svg, "class=\"mark\""), 2U + 2U);
  EXPECT_THAT(svg, HasSubstr("1 point left out: not finite."));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(SeriesPlot, MayBeEmpty) {
  expect_well_formed(series_svg({}));
  SeriesPlot plot;
  plot.panels.push_back({"loss", {{"train", {}}}});
  expect_well_formed(series_svg(plot));
}

}  // namespace
}  // namespace assay
