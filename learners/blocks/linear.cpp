#include "assay/learners/blocks/linear.h"

namespace assay::learners {

Linear Linear::make(Parameters& parameters, const std::string& name, std::int64_t inputs,
                    std::int64_t outputs, bool with_bias) {
  return {
      .weight = parameters.add(name + ".weight", {inputs, outputs}, Start::glorot(inputs, outputs)),
      .bias = with_bias ? parameters.add(name + ".bias", {outputs}, Start::constant(0)) : Tensor()};
}

Tensor Linear::operator()(const Tensor& x) const {
  const Tensor flat = x.reshape({-1, x.size(-1)});
  const Tensor y = bias.defined() ? at::addmm(bias, flat, weight) : at::mm(flat, weight);
  std::vector<std::int64_t> shape = x.sizes().vec();
  shape.back() = weight.size(1);
  return y.view(shape);
}

}  // namespace assay::learners
