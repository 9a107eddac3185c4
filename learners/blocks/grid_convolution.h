// Convolutions of several widths over grids of which few cells are occupied, as one step of
// autograd.
//
// Only occupied cells are multiplied, and only with the weights that reach a cell of the grid: for
// each offset one small product of all nodes that have a neighbour there. Kernels that share an
// offset share the product. Every cell gets an output.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/learners/tensor/parameters.h"

namespace assay::learners {

// Which cells of the grids of a batch are occupied; the nodes of a row lie side by side.
struct OccupiedCells {
  std::int64_t rows = 0;
  std::int64_t grid = 0;             // cells of a side
  std::vector<std::int32_t> places;  // of each node: row of the batch * cells + cell
  std::vector<std::int64_t> ends;    // of the nodes of each row

  std::int64_t cells() const { return grid * grid; }
  std::int64_t nodes() const { return static_cast<std::int64_t>(places.size()); }
};

struct GridConvolution {
  std::vector<std::int64_t> sides;  // odd, rising
  std::vector<Tensor> kernels;      // [side * side, inputs, channels] of each
  std::vector<Tensor> biases;       // [channels] of each

  // As PyTorch's Conv2d begins.
  static GridConvolution make(Parameters& parameters, const std::string& name,
                              const std::vector<std::int64_t>& sides, std::int64_t inputs,
                              std::int64_t channels);
  // x [nodes, inputs] -> [rows, cells, kernels * channels], kernels side by side.
  Tensor operator()(const Tensor& x, const OccupiedCells& where) const;
  // The same by LibTorch's conv2d over all cells.
  Tensor plain(const Tensor& x, const OccupiedCells& where) const;
};

// x [nodes, width] at their cells, zero elsewhere: [rows, cells, width].
Tensor spread_on_cells(const Tensor& x, const OccupiedCells& where);

}  // namespace assay::learners
