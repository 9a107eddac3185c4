#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/error.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/learners/episodes/concept_words.h"
#include "assay/learners/episodes/curi_world.h"
#include "assay/learners/episodes/scene_bank.h"
#include "assay/tasks/curi/curi_task.h"

namespace assay::learners {
namespace {

const std::map<std::string, std::string> kParams{
    {"draws", "5000"}, {"scenes", "3000"}, {"split", "binding_color"},
    {"train", "40"},   {"dev", "5"},       {"test", "10"}};

Manifest manifest_of(const std::map<std::string, std::string>& params) {
  Manifest manifest;
  manifest.recipe.task = "curi";
  manifest.recipe.params = params;
  return manifest;
}

class Worlds : public testing::Test {
 protected:
  CuriWorld world(const std::map<std::string, std::string>& params) const {
    return CuriWorld(Folder::open(scratch_.path()), manifest_of(params), {});
  }
  std::string problem(const std::function<void()>& use) {
    try {
      use();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  ScratchFolder scratch_;
};

// The task's own source is the witness: with enough episodes of training it has the same units.
TEST_F(Worlds, TheStreamHasTheRowsOfTheTask) {
  const CuriWorld made = world(kParams);
  EpisodeStream stream(made, 9);
  EXPECT_EQ(stream.first(), 55U);
  EXPECT_EQ(stream.text(), "seed 9, from 55");
  auto more = kParams;
  more["train"] = "1000";
  const curi::CuriTask task(Params(curi::CuriTask::static_info().params, more, "task curi"));
  const auto source = task.open(9);
  Example row;
  for (const std::uint64_t address : {0U, 55U, 56U, 999U}) {
    ASSERT_TRUE(source->unit(address)->make(0, {.rules = false}, row));
    EXPECT_EQ(stream.at(address), made.episode_of(row)) << address;
  }
  EXPECT_EQ(stream.at(77), stream.at(77));
}

TEST_F(Worlds, TheStreamIsAboutConceptsOfTrainingAlone) {
  const CuriWorld made = world(kParams);
  EpisodeStream stream(made, 1);
  std::size_t kept_out = 0;
  for (std::uint32_t subject = 0; subject < made.space().concepts().size(); ++subject)
    kept_out += made.is_of_training(subject) ? 0 : 1;
  EXPECT_GT(kept_out, 10U);
  for (std::uint64_t i = 0; i < 300; ++i)
    EXPECT_TRUE(made.is_of_training(stream.at(stream.first() + i).subject));
}

TEST_F(Worlds, WhatCannotServeIsSaid) {
  EXPECT_THAT(problem([&] {
                EpisodeStream(world({{"draws", "5000"}, {"scenes", "3000"}}), 1);
              }),
              testing::HasSubstr("wants data with train, dev and test of their own"));
  Manifest other = manifest_of({});
  other.recipe.task = "scan";
  EXPECT_THAT(problem([&] { CuriWorld(Folder::open(scratch_.path()), other, {}); }),
              testing::HasSubstr("is data of scan, and learners of episodes take data of curi"));
  EXPECT_THAT(problem([&] { world({{"draws", "x"}}); }), testing::HasSubstr("manifest.json"));
}

TEST_F(Worlds, ThingsAreNineteenNumbers) {
  const CuriWorld made = world(kParams);
  SceneBank bank(made.space());
  SceneSet scenes;
  for (std::uint64_t scene = 0; scene < 50; ++scene) bank.append(scene, scenes);
  ASSERT_EQ(scenes.scenes(), 50U);
  curi::Scene wanted;
  for (std::uint64_t scene = 0; scene < 50; ++scene) {
    made.space().scene_maker().make(scene, wanted);
    const auto begin = static_cast<std::size_t>(scenes.starts[scene]);
    ASSERT_EQ(static_cast<std::size_t>(scenes.starts[scene + 1]) - begin, wanted.things.size());
    for (std::size_t i = 0; i < wanted.things.size(); ++i) {
      const float* numbers = scenes.things.data() + (begin + i) * kThingNumbers;
      const curi::Thing& thing = wanted.things[i];
      float sum = 0;
      for (std::size_t k = 0; k < 15; ++k) sum += numbers[k];
      EXPECT_EQ(sum, 4);
      EXPECT_EQ(numbers[thing.look[curi::Property::kShape]], 1);
      EXPECT_EQ(numbers[3 + thing.look[curi::Property::kColor]], 1);
      EXPECT_EQ(numbers[11 + thing.look[curi::Property::kMaterial]], 1);
      EXPECT_EQ(numbers[13 + thing.look[curi::Property::kSize]], 1);
      EXPECT_NEAR(numbers[15], thing.pixel[0] / 240.0, 1e-6);
      EXPECT_NEAR(numbers[16], thing.pixel[1] / 160.0, 1e-6);
      EXPECT_NEAR(numbers[17], thing.depth / 16, 1e-6);
      EXPECT_NEAR(numbers[18], thing.rotation / 360, 1e-6);
    }
  }
}

TEST_F(Worlds, ConceptsAreWords) {
  const CuriWorld made = world(kParams);
  const ConceptWords words(made.space());
  std::size_t longest = 0;
  for (std::uint32_t subject = 0; subject < made.space().concepts().size(); ++subject) {
    std::string text;
    for (const std::int64_t word : words.of(subject)) {
      ASSERT_GE(word, 4);
      text += (text.empty() ? "" : " ") + words.words()[static_cast<std::size_t>(word)];
    }
    ASSERT_EQ(text, made.space().concepts()[subject].text);
    longest = std::max(longest, words.of(subject).size());
  }
  EXPECT_EQ(words.length(), static_cast<std::int64_t>(longest) + 2);
  EXPECT_TRUE(std::is_sorted(words.words().begin() + 4, words.words().end()));
}

}  // namespace
}  // namespace assay::learners
