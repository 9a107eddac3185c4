// Planes decide what the second witness decides by reading words.
#include <gtest/gtest.h>

#include "assay/base/random.h"
#include "assay/tasks/curi/interpreter/interpreter.h"
#include "assay/tasks/curi/language/language.h"
#include "assay/tasks/curi/language/spelling.h"
#include "assay/tasks/curi/planes/plane_plan.h"
#include "assay/tasks/curi/scenes/scene_maker.h"
#include "assay/tasks/curi/small_spaces_testing.h"

namespace assay::curi {
namespace {

std::vector<Looks> some_scenes(std::uint8_t first_bin, std::uint64_t seed) {
  SceneSettings settings;
  settings.key = stream_key(seed, "planes");
  settings.first_bin = first_bin;
  const SceneMaker maker(settings);
  std::vector<Looks> scenes;
  for (std::uint64_t at = 0; at < kPlaneScenes; ++at) scenes.push_back(maker.looks(at));
  return scenes;
}

// Sentences as they are drawn, banned ones included, each asked about a stretch of scenes: how many
// answers differ.
std::uint64_t compare_pairs(unsigned depth, Spelling spelling, std::uint64_t sentences,
                            std::uint64_t scenes_each) {
  const Language language(depth);
  const Key key = stream_key(depth, "planes");
  std::vector<Concept> concepts;
  for (std::uint64_t at = 0; at < sentences; ++at) {
    Stream stream(key, {Purpose::kShared, at, 0, 0});
    concepts.push_back(language.draw(stream));
  }
  const std::vector<Looks> scenes = some_scenes(spelling == Spelling::kPublished ? 0 : 1, depth);
  const PlanePlan plan(concepts);
  PlanePlan::Scratch scratch;
  plan.load(scenes, scratch);
  Stream picks(key, {Purpose::kSelect, 0, 0, 0});
  std::uint64_t differences = 0;
  for (std::size_t at = 0; at < concepts.size(); ++at) {
    const Plane truth = plan.truth(at, scratch);
    const std::string text = postfix_text(concepts[at], spelling);
    const std::uint64_t first = picks.below(kPlaneScenes);
    for (std::uint64_t step = 0; step < scenes_each; ++step) {
      const std::size_t scene = (first + step) % kPlaneScenes;
      if (truth.has(scene) == holds(text, scenes[scene])) continue;
      if (differences++ == 0) ADD_FAILURE() << text << " in scene " << scene;
    }
  }
  return differences;
}

TEST(CuriTruths, PlanesSayWhatTheInterpreterSays) {
  EXPECT_EQ(compare_pairs(5, Spelling::kSound, 3000, 10), 0U);
  EXPECT_EQ(compare_pairs(5, Spelling::kPublished, 3000, 10), 0U);
  EXPECT_EQ(compare_pairs(6, Spelling::kSound, 2000, 10), 0U);
}

TEST(CuriTruthsSlow, PlanesSayWhatTheInterpreterSaysOfTwoMillionPairs) {
  EXPECT_EQ(compare_pairs(5, Spelling::kSound, 30'000, 25), 0U);
  EXPECT_EQ(compare_pairs(5, Spelling::kPublished, 30'000, 25), 0U);
  EXPECT_EQ(compare_pairs(6, Spelling::kPublished, 20'000, 25), 0U);
}

Looks scene_of(std::initializer_list<Look> things) {
  Looks scene;
  for (const Look& look : things) scene.things[scene.count++] = look;
  return scene;
}

Look look(std::uint8_t color, std::uint8_t shape, std::uint8_t material, std::uint8_t size,
          std::uint8_t column, std::uint8_t row) {
  return {{color, shape, material, size, column, row}};
}

// Scenes at the edges: one thing, five things, all alike, all different, both ends of the picture.
std::vector<Looks> edge_scenes() {
  std::vector<Looks> scenes;
  scenes.push_back(scene_of({look(1, 0, 0, 1, 1, 1)}));
  scenes.push_back(scene_of({look(1, 0, 0, 1, 8, 8)}));
  scenes.push_back(scene_of({look(1, 0, 0, 1, 3, 3), look(1, 0, 0, 1, 3, 3)}));
  scenes.push_back(scene_of({look(1, 0, 0, 1, 3, 4), look(2, 1, 1, 0, 4, 3)}));
  scenes.push_back(scene_of({look(1, 0, 0, 1, 2, 2), look(1, 0, 0, 1, 2, 2), look(1, 0, 0, 1, 2, 2),
                             look(1, 0, 0, 1, 2, 2), look(1, 0, 0, 1, 2, 2)}));
  scenes.push_back(scene_of({look(0, 0, 0, 0, 0, 0), look(1, 1, 1, 1, 8, 1), look(2, 2, 0, 0, 1, 8),
                             look(3, 0, 1, 1, 8, 8), look(7, 1, 0, 0, 4, 5)}));
  return scenes;
}

TEST(CuriTruths, EveryOperatorAtTheEdges) {
  const std::vector<Looks> scenes = edge_scenes();
  std::vector<Concept> concepts;
  std::vector<std::string> texts;
  const std::vector<std::string> bodies{"x color? red =",
                                        "red x color? =",
                                        "x locationX? x locationY? =",
                                        "x locationX? x locationY? >",
                                        "x locationY? 8 =",
                                        "8 x locationX? >",
                                        "x locationX? 1 >",
                                        "x size? small >",
                                        "large x size? >",
                                        "S color? red all",
                                        "S color? red any",
                                        "non-x-S color? red all",
                                        "non-x-S color? red any",
                                        "non-x-S shape? x shape? all",
                                        "S locationX? x locationY? any",
                                        "non-x-S locationX? x locationY? all",
                                        "S color? red count= 1 =",
                                        "S color? red count= 3 >",
                                        "3 S color? red count= >",
                                        "non-x-S color? red count= 1 =",
                                        "S color? x color? count= 2 =",
                                        "non-x-S shape? x shape? count= S color? red count= =",
                                        "S color? red count= S shape? cube count= >",
                                        "x color? red = not",
                                        "non-x-S color? red any not",
                                        "S color? red all not",
                                        "x color? red = S shape? cube all and",
                                        "x color? red = x shape? cube = or"};
  for (const std::string& body : bodies) {
    for (const std::string quantifier : {" lambda S. exists=", " lambda S. for-all="}) {
      const auto words = parse_postfix(body + quantifier, Spelling::kSound);
      ASSERT_TRUE(words) << body;
      concepts.push_back(*words);
      texts.push_back(body + quantifier);
    }
  }
  const PlanePlan plan(concepts);
  PlanePlan::Scratch scratch;
  plan.load(scenes, scratch);
  for (std::size_t at = 0; at < concepts.size(); ++at) {
    const Plane truth = plan.truth(at, scratch);
    for (std::size_t scene = 0; scene < scenes.size(); ++scene) {
      EXPECT_EQ(truth.has(scene), holds(texts[at], scenes[scene])) << texts[at] << ", " << scene;
    }
    for (std::size_t beyond = scenes.size(); beyond < kPlaneScenes; ++beyond) {
      ASSERT_FALSE(truth.has(beyond)) << texts[at];
    }
  }
}

TEST(CuriTruths, BitsAreCounted) {
  Stream stream(stream_key(1, "bits"), {});
  BitCounter counter;
  std::uint64_t expected = 0;
  for (int round = 0; round < 100; ++round) {
    Plane plane;
    for (std::size_t word = 0; word < kPlaneWords; ++word) {
      const std::uint64_t bits = round % 3 == 0 ? ~0ULL : stream.next64();
      plane.set_word(word, bits);
      expected += static_cast<std::uint64_t>(std::popcount(bits));
    }
    counter.add(plane);
  }
  EXPECT_EQ(counter.total(), expected);
}

TEST(CuriTruths, BothOrientationsOfTheMatrixAgree) {
  const ConceptSpace& space = small_space(Edition::kSound);
  const TruthMatrix& truths = space.truths();
  Stream stream(stream_key(2, "matrix"), {});
  for (int at = 0; at < 20'000; ++at) {
    const auto index = static_cast<std::uint32_t>(stream.below(truths.concepts()));
    const std::uint64_t scene = stream.below(truths.scenes());
    const std::uint64_t word =
        truths.of_concept(index, scene / kBlockScenes)[scene % kBlockScenes / 64];
    ASSERT_EQ(truths.holds(index, scene), ((word >> (scene % 64)) & 1U) != 0);
    if (at % 20 == 0) {
      ASSERT_EQ(truths.holds(index, scene),
                holds(space.concepts()[index].text, space.looks(scene)));
    }
  }
}

TEST(CuriTruths, NthSceneCountsTheScenesWhereAConceptHolds) {
  const TruthMatrix& truths = small_space(Edition::kPublished).truths();
  for (std::uint32_t index = 0; index < truths.concepts(); index += 37) {
    std::uint64_t nth = 0;
    for (std::uint64_t scene = 0; scene < truths.scenes(); ++scene) {
      if (!truths.holds(index, scene)) continue;
      ASSERT_EQ(truths.nth_scene(index, nth++), scene);
    }
    ASSERT_EQ(nth, truths.count(index));
  }
}

}  // namespace
}  // namespace assay::curi
