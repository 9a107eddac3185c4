#include "assay/learners/fewshot/batch_norm.h"

#include <algorithm>

#include "assay/base/error.h"

namespace assay::learners {

namespace {

constexpr double kMomentum = 0.1;
constexpr double kLeastVariance = 1e-5;

}  // namespace

Tensor KeptTensors::add(std::int64_t size, double value) {
  tensors_.push_back(at::full({size}, value, options_));
  return tensors_.back();
}

std::vector<float> KeptTensors::values() const {
  std::vector<float> all;
  for (const Tensor& tensor : tensors_) {
    const Tensor copy = tensor.cpu().to(at::kFloat);
    const auto numbers = floats_of(copy);
    all.insert(all.end(), numbers.begin(), numbers.end());
  }
  return all;
}

void KeptTensors::set(const std::vector<float>& values) {
  auto from = values.begin();
  for (Tensor& tensor : tensors_) {
    ASSAY_CHECK(values.end() - from >= tensor.numel());
    const Tensor copy = at::empty({tensor.numel()}, at::kFloat);
    std::copy_n(from, tensor.numel(), floats_of(copy).begin());
    tensor.copy_(copy);
    from += tensor.numel();
  }
  ASSAY_CHECK(from == values.end());
}

BatchNorm BatchNorm::make(Parameters& parameters, KeptTensors& kept, const std::string& name,
                          std::int64_t width) {
  return {.scale = parameters.add(name + ".scale", {width}, Start::constant(1)),
          .shift = parameters.add(name + ".shift", {width}, Start::constant(0)),
          .mean = kept.add(width, 0),
          .variance = kept.add(width, 1)};
}

Tensor BatchNorm::operator()(const Tensor& x, const Pass& pass) const {
  const auto normal = [&](const Tensor& rows) {
    return at::batch_norm(rows, scale, shift, mean, variance, pass.is_training, kMomentum,
                          kLeastVariance, false);
  };
  if (!pass.is_training || pass.parts == 1) return normal(x);
  std::vector<Tensor> parts;
  for (const Tensor& part : x.chunk(pass.parts, 0)) parts.push_back(normal(part));
  return at::cat(parts, 0);
}

}  // namespace assay::learners
