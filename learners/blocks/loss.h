// The training loss: cross entropy of the words of a batch with label smoothing.
#pragma once

#include "assay/learners/tensor/torch.h"

namespace assay::learners {

// The mean over targets that are not negative. `logits` [rows, words], `targets` [rows] of
// integers. `smoothing` is the share that is taken from the right word and spread evenly over all
// others.
Tensor smoothed_loss(const Tensor& logits, const Tensor& targets, double smoothing);

}  // namespace assay::learners
