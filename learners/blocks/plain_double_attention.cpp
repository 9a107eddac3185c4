// What double_attention.cpp computes, step by step by operations of LibTorch.
#include "assay/learners/blocks/attention.h"
#include "assay/learners/blocks/double_attention.h"
#include "assay/learners/blocks/plain.h"

namespace assay::learners {

Tensor plain_read(const Tensor& query, const Tensor& weights, const ReadableMemory& memory) {
  Tensor scores = at::matmul(at::tanh(query.unsqueeze(1) + memory.keys), weights);
  if (memory.lengths.defined())
    scores = scores +
             padding_bias(memory.lengths.to(query.device()), memory.keys.size(1), query.options());
  return at::bmm(at::softmax(scores, 1).unsqueeze(1), memory.keys).squeeze(1);
}

DoubleAttentionResult plain_double_attention(const Tensor& gates, const DoubleAttention& weights,
                                             const LstmState& start, const ReadableMemory& words,
                                             const ReadableMemory& world,
                                             const PackedSteps& steps) {
  LstmState state = start;
  std::vector<Tensor> outputs;
  std::vector<Tensor> words_read;
  std::vector<Tensor> world_read;
  std::int64_t begin = 0;
  for (const std::int64_t rows : steps.live) {
    const auto live = [&](const Tensor& x) { return x.narrow(0, 0, rows); };
    const auto live_memory = [&](const ReadableMemory& memory) {
      return ReadableMemory{live(memory.keys),
                            memory.lengths.defined() ? live(memory.lengths) : Tensor()};
    };
    state = {.hidden = live(state.hidden), .cell = live(state.cell)};
    words_read.push_back(plain_read(at::mm(state.hidden, weights.word_query), weights.word_weights,
                                    live_memory(words)));
    const Tensor& of_words = words_read.back();
    const Tensor bent = at::tanh(at::mm(state.hidden, weights.state_to_query) +
                                 at::mm(of_words, weights.words_to_query) + weights.query_bias);
    world_read.push_back(
        plain_read(at::mm(bent, weights.world_query), weights.world_weights, live_memory(world)));
    const Tensor sums = gates.narrow(0, begin, rows) + at::mm(of_words, weights.words_to_gates) +
                        at::mm(world_read.back(), weights.world_to_gates);
    state = plain_lstm(sums.unsqueeze(0), weights.lstm, state, {}).last;
    outputs.push_back(state.hidden);
    begin += rows;
  }
  return {.outputs = at::cat(outputs),
          .words_read = at::cat(words_read),
          .world_read = at::cat(world_read),
          .last = {.hidden = state.hidden.detach(), .cell = state.cell.detach()}};
}

}  // namespace assay::learners
