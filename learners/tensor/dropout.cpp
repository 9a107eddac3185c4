#include "assay/learners/tensor/dropout.h"

#include <span>

#include "assay/learners/numbers/noise_bits.h"

namespace assay::learners {

namespace {

template <typename Real>
std::span<Real> numbers_of(const Tensor& tensor) {
  return {tensor.data_ptr<Real>(), static_cast<std::size_t>(tensor.numel())};
}

}  // namespace

Dropout::Dropout(std::uint64_t seed, std::uint64_t step, double rate)
    : key_(stream_key(seed, "learners/dropout")), step_(step), rate_(rate) {}

Tensor Dropout::mask(at::IntArrayRef shape, at::ScalarType type) {
  Tensor mask = at::empty(shape, type);
  const NoiseAddress address{.step = step_, .site = site_++};
  if (type == at::kDouble) {
    fill_dropout_mask(numbers_of<double>(mask), rate_, key_, address);
  } else {
    fill_dropout_mask(numbers_of<float>(mask), rate_, key_, address);
  }
  return mask;
}

Tensor Dropout::apply(const Tensor& x) {
  if (!is_on()) return x;
  return x * mask(x.sizes(), x.scalar_type()).to(x.device());
}

}  // namespace assay::learners
