// One time step of the LSTM cell on tensors [time, rows, ...], for the steps of autograd that run
// over time: lstm_layer.cpp, double_attention.cpp.
#pragma once

#include "assay/learners/numbers/lstm_cell.h"
#include "assay/learners/tensor/torch.h"

namespace assay::learners {

inline CellShape shape_at(const Tensor& states, const Tensor& lengths, std::int64_t time) {
  return {.rows = static_cast<std::size_t>(states.size(1)),
          .width = static_cast<std::size_t>(states.size(2)),
          .time = time,
          .lengths = lengths.defined() ? lengths.data_ptr<std::int64_t>() : nullptr};
}

// Where time step `time` of a tensor [time, rows, ...] begins.
template <typename Real>
Real* at_time(const Tensor& tensor, std::int64_t time) {
  return tensor.data_ptr<Real>() + time * tensor.stride(0);
}

template <typename Real>
void forward_cell(const Tensor& gates, const Tensor& hidden, const Tensor& cell,
                  const Tensor& outputs, const Tensor& lengths, std::int64_t time) {
  lstm_cell_forward(shape_at(hidden, lengths, time),
                    CellForward<Real>{.gates = at_time<Real>(gates, time),
                                      .cell_before = at_time<Real>(cell, time),
                                      .hidden_before = at_time<Real>(hidden, time),
                                      .cell = at_time<Real>(cell, time + 1),
                                      .hidden = at_time<Real>(hidden, time + 1),
                                      .output = at_time<Real>(outputs, time)});
}

template <typename Real>
void backward_cell(const Tensor& gates, const Tensor& cell, const Tensor& outputs_grad,
                   const Tensor& lengths, const Tensor& hidden_grad, const Tensor& cell_grad,
                   const Tensor& gates_grad, std::int64_t time) {
  lstm_cell_backward(
      shape_at(cell, lengths, time),
      CellBackward<Real>{
          .gates = at_time<Real>(gates, time),
          .cell_before = at_time<Real>(cell, time),
          .cell = at_time<Real>(cell, time + 1),
          .output_grad = outputs_grad.defined() ? at_time<Real>(outputs_grad, time) : nullptr,
          .hidden_grad = hidden_grad.data_ptr<Real>(),
          .cell_grad = cell_grad.data_ptr<Real>(),
          .gates_grad = at_time<Real>(gates_grad, time)});
}

// The gradient as numbers of its own; zeros where autograd has none.
inline Tensor zeros_or_copy(const Tensor& gradient, const Tensor& like) {
  return gradient.defined() ? gradient.clone(at::MemoryFormat::Contiguous) : at::zeros_like(like);
}

}  // namespace assay::learners
