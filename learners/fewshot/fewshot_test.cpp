#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "assay/learners/fewshot/fewshot_model.h"
#include "assay/learners/fewshot/pair_layers.h"
#include "assay/learners/fewshot/small_episodes_testing.h"
#include "assay/learners/tensor/gradient_testing.h"

namespace assay::learners {
namespace {

class Fewshot : public testing::TestWithParam<SmallFewshot> {
 protected:
  EpisodeBatch batch(std::size_t episodes = 3) {
    return make_batch(small_episodes(episodes), bank_);
  }

  SceneBank bank_{small_episode_space()};
  ConceptWords words_{small_episode_space()};
};

TEST_P(Fewshot, GradientsAreThoseOfFiniteDifferences) {
  FewshotRecipe recipe = GetParam().recipe();
  recipe.dropout = 0;
  const FewshotModel model(recipe, words_.size(), 8, at::kDouble);
  const EpisodeBatch some = batch();
  Dropout none;
  constexpr double kStep = 3e-8;
  expect_gradients(
      leaves_of(model.parameters()), [&] { return model.loss(some, &words_, none).total; }, 5,
      kStep);
}

TEST_P(Fewshot, TheOrderOfThingsCountsOnlyWhereTheyAreConcatenated) {
  const FewshotRecipe recipe = GetParam().recipe();
  const FewshotModel model(recipe, words_.size(), 7, at::kDouble);
  SceneSet scenes;
  for (std::uint64_t scene = 0; scene < 40; ++scene) bank_.append(scene, scenes);
  SceneSet turned = scenes;
  for (std::size_t scene = 0; scene < scenes.scenes(); ++scene) {
    const auto begin = static_cast<std::size_t>(scenes.starts[scene]) * kThingNumbers;
    const auto end = static_cast<std::size_t>(scenes.starts[scene + 1]) * kThingNumbers;
    for (std::size_t at = begin; at < end; at += kThingNumbers) {
      std::copy_n(
          scenes.things.begin() + static_cast<std::ptrdiff_t>(at), kThingNumbers,
          turned.things.begin() + static_cast<std::ptrdiff_t>(begin + end - at - kThingNumbers));
    }
  }
  const bool is_equal = at::allclose(model.features(scenes), model.features(turned), 1e-9, 1e-9);
  EXPECT_EQ(is_equal, recipe.pooling != "concat");
}

TEST_P(Fewshot, TheSameSceneHasTheSameFeaturesInAnyCompany) {
  const FewshotModel model(GetParam().recipe(), words_.size(), 7, at::kDouble);
  SceneSet many;
  for (std::uint64_t scene = 0; scene < 20; ++scene) bank_.append(scene, many);
  const Tensor all = model.features(many);
  for (std::uint64_t scene = 0; scene < 20; ++scene) {
    SceneSet one;
    bank_.append(scene, one);
    EXPECT_TRUE(
        at::allclose(model.features(one)[0], all[static_cast<std::int64_t>(scene)], 1e-9, 1e-9));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Fewshot, testing::ValuesIn(small_fewshots()),
                         [](const auto& each) { return each.param.name; });

std::int64_t count_of(const std::string& keys, std::int64_t words = 45) {
  const FewshotRecipe recipe = parse_fewshot_recipe("model = \"prototypes\"\n" + keys, "test");
  return FewshotModel(recipe, words, 1).parameters().count();
}

TEST(FewshotModel, HasAsManyParametersAsThePublishedOnes) {
  EXPECT_EQ(count_of(""), 460'980);
  EXPECT_EQ(count_of("pooling = \"concat\""), 460'596);
  EXPECT_EQ(count_of("pooling = \"relation\""), 451'892);
  EXPECT_EQ(count_of("pooling = \"transformer\""), 651'444);
  EXPECT_EQ(count_of("alpha = 1.0") - count_of(""), 471'469);
}

TEST(FewshotModel, BeginsWithTheLossesOfIgnorance) {
  const FewshotRecipe recipe = parse_fewshot_recipe("model = \"prototypes\"\nalpha = 1.0", "test");
  SceneBank bank(small_episode_space());
  const ConceptWords words(small_episode_space());
  const FewshotModel model(recipe, words.size(), 1);
  const std::vector<EpisodeRow> rows = small_episodes(16);
  Dropout none;
  const FewshotLoss loss = model.loss(make_batch(rows, bank), &words, none);
  double spelled = 0;  // with its end
  for (const EpisodeRow& row : rows)
    spelled += static_cast<double>(words.of(row.subject).size() + 1);
  const double share =
      spelled / static_cast<double>(rows.size()) / static_cast<double>(words.length());
  EXPECT_NEAR(loss.spelling, std::log(static_cast<double>(words.size())) * share, 0.25);
}

// g as it is written down: every ordered pair of five places, each through all four layers.
TEST(PairLayers, AreEveryPairOnce) {
  Parameters parameters(3, at::kDouble);
  const auto drawn_linear = [&](const std::string& name) {
    return Linear{parameters.add(name + ".weight", {4, 4}, Start::normal(1)),
                  parameters.add(name + ".bias", {4}, Start::normal(1))};
  };
  const std::array<Linear, kInnerPairLayers> inner{drawn_linear("a"), drawn_linear("b"),
                                                   drawn_linear("c")};
  parameters.seal();
  const Tensor first = drawn({8, 4}, 1);
  const Tensor second = drawn({8, 4}, 2);
  for (const bool has_absent : {true, false}) {
    const SceneVectors scenes{
        .vectors = first, .starts = {0, 2, 7}, .places = 5, .has_absent = has_absent};
    const Tensor found = summed_pairs(first, second, inner, scenes);
    for (std::int64_t scene = 0; scene < 2; ++scene) {
      std::vector<std::int64_t> places;
      for (std::int64_t at = scenes.starts[static_cast<std::size_t>(scene)];
           at < scenes.starts[static_cast<std::size_t>(scene) + 1]; ++at)
        places.push_back(at);
      while (has_absent && places.size() < 5) places.push_back(7);
      Tensor sum = at::zeros({4}, at::kDouble);
      for (const std::int64_t i : places) {
        for (const std::int64_t j : places) {
          Tensor x = at::relu(first[i] + second[j]);
          for (const Linear& layer : inner) x = at::relu(layer(x.unsqueeze(0)).squeeze(0));
          sum = sum + x;
        }
      }
      EXPECT_TRUE(at::allclose(found[scene], sum, 1e-9, 1e-9)) << scene << has_absent;
    }
  }
}

TEST(GridPositions, AreRowAndColumnAndScrambledAsPublished) {
  const Tensor right = grid_positions(3, 2, false, at::kDouble);
  const Tensor published = grid_positions(3, 2, true, at::kDouble);
  const auto pair = [](const Tensor& positions, std::int64_t at) {
    return std::pair(positions[at][0].item<double>(), positions[at][1].item<double>());
  };
  EXPECT_EQ(pair(right, 3), std::pair(1.0, 1.0));
  EXPECT_EQ(pair(right, 4), std::pair(2.0, 0.0));
  EXPECT_EQ(pair(published, 3), std::pair(1.0, 0.0));
  EXPECT_EQ(pair(published, 4), std::pair(1.0, 1.0));
}

// Offsets of a pair, as the paper has them: further numbers behind both vectors.
TEST(RelationPooling, TakesOffsetsOfPairs) {
  const FewshotRecipe recipe = parse_fewshot_recipe(
      "model = \"prototypes\"\npooling = \"relation\"\nwidth = 6\nfeatures = 3", "test");
  Parameters parameters(5, at::kDouble);
  KeptTensors kept(at::kDouble);
  const auto pooling =
      make_relation_pooling(recipe, {.width = 4, .places = 6, .axes = 2}, parameters, kept);
  parameters.seal();
  Dropout none;
  const SceneVectors scenes{.vectors = drawn({6, 4}, 1),
                            .starts = {0, 6},
                            .places = 6,
                            .positions = grid_positions(3, 2, false, at::kDouble)};
  SceneVectors moved = scenes;
  moved.positions = scenes.positions + 5;  // offsets stay
  SceneVectors turned = scenes;
  turned.positions = -scenes.positions;
  const Tensor found = (*pooling)(scenes, {}, none);
  EXPECT_TRUE(at::allclose((*pooling)(moved, {}, none), found, 1e-9, 1e-9));
  EXPECT_FALSE(at::allclose((*pooling)(turned, {}, none), found, 1e-3, 1e-3));
}

TEST(Prototypes, AreMeansAndDistances) {
  const Tensor support = drawn({2, 5, 3}, 1);
  const Tensor labels = at::zeros({2, 5}, at::kDouble);
  labels[0][1] = 1;
  labels[0][4] = 1;
  labels[1][0] = 1;
  const Prototypes found = prototypes_of(support, labels);
  const Tensor yes = (support[0][1] + support[0][4]) / 2;
  const Tensor no = (support[0][0] + support[0][2] + support[0][3]) / 3;
  EXPECT_TRUE(at::allclose(found.yes[0], yes));
  EXPECT_TRUE(at::allclose(found.no[0], no));
  const Tensor queries = drawn({2, 4, 3}, 2);
  const Tensor scores = yes_scores(found, queries);
  const Tensor pool = pool_scores(found, queries[0]);
  for (std::int64_t i = 0; i < 4; ++i) {
    const double expected = (queries[0][i] - no).square().sum().item<double>() -
                            (queries[0][i] - yes).square().sum().item<double>();
    EXPECT_NEAR(scores[0][i].item<double>(), expected, 1e-12);
    EXPECT_NEAR(pool[0][i].item<double>(), expected, 1e-12);
  }
  EXPECT_NEAR(label_loss(at::full({1, 2}, 3.0, at::kDouble),
                         at::tensor({1.0, 0.0}, at::kDouble).view({1, 2}))
                  .item<double>(),
              (std::log1p(std::exp(-3.0)) + std::log1p(std::exp(3.0))) / 2, 1e-12);
}

TEST(BatchNorm, NormalisesPartsByThemselves) {
  Parameters parameters(1, at::kDouble);
  KeptTensors kept(at::kDouble);
  const BatchNorm norm = BatchNorm::make(parameters, kept, "norm", 3);
  parameters.seal();
  const Tensor x = at::cat({drawn({4, 3}, 1), drawn({4, 3}, 2) * 9 + 5}, 0);
  const Tensor y = norm(x, {.is_training = true, .parts = 2});
  for (const Tensor& part : y.chunk(2, 0)) {
    EXPECT_TRUE(at::allclose(part.mean(0), at::zeros({3}, at::kDouble), 1e-9, 1e-9));
    EXPECT_TRUE(at::allclose(part.var(0, false), at::ones({3}, at::kDouble), 1e-2, 1e-2));
  }
  // A tenth of the way, twice.
  const Tensor first = x.narrow(0, 0, 4).mean(0) * 0.1;
  EXPECT_TRUE(at::allclose(norm.mean, first * 0.9 + x.narrow(0, 4, 4).mean(0) * 0.1));
  const std::vector<float> values = kept.values();
  EXPECT_EQ(values.size(), 6U);
  kept.set(std::vector<float>(6, 2));
  EXPECT_EQ(norm.variance[1].item<double>(), 2);
}

TEST(ConceptSpeller, IsShownTheEndFirstAndTheEndIsWantedLast) {
  const Spelling spelling = spelling_of({{7, 8, 9}, {5}}, 1);
  EXPECT_TRUE(
      at::equal(spelling.shown, at::tensor({1, 1, 7, 5, 8, 0, 9, 0}, at::kLong).view({4, 2})));
  EXPECT_TRUE(at::equal(spelling.wanted, at::tensor({7, 5, 8, 1, 9, -1, 1, -1}, at::kLong)));
}

}  // namespace
}  // namespace assay::learners
