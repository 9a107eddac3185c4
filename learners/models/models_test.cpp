// Every model as a whole: size, gradient, and step by step against all at once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "assay/base/files.h"
#include "assay/base/limits.h"
#include "assay/learners/blocks/loss.h"
#include "assay/learners/models/model.h"
#include "assay/learners/models/small_models_testing.h"
#include "assay/learners/models/world_nodes.h"
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

// Ruis et al. 2020 log 440,275 parameters for gSCAN (16 features of cells, 21 and 9 words), their
// code makes 444,450 for ReaSCAN (17; 38 and 9). Without the tables of words (25 for each word of
// the command, 2 * 100 for each of the target); PyTorch's LSTMs have two biases that are always
// added.
TEST(Models, SizesOfMlstm) {
  constexpr std::int64_t kWords = 25;
  constexpr std::int64_t kSecondBiases = 3 * 400;
  constexpr std::int64_t kSeventeenthFeature = 50 * (1 + 25 + 49);
  constexpr std::int64_t kGscan = 440'275 - (21 * 25 + 9 * 200) - kSecondBiases;
  constexpr std::int64_t kReascan = 444'450 - (38 * 25 + 9 * 200) - kSecondBiases;
  static_assert(kGscan + kSeventeenthFeature == kReascan);
  // One table of words for both sides, and a vector in the place of the word before the first.
  constexpr std::int64_t kTables = kWords * (25 + 200) + 100;
  EXPECT_EQ(size_of("mlstm_gscan.toml", kWords), kReascan + kTables);
  EXPECT_EQ(size_of("mlstm_reascan.toml", kWords), kReascan + kTables);
}

// Gao et al. 2020, without the tables of words, part by part.
TEST(Models, SizesOfGcnLstm) {
  constexpr std::int64_t kWords = 40;
  constexpr std::int64_t kSquare = 64 * 64;
  constexpr std::int64_t kCommand = 2 * ((32 + 32) * 4 * 32 + 4 * 32);
  constexpr std::int64_t kNodes = 17 * 16 + 64;  // and the first context
  constexpr std::int64_t kAsked = 5 * (kSquare + 64) + 64;
  constexpr std::int64_t kMessages = 2 * (kSquare + 64)         // factors of the product
                                     + 3 * (3 * kSquare + 64)   // queries, keys, values
                                     + 2 * (kSquare + 64)       // by the command
                                     + 2 * (2 * kSquare + 64);  // update, and node with context
  constexpr std::int64_t kConvolutions = 64 * 64 * (1 + 25 + 49) + 3 * 64;
  constexpr std::int64_t kAttention = (kSquare + kSquare + 64) + (3 * kSquare + kSquare + 64);
  constexpr std::int64_t kDecoder =
      (2 * kSquare + 64) + (kSquare + 64) + 4 * 64 * (192 + 64) + 4 * 64;
  constexpr std::int64_t kTables = kWords * (32 + 2 * 64) + 64;
  EXPECT_EQ(
      size_of("gcn_reascan.toml", kWords),
      kCommand + kNodes + kAsked + kMessages + kConvolutions + kAttention + kDecoder + kTables);
}

class SmallModels : public testing::TestWithParam<SmallModel> {};

TEST_P(SmallModels, Gradient) {
  const auto model = make_model(GetParam().recipe(), kSmallWords, 1, at::kDouble);
  const Batch batch = small_batch();
  expect_gradients(
      leaves_of(model->parameters()),
      [&] {
        Dropout dropout(1, 1, 0.2);
        const Scores scores = model->scores(batch, dropout);
        const auto mixed_mean = [](const Tensor& x) {
          return (x * drawn(x.sizes().vec(), 5)).mean();
        };
        const Tensor of_words = mixed_mean(scores.words);
        return scores.cells.defined() ? of_words + mixed_mean(scores.cells) : of_words;
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
    for (std::int64_t row = 0; row < batch.rows; ++row) {
      // Learners of worlds leave out what is behind a row's end.
      const bool is_over = time >= batch.target_lengths[static_cast<std::size_t>(row)];
      if (is_over && is_grounded(GetParam().recipe())) continue;
      EXPECT_TRUE(at::allclose(logits[row], expected[row][time], 1e-8, 1e-8)) << row << ' ' << time;
    }
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

// The cell that is meant, learned beside the rest, changes nothing of it; as a task it does.
TEST(TargetCell, AProbeTeachesTheRestNothing) {
  const auto gradient_with = [](const std::string& target_cell) {
    for (const SmallModel& small : small_models()) {
      if (small.name != "mlstm") continue;
      const auto model = make_model(
          SmallModel{small.name, small.keys + "target_cell = \"" + target_cell + "\"\n"}.recipe(),
          kSmallWords, 1, at::kDouble);
      const Batch batch = small_batch();
      Dropout none;
      const Scores scores = model->scores(batch, none);
      const Tensor cells = scores.cells;
      EXPECT_EQ(cells.defined(), target_cell != "none");
      (cells.defined() ? scores.words.sum() + cells.select(1, 0).sum() : scores.words.sum())
          .backward();
      for (const Parameters::Entry& entry : model->parameters().entries()) {
        if (entry.name == "world.5") return entry.value.grad().clone();
      }
    }
    return Tensor();
  };
  EXPECT_TRUE(at::allclose(gradient_with("none"), gradient_with("probe")));
  EXPECT_FALSE(at::allclose(gradient_with("none"), gradient_with("task")));
}

TEST(WorldNodes, ThingsOfACellAreAddedUp) {
  Examples examples;
  CellWorld world{.grid = 3, .target = 4, .entries = {}};
  world.entries = {make_entry(4, 0x111), make_entry(7, 0x1000), make_entry(4, 0x211)};
  const std::vector<Token> words{3};
  examples.add(words, words, world);
  examples.add(words, words, world);
  const std::vector<std::uint32_t> both{0, 1};
  const WorldNodes nodes = nodes_of(make_batch(examples, both, {}), at::kFloat);
  EXPECT_EQ(nodes.where.ends, (std::vector<std::int64_t>{2, 4}));
  EXPECT_EQ(nodes.where.places, (std::vector<std::int32_t>{4, 7, 13, 16}));
  EXPECT_EQ(nodes.features[0][0].item<float>(), 2);  // both have size 1
  EXPECT_EQ(nodes.features[2][8].item<float>(), 1);  // one is red
  EXPECT_EQ(nodes.features[1].sum().item<float>(), 1);
  EXPECT_EQ(nodes.rows[2].item<std::int64_t>(), 1);
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
