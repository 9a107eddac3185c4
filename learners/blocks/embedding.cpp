#include "assay/learners/blocks/embedding.h"

#include <cmath>

namespace assay::learners {

Embedding Embedding::make(Parameters& parameters, const std::string& name, std::int64_t words,
                          std::int64_t width, double scale) {
  const double deviation = 1 / std::sqrt(static_cast<double>(width));
  return {.table = parameters.add(name, {words, width}, Start::normal(deviation)), .scale = scale};
}

Tensor Embedding::operator()(const Tensor& tokens) const {
  const Tensor found = at::embedding(table, tokens);
  const Tensor weight = (tokens != 0).to(table.scalar_type()).mul_(scale).unsqueeze(-1);
  return found * weight;
}

Tensor Embedding::scores(const Tensor& x) const {
  const Tensor flat = at::mm(x.reshape({-1, x.size(-1)}), table.t());
  std::vector<std::int64_t> shape = x.sizes().vec();
  shape.back() = table.size(0);
  return flat.view(shape);
}

Tensor first_input(std::vector<std::int64_t> shape, const Tensor& start,
                   const at::TensorOptions& options) {
  return start.defined() ? start.expand(shape) : at::zeros(shape, options);
}

Tensor shifted_right(const Tensor& x, std::int64_t axis, const Tensor& start) {
  std::vector<std::int64_t> shape = x.sizes().vec();
  shape[static_cast<std::size_t>(axis)] = 1;
  return at::cat({first_input(shape, start, x.options()), x.narrow(axis, 0, x.size(axis) - 1)},
                 axis);
}

}  // namespace assay::learners
