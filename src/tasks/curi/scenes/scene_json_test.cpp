#include "assay/tasks/curi/scenes/scene_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "assay/base/error.h"
#include "assay/tasks/curi/scenes/camera.h"
#include "assay/tasks/curi/scenes/scene_maker.h"

namespace assay::curi {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

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

void expect_same(const Scene& read, const Scene& scene) {
  ASSERT_EQ(read.index, scene.index);
  ASSERT_EQ(read.things.size(), scene.things.size());
  for (std::size_t i = 0; i < scene.things.size(); ++i) {
    ASSERT_EQ(read.things[i].look, scene.things[i].look);
    ASSERT_EQ(read.things[i].position, scene.things[i].position);
    ASSERT_EQ(read.things[i].pixel, scene.things[i].pixel);
    ASSERT_EQ(read.things[i].depth, scene.things[i].depth);
    ASSERT_EQ(read.things[i].rotation, scene.things[i].rotation);
  }
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

TEST(SceneJson, ComesBack) {
  for (const std::uint8_t first_bin : {std::uint8_t{0}, std::uint8_t{1}}) {
    const SceneMaker maker = maker_of(first_bin);
    std::string file = R"({"info": {"split": "train"}, "scenes": [)";
    std::vector<Scene> scenes(500);
    for (std::uint64_t index = 0; index < scenes.size(); ++index) {
      maker.make(1'000'000'000'000 + index, scenes[index]);
      const std::string text = json_of(scenes[index]);
      const auto read = read_scenes(text, {first_bin});
      ASSERT_EQ(read.size(), 1U);
      expect_same(read[0], scenes[index]);
      file += (index == 0 ? "" : ",\n") + text;
    }
    const auto read = read_scenes(file + "]}", {first_bin});
    ASSERT_EQ(read.size(), scenes.size());
    for (std::size_t i = 0; i < scenes.size(); ++i) expect_same(read[i], scenes[i]);
  }
}

std::string problem_of(const std::string& text) {
  try {
    read_scenes(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos);
    return error.what();
  }
  return "";
}

TEST(SceneJson, SaysWhatIsWrong) {
  const json good = json::parse(json_of(hand_scene()));
  const auto problem_with = [&](auto spoil) {
    json bad = good;
    spoil(bad);
    return problem_of(bad.dump());
  };
  EXPECT_THAT(problem_of(""), HasSubstr("the scene is no JSON object: "));
  EXPECT_THAT(problem_of("[]"), HasSubstr("the scene is no JSON object: "));
  EXPECT_EQ(problem_of("{}"), "the scene has no \"image_index\"");
  EXPECT_EQ(problem_of(R"({"scenes": 3})"), "the scene has a \"scenes\" that is no list");
  EXPECT_EQ(problem_of(R"({"scenes": [{"image_index": 1, "objects": []}]})"),
            "scene 1 has 0 objects; assay knows scenes of 1 to 5");
  EXPECT_EQ(problem_with([](json& bad) { bad["image_index"] = -1; }),
            "the scene has a \"image_index\" that is no index");
  EXPECT_EQ(problem_with([](json& bad) {
              for (int i = 0; i < 4; ++i) bad["objects"].push_back(bad["objects"][0]);
            }),
            "the scene has 6 objects; assay knows scenes of 1 to 5");
  EXPECT_EQ(problem_with([](json& bad) { bad["objects"][1]["color"] = "pi\nk"; }),
            "object 2 has the color \"pi\\x0ak\"; there are: gray, red, blue, green, brown, "
            "purple, cyan, yellow");
  EXPECT_EQ(problem_with([](json& bad) { bad["objects"][1]["size"] = 0.7; }),
            "object 2 has a \"size\" that is no text");
  EXPECT_EQ(problem_with([](json& bad) { bad["objects"][0].erase("rotation"); }),
            "object 1 has no \"rotation\"");
  EXPECT_EQ(problem_with([](json& bad) {
              bad["objects"][0]["3d_coords"] = {1, 2};
            }),
            "object 1 has 2 numbers in \"3d_coords\", not 3");
  EXPECT_EQ(
      problem_with([](json& bad) { bad["objects"][0]["pixel_coords"][1] = 161; }),
      "object 1 has 161 among its \"pixel_coords\", outside of a picture of 240 x 160 pixels");
  EXPECT_EQ(problem_with([](json& bad) { bad["objects"][0]["pixel_coords"][0] = 1.5; }),
            "object 1 has a \"pixel_coords\" that is no list of two whole numbers and a depth");
  EXPECT_EQ(
      problem_of(R"({"scenes": [)" + good.dump() + R"(, {"image_index": 1, "objects": [4]}]})"),
      "scene 2 object 1 has a \"objects\" that is no list of objects");
}

// Any bytes give scenes or one line.
TEST(SceneJson, ReadsAnyBytes) {
  const std::string text = json_of(hand_scene());
  for (std::size_t at = 0; at < text.size(); ++at) {
    problem_of(text.substr(0, at));
    for (const char byte : {'\0', '"', '}', '9', '-', '\xff'}) {
      std::string mutant = text;
      mutant[at] = byte;
      problem_of(mutant);
    }
  }
  EXPECT_EQ(problem_of(text), "");
}

TEST(SceneJson, TakesBinsFromThePicture) {
  Scene scene = hand_scene();
  scene.things[0].pixel = {320, 0};
  scene.things[1].pixel = {39, 239};
  const auto read = read_scenes(json_of(scene), {.first_bin = 0, .width = 320, .height = 240});
  const auto bins = [&](std::size_t i) {
    return std::array<int, 2>{read.at(0).things.at(i).look[Property::kLocationX],
                              read.at(0).things.at(i).look[Property::kLocationY]};
  };
  EXPECT_THAT(bins(0), ElementsAre(8, 0));
  EXPECT_THAT(bins(1), ElementsAre(0, 7));
}

}  // namespace
}  // namespace assay::curi
