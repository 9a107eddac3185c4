#include "assay/learners/fewshot/scene_vectors.h"

#include "assay/base/error.h"
#include "assay/learners/fewshot/segments_of.h"

namespace assay::learners {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::tensor_list;

template <typename Real>
void sum_numbers(const SegmentTensors& segments, const Tensor& vectors, const Tensor& sums) {
  sum_segments(segments.of<Real>(vectors.size(1)), vectors.data_ptr<Real>(), sums.data_ptr<Real>());
}

template <typename Real>
void spread_numbers(const SegmentTensors& segments, const Tensor& sums_grad, const Tensor& grad) {
  spread_segments(segments.of<Real>(grad.size(1)), sums_grad.data_ptr<Real>(),
                  static_cast<const Real*>(nullptr), grad.data_ptr<Real>());
}

struct SumFunction : Function<SumFunction> {
  static Tensor forward(AutogradContext* context, const Tensor& vectors, const Tensor& starts,
                        const Tensor& weights, const Tensor& shared) {
    const SegmentTensors segments{starts, weights, shared};
    const Tensor rows = vectors.contiguous();
    const Tensor sums = at::empty({segments.count(), rows.size(1)}, rows.options());
    if (rows.scalar_type() == at::kDouble) {
      sum_numbers<double>(segments, rows, sums);
    } else {
      sum_numbers<float>(segments, rows, sums);
    }
    context->save_for_backward({starts, weights, shared});
    context->saved_data["rows"] = rows.size(0);
    return sums;
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& gradients) {
    const auto saved = context->get_saved_variables();
    const SegmentTensors segments{saved[0], saved[1], saved[2]};
    const Tensor sums_grad = gradients[0].contiguous();
    const Tensor grad =
        at::empty({context->saved_data["rows"].toInt(), sums_grad.size(1)}, sums_grad.options());
    if (grad.scalar_type() == at::kDouble) {
      spread_numbers<double>(segments, sums_grad, grad);
    } else {
      spread_numbers<float>(segments, sums_grad, grad);
    }
    return {grad, Tensor(), Tensor(), Tensor()};
  }
};

}  // namespace

Tensor summed(const Tensor& vectors, const std::vector<std::int64_t>& starts,
              const std::vector<float>& weights, const std::vector<float>& shared_weights) {
  const auto segments =
      SegmentTensors::make(starts, weights, shared_weights, vectors.scalar_type());
  return SumFunction::apply(vectors, segments.starts, segments.weights, segments.shared);
}

Tensor at_places(const SceneVectors& scenes) {
  ASSAY_CHECK(scenes.has_absent || scenes.things() == scenes.scenes() * scenes.places);
  const Tensor places = at::empty({scenes.scenes() * scenes.places}, at::kLong);
  auto* to = places.data_ptr<std::int64_t>();
  for (std::int64_t scene = 0; scene < scenes.scenes(); ++scene) {
    const std::int64_t first = scenes.starts[static_cast<std::size_t>(scene)];
    const std::int64_t count = scenes.things_of(scene);
    for (std::int64_t place = 0; place < scenes.places; ++place)
      *to++ = place < count ? first + place : scenes.things();
  }
  return scenes.vectors.index_select(0, places.to(scenes.vectors.device()))
      .view({scenes.scenes(), scenes.places, -1});
}

Tensor grid_positions(std::int64_t rows, std::int64_t columns, bool as_published,
                      const at::TensorOptions& options) {
  const std::int64_t length = as_published ? rows : columns;
  const Tensor numbers = at::arange(rows * columns, at::kLong);
  const Tensor row = numbers.div(length, "floor");
  return at::stack({row, numbers - row * length}, 1).to(options);
}

}  // namespace assay::learners
