// Where a word stands, as a vector: sines and cosines of geometric wave lengths (Vaswani et al.
// 2017).
#pragma once

#include "assay/learners/tensor/torch.h"

namespace assay::learners {

// [count, width] of the positions first, first + 1 ...; they may be negative. The first half of a
// vector are sines, the second cosines, of position * 10000^(-i / (width / 2 - 1)), as
// tensor2tensor has it.
Tensor sinusoids(std::int64_t first, std::int64_t count, std::int64_t width,
                 const at::TensorOptions& options);

// For relative positions: scores [..., queries, 2 n - 1] by signed distance -(n - 1) ... n - 1
// become scores [..., n, n] by key position; there are n queries.
Tensor distances_to_keys(const Tensor& scores);

}  // namespace assay::learners
