#include "assay/learners/decoding/search.h"

#include <gtest/gtest.h>

#include "assay/learners/models/small_models_testing.h"

namespace assay::learners {
namespace {

class Search : public testing::TestWithParam<SmallModel> {
 protected:
  // Wide first values, so that predictions differ and end.
  void SetUp() override {
    model_ = make_model(GetParam().recipe(), kSmallWords, 3);
    const at::NoGradGuard no_gradient;
    model_->parameters().values().mul_(2);
  }

  std::unique_ptr<Model> model_;
  Batch batch_ = small_batch();
};

// The most probable next word, asked of the whole model again for every word.
std::vector<Tokens> search_without_state(Model& model, const Batch& batch,
                                         std::int64_t extra_length) {
  const at::NoGradGuard no_gradient;
  std::vector<Tokens> predictions;
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    std::vector<Token> source;
    const std::int64_t length = batch.source_lengths[static_cast<std::size_t>(row)];
    for (std::int64_t i = 0; i + 1 < length; ++i)
      source.push_back(
          static_cast<Token>(batch.source[static_cast<std::size_t>(row * batch.source_width + i)]));
    Tokens found;
    while (static_cast<std::int64_t>(found.size()) < length + extra_length) {
      Examples examples;
      examples.add(source, found, small_world(static_cast<std::uint32_t>(row)));
      const std::vector<std::uint32_t> numbers{0};
      Dropout none;
      const Tensor logits = model.logits(make_batch(examples, numbers, {}),
                                         none)[0][static_cast<std::int64_t>(found.size())];
      logits[kPadding] = -1e9;
      const auto word = static_cast<Token>(logits.argmax().item<std::int64_t>());
      if (word == kEnd) break;
      found.push_back(word);
    }
    predictions.push_back(found);
  }
  return predictions;
}

TEST_P(Search, KeptKeysChangeNothing) {
  if (GetParam().name == "lstm_unmasked")
    GTEST_SKIP() << "rows of a batch see each other's padding";
  constexpr std::int64_t kExtra = 12;
  const auto found = greedy_search(*model_, batch_, {.extra_length = kExtra});
  EXPECT_EQ(found, search_without_state(*model_, batch_, kExtra));
}

TEST_P(Search, BeamOfOneIsGreedy) {
  const SearchSettings settings{.beam = 1, .extra_length = 20};
  EXPECT_EQ(beam_search(*model_, batch_, settings), greedy_search(*model_, batch_, settings));
}

TEST_P(Search, OracleLengthIsKept) {
  for (const std::int64_t beam : {1, 3}) {
    const auto found = predict(*model_, batch_, {.beam = beam, .oracle_length = true});
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_EQ(static_cast<std::int64_t>(found[i].size()), batch_.target_lengths[i]);
  }
}

TEST_P(Search, OrderOfExamplesIsKept) {
  if (GetParam().name == "lstm_unmasked")
    GTEST_SKIP() << "rows of a batch see each other's padding";
  const Examples examples = small_examples();
  const SearchSettings settings{.extra_length = 5};
  const auto together = predict_all(*model_, examples, settings, 4, {});
  const std::vector<std::uint32_t> third{3};
  EXPECT_EQ(together[3], predict(*model_, make_batch(examples, third, {}), settings)[0]);
}

INSTANTIATE_TEST_SUITE_P(All, Search, testing::ValuesIn(small_models()),
                         [](const auto& each) { return each.param.name; });

// A wider beam finds what is at least as probable, when nothing is divided by length.
TEST(BeamSearch, FindsTheBestOfAllShortPredictions) {
  const auto model = make_model(small_models()[0].recipe(), 5, 3);
  const Examples examples = [] {
    Examples one;
    one.add(std::vector<Token>{3, 4}, std::vector<Token>{3, 3});
    return one;
  }();
  const std::vector<std::uint32_t> numbers{0};
  const Batch batch = make_batch(examples, numbers, {.of_targets = false});
  Dropout none;
  double best = -1e9;
  Tokens wanted;
  for (Token a = 2; a < 5; ++a) {
    for (Token b = 2; b < 5; ++b) {
      Examples with_target;
      with_target.add(std::vector<Token>{3, 4}, std::vector<Token>{a, b});
      const Batch one = make_batch(with_target, numbers, {.of_targets = false});
      Tensor logits = model->logits(one, none)[0].detach();
      logits.select(1, kPadding).fill_(-1e9);
      logits.select(1, kEnd).fill_(-1e9);
      const Tensor shares = at::log_softmax(logits, 1);
      const double score = shares[0][a].item<double>() + shares[1][b].item<double>();
      if (score > best) wanted = {a, b};
      best = std::max(best, score);
    }
  }
  EXPECT_EQ(beam_search(*model, batch, {.beam = 9, .oracle_length = true})[0], wanted);
}

}  // namespace
}  // namespace assay::learners
