#include "assay/learners/numbers/lstm_cell.h"

#include <algorithm>

#include "assay/learners/numbers/elementary.h"

namespace assay::learners {

namespace {

template <typename Real>
ASSAY_INLINE void forward_row(std::size_t width, Real* __restrict__ gates,
                              const Real* __restrict__ cell_before, Real* __restrict__ cell,
                              Real* __restrict__ hidden, Real* __restrict__ output) {
  for (std::size_t k = 0; k < width; ++k) {
    const Real in = logistic(gates[k]);
    const Real candidate = hyperbolic_tangent(gates[width + k]);
    const Real keep = logistic(gates[2 * width + k] + Real{1});
    const Real out = logistic(gates[3 * width + k]);
    const Real state = cell_before[k] * keep + in * candidate;
    const Real value = hyperbolic_tangent(state) * out;
    gates[k] = in;
    gates[width + k] = candidate;
    gates[2 * width + k] = keep;
    gates[3 * width + k] = out;
    cell[k] = state;
    hidden[k] = value;
    output[k] = value;
  }
}

template <typename Real>
ASSAY_INLINE void forward(const CellShape& shape, const CellForward<Real>& data) {
  const std::size_t width = shape.width;
  for (std::size_t row = 0; row < shape.rows; ++row) {
    const std::size_t at = row * width;
    if (shape.is_over(row)) {
      std::copy_n(data.cell_before + at, width, data.cell + at);
      std::copy_n(data.hidden_before + at, width, data.hidden + at);
      std::fill_n(data.output + at, width, Real{0});
    } else {
      forward_row(width, data.gates + 4 * at, data.cell_before + at, data.cell + at,
                  data.hidden + at, data.output + at);
    }
  }
}

template <typename Real>
ASSAY_INLINE void backward_row(std::size_t width, const Real* __restrict__ gates,
                               const Real* __restrict__ cell_before, const Real* __restrict__ cell,
                               Real* __restrict__ hidden_grad, Real* __restrict__ cell_grad,
                               Real* __restrict__ gates_grad) {
  for (std::size_t k = 0; k < width; ++k) {
    const Real in = gates[k];
    const Real candidate = gates[width + k];
    const Real keep = gates[2 * width + k];
    const Real out = gates[3 * width + k];
    const Real squashed = hyperbolic_tangent(cell[k]);
    const Real state_grad = cell_grad[k] + hidden_grad[k] * out * (Real{1} - squashed * squashed);
    gates_grad[k] = state_grad * candidate * in * (Real{1} - in);
    gates_grad[width + k] = state_grad * in * (Real{1} - candidate * candidate);
    gates_grad[2 * width + k] = state_grad * cell_before[k] * keep * (Real{1} - keep);
    gates_grad[3 * width + k] = hidden_grad[k] * squashed * out * (Real{1} - out);
    cell_grad[k] = state_grad * keep;
    hidden_grad[k] = Real{0};
  }
}

template <typename Real>
ASSAY_INLINE void backward(const CellShape& shape, const CellBackward<Real>& data) {
  const std::size_t width = shape.width;
  for (std::size_t row = 0; row < shape.rows; ++row) {
    const std::size_t at = row * width;
    if (shape.is_over(row)) {
      std::fill_n(data.gates_grad + 4 * at, 4 * width, Real{0});
      continue;
    }
    if (data.output_grad != nullptr) {
      for (std::size_t k = at; k < at + width; ++k) data.hidden_grad[k] += data.output_grad[k];
    }
    backward_row(width, data.gates + 4 * at, data.cell_before + at, data.cell + at,
                 data.hidden_grad + at, data.cell_grad + at, data.gates_grad + 4 * at);
  }
}

ASSAY_VECTOR_UNITS void forward_floats(const CellShape& shape, const CellForward<float>& data) {
  forward(shape, data);
}
ASSAY_VECTOR_UNITS void backward_floats(const CellShape& shape, const CellBackward<float>& data) {
  backward(shape, data);
}

}  // namespace

void lstm_cell_forward(const CellShape& shape, const CellForward<float>& data) {
  forward_floats(shape, data);
}
void lstm_cell_forward(const CellShape& shape, const CellForward<double>& data) {
  forward(shape, data);
}
void lstm_cell_backward(const CellShape& shape, const CellBackward<float>& data) {
  backward_floats(shape, data);
}
void lstm_cell_backward(const CellShape& shape, const CellBackward<double>& data) {
  backward(shape, data);
}

}  // namespace assay::learners
