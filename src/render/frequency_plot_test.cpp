#include "assay/render/frequency_plot.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/render/well_formed_testing.h"

namespace assay {
namespace {

FrequencyPlot plot_of(std::vector<std::pair<double, double>> shares) {
  return {"scan, split mcd1", "train", "test", {{"things", std::move(shares)}}};
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// The last path of a style: that of the last panel, the first being the legend's.
std::string path_of(std::string_view svg, std::string_view style) {
  const std::size_t path = svg.rfind("<path class=\"" + std::string(style) + "\"");
  if (path == std::string_view::npos) return "";
  const std::size_t begin = svg.find(" d=\"", path) + 4;
  return std::string(svg.substr(begin, svg.find('"', begin) - begin));
}

std::vector<double> heights_of_dots(const std::string& path) {
  std::vector<double> heights;
  for (std::size_t at = 0; (at = path.find(' ', at)) != std::string::npos; ++at) {
    heights.push_back(-std::stod(path.substr(at + 1)));
  }
  return heights;
}

// Few things are frequent, most are in one part only, neighbours differ.
std::vector<std::pair<double, double>> many_things(std::size_t count) {
  std::vector<std::pair<double, double>> shares;
  unsigned state = 7;
  for (std::size_t i = 0; i < count; ++i) {
    state = state * 1664525U + 1013904223U;
    const double share = 0.9 / static_cast<double>(i + 1);
    const unsigned part = (state >> 16) % 8;
    const double factor = static_cast<double>((state >> 20) % 1000 + 1) / 1000;
    shares.emplace_back(part < 5 ? share : 0, part > 3 ? share * factor : 0);
  }
  return shares;
}

TEST(FrequencyPlot, SaysWhatOccursWhere) {
  const std::string svg = frequency_svg(plot_of({{0.5, 0.5}, {0.2, 0}, {0, 0.1}, {0.1, 0}}));
  expect_well_formed(svg);
  EXPECT_FALSE(has(svg, "nan") || has(svg, "inf"));
  EXPECT_TRUE(has(svg, ">1 in both, 2 only in train, 1 only in test</text>"));
  EXPECT_TRUE(has(svg, "<title>scan, split mcd1</title>"));
  EXPECT_TRUE(has(svg, "<desc>things: 1 in both, 2 only in train, 1 only in test.</desc>"));
  EXPECT_FALSE(has(svg, "A column stands for"));
  EXPECT_TRUE(has(frequency_svg(plot_of({{0, 0}})),
                  ">0 in both, 0 only in train, 0 only in test, 1 in neither</text>"));
}

TEST(FrequencyPlot, IndexesByFirstShareThenBySecond) {
  const std::string svg = frequency_svg(plot_of({{0.1, 0.3}, {0.1, 0.9}, {1, 0.2}, {0, 0.5}}));
  const auto heights = heights_of_dots(path_of(svg, "second"));
  ASSERT_EQ(heights.size(), 4U);
  EXPECT_LT(heights[0], heights[2]) << "0.2 and 0.3";
  EXPECT_LT(heights[2], heights[3]) << "0.3 and 0.5";
  EXPECT_LT(heights[3], heights[1]) << "0.5 and 0.9";
  EXPECT_EQ(svg, frequency_svg(plot_of({{0, 0.5}, {1, 0.2}, {0.1, 0.9}, {0.1, 0.3}})));
}

TEST(FrequencyPlot, StepsOnceAtEachFallOfTheFirstShare) {
  const std::string svg = frequency_svg(plot_of({{1, 0}, {1, 0}, {0.1, 0}, {0, 0.1}}));
  EXPECT_EQ(count_of(path_of(svg, "first"), "H"), 2U);
  EXPECT_EQ(count_of(path_of(svg, "first-none"), "H"), 2U);
  EXPECT_EQ(heights_of_dots(path_of(svg, "second")).size(), 1U) << "none is no dot";
}

TEST(FrequencyPlot, GivesEachDecadeTheSameHeight) {
  const std::string svg =
      frequency_svg(plot_of({{1, 1}, {0.1, 0.1}, {0.01, 0.01}, {0.001, 0.001}}));
  const auto heights = heights_of_dots(path_of(svg, "second"));
  ASSERT_EQ(heights.size(), 4U);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_DOUBLE_EQ(heights[i - 1] - heights[i], 80);
  EXPECT_EQ(count_of(svg, "class=\"grid\""), 4U);
  EXPECT_TRUE(has(svg, "\u22123</tspan>"));
  EXPECT_FALSE(has(svg, "\u22124</tspan>"));
}

TEST(FrequencyPlot, AnEmptyPanelHasNoAxes) {
  const std::string svg = frequency_svg(plot_of({}));
  expect_well_formed(svg);
  EXPECT_FALSE(has(svg, "nan") || has(svg, "inf"));
  EXPECT_TRUE(has(svg, ">0 in both, 0 only in train, 0 only in test</text>"));
  EXPECT_EQ(count_of(svg, "class=\"axis\""), 0U);
  expect_well_formed(frequency_svg({}));
}

TEST(FrequencyPlot, TakesSharesOutOfRange) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  const std::string svg = frequency_svg(plot_of({{-1, 2}, {kNan, 0.5}, {0.5, kNan}, {kLeast, 7}}));
  expect_well_formed(svg);
  EXPECT_FALSE(has(svg, "nan") || has(svg, "inf"));
  EXPECT_EQ(svg, frequency_svg(plot_of({{0, 1}, {0, 0.5}, {0.5, 0}, {kLeast, 1}})));
}

TEST(FrequencyPlot, DrawsManyThingsAsColumns) {
  FrequencyPlot plot = plot_of(many_things(40'013));
  const std::string svg = frequency_svg(plot);
  expect_well_formed(svg);
  EXPECT_FALSE(has(svg, "nan") || has(svg, "inf"));
  EXPECT_TRUE(has(svg, ">A column stands for 27 in a row (the last one for 26): "));
  EXPECT_LE(count_of(path_of(svg, "second"), "M"), 1500U);
  for (const std::size_t panels : {2U, 4U, 9U}) {
    plot.panels.resize(panels, plot.panels.front());
    EXPECT_LT(frequency_svg(plot).size(), 300'000U) << panels << " panels";
  }
  EXPECT_FALSE(has(frequency_svg(plot_of(many_things(1500))), "A column stands for"));
  EXPECT_TRUE(has(frequency_svg(plot_of(many_things(3000))), "A column stands for 2 in a row: "));
}

TEST(FrequencyPlot, AColumnShowsTheRangeOfTheSecondShares) {
  std::vector<std::pair<double, double>> shares(3000, {0.5, 0});
  shares[0].second = 1;
  shares[1].second = 0.1;
  shares[2].second = 0.1;
  const std::string path = path_of(frequency_svg(plot_of(shares)), "second");
  EXPECT_EQ(count_of(path, "M"), 2U);
  EXPECT_EQ(count_of(path, "V"), 1U) << "from 1 to 0.1";
  EXPECT_EQ(count_of(path, "h.01"), 1U) << "0.1 beside none";
}

TEST(FrequencyPlot, EscapesWhatOthersWrote) {
  FrequencyPlot plot{"<a> & \"b\" \x1b", "<train>", "te&st", {{"1 < 2", {{1, 0}}}}};
  const std::string svg = frequency_svg(plot);
  expect_well_formed(svg);
  EXPECT_FALSE(has(svg, "nan") || has(svg, "inf"));
  EXPECT_TRUE(has(svg, "<title>&lt;a&gt; &amp; &quot;b&quot; \uFFFD</title>"));
  EXPECT_TRUE(has(svg, ">1 &lt; 2</text>"));
  EXPECT_TRUE(has(svg, "1 only in &lt;train&gt;, 0 only in te&amp;st<"));
  EXPECT_FALSE(has(svg, "\x1b"));
  plot.first_name = std::string(100, 'x');
  EXPECT_FALSE(has(frequency_svg(plot), std::string(17, 'x')));
}

}  // namespace
}  // namespace assay
