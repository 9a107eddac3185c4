#include "assay/learners/blocks/lstm_layer.h"

#include "assay/base/error.h"
#include "assay/learners/blocks/lstm_step.h"
#include "assay/learners/blocks/plain.h"

namespace assay::learners {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::tensor_list;

// A tensor that may be undefined, which autograd does not take as an argument.
struct Lengths {
  Tensor tensor;
};

struct LstmFunction : Function<LstmFunction> {
  static tensor_list forward(AutogradContext* context, const Tensor& gates, const Tensor& weights,
                             const Tensor& hidden_start, const Tensor& cell_start,
                             const Lengths& given) {
    const Tensor& lengths = given.tensor;
    ASSAY_CHECK(gates.is_contiguous() && (!lengths.defined() || lengths.is_contiguous()));
    const std::int64_t times = gates.size(0);
    const std::int64_t rows = gates.size(1);
    const std::int64_t width = weights.size(0);
    const Tensor hidden = at::empty({times + 1, rows, width}, gates.options());
    const Tensor cell = at::empty({times + 1, rows, width}, gates.options());
    const Tensor outputs = at::empty({times, rows, width}, gates.options());
    hidden[0].copy_(hidden_start);
    cell[0].copy_(cell_start);
    const bool is_double = gates.scalar_type() == at::kDouble;
    for (std::int64_t time = 0; time < times; ++time) {
      gates[time].addmm_(hidden[time], weights);
      (is_double ? forward_cell<double> : forward_cell<float>)(gates, hidden, cell, outputs,
                                                               lengths, time);
    }
    context->save_for_backward({gates, weights, hidden, cell, lengths});
    return {outputs, hidden[times].clone(), cell[times].clone()};
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& gradients) {
    const auto saved = context->get_saved_variables();
    const Tensor& gates = saved[0];
    const Tensor& weights = saved[1];
    const Tensor& hidden = saved[2];
    const Tensor& cell = saved[3];
    const Tensor& lengths = saved[4];
    const std::int64_t times = gates.size(0);
    const std::int64_t rows = gates.size(1);
    const std::int64_t width = weights.size(0);
    const Tensor outputs_grad = gradients[0].defined() ? gradients[0].contiguous() : Tensor();
    const Tensor hidden_grad = zeros_or_copy(gradients[1], hidden[0]);
    const Tensor cell_grad = zeros_or_copy(gradients[2], cell[0]);
    const Tensor gates_grad = at::empty_like(gates);
    const Tensor turned = weights.t();
    const bool is_double = gates.scalar_type() == at::kDouble;
    for (std::int64_t time = times - 1; time >= 0; --time) {
      (is_double ? backward_cell<double> : backward_cell<float>)(gates, cell, outputs_grad, lengths,
                                                                 hidden_grad, cell_grad, gates_grad,
                                                                 time);
      hidden_grad.addmm_(gates_grad[time], turned);
    }
    const Tensor before = hidden.narrow(0, 0, times).view({times * rows, width});
    const Tensor weights_grad = at::mm(before.t(), gates_grad.view({times * rows, 4 * width}));
    return {gates_grad, weights_grad, hidden_grad, cell_grad, Tensor()};
  }
};

}  // namespace

LstmWeights LstmWeights::make(Parameters& parameters, const std::string& name, std::int64_t inputs,
                              std::int64_t width) {
  // One matrix [inputs + width, 4 width] in TensorFlow, so its bound holds for both parts.
  return make(parameters, name, inputs, width, Start::glorot(inputs + width, 4 * width));
}

LstmWeights LstmWeights::make(Parameters& parameters, const std::string& name, std::int64_t inputs,
                              std::int64_t width, Start start) {
  return {.input = parameters.add(name + ".input", {inputs, 4 * width}, start),
          .hidden = parameters.add(name + ".hidden", {width, 4 * width}, start),
          .bias = parameters.add(name + ".bias", {4 * width}, Start::constant(0))};
}

LstmResult run_lstm(const Tensor& gates, const LstmWeights& weights, const LstmState& start,
                    const Tensor& lengths) {
  if (!gates.is_cpu()) return plain_lstm(gates, weights, start, lengths);
  const tensor_list result =
      LstmFunction::apply(gates, weights.hidden, start.hidden, start.cell, Lengths{lengths});
  return {.outputs = result[0], .last = {.hidden = result[1], .cell = result[2]}};
}

Tensor lstm_gates(const Tensor& inputs, const LstmWeights& weights) {
  const Tensor flat = inputs.reshape({-1, inputs.size(-1)});
  return at::addmm(weights.bias, flat, weights.input).view({inputs.size(0), inputs.size(1), -1});
}

LstmState zero_state(std::int64_t rows, std::int64_t width, const at::TensorOptions& options) {
  return {.hidden = at::zeros({rows, width}, options), .cell = at::zeros({rows, width}, options)};
}

}  // namespace assay::learners
