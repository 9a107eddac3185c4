// The inner network of a relation network over all ordered pairs of vectors of a scene, summed: one
// step of autograd, whose first layer is applied to each vector once.
//
// A place without a thing is the same everywhere, so its pair with itself is made once for a whole
// batch and counts as often as there are such pairs.
#pragma once

#include <array>

#include "assay/learners/blocks/linear.h"
#include "assay/learners/fewshot/scene_vectors.h"

namespace assay::learners {

inline constexpr std::size_t kInnerPairLayers = 3;

// `of_first` and `of_second` [vectors, width] are the first layer's share of either of a pair, the
// bias in one of them; `layers` are those behind it. Gives [scenes, width].
Tensor summed_pairs(const Tensor& of_first, const Tensor& of_second,
                    const std::array<Linear, kInnerPairLayers>& layers, const SceneVectors& scenes);

}  // namespace assay::learners
