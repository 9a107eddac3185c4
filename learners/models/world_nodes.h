// The worlds of a batch as nodes: every occupied cell is one, with its features added up.
#pragma once

#include "assay/learners/blocks/grid_convolution.h"
#include "assay/learners/tensor/torch.h"
#include "assay/learners/text/batches.h"

namespace assay::learners {

struct WorldNodes {
  OccupiedCells where;
  Tensor features;  // [nodes, kWorldFeatures]: how many things of the cell have each
  Tensor rows;      // [nodes] of integers: the row of the batch
  Tensor cells;     // [nodes] of integers: the cell
};

WorldNodes nodes_of(const Batch& batch, const at::TensorOptions& options);

}  // namespace assay::learners
