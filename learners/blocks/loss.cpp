#include "assay/learners/blocks/loss.h"

#include <algorithm>

#include "assay/learners/blocks/plain.h"
#include "assay/learners/numbers/cross_entropy.h"

namespace assay::learners {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::tensor_list;

template <typename Real>
double entropy_and_gradient(const Tensor& logits, const Tensor& targets, double smoothing,
                            double scale) {
  return cross_entropy(
      std::span<Real>(logits.data_ptr<Real>(), static_cast<std::size_t>(logits.numel())),
      {targets.data_ptr<std::int64_t>(), static_cast<std::size_t>(targets.numel())},
      {.share = smoothing}, scale);
}

// The gradient is at hand after the forward pass, in the place of the logits.
struct LossFunction : Function<LossFunction> {
  static Tensor forward(AutogradContext* context, const Tensor& logits, const Tensor& targets,
                        double smoothing) {
    const std::int64_t* first = targets.data_ptr<std::int64_t>();
    const auto count = std::count_if(first, first + targets.numel(),
                                     [](std::int64_t target) { return target >= 0; });
    const double scale = count == 0 ? 0 : 1.0 / static_cast<double>(count);
    const Tensor gradient = logits.clone(at::MemoryFormat::Contiguous);
    const bool is_double = logits.scalar_type() == at::kDouble;
    const double total =
        (is_double ? entropy_and_gradient<double> : entropy_and_gradient<float>)(gradient, targets,
                                                                                 smoothing, scale);
    context->save_for_backward({gradient});
    return at::scalar_tensor(total * scale, logits.options());
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& gradients) {
    return {context->get_saved_variables()[0] * gradients[0], Tensor(), Tensor()};
  }
};

}  // namespace

Tensor smoothed_loss(const Tensor& logits, const Tensor& targets, double smoothing) {
  if (!logits.is_cpu()) return plain_smoothed_loss(logits, targets.to(logits.device()), smoothing);
  return LossFunction::apply(logits, targets.contiguous(), smoothing);
}

}  // namespace assay::learners
