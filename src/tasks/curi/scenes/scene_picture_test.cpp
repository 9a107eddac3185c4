#include "assay/tasks/curi/scenes/scene_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "assay/tasks/curi/scenes/scene_maker.h"
#include "assay/tasks/curi/scenes/scene_text.h"

namespace assay::curi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double kStrip = 14;

std::vector<Writing> labels_of(const std::vector<Mark>& marks) {
  std::vector<Writing> found;
  for (const Mark& mark : marks) {
    const auto* writing = std::get_if<Writing>(&mark.form);
    if (writing != nullptr && writing->bold) found.push_back(*writing);
  }
  return found;
}

std::vector<std::string> texts_of(const std::vector<Writing>& labels) {
  std::vector<std::string> texts;
  for (const Writing& label : labels) texts.push_back(label.text);
  return texts;
}

std::vector<Mark> drawn(std::string_view words) {
  std::vector<Mark> marks;
  append_scene_marks(marks, read_looks(words).looks, {.width = 240 + kStrip});
  return marks;
}

std::size_t shines_of(const std::vector<Mark>& marks) {
  std::size_t shines = 0;
  for (const Mark& mark : marks) shines += mark.style.opacity < 1;
  return shines;
}

bool has_fill(const std::vector<Mark>& marks, Rgb fill) {
  for (const Mark& mark : marks) {
    if (mark.style.fill == fill) return true;
  }
  return false;
}

TEST(ScenePicture, DrawsEachThingInItsCell) {
  const auto labels =
      labels_of(drawn("large red metal sphere at (1, 1); small gray rubber sphere at (8, 8)"));
  ASSERT_THAT(texts_of(labels), ElementsAre("re", "gy"));
  EXPECT_NEAR(labels[0].at.x, kStrip + 15, 1e-9);
  EXPECT_NEAR(labels[0].at.y, kStrip + 10, 8);
  EXPECT_NEAR(labels[1].at.x, kStrip + 225, 1e-9);
  EXPECT_NEAR(labels[1].at.y, kStrip + 150, 8);
}

TEST(ScenePicture, PutsThingsOfOneCellInLine) {
  const auto labels =
      labels_of(drawn("large red metal sphere at (2, 3); large blue metal sphere at (2, 3)"));
  ASSERT_EQ(labels.size(), 2U);
  EXPECT_EQ(labels[0].at.y, labels[1].at.y);
  EXPECT_NEAR(labels[1].at.x - labels[0].at.x, 15, 1e-9);
}

TEST(ScenePicture, TellsLooksApart) {
  for (const std::string_view shape : {"cube", "sphere", "cylinder"}) {
    const auto thing = [&](std::string_view look) {
      return drawn(std::string(look) + " " + std::string(shape) + " at (4, 4)");
    };
    const auto metal = thing("large red metal");
    const auto rubber = thing("large red rubber");
    EXPECT_EQ(shines_of(metal), 1U);
    EXPECT_EQ(shines_of(rubber), 0U);
    EXPECT_TRUE(has_fill(metal, {173, 35, 35}));
    EXPECT_FALSE(has_fill(thing("large cyan metal"), {173, 35, 35}));
    EXPECT_TRUE(has_fill(thing("large cyan metal"), {41, 208, 208}));
    EXPECT_GT(labels_of(rubber)[0].size, labels_of(thing("small red rubber"))[0].size);
  }
}

TEST(ScenePicture, DrawsNearThingsOverFarOnesWhereTheirPixelsAre) {
  SceneSettings settings;
  settings.key = stream_key(1, "curi");
  const SceneMaker maker(settings);
  Scene scene;
  for (std::uint64_t index = 0; index < 50; ++index) {
    maker.make(index, scene);
    std::vector<Mark> marks;
    append_scene_marks(marks, scene, {.corner = {100, 200}, .width = 480 + kStrip});
    const auto labels = labels_of(marks);
    ASSERT_EQ(labels.size(), scene.things.size());
    std::sort(scene.things.begin(), scene.things.end(),
              [](const Thing& a, const Thing& b) { return a.depth > b.depth; });
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const double reach = 0.2 * 480 * 35.0 / 32 * 0.7 / scene.things[i].depth + 1e-9;
      ASSERT_NEAR(labels[i].at.x, 100 + kStrip + 2 * scene.things[i].pixel[0], reach);
    }
  }
}

TEST(ScenePicture, StaysInItsPanel) {
  const ScenePanel panel{.corner = {10, 20}, .width = 240 + kStrip};
  EXPECT_NEAR(height_of(panel), 160 + kStrip, 1e-9);
  std::vector<Mark> marks;
  append_scene_marks(marks, read_looks("small red metal cube at (8, 8)").looks, panel);
  std::vector<double> outside;
  for (const Mark& mark : marks) {
    const auto* line = std::get_if<Polyline>(&mark.form);
    if (line == nullptr) continue;
    for (const Point& point : line->points) {
      if (point.x < 10 || point.x > 10 + panel.width + 1e-9) outside.push_back(point.x);
      if (point.y < 20 || point.y > 20 + height_of(panel) + 1e-9) outside.push_back(point.y);
    }
  }
  EXPECT_THAT(outside, IsEmpty());
}

}  // namespace
}  // namespace assay::curi
