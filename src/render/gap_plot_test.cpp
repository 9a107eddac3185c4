#include "assay/render/gap_plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <regex>

#include "assay/render/plot_page.h"
#include "assay/render/well_formed_testing.h"

namespace assay {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::Gt;
using testing::HasSubstr;
using testing::Lt;
using testing::Not;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(PlotAxis, HasRoundTicks) {
  const PlotAxis shares = plot_axis(0, 1, 7);
  EXPECT_THAT(shares.ticks, ElementsAre(0, DoubleNear(0.2, 1e-9), DoubleNear(0.4, 1e-9),
                                        DoubleNear(0.6, 1e-9), DoubleNear(0.8, 1e-9), 1));
  EXPECT_EQ(shares.low, 0);
  EXPECT_EQ(shares.high, 1);
  EXPECT_EQ(shares.label(shares.ticks[3]), "0.6");
  EXPECT_EQ(shares.place(0.25), 0.25);
  const PlotAxis counts = plot_axis(-120, 480, 8);
  EXPECT_THAT(counts.ticks, ElementsAre(-100, 0, 100, 200, 300, 400, 500));
  EXPECT_EQ(counts.label(-100), "\u2212100");
  EXPECT_EQ(counts.label_columns(), 4U);
  EXPECT_THAT(counts.low, Lt(-120));
  EXPECT_THAT(counts.high, Gt(480));
}

TEST(PlotAxis, HoldsWhatItIsGiven) {
  for (const double low : {-9e14, -3.0, -1e-7, 0.0, 0.3, 1e-12, 17.0, 8e14}) {
    for (const double width : {0.0, 1e-15, 1e-5, 0.6, 1.0, 250.0, 7e13}) {
      const PlotAxis axis = plot_axis(low, low + width, 8);
      EXPECT_GE(axis.place(low), -1e-6) << low << " " << width;
      EXPECT_LE(axis.place(low + width), 1 + 1e-6) << low << " " << width;
      EXPECT_GE(axis.ticks.size(), 2U) << low << " " << width;
      EXPECT_LE(axis.ticks.size(), 9U) << low << " " << width;
      for (const double tick : axis.ticks) {
        EXPECT_GE(axis.place(tick), -1e-6);
        EXPECT_LE(axis.place(tick), 1 + 1e-6);
      }
    }
  }
}

struct Text {
  double left = 0;
  double right = 0;
  double y = 0;
  std::string text;
};

// The labels of points, as wide as the widest common font draws them.
std::vector<Text> labels_of(const std::string& svg) {
  static const std::regex kLabel(
      "<text class=\"line( right| middle)?\" x=\"([-0-9.]+)\" y=\"([-0-9.]+)\">([^<]*)</text>");
  std::vector<Text> labels;
  for (auto at = std::sregex_iterator(svg.begin(), svg.end(), kLabel); at != std::sregex_iterator();
       ++at) {
    const std::smatch& found = *at;
    const double x = std::stod(found[2]);
    const double width = 7.2 * static_cast<double>(found[4].length());
    const double left = found[1] == " right" ? x - width : found[1] == "" ? x : x - width / 2;
    labels.push_back({left, left + width, std::stod(found[3]), found[4]});
  }
  return labels;
}

std::vector<std::pair<double, double>> dots_of(const std::string& svg) {
  static const std::regex kDotAt("<circle class=\"dot\" cx=\"([-0-9.]+)\" cy=\"([-0-9.]+)\"");
  std::vector<std::pair<double, double>> dots;
  for (auto at = std::sregex_iterator(svg.begin(), svg.end(), kDotAt); at != std::sregex_iterator();
       ++at) {
    dots.emplace_back(std::stod((*at)[1]), std::stod((*at)[2]));
  }
  return dots;
}

PointPlot plot_of(std::vector<PlotPoint> points) {
  return {"title", "divergence", "gap", std::move(points), false};
}

void expect_sound(const std::string& svg) {
  expect_well_formed(svg);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

TEST(PointPlot, PutsPointsWhereTheyBelong) {
  const std::string svg = points_svg(plot_of({{"a", 0, 0}, {"b", 1, 0.5}, {"c", 0.5, 1}}));
  expect_sound(svg);
  const auto dots = dots_of(svg);
  ASSERT_EQ(dots.size(), 3U);
  EXPECT_NEAR(dots[2].first - dots[0].first, (dots[1].first - dots[0].first) / 2, 0.11);
  EXPECT_NEAR(dots[0].second - dots[1].second, (dots[0].second - dots[2].second) / 2, 0.11);
  EXPECT_LT(dots[2].second, dots[0].second) << "upwards";
  for (const char* text : {">title</title>", ">divergence</text>", ">gap</text>", ">a</text>",
                           "<desc>gap over divergence: a (0, 0); b (1, 0.5); c (0.5, 1).</desc>"}) {
    EXPECT_THAT(svg, HasSubstr(text));
  }
  EXPECT_THAT(svg, Not(HasSubstr("class=\"curve\"")));
  EXPECT_THAT(svg, Not(HasSubstr("class=\"whisker\"")));
}

TEST(PointPlot, DrawsIntervalsInsideTheFrame) {
  const std::string svg = points_svg(plot_of({{"a", 0, 0.5, -2, 3}, {"b", 1, 0.5, {}, 0.7}}));
  EXPECT_EQ(count_of(svg, "class=\"whisker\""), 3U);
  EXPECT_THAT(svg, HasSubstr(">\u22122</text>"));
  EXPECT_THAT(svg, HasSubstr(">3</text>"));
}

TEST(PointPlot, JoinsPointsFromLeftToRight) {
  PointPlot plot = plot_of({{"", 2, 0}, {"", 0, 1}, {"", 1, 2}});
  plot.joined = true;
  const std::string svg = points_svg(plot);
  static const std::regex kCurve(
      "class=\"curve\" d=\"M([0-9.]+) [0-9.]+L([0-9.]+) [0-9.]+L([0-9.]+) ");
  std::smatch found;
  ASSERT_TRUE(std::regex_search(svg, found, kCurve));
  EXPECT_LT(std::stod(found[1]), std::stod(found[2]));
  EXPECT_LT(std::stod(found[2]), std::stod(found[3]));
}

TEST(PointPlot, LabelsCoverNeitherLabelsNorDots) {
  std::vector<PlotPoint> points;
  for (int i = 0; i < 60; ++i) {
    points.push_back(
        {"split number " + std::to_string(i), (i * 37 % 60) / 400.0, (i * 53 % 61) / 300.0 - 0.1});
  }
  for (int i = 0; i < 6; ++i) points.push_back({"close " + std::to_string(i), 0.3, 0.05});
  const std::string svg = points_svg(plot_of(points));
  expect_sound(svg);
  std::vector<Text> labels = labels_of(svg);
  std::erase_if(labels, [](const Text& label) { return label.text == "divergence"; });
  EXPECT_GT(labels.size(), 25U);
  EXPECT_THAT(svg, HasSubstr("class=\"leader\""));
  EXPECT_THAT(svg, HasSubstr("Without room for a name: "));
  for (const Text& label : labels) {
    for (const Text& other : labels) {
      if (&other == &label) continue;
      EXPECT_FALSE(std::abs(label.y - other.y) < 12 && label.left < other.right &&
                   other.left < label.right)
          << label.text << " and " << other.text;
    }
    for (const auto& [x, y] : dots_of(svg)) {
      EXPECT_FALSE(label.left < x + 4 && x - 4 < label.right && label.y - 9 < y && y < label.y)
          << label.text;
    }
  }
  // Every name stands in the plot or under it.
  std::string text = svg.substr(svg.find("</desc>"));
  text = std::regex_replace(text, std::regex("</text>\n<text[^>]*>"), " ");
  for (const PlotPoint& point : points) EXPECT_THAT(text, HasSubstr(point.name));
}

TEST(PointPlot, LeavesOutWhatIsNotFinite) {
  const std::string svg = points_svg(plot_of(
      {{"a", kNan, 0}, {"b", 0, kInfinity}, {"c", 1, 1, kNan, kInfinity}, {"d", 1e300, 0}}));
  expect_sound(svg);
  EXPECT_EQ(dots_of(svg).size(), 1U);
  EXPECT_THAT(svg, HasSubstr(">3 points left out: not finite.</text>"));
  expect_sound(points_svg(plot_of({{"a", kNan, 0}})));
  expect_sound(points_svg({}));
}

TEST(PointPlot, EscapesWhatOthersWrote) {
  const std::string svg =
      points_svg({"<a> & \x1b", "<x>", "y & z", {{"<name>", 0, 0}, {std::string(90, 'n'), 1, 1}}});
  expect_sound(svg);
  EXPECT_THAT(svg, HasSubstr(">&lt;name&gt;</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>&lt;a&gt; &amp; \uFFFD</title>"));
  EXPECT_THAT(svg, Not(HasSubstr(std::string(33, 'n'))));
}

TEST(IntervalPlot, ShowsEveryRow) {
  const std::string svg = interval_svg(
      {"comp",
       {{"mAP",
         {{"strong", 0.95, 0.9, 1}, {"weak", 0.5, 0.45, 0.55}, {"gap", 0.45, 0.4, 0.5, true}}},
        {"loss", {{"strong", -3, -4, -2}, {"weak", {}, {}, {}}}}}});
  expect_sound(svg);
  EXPECT_EQ(count_of(svg, "class=\"panel\""), 2U);
  const auto dots = dots_of(svg);
  ASSERT_EQ(dots.size(), 4U) << "none for what is absent";
  EXPECT_EQ(count_of(svg, "class=\"apart\""), 1U);
  EXPECT_NEAR(dots[0].first - dots[1].first, 9 * (dots[1].first - dots[2].first), 2);
  EXPECT_LT(dots[0].second, dots[1].second);
  EXPECT_THAT(svg, HasSubstr(">0.950 [0.900, 1.000]</text>"));
  EXPECT_THAT(svg, HasSubstr("<desc>mAP: strong 0.950 [0.900, 1.000]; weak 0.500 [0.450, 0.550]; "
                             "gap 0.450 [0.400, 0.500]. loss: strong -3.000 [-4.000, -2.000]; "
                             "weak -.</desc>"));
  EXPECT_EQ(count_of(svg, ">0.0</text>"), 1U) << "shares are shown from 0";
  EXPECT_EQ(count_of(svg, ">1.0</text>"), 1U) << "to 1";
  EXPECT_EQ(count_of(svg, ">\u22124</text>"), 1U);
}

TEST(IntervalPlot, TakesWhatOthersWrote) {
  expect_sound(interval_svg({}));
  const std::string svg = interval_svg(
      {"<t>", {{"<m>", {{std::string(90, 'n'), kNan, 1, 2}, {"<l>", 1, kInfinity, 2}}}, {"", {}}}});
  expect_sound(svg);
  EXPECT_THAT(svg, HasSubstr(">&lt;l&gt;</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(std::string(25, 'n'))));
  EXPECT_EQ(dots_of(svg).size(), 1U);
}

}  // namespace
}  // namespace assay
