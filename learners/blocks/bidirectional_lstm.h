// An LSTM layer that reads each sequence from both ends.
#pragma once

#include <string>

#include "assay/learners/blocks/lstm_layer.h"

namespace assay::learners {

struct BidirectionalLstm {
  LstmWeights forward;
  LstmWeights backward;

  static BidirectionalLstm make(Parameters& parameters, const std::string& name,
                                std::int64_t inputs, std::int64_t width, Start start);
};

struct BidirectionalResult {
  Tensor forward;   // [time, rows, width] of each direction, at the places of the inputs
  Tensor backward;  // zero where a sequence is over
  Tensor last_forward;
  Tensor last_backward;  // [rows, width], behind the first input
};

// inputs [time, rows, inputs]; `lengths` [rows] of integers on the CPU.
BidirectionalResult run_both_ways(const Tensor& inputs, const BidirectionalLstm& layer,
                                  const Tensor& lengths);

}  // namespace assay::learners
