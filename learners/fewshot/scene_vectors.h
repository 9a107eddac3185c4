// Scenes as sets of vectors: what an encoder gives, and what a pooling makes one vector of.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/learners/tensor/torch.h"

namespace assay::learners {

// The vectors of all scenes, one scene behind the other. A scene has room for `places` things; the
// vector of a place without a thing, where those take part, is the same everywhere and comes last.
struct SceneVectors {
  Tensor vectors;                    // [things, or one more, width]
  std::vector<std::int64_t> starts;  // which is the first of each scene; one more
  std::int64_t places = 0;
  bool has_absent = false;
  // Where a vector stands in its picture or sound, [as vectors, axes]; undefined: the vector says.
  Tensor positions = {};

  std::int64_t scenes() const { return static_cast<std::int64_t>(starts.size()) - 1; }
  std::int64_t things() const { return starts.back(); }
  std::int64_t things_of(std::int64_t scene) const {
    const auto at = static_cast<std::size_t>(scene);
    return starts[at + 1] - starts[at];
  }
};

// Rows and columns of a map of vectors that is read row by row, [rows * columns, 2], for
// SceneVectors::positions. As published, the released code takes the number of rows for the length
// of a row, which scrambles maps that are not square.
Tensor grid_positions(std::int64_t rows, std::int64_t columns, bool as_published,
                      const at::TensorOptions& options);

// out[s] = the sum of the vectors of scene s, each times its weight; the last vector, when
// `shared_weights` is not empty, counts by those. As one step of autograd.
Tensor summed(const Tensor& vectors, const std::vector<std::int64_t>& starts,
              const std::vector<float>& weights, const std::vector<float>& shared_weights);

// All places of all scenes, [scenes, places, width]; absent things must take part.
Tensor at_places(const SceneVectors& scenes);

}  // namespace assay::learners
