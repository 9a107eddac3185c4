#include "assay/learners/blocks/bidirectional_lstm.h"

namespace assay::learners {

namespace {

// For x seen as [time * rows, ...]: which of its rows stands where when every sequence is turned
// round within its length. Turning twice changes nothing.
Tensor turned_places(std::int64_t times, const Tensor& lengths) {
  const std::int64_t rows = lengths.size(0);
  const std::int64_t* length = lengths.data_ptr<std::int64_t>();
  const Tensor places = at::empty({times * rows}, at::kLong);
  auto* place = places.data_ptr<std::int64_t>();
  for (std::int64_t time = 0; time < times; ++time) {
    for (std::int64_t row = 0; row < rows; ++row)
      *place++ = (time < length[row] ? length[row] - 1 - time : time) * rows + row;
  }
  return places;
}

Tensor turned(const Tensor& x, const Tensor& places) {
  return x.reshape({x.size(0) * x.size(1), x.size(2)}).index_select(0, places).view(x.sizes());
}

}  // namespace

BidirectionalLstm BidirectionalLstm::make(Parameters& parameters, const std::string& name,
                                          std::int64_t inputs, std::int64_t width, Start start) {
  return {.forward = LstmWeights::make(parameters, name + ".forward", inputs, width, start),
          .backward = LstmWeights::make(parameters, name + ".backward", inputs, width, start)};
}

BidirectionalResult run_both_ways(const Tensor& inputs, const BidirectionalLstm& layer,
                                  const Tensor& lengths) {
  const Tensor places = turned_places(inputs.size(0), lengths).to(inputs.device());
  const Tensor own_lengths = lengths.to(inputs.device());
  const auto run = [&](const Tensor& x, const LstmWeights& weights) {
    const LstmState start = zero_state(x.size(1), weights.width(), x.options());
    return run_lstm(lstm_gates(x, weights), weights, start, own_lengths);
  };
  const LstmResult there = run(inputs, layer.forward);
  const LstmResult back = run(turned(inputs, places), layer.backward);
  return {.forward = there.outputs,
          .backward = turned(back.outputs, places),
          .last_forward = there.last.hidden,
          .last_backward = back.last.hidden};
}

}  // namespace assay::learners
