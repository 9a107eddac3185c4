#include "assay/learners/tensor/dropout.h"

#include <span>

#include "assay/learners/numbers/noise_bits.h"
#include "assay/learners/numbers/rectify.h"

namespace assay::learners {

namespace {

template <typename Real>
std::span<Real> numbers_of(const Tensor& tensor) {
  return {tensor.data_ptr<Real>(), static_cast<std::size_t>(tensor.numel())};
}

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::tensor_list;

// `mask` becomes the result.
struct RectifyFunction : Function<RectifyFunction> {
  static Tensor forward(AutogradContext* context, const Tensor& x, Tensor mask, double kept) {
    if (x.scalar_type() == at::kDouble) {
      rectify(numbers_of<double>(x), numbers_of<double>(mask));
    } else {
      rectify(numbers_of<float>(x), numbers_of<float>(mask));
    }
    context->save_for_backward({mask});
    context->saved_data["kept"] = kept;
    return mask;
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& gradients) {
    const Tensor result = context->get_saved_variables()[0];
    const double kept = context->saved_data["kept"].toDouble();
    const Tensor gradient = gradients[0].clone(at::MemoryFormat::Contiguous);
    if (result.scalar_type() == at::kDouble) {
      rectify_gradient(numbers_of<double>(result), kept, numbers_of<double>(gradient));
    } else {
      rectify_gradient(numbers_of<float>(result), static_cast<float>(kept),
                       numbers_of<float>(gradient));
    }
    return {gradient, Tensor(), Tensor()};
  }
};

}  // namespace

Dropout::Dropout(std::uint64_t seed, std::uint64_t step, double rate)
    : key_(stream_key(seed, "learners/dropout")), step_(step), rate_(rate), is_training_(true) {}

Tensor Dropout::mask(at::IntArrayRef shape, const at::TensorOptions& options) {
  const Tensor mask = at::empty(shape, options.device(at::kCPU));
  const NoiseAddress address{.step = step_, .site = site_++};
  if (mask.scalar_type() == at::kDouble) {
    fill_dropout_mask(numbers_of<double>(mask), rate_, key_, address);
  } else {
    fill_dropout_mask(numbers_of<float>(mask), rate_, key_, address);
  }
  return mask.to(options.device());
}

Tensor Dropout::apply(const Tensor& x) {
  if (!is_on()) return x;
  return x * mask(x.sizes(), x.options());
}

Tensor Dropout::add(const Tensor& x, const Tensor& y) {
  if (!is_on()) return x + y;
  return at::addcmul(x, y, mask(y.sizes(), y.options()));
}

Tensor Dropout::apply_relu(const Tensor& x) {
  if (!is_on()) return at::relu(x);
  if (!x.is_cpu()) return apply(at::relu(x));
  return RectifyFunction::apply(x.contiguous(), mask(x.sizes(), x.options()), 1 / (1 - rate_));
}

}  // namespace assay::learners
