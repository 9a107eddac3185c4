// Every model as a whole: size, gradient, and step by step against all at once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "assay/base/files.h"
#include "assay/base/limits.h"
#include "assay/learners/blocks/loss.h"
#include "assay/learners/models/model.h"
#include "assay/learners/models/small_models_testing.h"
#include "assay/learners/tensor/gradient_testing.h"

namespace assay::learners {
namespace {

std::int64_t size_of(const std::string& recipe, std::int64_t words) {
  const std::string path = fmt::format("{}/{}", ASSAY_LEARNER_RECIPES, recipe);
  return make_model(parse_learner_recipe(read_user_file(path, {kMostRecipeBytes}), path), words, 0)
      ->parameters()
      .count();
}

// Keysers et al. 2020, models as in their code; without the tables of words.
TEST(Models, SizesOfThePaper) {
  constexpr std::int64_t kWords = 180;
  EXPECT_EQ(size_of("lstm_cfq.toml", kWords), 10'758'656 + 3 * kWords * 512);
  EXPECT_EQ(size_of("transformer_cfq.toml", kWords), 2'502'272 + kWords * 128);
  EXPECT_EQ(size_of("universal_cfq.toml", kWords), 1'318'144 + kWords * 256);
}

class SmallModels : public testing::TestWithParam<SmallModel> {};

TEST_P(SmallModels, Gradient) {
  const auto model = make_model(GetParam().recipe(), kSmallWords, 1, at::kDouble);
  const Batch batch = small_batch();
  expect_gradients(
      leaves_of(model->parameters()),
      [&] {
        Dropout dropout(1, 1, 0.2);
        const Tensor logits = model->logits(batch, dropout);
        return (logits * drawn(logits.sizes().vec(), 5)).mean();
      },
      4);
}

TEST_P(SmallModels, StepByStepEqualsAllAtOnce) {
  const auto model = make_model(GetParam().recipe(), kSmallWords, 1, at::kDouble);
  const Batch batch = small_batch();
  Dropout none;
  const Tensor expected = model->logits(batch, none).detach();
  DecodeState state = model->read_sources(batch);
  const Tensor targets = token_tensor(batch.target, batch.rows);
  Tensor last;
  for (std::int64_t time = 0; time < batch.target_width; ++time) {
    const Tensor logits = model->next_logits(state, last);
    EXPECT_TRUE(at::allclose(logits, expected.select(1, time), 1e-8, 1e-8)) << time;
    last = targets.select(1, time);
  }
}

TEST_P(SmallModels, ARowDoesNotSeeItsNeighbours) {
  const LearnerRecipe recipe = GetParam().recipe();
  if (recipe.model == "lstm" && !recipe.mask_source)
    GTEST_SKIP() << "padding takes attention there, as in the paper's code";
  const auto model = make_model(recipe, kSmallWords, 1, at::kDouble);
  const Examples examples = small_examples();
  const std::vector<std::uint32_t> both{0, 2};
  const std::vector<std::uint32_t> one{0};
  Dropout none;
  const Tensor together = model->logits(make_batch(examples, both, {}), none)[0];
  const Tensor alone = model->logits(make_batch(examples, one, {}), none)[0];
  EXPECT_TRUE(at::allclose(together.narrow(0, 0, alone.size(0)), alone, 1e-8, 1e-8));
}

TEST_P(SmallModels, SeedDecidesTheFirstValues) {
  const auto values = [&](std::uint64_t seed) {
    return make_model(GetParam().recipe(), kSmallWords, seed)->parameters().values().clone();
  };
  EXPECT_TRUE(at::equal(values(1), values(1)));
  EXPECT_FALSE(at::equal(values(1), values(2)));
}

INSTANTIATE_TEST_SUITE_P(All, SmallModels, testing::ValuesIn(small_models()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace assay::learners
