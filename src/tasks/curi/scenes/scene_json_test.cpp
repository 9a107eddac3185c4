#include "assay/tasks/curi/scenes/scene_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "assay/tasks/curi/scenes/camera.h"
#include "assay/tasks/curi/scenes/scene_maker.h"

namespace assay::curi {
namespace {

using nlohmann::json;

SceneMaker maker_of(std::uint8_t first_bin) {
  SceneSettings settings;
  settings.key = stream_key(2, "curi");
  settings.first_bin = first_bin;
  return SceneMaker(settings);
}

std::string json_of(const Scene& scene) {
  std::string text;
  append_scene_json(text, scene);
  return text;
}

Thing thing_of(const json& object) {
  const auto place = [&](const char* key, const auto& words) {
    const auto* const found = std::find(std::begin(words), std::end(words), object[key]);
    return static_cast<std::uint8_t>(found - std::begin(words));
  };
  Thing thing;
  thing.look[Property::kColor] = place("color", kColorWords);
  thing.look[Property::kShape] = place("shape", kShapeWords);
  thing.look[Property::kMaterial] = place("material", kMaterialWords);
  thing.look[Property::kSize] = place("size", kSizeWords);
  thing.position = object["3d_coords"];
  thing.pixel = {object["pixel_coords"][0], object["pixel_coords"][1]};
  thing.depth = object["pixel_coords"][2];
  thing.rotation = object["rotation"];
  return thing;
}

// Two things, the second two units to the right of the first and a tenth behind it.
Scene hand_scene() {
  const auto [right, behind] = directions();
  Scene scene;
  scene.index = 7;
  scene.things.resize(2);
  Thing& first = scene.things[0];
  first.look.values = {1, 0, 1, 1, 5, 5};
  first.position = {0, 0, 0.7};
  first.pixel = {120, 80};
  first.depth = 11.25;
  first.rotation = 90.5;
  Thing& second = scene.things[1];
  second.look.values = {7, 2, 0, 0, 6, 4};
  second.position = {2 * right[0] + 0.1 * behind[0], 2 * right[1] + 0.1 * behind[1], 0.35};
  second.pixel = {170, 79};
  second.depth = 11.5;
  return scene;
}

TEST(SceneJson, SaysWhatClevrSays) {
  const json scene = json::parse(json_of(hand_scene()));
  EXPECT_EQ(scene["split"], "train");
  EXPECT_EQ(scene["image_index"], 7);
  EXPECT_EQ(scene["image_filename"], "ADHOC_train_00000007.png");
  EXPECT_EQ(scene["objects"].size(), 2U);
  EXPECT_EQ(scene["objects"][0],
            json::parse(R"({"color": "red", "shape": "cube", "material": "metal", "size": "large",
                            "3d_coords": [0.0, 0.0, 0.7], "pixel_coords": [120, 80, 11.25],
                            "rotation": 90.5})"));
  EXPECT_TRUE(scene["objects"][0]["pixel_coords"][0].is_number_integer());
  EXPECT_EQ(scene["directions"].size(), 6U);
  EXPECT_NEAR(scene["directions"]["left"][1].get<double>(), -0.75449, 5e-6);
  EXPECT_NEAR(scene["directions"]["front"][0].get<double>(), 0.75449, 5e-6);
  EXPECT_EQ(scene["directions"]["above"], json::parse("[0.0, 0.0, 1.0]"));
  // A tenth is too little to be behind.
  EXPECT_EQ(scene["relationships"], json::parse(R"({"right": [[1], []], "left": [[], [0]],
                                                    "behind": [[], []], "front": [[], []]})"));
}

TEST(SceneJson, ListsRelatedThingsOfMadeScenes) {
  const SceneMaker maker = maker_of(1);
  for (std::uint64_t index = 0; index < 200; ++index) {
    Scene scene;
    maker.make(index, scene);
    const json related = json::parse(json_of(scene))["relationships"];
    // Margins leave no pair undecided: of two things one is right and one behind.
    for (const auto& [one, other] : {std::pair("left", "right"), std::pair("front", "behind")}) {
      for (std::size_t i = 0; i < scene.things.size(); ++i) {
        EXPECT_EQ(related[one][i].size() + related[other][i].size(), scene.things.size() - 1);
        for (const std::size_t j : related[one][i]) {
          EXPECT_THAT(related[other][j], ::testing::Contains(i));
        }
      }
    }
  }
}

// Numbers come back as they were; where a thing lies in the picture stands in its pixels alone.
TEST(SceneJson, SaysAllOfMadeScenes) {
  const SceneMaker maker = maker_of(1);
  for (std::uint64_t index = 1'000'000'000'000; index < 1'000'000'000'500; ++index) {
    Scene scene;
    maker.make(index, scene);
    const json told = json::parse(json_of(scene));
    ASSERT_EQ(told["image_index"], index);
    ASSERT_EQ(told["objects"].size(), scene.things.size());
    for (std::size_t i = 0; i < scene.things.size(); ++i) {
      Thing thing = thing_of(told["objects"][i]);
      const Thing& made = scene.things[i];
      for (const Property bin : {Property::kLocationX, Property::kLocationY}) {
        thing.look[bin] = made.look[bin];
      }
      ASSERT_EQ(thing.look, made.look);
      ASSERT_EQ(thing.position, made.position);
      ASSERT_EQ(thing.pixel, made.pixel);
      ASSERT_EQ(thing.depth, made.depth);
      ASSERT_EQ(thing.rotation, made.rotation);
    }
  }
}

}  // namespace
}  // namespace assay::curi
