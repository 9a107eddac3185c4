// The targets of a batch without padding, as a decoder takes them step by step.
#pragma once

#include "assay/learners/blocks/double_attention.h"
#include "assay/learners/text/batches.h"

namespace assay::learners {

struct PackedTargets {
  PackedSteps steps;
  bool is_in_order = true;  // rows already stand by falling length
  Tensor order;             // [rows]: the row of the batch that stands at each place
  Tensor before;            // the word before each step behind the first time's, [steps - rows]
  Tensor places;            // [steps]: row of the batch * target width + time

  explicit PackedTargets(const Batch& batch);
  // x [rows, ...] in this order.
  Tensor ordered(const Tensor& x) const { return is_in_order ? x : x.index_select(0, order); }
  // x [steps, width] at its places, zero behind the ends: [rows, target width, width].
  Tensor spread(const Tensor& x, const Batch& batch) const;
};

}  // namespace assay::learners
