// Every block: its gradient against finite differences, and what is known of its values.
#include <gtest/gtest.h>

#include <functional>

#include "assay/learners/blocks/attention.h"
#include "assay/learners/blocks/embedding.h"
#include "assay/learners/blocks/loss.h"
#include "assay/learners/blocks/lstm_layer.h"
#include "assay/learners/blocks/plain.h"
#include "assay/learners/blocks/positions.h"
#include "assay/learners/blocks/transformer_layer.h"
#include "assay/learners/tensor/gradient_testing.h"

namespace assay::learners {
namespace {

Tensor lengths_of(std::vector<std::int64_t> lengths) {
  const Tensor made = at::empty({static_cast<std::int64_t>(lengths.size())}, at::kLong);
  std::copy(lengths.begin(), lengths.end(), made.data_ptr<std::int64_t>());
  return made;
}

std::vector<Tensor> with(std::vector<Tensor> leaves, const std::vector<Tensor>& more) {
  leaves.insert(leaves.end(), more.begin(), more.end());
  return leaves;
}

struct SmallLstm {
  Parameters parameters{1, at::kDouble};
  LstmWeights weights = LstmWeights::make(parameters, "lstm", 3, 5);
  Tensor inputs = leaf({4, 2, 3}, 1);
  LstmState start{leaf({2, 5}, 2), leaf({2, 5}, 3)};

  SmallLstm() { parameters.seal(); }
};

TEST(LstmLayer, Gradient) {
  const SmallLstm lstm;
  const auto& [parameters, weights, inputs, start] = lstm;
  for (const Tensor& lengths : {Tensor(), lengths_of({4, 2})}) {
    expect_gradients(with(leaves_of(parameters), {inputs, start.hidden, start.cell}), [&] {
      const LstmResult result = run_lstm(lstm_gates(inputs, weights), weights, start, lengths);
      return mixed({result.outputs, result.last.hidden, result.last.cell});
    });
  }
}

TEST(LstmLayer, EqualsTheCellWrittenOut) {
  Parameters parameters(1, at::kDouble);
  const LstmWeights weights = LstmWeights::make(parameters, "lstm", 3, 5);
  const Tensor inputs = drawn({4, 2, 3}, 1);
  LstmState state{drawn({2, 5}, 2), drawn({2, 5}, 3)};
  const LstmResult result = run_lstm(lstm_gates(inputs, weights), weights, state, {});
  for (std::int64_t time = 0; time < 4; ++time) {
    const Tensor sums =
        at::mm(inputs[time], weights.input) + at::mm(state.hidden, weights.hidden) + weights.bias;
    const std::vector<Tensor> gates = sums.chunk(4, 1);
    state.cell =
        state.cell * at::sigmoid(gates[2] + 1) + at::sigmoid(gates[0]) * at::tanh(gates[1]);
    state.hidden = at::tanh(state.cell) * at::sigmoid(gates[3]);
    EXPECT_TRUE(at::allclose(result.outputs[time], state.hidden, 1e-9, 1e-9));
  }
}

TEST(LstmLayer, AShortRowIsAsIfAlone) {
  Parameters parameters(1);
  const LstmWeights weights = LstmWeights::make(parameters, "lstm", 3, 5);
  const Tensor inputs = drawn({4, 2, 3}, 1).to(at::kFloat);
  const LstmResult both = run_lstm(lstm_gates(inputs, weights), weights,
                                   zero_state(2, 5, at::kFloat), lengths_of({4, 2}));
  const Tensor second = inputs.narrow(0, 0, 2).narrow(1, 1, 1).contiguous();
  const LstmResult alone =
      run_lstm(lstm_gates(second, weights), weights, zero_state(1, 5, at::kFloat), {});
  EXPECT_TRUE(at::allclose(both.last.hidden[1], alone.last.hidden[0], 1e-5, 1e-6));
  EXPECT_EQ(both.outputs[2][1].abs().sum().item<double>(), 0);
}

TEST(Loss, GradientAndPadding) {
  const Tensor logits = leaf({4, 6}, 1);
  const Tensor targets = lengths_of({2, -1, 5, 0});
  for (const double smoothing : {0.0, 0.1}) {
    expect_gradients(
        {logits}, [&] { return smoothed_loss(logits, targets, smoothing); }, 24);
  }
}

TEST(Loss, IsTheCrossEntropyWithTheSmoothedTarget) {
  const Tensor logits = drawn({2, 4}, 1);
  const Tensor wanted = at::full({2, 4}, 0.1 / 3, at::kDouble);
  wanted[0][1] = 0.9;
  wanted[1][3] = 0.9;
  const double expected = -(wanted * at::log_softmax(logits, 1)).sum().item<double>() / 2;
  EXPECT_NEAR(smoothed_loss(logits, lengths_of({1, 3}), 0.1).item<double>(), expected, 1e-12);
}

TEST(MemoryAttention, Gradient) {
  for (const bool is_additive : {false, true}) {
    Parameters parameters(1, at::kDouble);
    const MemoryAttention attention =
        MemoryAttention::make(parameters, "attention", 6, 2, is_additive);
    parameters.seal();
    const Tensor queries = leaf({2, 3, 6}, 1);
    const Tensor memory = leaf({2, 4, 6}, 2);
    const Tensor bias = padding_bias(lengths_of({4, 2}), 4, at::kDouble).unsqueeze(1);
    expect_gradients(with(leaves_of(parameters), {queries, memory}), [&] {
      return mixed({attention(queries, attention.keys_of(memory), memory, bias)});
    });
  }
}

TEST(HeadAttention, Gradient) {
  for (const bool is_relative : {false, true}) {
    Parameters parameters(1, at::kDouble);
    const HeadAttention attention = HeadAttention::make(parameters, "attention", 8, 2, is_relative);
    parameters.seal();
    const Tensor x = leaf({2, 4, 8}, 1);
    const Sight sight{.is_causal = true, .lengths = lengths_of({4, 3})};
    expect_gradients(with(leaves_of(parameters), {x}), [&] {
      Dropout dropout(1, 1, 0.3);
      return mixed({attention(x, attention.keys_of(x), sight, dropout)});
    });
  }
}

// Values and gradients of the fused step and of the plain one.
void expect_equal(const std::vector<Tensor>& leaves,
                  const std::function<std::vector<Tensor>()>& fused,
                  const std::function<std::vector<Tensor>()>& plain) {
  const auto results_of = [&](const auto& make) {
    for (const Tensor& each : leaves) each.mutable_grad() = Tensor();
    std::vector<Tensor> results = make();
    mixed(results).backward();
    for (const Tensor& each : leaves) results.push_back(each.grad().clone());
    return results;
  };
  const std::vector<Tensor> expected = results_of(plain);
  const std::vector<Tensor> found = results_of(fused);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_TRUE(at::allclose(found[i], expected[i], 1e-8, 1e-9)) << i;
}

// For widths that fill vector units and those that do not.
TEST(Plain, AttentionIsTheFusedOne) {
  for (const std::int64_t part : {1, 3, 8, 16}) {
    for (const bool is_causal : {false, true}) {
      const Tensor query = leaf({3, 5, 2 * part}, 1);
      const Tensor key_value = leaf({3, 5, 4 * part}, 2);
      const Sight sight{.is_causal = is_causal, .lengths = lengths_of({5, 1, 3})};
      const auto by = [&](const auto& attention) {
        return [&] {
          Dropout dropout(1, 1, 0.3);
          return std::vector<Tensor>{attention(query, key_value, 2, sight, dropout)};
        };
      };
      expect_equal({query, key_value}, by(attend), by(plain_attend));
      Dropout none;
      const at::NoGradGuard no_gradient;
      const Tensor in_floats =
          attend(query.to(at::kFloat), key_value.to(at::kFloat), 2, sight, none);
      EXPECT_TRUE(at::allclose(in_floats.to(at::kDouble),
                               plain_attend(query, key_value, 2, sight, none), 1e-5, 1e-6));
    }
  }
}

TEST(Plain, LstmIsTheFusedOne) {
  const SmallLstm lstm;
  const auto& [parameters, weights, inputs, start] = lstm;
  for (const Tensor& lengths : {Tensor(), lengths_of({4, 2})}) {
    const auto by = [&](const auto& run) {
      return [&] {
        const LstmResult result = run(lstm_gates(inputs, weights), weights, start, lengths);
        return std::vector<Tensor>{result.outputs, result.last.hidden, result.last.cell};
      };
    };
    expect_equal({inputs, start.hidden, start.cell, weights.hidden}, by(run_lstm), by(plain_lstm));
  }
}

TEST(Plain, LossIsTheFusedOne) {
  const Tensor logits = leaf({4, 6}, 1);
  for (const Tensor& targets : {lengths_of({2, -1, 5, 0}), lengths_of({-1, -1, -1, -1})}) {
    const auto by = [&](const auto& loss) {
      return [&] { return std::vector<Tensor>{loss(logits, targets, 0.1)}; };
    };
    expect_equal({logits}, by(smoothed_loss), by(plain_smoothed_loss));
  }
}

TEST(Dropout, RectifiedAtOnceIsRectifiedThenDropped) {
  const Tensor x = leaf({7, 9}, 1);
  const auto at_once = [&] { return Dropout(1, 2, 0.3).apply_relu(x); };
  EXPECT_TRUE(at::equal(at_once(), Dropout(1, 2, 0.3).apply(at::relu(x))));
  EXPECT_EQ(at::equal(at_once(), at::relu(x)), false);
  expect_gradients(
      {x}, [&] { return mixed({at_once()}); }, 63);
}

TEST(HeadAttention, RelativeScoresAreThoseOfEachPair) {
  const Tensor by_distance = drawn({3, 4, 7}, 1);
  const Tensor by_key = distances_to_keys(by_distance);
  for (std::int64_t query = 0; query < 4; ++query) {
    for (std::int64_t key = 0; key < 4; ++key) {
      EXPECT_EQ(by_key[1][query][key].item<double>(),
                by_distance[1][query][key - query + 3].item<double>());
    }
  }
}

TEST(TransformerLayer, Gradient) {
  for (const bool is_pre_norm : {false, true}) {
    Parameters parameters(1, at::kDouble);
    const TransformerLayer layer = TransformerLayer::make(
        parameters, "layer",
        {.width = 8, .heads = 2, .filter = 6, .is_pre_norm = is_pre_norm, .is_decoder = true});
    parameters.seal();
    const Tensor x = leaf({2, 3, 8}, 1);
    const Tensor memory = leaf({2, 4, 8}, 2);
    expect_gradients(with(leaves_of(parameters), {x, memory}), [&] {
      Dropout dropout(1, 1, 0.2);
      return mixed({layer(x, {.is_causal = true, .lengths = {}}, layer.source_keys(memory),
                          {.lengths = lengths_of({4, 2})}, nullptr, dropout)});
    });
  }
}

TEST(Embedding, GradientAndPadding) {
  Parameters parameters(1, at::kDouble);
  const Embedding words = Embedding::make(parameters, "words", 5, 4, 2);
  parameters.seal();
  const Tensor tokens = lengths_of({3, 0, 4, 3});
  expect_gradients(
      leaves_of(parameters),
      [&] {
        return mixed({words(tokens), words.scores(words(tokens)), shifted_right(words(tokens), 0)});
      },
      20);
  EXPECT_EQ(words(tokens)[1].abs().sum().item<double>(), 0);
}

TEST(Positions, SinesThenCosines) {
  const Tensor all = sinusoids(-2, 5, 8, at::kDouble);
  EXPECT_NEAR(all[3][0].item<double>(), std::sin(1.0), 1e-12);
  EXPECT_NEAR(all[0][4].item<double>(), std::cos(-2.0), 1e-12);
  EXPECT_NEAR(all[4][3].item<double>(), std::sin(2e-4), 1e-12);
}

}  // namespace
}  // namespace assay::learners
