// The decoder of the grounded learners (Ruis et al. 2020): an LSTM that before each step reads the
// command and then, by what it read there, the world; a whole batch as one step of autograd.
//
// With h the last state: the command is read with h (additive attention); z = tanh(of h and what
// was read, a linear map); the world is read with z; the LSTM takes the word before, both that was
// read, and h. Reading gives keys, not memories. The words' share of the gates is made outside, the
// gradient of each matrix is one product over all steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/learners/blocks/lstm_layer.h"

namespace assay::learners {

// What depends on the memory alone.
struct ReadableMemory {
  Tensor keys;     // [rows, keys, width]
  Tensor lengths;  // [rows] of integers on the CPU, or undefined: all keys
};

struct DoubleAttention {
  LstmWeights lstm;       // `input` is the words' share
  Tensor words_to_gates;  // [width, 4 width], of what was read
  Tensor world_to_gates;
  Tensor word_query;      // [width, width]
  Tensor word_weights;    // [width]
  Tensor state_to_query;  // [width, width]
  Tensor words_to_query;
  Tensor query_bias;  // [width]
  Tensor world_query;
  Tensor world_weights;

  // As PyTorch's layers begin, the LSTM's forget gate with 1 added.
  static DoubleAttention make(Parameters& parameters, const std::string& name, std::int64_t inputs,
                              std::int64_t width);
  std::int64_t width() const { return lstm.width(); }
};

// Steps of several rows without padding: those of one time lie side by side, times one behind the
// other. Row i of a time is row i of the batch, so rows that end sooner stand last.
struct PackedSteps {
  std::vector<std::int64_t> live;  // rows at each time; falling

  std::int64_t total() const;
};

struct DoubleAttentionResult {
  Tensor outputs;     // [steps, width]
  Tensor words_read;  // as the step took them
  Tensor world_read;
  LstmState last;  // of the rows that live in the last time; no gradient passes here
};

// `gates` [steps, 4 width]: words times weights plus bias; it may be overwritten.
DoubleAttentionResult run_double_attention(const Tensor& gates, const DoubleAttention& weights,
                                           const LstmState& start, const ReadableMemory& words,
                                           const ReadableMemory& world, const PackedSteps& steps);

// The same by operations of LibTorch.
DoubleAttentionResult plain_double_attention(const Tensor& gates, const DoubleAttention& weights,
                                             const LstmState& start, const ReadableMemory& words,
                                             const ReadableMemory& world, const PackedSteps& steps);

// One read: `query` [rows, width] already projected -> [rows, width].
Tensor plain_read(const Tensor& query, const Tensor& weights, const ReadableMemory& memory);

}  // namespace assay::learners
