// Pictures of CURI carry every fact: a reader that knows only the legend takes the scenes out of
// the SVG again and compares them with the words of the row.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "assay/catalog/catalog.h"
#include "assay/render/picture_svg.h"

namespace assay {
namespace {

using Facts = std::multiset<std::string>;  // "large red metal cube at (3, 4)"

struct SeenScene {
  std::string caption;  // "1. yes"
  Facts things;
};

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;

  double number(const std::string& key) const { return std::stod(attributes.at(key)); }
  std::string get(const std::string& key) const {
    const auto found = attributes.find(key);
    return found == attributes.end() ? "" : found->second;
  }
  bool is_bold() const { return get("font-weight") == "bold"; }
};

std::vector<Element> elements_of(const std::string& svg) {
  static const std::regex kElement(R"re(<(rect|ellipse|polyline|text)( [^>]*?)/?>([^<]*))re");
  static const std::regex kAttribute(R"re(([a-z-]+)="([^"]*)")re");
  std::vector<Element> elements;
  for (std::sregex_iterator at(svg.begin(), svg.end(), kElement), end; at != end; ++at) {
    Element element{(*at)[1], {}, (*at)[3]};
    const std::string inside = (*at)[2];
    for (std::sregex_iterator of(inside.begin(), inside.end(), kAttribute); of != end; ++of) {
      element.attributes[(*of)[1]] = (*of)[2];
    }
    elements.push_back(std::move(element));
  }
  return elements;
}

// What the legend says of colours, and the letters beside them.
const std::map<std::string, std::pair<std::string, std::string>>& colors() {
  static const std::map<std::string, std::pair<std::string, std::string>> kColors{
      {"#575757", {"gray", "gy"}},  {"#ad2323", {"red", "re"}},   {"#2a4bd7", {"blue", "bl"}},
      {"#1d6914", {"green", "gn"}}, {"#814a19", {"brown", "br"}}, {"#8126c0", {"purple", "pu"}},
      {"#29d0d0", {"cyan", "cy"}},  {"#ffee33", {"yellow", "ye"}}};
  return kColors;
}

// The numbers along the top and the left side of a panel.
struct Scale {
  std::map<double, std::string> columns;  // by the middle of the column
  std::map<double, std::string> rows;

  static std::string nearest(const std::map<double, std::string>& numbers, double place) {
    const auto best =
        std::min_element(numbers.begin(), numbers.end(), [&](const auto& a, const auto& b) {
          return std::abs(a.first - place) < std::abs(b.first - place);
        });
    return best->second;
  }
};

// One thing from its marks, which end with the letter of its size.
std::string thing_of(const std::vector<Element>& marks, const Scale& scale) {
  const Element& first = marks.front();
  const bool is_square = first.name == "rect";
  const bool is_can = !is_square && marks[1].name == "rect" && marks[1].get("stroke").empty();
  std::size_t outlines = 0;
  std::size_t hatches = 0;
  for (const Element& mark : marks) {
    outlines += mark.get("fill") == "none" && mark.name != "polyline" ? 1 : 0;
    hatches += mark.name == "polyline" && !mark.get("opacity").empty() ? 1 : 0;
  }
  const auto& [word, letters] = colors().at(first.get("fill"));
  EXPECT_EQ(marks[marks.size() - 2].text, letters);
  EXPECT_EQ(marks.back().text, outlines > 0 ? "L" : "S");
  const Element& box = is_can ? marks[1] : first;
  const bool has_corner = is_square || is_can;
  const double x = has_corner ? box.number("x") + box.number("width") / 2 : box.number("cx");
  const double y = has_corner ? box.number("y") + box.number("height") / 2 : box.number("cy");
  return std::string(outlines > 0 ? "large " : "small ") + word +
         (hatches > 0 ? " metal " : " rubber ") +
         (is_square ? "cube"
          : is_can  ? "cylinder"
                    : "sphere") +
         " at (" + Scale::nearest(scale.columns, x) + ", " + Scale::nearest(scale.rows, y) + ")";
}

bool is_number(const Element& element) {
  return element.name == "text" && !element.is_bold() && element.text.size() == 1 &&
         std::isdigit(static_cast<unsigned char>(element.text[0])) != 0;
}

double bottom_of(const Element& rect) { return rect.number("y") + rect.number("height"); }

// Where a shape begins.
double top_of(const Element& shape) {
  return shape.name == "rect" ? shape.number("y") : shape.number("cy") - shape.number("ry");
}

// Takes the panels of a picture apart, from first to last.
std::vector<SeenScene> scenes_of(const std::string& svg) {
  const std::string ground = "#f0f2f5";
  const std::vector<Element> all = elements_of(svg);
  std::vector<SeenScene> scenes;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].name != "rect" || all[i].get("fill") != ground) continue;
    const double bottom = bottom_of(all[i]);
    SeenScene scene{all[i - 1].text, {}};
    Scale scale;
    std::vector<Element> marks;
    for (++i; i < all.size(); ++i) {
      const Element& element = all[i];
      if (marks.empty() && element.name == "polyline") continue;  // of the grid
      if (is_number(element)) {
        const bool above = element.get("text-anchor") == "middle";
        const double down = element.number("y") - 0.36 * element.number("font-size");
        (above ? scale.columns[element.number("x")] : scale.rows[down]) = element.text;
        continue;
      }
      // The next caption, or the legend below the last panel.
      if (marks.empty() && (element.name == "text" || top_of(element) > bottom)) break;
      marks.push_back(element);
      if (element.text != "L" && element.text != "S") continue;
      scene.things.insert(thing_of(marks, scale));
      marks.clear();
    }
    scenes.push_back(std::move(scene));
  }
  return scenes;
}

// "1. yes: thing; thing" and "1. thing; thing" of the row's own words.
std::vector<SeenScene> scenes_in_words(const std::string& input) {
  static const std::regex kLine(R"re((\d+\.)( (?:yes|no):)? (.* at \(\d, \d\))\n?)re");
  static const std::regex kThing(R"re([a-z]+ [a-z]+ [a-z]+ [a-z]+ at \(\d, \d\))re");
  std::vector<SeenScene> scenes;
  for (std::sregex_iterator at(input.begin(), input.end(), kLine), end; at != end; ++at) {
    std::string label = (*at)[2];
    if (!label.empty()) label.pop_back();
    SeenScene scene{(*at)[1].str() + label, {}};
    const std::string things = (*at)[3];
    for (std::sregex_iterator of(things.begin(), things.end(), kThing); of != end; ++of) {
      scene.things.insert(of->str());
    }
    scenes.push_back(std::move(scene));
  }
  return scenes;
}

TEST(CuriFacts, AreReadBackFromTheSvgOf1000Scenes) {
  std::size_t read = 0;
  std::size_t things = 0;
  for (const char* edition : {"sound", "published"}) {
    const auto task =
        make_task("curi", {{"draws", "1000"}, {"scenes", "2000"}, {"edition", edition}});
    const auto source = task->open(11);
    Example row;
    for (std::uint64_t unit = 0; unit < 10; ++unit) {
      ASSERT_TRUE(source->unit(unit)->make(0, {}, row));
      const Picture picture = task->abilities().illustrator->picture(row, Reveal::kQuestion);
      const auto seen = scenes_of(picture_svg(picture));
      const auto told = scenes_in_words(row.input());
      ASSERT_EQ(told.size(), 50U);
      ASSERT_EQ(seen.size(), told.size());
      for (std::size_t i = 0; i < told.size(); ++i) {
        ASSERT_EQ(seen[i].caption, told[i].caption);
        ASSERT_EQ(seen[i].things, told[i].things) << edition << unit << " scene " << i;
        things += told[i].things.size();
      }
      read += seen.size();
    }
  }
  EXPECT_EQ(read, 1000U);
  EXPECT_GT(things, 3000U);
}

}  // namespace
}  // namespace assay
