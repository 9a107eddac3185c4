// One LSTM layer over a whole batch of sequences, time first, forward and backward as one step of
// autograd.
//
// The inputs' share of the gates is one matrix product over all time steps and made outside, so
// that dropout on inputs, embeddings and input feeding are the caller's. What is left for each time
// step is one product with the state and one pass over the gates (numbers/lstm_cell.h); the
// gradient of the weights is again one product over all time steps.
#pragma once

#include <string>

#include "assay/learners/tensor/parameters.h"

namespace assay::learners {

struct LstmState {
  Tensor hidden;  // [rows, width]
  Tensor cell;
};

// Gates i, j, f, o; the forget bias of 1 is added when they are used.
struct LstmWeights {
  Tensor input;   // [inputs, 4 width]
  Tensor hidden;  // [width, 4 width]
  Tensor bias;    // [4 width]

  static LstmWeights make(Parameters& parameters, const std::string& name, std::int64_t inputs,
                          std::int64_t width);
  // The same with another start of both matrices; biases begin at 0.
  static LstmWeights make(Parameters& parameters, const std::string& name, std::int64_t inputs,
                          std::int64_t width, Start start);
  std::int64_t width() const { return hidden.size(0); }
};

struct LstmResult {
  Tensor outputs;  // [time, rows, width]; zero where a sequence is over
  LstmState last;  // of each sequence at its own end
};

// `gates` [time, rows, 4 width]: inputs times weights plus bias; it may be overwritten. `lengths`
// [rows] of integers, or undefined when no sequence is shorter.
LstmResult run_lstm(const Tensor& gates, const LstmWeights& weights, const LstmState& start,
                    const Tensor& lengths);

// inputs [time, rows, inputs] times the weights, plus bias.
Tensor lstm_gates(const Tensor& inputs, const LstmWeights& weights);

LstmState zero_state(std::int64_t rows, std::int64_t width, const at::TensorOptions& options);

}  // namespace assay::learners
