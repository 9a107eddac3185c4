// The blocks of grounded learners: gradients against finite differences, and the same values by
// LibTorch's own operations.
#include <gtest/gtest.h>

#include "assay/learners/blocks/bidirectional_lstm.h"
#include "assay/learners/blocks/double_attention.h"
#include "assay/learners/blocks/grid_convolution.h"
#include "assay/learners/blocks/message_passing.h"
#include "assay/learners/tensor/gradient_testing.h"

namespace assay::learners {
namespace {

Tensor whole_numbers(std::vector<std::int64_t> numbers) {
  const Tensor made = at::empty({static_cast<std::int64_t>(numbers.size())}, at::kLong);
  std::copy(numbers.begin(), numbers.end(), made.data_ptr<std::int64_t>());
  return made;
}

std::vector<Tensor> joined(std::vector<Tensor> leaves, const std::vector<Tensor>& more) {
  leaves.insert(leaves.end(), more.begin(), more.end());
  return leaves;
}

// Two grids of 4 by 4: three nodes, of which one in a corner, and one.
const OccupiedCells kFewCells{.rows = 2, .grid = 4, .places = {0, 5, 14, 16 + 11}, .ends = {3, 4}};

TEST(GridConvolution, Gradient) {
  Parameters parameters(1, at::kDouble);
  const auto layer = GridConvolution::make(parameters, "layer", {1, 3, 5}, 3, 2);
  parameters.seal();
  const Tensor x = leaf({4, 3}, 1);
  expect_gradients(joined(leaves_of(parameters), {x}),
                   [&] { return mixed({layer(x, kFewCells)}); });
}

TEST(GridConvolution, EqualsTheDenseOne) {
  Parameters parameters(1, at::kDouble);
  const auto layer = GridConvolution::make(parameters, "layer", {1, 3, 5}, 3, 2);
  const Tensor x = drawn({4, 3}, 1);
  const Tensor out = layer(x, kFewCells);
  EXPECT_EQ(out.sizes(), (std::vector<std::int64_t>{2, 16, 6}));
  EXPECT_TRUE(at::allclose(out, layer.plain(x, kFewCells), 1e-10, 1e-10));
}

TEST(GridConvolution, InputsWithoutGradientAreAllowed) {
  Parameters parameters(1);
  const auto layer = GridConvolution::make(parameters, "layer", {1, 3}, 3, 2);
  parameters.seal();
  layer(at::ones({4, 3}), kFewCells).sum().backward();
  EXPECT_GT(layer.kernels[1].grad().abs().sum().item<double>(), 0);
}

TEST(Messages, Gradient) {
  const std::vector<std::int64_t> ends{3, 4, 6};  // the second graph is a node alone
  const Tensor query = leaf({6, 5}, 1);
  const Tensor key = leaf({6, 5}, 2);
  const Tensor value = leaf({6, 5}, 3);
  expect_gradients(
      {query, key, value}, [&] { return mixed({pass_messages(query, key, value, ends)}); }, 30);
}

TEST(Messages, EqualThoseByLibTorch) {
  const std::vector<std::int64_t> ends{3, 4, 6};
  const Tensor query = drawn({6, 5}, 1);
  const Tensor key = drawn({6, 5}, 2);
  const Tensor value = drawn({6, 5}, 3);
  const Tensor messages = pass_messages(query, key, value, ends);
  EXPECT_TRUE(at::allclose(messages, plain_messages(query, key, value, ends), 1e-9, 1e-9));
  EXPECT_EQ(messages[3].abs().sum().item<double>(), 0);
  EXPECT_TRUE(at::allclose(messages[4], value[5]));  // of two nodes each takes the other's
}

TEST(BidirectionalLstm, GradientAndShortRows) {
  Parameters parameters(1, at::kDouble);
  const auto layer = BidirectionalLstm::make(parameters, "layer", 3, 4, Start::within(4));
  parameters.seal();
  const Tensor inputs = leaf({4, 2, 3}, 1);
  const Tensor lengths = whole_numbers({4, 2});
  const auto values = [](const BidirectionalResult& result) {
    return std::vector<Tensor>{result.forward, result.backward, result.last_forward,
                               result.last_backward};
  };
  expect_gradients(joined(leaves_of(parameters), {inputs}),
                   [&] { return mixed(values(run_both_ways(inputs, layer, lengths))); });
  const auto both = values(run_both_ways(inputs, layer, lengths));
  const Tensor second = inputs.narrow(0, 0, 2).narrow(1, 1, 1).contiguous();
  const auto alone = values(run_both_ways(second, layer, whole_numbers({2})));
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_TRUE(at::allclose(both[i].narrow(0, 0, 2).narrow(1, 1, 1), alone[i])) << i;
  for (std::size_t i = 2; i < 4; ++i) EXPECT_TRUE(at::allclose(both[i][1], alone[i][0])) << i;
}

struct SmallDecoder {
  Parameters parameters{1, at::kDouble};
  DoubleAttention weights = DoubleAttention::make(parameters, "decoder", 3, 4);
  PackedSteps steps{.live = {2, 2, 1, 1}};
  Tensor gates = leaf({6, 16}, 1);
  LstmState start{leaf({2, 4}, 2), leaf({2, 4}, 3)};
  ReadableMemory words{.keys = leaf({2, 5, 4}, 4), .lengths = whole_numbers({5, 2})};
  ReadableMemory world{.keys = leaf({2, 6, 4}, 5), .lengths = {}};

  SmallDecoder() { parameters.seal(); }

  // All parameters but those of the words' share, which is made outside.
  std::vector<Tensor> leaves() const {
    std::vector<Tensor> all{gates, start.hidden, start.cell, words.keys, world.keys};
    for (const Parameters::Entry& entry : parameters.entries()) {
      if (entry.name != "decoder.input" && entry.name != "decoder.bias") all.push_back(entry.value);
    }
    return all;
  }
  static std::vector<Tensor> values(const DoubleAttentionResult& result) {
    return {result.outputs, result.words_read, result.world_read};
  }
};

TEST(DoubleAttention, Gradient) {
  const SmallDecoder decoder;
  expect_gradients(decoder.leaves(), [&] {
    return mixed(SmallDecoder::values(run_double_attention(decoder.gates.clone(), decoder.weights,
                                                           decoder.start, decoder.words,
                                                           decoder.world, decoder.steps)));
  });
}

TEST(DoubleAttention, EqualsItsStepsByLibTorch) {
  const SmallDecoder decoder;
  const auto ours =
      run_double_attention(decoder.gates.detach().clone(), decoder.weights, decoder.start,
                           decoder.words, decoder.world, decoder.steps);
  const auto theirs = plain_double_attention(decoder.gates, decoder.weights, decoder.start,
                                             decoder.words, decoder.world, decoder.steps);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(
        at::allclose(SmallDecoder::values(ours)[i], SmallDecoder::values(theirs)[i], 1e-9, 1e-9))
        << i;
  }
  EXPECT_TRUE(at::allclose(ours.last.hidden, theirs.last.hidden, 1e-9, 1e-9));
  EXPECT_TRUE(at::allclose(ours.last.cell, theirs.last.cell, 1e-9, 1e-9));
}

TEST(DoubleAttention, WordsBehindTheEndAreNotRead) {
  const SmallDecoder decoder;
  const at::NoGradGuard no_gradient;
  const auto outputs = [&] {
    return run_double_attention(decoder.gates.clone(), decoder.weights, decoder.start,
                                decoder.words, decoder.world, decoder.steps)
        .outputs;
  };
  const Tensor before = outputs();
  decoder.words.keys[1].narrow(0, 2, 3).fill_(7);
  EXPECT_TRUE(at::equal(before, outputs()));
}

}  // namespace
}  // namespace assay::learners
