#include "assay/learners/blocks/plain.h"

#include <cmath>

#include "assay/learners/blocks/attention.h"

namespace assay::learners {

namespace {

constexpr double kUnseen = -1e9;

// What is added to scores [rows, heads, length, keys]; undefined where everything is seen.
Tensor bias_of(const Sight& sight, std::int64_t keys, const at::TensorOptions& options) {
  Tensor bias;
  if (sight.is_causal) bias = at::full({keys, keys}, kUnseen, options).triu(1);
  if (!sight.lengths.defined()) return bias;
  const Tensor padding = padding_bias(sight.lengths, keys, options).view({-1, 1, 1, keys});
  return bias.defined() ? bias + padding : padding;
}

}  // namespace

Tensor split_by_heads(const Tensor& x, std::int64_t heads) {
  return x.reshape({x.size(0), x.size(1), heads, -1}).transpose(1, 2);
}

Tensor weigh_values(const Tensor& scores, const Tensor& values, std::int64_t heads,
                    const Sight& sight, Dropout& dropout) {
  const Tensor bias = bias_of(sight, scores.size(3), scores.options());
  const Tensor shares = dropout.apply(at::softmax(bias.defined() ? scores + bias : scores, -1));
  return at::matmul(shares, split_by_heads(values, heads))
      .transpose(1, 2)
      .reshape({scores.size(0), scores.size(2), values.size(2)});
}

Tensor plain_attend(const Tensor& query, const Tensor& key_value, std::int64_t heads,
                    const Sight& sight, Dropout& dropout) {
  const std::int64_t width = query.size(2);
  const double scale = 1 / std::sqrt(static_cast<double>(width / heads));
  const Tensor keys = split_by_heads(key_value.narrow(2, 0, width), heads);
  const Tensor scores = at::matmul(split_by_heads(query, heads) * scale, keys.transpose(2, 3));
  return weigh_values(scores, key_value.narrow(2, width, width), heads, sight, dropout);
}

LstmResult plain_lstm(const Tensor& gates, const LstmWeights& weights, const LstmState& start,
                      const Tensor& lengths) {
  LstmState state = start;
  std::vector<Tensor> outputs;
  for (std::int64_t time = 0; time < gates.size(0); ++time) {
    const std::vector<Tensor> parts =
        at::addmm(gates[time], state.hidden, weights.hidden).chunk(4, 1);
    Tensor cell =
        state.cell * at::sigmoid(parts[2] + 1) + at::sigmoid(parts[0]) * at::tanh(parts[1]);
    Tensor hidden = at::tanh(cell) * at::sigmoid(parts[3]);
    if (!lengths.defined()) {
      outputs.push_back(hidden);
      state = {.hidden = hidden, .cell = cell};
      continue;
    }
    const Tensor goes_on = (lengths > time).unsqueeze(1);
    outputs.push_back(hidden * goes_on);
    state = {.hidden = at::where(goes_on, hidden, state.hidden),
             .cell = at::where(goes_on, cell, state.cell)};
  }
  return {.outputs = at::stack(outputs, 0), .last = state};
}

Tensor plain_smoothed_loss(const Tensor& logits, const Tensor& targets, double smoothing) {
  const Tensor log_shares = at::log_softmax(logits, 1);
  const Tensor right = log_shares.gather(1, targets.clamp_min(0).unsqueeze(1)).squeeze(1);
  const double others = static_cast<double>(logits.size(1) - 1);
  const Tensor loss = right * (smoothing - 1) + (log_shares.sum(1) - right) * (-smoothing / others);
  const Tensor counts = (targets >= 0).to(logits.scalar_type());
  return (loss * counts).sum() / counts.sum().clamp_min(1);
}

}  // namespace assay::learners
