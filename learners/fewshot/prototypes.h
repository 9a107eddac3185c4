// Prototypical networks (Snell et al. 2017) with two classes: an episode's scenes are told apart by
// which class's mean of the support is nearer.
#pragma once

#include "assay/learners/tensor/torch.h"

namespace assay::learners {

struct Prototypes {
  Tensor no, yes;  // [episodes, features]
};

// Means by label. features [episodes, shots, features], labels [episodes, shots] of 0 and 1. A
// class without a scene has its mean at 0.
Prototypes prototypes_of(const Tensor& features, const Tensor& labels);

// Squared distance to `no` minus that to `yes`: the difference of the two logits. Query features
// [episodes, shots, features] give [episodes, shots].
Tensor yes_scores(const Prototypes& prototypes, const Tensor& queries);

// The same for every episode and every scene of a pool [scenes, features]: [episodes, scenes].
Tensor pool_scores(const Prototypes& prototypes, const Tensor& pool);

// The mean negative logarithm of the probability of the labels.
Tensor label_loss(const Tensor& scores, const Tensor& labels);

}  // namespace assay::learners
