#include "assay/learners/training/trainer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/error.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/learners/blocks/loss.h"
#include "assay/learners/decoding/search.h"
#include "assay/learners/models/small_models_testing.h"
#include "assay/learners/training/schedule.h"

namespace assay::learners {
namespace {

class Training : public testing::TestWithParam<SmallModel> {
 protected:
  LearnerRecipe recipe_ = [] {
    LearnerRecipe recipe = GetParam().recipe();
    recipe.batch_rows = 5;
    recipe.rate = 1e-2;
    recipe.clip = 1;
    recipe.smoothing = 0.05;
    return recipe;
  }();
  Examples examples_ = small_examples();
};

std::string bytes_after(const LearnerRecipe& recipe, const Examples& examples,
                        const std::vector<int>& stops) {
  Checkpoint checkpoint;
  bool is_first = true;
  for (const int stop : stops) {  // each as a new process would
    const auto model = make_model(recipe, kSmallWords, 5);
    Trainer trainer(*model, recipe, examples, 5);
    if (!is_first) trainer.restore(checkpoint);
    while (trainer.position().step < static_cast<std::uint64_t>(stop)) trainer.step();
    trainer.save(checkpoint);
    is_first = false;
  }
  std::string bytes;
  for (const auto* values : {&checkpoint.parameters, &checkpoint.first, &checkpoint.second})
    bytes.append(reinterpret_cast<const char*>(values->data()), values->size() * sizeof(float));
  return bytes;
}

TEST_P(Training, StoppedAndContinuedIsTheSameToTheByte) {
  const std::string whole = bytes_after(recipe_, examples_, {9});
  EXPECT_TRUE(whole == bytes_after(recipe_, examples_, {1, 2, 5, 9}));
  EXPECT_FALSE(whole == bytes_after(recipe_, examples_, {8}));
}

// The steps spelled out, without trainer and descent.
TEST_P(Training, TakesTheStepsThatAreWrittenDown) {
  constexpr std::uint64_t kSeed = 5;
  const auto model = make_model(recipe_, kSmallWords, kSeed);
  Parameters& parameters = model->parameters();
  Moments moments(parameters);
  Batches batches(examples_, {.rows = 5}, {.of_targets = recipe_.end_token}, kSeed);
  std::uint64_t number = 0;
  for (std::uint64_t epoch = 0; number < 9; ++epoch) {
    for (std::uint64_t at = 0; at < batches.per_epoch() && number < 9; ++at) {
      ++number;
      const Batch batch = batches.at(epoch, at);
      Dropout dropout(kSeed, number, recipe_.dropout);
      parameters.clear_gradient();
      const Scores scores = model->scores(batch, dropout);
      Tensor loss = smoothed_loss(scores.words.reshape({-1, scores.words.size(-1)}),
                                  loss_targets(batch), recipe_.smoothing);
      if (scores.cells.defined()) {
        loss = loss + smoothed_loss(scores.cells, length_tensor(batch.target_cells), 0) *
                          recipe_.target_cell_weight;
      }
      loss.backward();
      const double norm = gradient_norm(parameters);
      optimise(parameters, moments,
               {.beta1 = recipe_.beta1, .beta2 = recipe_.beta2, .epsilon = recipe_.epsilon}, number,
               learning_rate(recipe_, number), norm > recipe_.clip ? recipe_.clip / norm : 1);
    }
  }
  std::string bytes;
  for (const Tensor& each : {parameters.values(), moments.first, moments.second}) {
    const auto values = floats_of(each);
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  }
  EXPECT_TRUE(bytes == bytes_after(recipe_, examples_, {9}));
}

TEST(Optimiser, IsTheSameByOperationsOfLibTorch) {
  const auto steps_by = [](const auto& step) {
    Parameters parameters(3);
    parameters.add("a", {7, 5}, Start::normal(1));
    parameters.add("b", {3}, Start::constant(2));
    parameters.seal();
    Moments moments(parameters);
    for (std::uint64_t number = 1; number <= 4; ++number) {
      parameters.gradient().copy_(at::sin(parameters.values() * static_cast<double>(number)));
      step(parameters, moments, AdamSettings{.epsilon = 1e-6}, number, 0.1, 0.5);
    }
    EXPECT_NEAR(gradient_norm(parameters), parameters.gradient().norm().item<double>(), 1e-5);
    return parameters.values().clone();
  };
  EXPECT_TRUE(at::allclose(steps_by(optimise), steps_by(plain_optimise), 1e-5, 1e-6));
}

TEST_P(Training, LearnsTenExamplesByHeart) {
  for (auto rate :
       {&LearnerRecipe::dropout, &LearnerRecipe::command_dropout, &LearnerRecipe::target_dropout,
        &LearnerRecipe::state_dropout, &LearnerRecipe::node_dropout}) {
    recipe_.*rate = 0;
  }
  recipe_.smoothing = 0;
  recipe_.rate = recipe_.norm == "post" ? 3e-3 : 1e-2;
  const auto model = make_model(recipe_, kSmallWords, 5);
  Trainer trainer(*model, recipe_, examples_, 5);
  const auto right = [&] {
    const auto found = predict_all(*model, examples_, search_settings(recipe_), 10, {});
    int count = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto target = examples_.target(i);
      count += std::equal(target.begin(), target.end(), found[i].begin(), found[i].end()) ? 1 : 0;
    }
    return count;
  };
  int best = 0;
  for (int round = 0; round < 12 && best < 10; ++round) {
    for (int i = 0; i < 50; ++i) trainer.step();
    best = std::max(best, right());
  }
  EXPECT_EQ(best, 10);
}

INSTANTIATE_TEST_SUITE_P(All, Training, testing::ValuesIn(small_models()),
                         [](const auto& each) { return each.param.name; });

TEST(Training, DivergenceIsSaid) {
  LearnerRecipe recipe = small_models()[0].recipe();
  const auto model = make_model(recipe, kSmallWords, 5);
  const Examples examples = small_examples();
  Trainer trainer(*model, recipe, examples, 5);
  model->parameters().values().fill_(std::numeric_limits<float>::quiet_NaN());
  EXPECT_THAT([&] { trainer.step(); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("training diverged")));
}

TEST(Schedule, OfThePaper) {
  LearnerRecipe recipe;
  recipe.schedule = "noam";
  recipe.rate = 0.08;
  recipe.warmup = 4000;
  EXPECT_NEAR(learning_rate(recipe, 4000), 1.26e-3, 1e-5);
  EXPECT_NEAR(learning_rate(recipe, 35000), 4.3e-4, 5e-6);
  recipe.schedule = "exponential";
  recipe.rate = 6e-5;
  recipe.warmup = 100;
  EXPECT_NEAR(learning_rate(recipe, 1), 6e-7, 5e-8);
  EXPECT_EQ(learning_rate(recipe, 100), 6e-5);
  recipe.schedule = "decay";
  recipe.warmup = 0;
  EXPECT_NEAR(learning_rate(recipe, 20'000), 5.4e-5, 1e-12);
  EXPECT_NEAR(learning_rate(recipe, 40'000), 4.86e-5, 1e-12);
  recipe.warmup = 100;
  recipe.schedule = "linear";
  recipe.steps = 1000;
  EXPECT_EQ(learning_rate(recipe, 50), 3e-5);
  EXPECT_EQ(learning_rate(recipe, 100), 6e-5);
  EXPECT_EQ(learning_rate(recipe, 1001), 0);
}

class Checkpoints : public testing::Test {
 protected:
  void SetUp() override {
    checkpoint_.identity = {"hash", "split", "rows", "words", "recipe", 1, "layout"};
    checkpoint_.position.step = 7;
    checkpoint_.position.loss_sum = 0.1;
    checkpoint_.parameters = {1, 2, 3};
    checkpoint_.first = {4, 5, 6};
    checkpoint_.second = {7, 8, 9};
    write_checkpoint(folder_, checkpoint_);
  }
  std::string problem(const RunIdentity& expected) {
    try {
      read_checkpoint(folder_, expected);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  ScratchFolder scratch_;
  Folder folder_ = Folder::open(scratch_.path());
  Checkpoint checkpoint_;
};

TEST_F(Checkpoints, ComeBack) {
  const Checkpoint read = read_checkpoint(folder_, checkpoint_.identity);
  EXPECT_EQ(read.parameters, checkpoint_.parameters);
  EXPECT_EQ(read.second, checkpoint_.second);
  EXPECT_EQ(read.position.step, 7U);
  EXPECT_EQ(read.position.loss_sum, 0.1);
}

TEST_F(Checkpoints, EveryDamagedByteIsNoticed) {
  const std::string whole = folder_.read(kCheckpointName);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    folder_.write(kCheckpointName, damaged);
    ASSERT_NE(problem(checkpoint_.identity), "") << i;
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{10}, whole.size() - 1}) {
    folder_.write(kCheckpointName, whole.substr(0, size));
    ASSERT_NE(problem(checkpoint_.identity), "") << size;
  }
  folder_.write(kCheckpointName, "PK\x03\x04 a file of another program");
  EXPECT_THAT(problem(checkpoint_.identity),
              testing::HasSubstr("is not a checkpoint of assay-train"));
}

TEST_F(Checkpoints, OfAnotherRunAreRefused) {
  RunIdentity other = checkpoint_.identity;
  other.seed = 2;
  EXPECT_THAT(problem(other), testing::HasSubstr("another seed"));
  other = checkpoint_.identity;
  other.vocabulary = "other";
  EXPECT_THAT(problem(other), testing::HasSubstr("another vocabulary"));
  other = checkpoint_.identity;
  other.content_hash = "other";
  EXPECT_THAT(problem(other), testing::HasSubstr("another data set"));
  other = checkpoint_.identity;
  other.split_hash = "other";
  EXPECT_THAT(problem(other), testing::HasSubstr("another split"));
}

}  // namespace
}  // namespace assay::learners
