// Linear layers one behind the other, with batch normalisation between them.
#pragma once

#include <string>
#include <vector>

#include "assay/learners/blocks/linear.h"
#include "assay/learners/fewshot/batch_norm.h"

namespace assay::learners {

class LayerStack {
 public:
  // How an inner layer goes on: normalised and then rectified, or the reverse.
  enum class Order { kNormFirst, kReluFirst };

  // `widths`: of the inputs, the inner layers and the outputs. Glorot uniform.
  static LayerStack make(Parameters& parameters, KeptTensors& kept, const std::string& name,
                         const std::vector<std::int64_t>& widths, Order order);
  Tensor operator()(const Tensor& x, const Pass& pass) const;

 private:
  std::vector<Linear> layers_;
  std::vector<BatchNorm> norms_;  // behind all layers but the last
  Order order_ = Order::kNormFirst;
};

}  // namespace assay::learners
