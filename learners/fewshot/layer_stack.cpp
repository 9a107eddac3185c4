#include "assay/learners/fewshot/layer_stack.h"

namespace assay::learners {

LayerStack LayerStack::make(Parameters& parameters, KeptTensors& kept, const std::string& name,
                            const std::vector<std::int64_t>& widths, Order order) {
  LayerStack made;
  made.order_ = order;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) {
    const std::string layer = name + "." + std::to_string(i);
    made.layers_.push_back(Linear::make(parameters, layer, widths[i], widths[i + 1], true));
    if (i + 2 < widths.size())
      made.norms_.push_back(BatchNorm::make(parameters, kept, layer + ".norm", widths[i + 1]));
  }
  return made;
}

Tensor LayerStack::operator()(const Tensor& x, const Pass& pass) const {
  Tensor y = x;
  for (std::size_t i = 0; i < norms_.size(); ++i) {
    y = layers_[i](y);
    y = order_ == Order::kNormFirst ? at::relu(norms_[i](y, pass)) : norms_[i](at::relu(y), pass);
  }
  return layers_.back()(y);
}

}  // namespace assay::learners
