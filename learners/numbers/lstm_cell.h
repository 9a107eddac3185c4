// What an LSTM cell does between its matrix products, for a batch at one time step: forward and
// backward.
//
// The cell of TensorFlow: gates i, j, f, o side by side; c' = c * s(f + 1) + s(i) * tanh(j); h' =
// tanh(c') * s(o), where s is the logistic function. The forget bias of 1 is added here.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::learners {

// Rows of a batch; a row whose length is not above `time` is over: its state stays and its output
// is zero.
struct CellShape {
  std::size_t rows = 0;
  std::size_t width = 0;
  std::int64_t time = 0;
  const std::int64_t* lengths = nullptr;  // absent: no row is over

  bool is_over(std::size_t row) const { return lengths != nullptr && time >= lengths[row]; }
};

// `gates` [rows, 4 * width] holds sums on entry and activations after it. All others are [rows,
// width].
template <typename Real>
struct CellForward {
  Real* gates;
  const Real* cell_before;
  const Real* hidden_before;
  Real* cell;
  Real* hidden;
  Real* output;
};
void lstm_cell_forward(const CellShape& shape, const CellForward<float>& data);
void lstm_cell_forward(const CellShape& shape, const CellForward<double>& data);

// `hidden_grad` and `cell_grad` belong to the state after the step on entry. After it, cell_grad
// belongs to the state before, and hidden_grad holds what goes past the cell: nothing, but for rows
// that are over.
template <typename Real>
struct CellBackward {
  const Real* gates;  // activations
  const Real* cell_before;
  const Real* cell;
  const Real* output_grad;  // may be absent
  Real* hidden_grad;
  Real* cell_grad;
  Real* gates_grad;
};
void lstm_cell_backward(const CellShape& shape, const CellBackward<float>& data);
void lstm_cell_backward(const CellShape& shape, const CellBackward<double>& data);

}  // namespace assay::learners
