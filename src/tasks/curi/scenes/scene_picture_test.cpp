#include "assay/tasks/curi/scenes/scene_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "assay/tasks/curi/scenes/scene_text.h"

namespace assay::curi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double kStrip = 14;
constexpr double kCellWidth = 32;
constexpr double kCellHeight = 28;

std::vector<Mark> drawn(std::string_view words, ScenePanel panel = {}) {
  std::vector<Mark> marks;
  append_scene_marks(marks, read_looks(words).looks, panel);
  return marks;
}

std::vector<Writing> letters_of(const std::vector<Mark>& marks) {
  std::vector<Writing> found;
  for (const Mark& mark : marks) {
    const auto* writing = std::get_if<Writing>(&mark.form);
    if (writing != nullptr && writing->bold) found.push_back(*writing);
  }
  return found;
}

std::vector<std::string> texts_of(const std::vector<Mark>& marks) {
  std::vector<std::string> texts;
  for (const Writing& letters : letters_of(marks)) texts.push_back(letters.text);
  return texts;
}

std::size_t hatches_of(const std::vector<Mark>& marks) {
  std::size_t hatches = 0;
  for (const Mark& mark : marks) hatches += mark.style.opacity < 1;
  return hatches;
}

// Outlines without a fill that are no lines.
std::size_t inner_outlines_of(const std::vector<Mark>& marks) {
  std::size_t outlines = 0;
  for (const Mark& mark : marks) {
    outlines += !mark.style.fill && !std::holds_alternative<Polyline>(mark.form);
  }
  return outlines;
}

bool has_fill(const std::vector<Mark>& marks, Rgb fill) {
  for (const Mark& mark : marks) {
    if (mark.style.fill == fill) return true;
  }
  return false;
}

TEST(ScenePicture, PutsEachThingInTheMiddleOfItsCell) {
  const auto marks = drawn("large red metal sphere at (1, 1); small gray rubber sphere at (8, 7)");
  EXPECT_THAT(texts_of(marks), ElementsAre("re", "L", "gy", "S"));
  const auto letters = letters_of(marks);
  EXPECT_NEAR(letters[0].at.x, kStrip + kCellWidth / 2, 1e-9);
  EXPECT_NEAR(letters[0].at.y, kStrip + kCellHeight / 2, 4);
  EXPECT_NEAR(letters[2].at.x, kStrip + 7.5 * kCellWidth, 1e-9);
  EXPECT_NEAR(letters[2].at.y, kStrip + 6.5 * kCellHeight, 4);
}

TEST(ScenePicture, ThingsOfOneCellStandBesideEachOther) {
  const auto two =
      letters_of(drawn("large red metal sphere at (2, 3); large blue metal sphere at (2, 3)"));
  ASSERT_EQ(two.size(), 4U);
  EXPECT_EQ(two[0].at.y, two[2].at.y);
  EXPECT_NEAR(two[2].at.x - two[0].at.x, kCellWidth / 2, 1e-9);
  const auto five = letters_of(
      drawn("large red metal cube at (2, 3); large red metal cube at (2, 3); large red metal cube "
            "at (2, 3); large red metal cube at (2, 3); large red metal cube at (2, 3)"));
  ASSERT_EQ(five.size(), 10U);
  EXPECT_NEAR(five[2].at.x - five[0].at.x, kCellWidth / 3, 1e-9);
  EXPECT_NEAR(five[8].at.y - five[2].at.y, kCellHeight / 2, 1e-9);
}

TEST(ScenePicture, TellsLooksApart) {
  for (const std::string shape : {"cube", "sphere", "cylinder"}) {
    const auto thing = [&](const std::string& look) { return drawn(look + shape + " at (4, 4)"); };
    EXPECT_GT(hatches_of(thing("large red metal ")), 2U);
    EXPECT_GT(hatches_of(thing("small red metal ")), 2U);
    EXPECT_EQ(hatches_of(thing("large red rubber ")), 0U);
    EXPECT_EQ(inner_outlines_of(thing("large red metal ")), 1U);
    EXPECT_EQ(inner_outlines_of(thing("small red metal ")), 0U);
    EXPECT_TRUE(has_fill(thing("large red metal "), {173, 35, 35}));
    EXPECT_FALSE(has_fill(thing("large cyan metal "), {173, 35, 35}));
    EXPECT_TRUE(has_fill(thing("large cyan metal "), {41, 208, 208}));
  }
}

TEST(ScenePicture, TheFarEdgeHasAColumnOfItsOwn) {
  const auto marks = drawn("small red metal cube at (8, 7)", {.first_bin = 0});
  const auto letters = letters_of(marks);
  EXPECT_NEAR(letters[0].at.x, kStrip + 8.5 * (kPanelWidth - kStrip) / 9, 1e-9);
  EXPECT_NEAR(letters[0].at.y, kStrip + 7.5 * (kPanelHeight - kStrip) / 9, 4);
}

TEST(ScenePicture, StaysInItsPanel) {
  std::vector<double> outside;
  for (const Mark& mark :
       drawn("large red metal cube at (8, 8); small red metal cylinder at (1, 1)",
             {.corner = {10, 20}})) {
    std::vector<Point> points;
    if (const auto* line = std::get_if<Polyline>(&mark.form)) points = line->points;
    if (const auto* writing = std::get_if<Writing>(&mark.form)) points = {writing->at};
    if (const auto* box = std::get_if<Rectangle>(&mark.form)) {
      points = {box->corner, {box->corner.x + box->width, box->corner.y + box->height}};
    }
    for (const Point& point : points) {
      if (point.x < 10 || point.x > 10 + kPanelWidth + 1e-9) outside.push_back(point.x);
      if (point.y < 20 || point.y > 20 + kPanelHeight + 1e-9) outside.push_back(point.y);
    }
  }
  EXPECT_THAT(outside, IsEmpty());
}

TEST(ScenePicture, TheLegendNamesEverySign) {
  std::vector<Mark> marks;
  append_legend_marks(marks, {0, 0});
  std::string told;
  for (const Mark& mark : marks) {
    const auto* writing = std::get_if<Writing>(&mark.form);
    if (writing != nullptr && !writing->bold) told += writing->text + "\n";
  }
  for (const auto& words : {kColorWords[0], kColorWords[7], kShapeWords[0], kShapeWords[2],
                            kMaterialWords[0], kMaterialWords[1], kSizeWords[0], kSizeWords[1]}) {
    EXPECT_NE(told.find(words), std::string::npos) << words;
  }
}

}  // namespace
}  // namespace assay::curi
