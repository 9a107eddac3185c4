#include "assay/learners/fewshot/pair_layers.h"

#include "assay/learners/fewshot/segments_of.h"
#include "assay/learners/numbers/pairs.h"

namespace assay::learners {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::tensor_list;
using torch::autograd::variable_list;

// All pairs of a batch, and how often each counts.
struct Pairs {
  std::vector<std::int32_t> first;
  std::vector<std::int32_t> second;
  std::vector<std::int64_t> starts{0};
  std::vector<float> weights;
  std::vector<float> of_absent;

  void add(std::int64_t a, std::int64_t b, std::int64_t weight) {
    first.push_back(static_cast<std::int32_t>(a));
    second.push_back(static_cast<std::int32_t>(b));
    weights.push_back(static_cast<float>(weight));
  }

  static Pairs of(const SceneVectors& scenes) {
    Pairs pairs;
    const std::int64_t absent = scenes.things();
    for (std::int64_t scene = 0; scene < scenes.scenes(); ++scene) {
      const std::int64_t begin = scenes.starts[static_cast<std::size_t>(scene)];
      const std::int64_t end = begin + scenes.things_of(scene);
      const std::int64_t free = scenes.has_absent ? scenes.places - scenes.things_of(scene) : 0;
      for (std::int64_t a = begin; a < end; ++a) {
        for (std::int64_t b = begin; b < end; ++b) pairs.add(a, b, 1);
      }
      for (std::int64_t a = begin; a < end && free > 0; ++a) {
        pairs.add(a, absent, free);
        pairs.add(absent, a, free);
      }
      pairs.starts.push_back(static_cast<std::int64_t>(pairs.first.size()));
      if (scenes.has_absent) pairs.of_absent.push_back(static_cast<float>(free * free));
    }
    if (scenes.has_absent) {  // behind all scenes
      pairs.first.push_back(static_cast<std::int32_t>(absent));
      pairs.second.push_back(static_cast<std::int32_t>(absent));
    }
    return pairs;
  }
};

Tensor numbers_of(const std::vector<std::int32_t>& values) {
  const Tensor made = at::empty({static_cast<std::int64_t>(values.size())}, at::kInt);
  std::copy(values.begin(), values.end(), made.data_ptr<std::int32_t>());
  return made;
}

PairList list_of(const Tensor& first, const Tensor& second, std::int64_t width) {
  return {.count = static_cast<std::size_t>(first.size(0)),
          .width = static_cast<std::size_t>(width),
          .first = first.data_ptr<std::int32_t>(),
          .second = second.data_ptr<std::int32_t>()};
}

template <typename Real>
struct Kernels {
  static void rectify(const PairList& list, const Tensor& a, const Tensor& b, const Tensor& out) {
    rectify_pairs(list, a.data_ptr<Real>(), b.data_ptr<Real>(), out.data_ptr<Real>());
  }
  static void add_gradients(const PairList& list, const Tensor& grad, const Tensor& a,
                            const Tensor& b) {
    add_pair_gradients(list, grad.data_ptr<Real>(), a.data_ptr<Real>(), b.data_ptr<Real>());
  }
  static void sum(const SegmentTensors& segments, const Tensor& rows, const Tensor& sums) {
    sum_segments(segments.of<Real>(rows.size(1)), rows.data_ptr<Real>(), sums.data_ptr<Real>());
  }
  static void spread(const SegmentTensors& segments, const Tensor& sums_grad,
                     const Tensor& positive, const Tensor& grad) {
    spread_segments(segments.of<Real>(grad.size(1)), sums_grad.data_ptr<Real>(),
                    positive.data_ptr<Real>(), grad.data_ptr<Real>());
  }
};

// Calls use(Kernels<Real>()) for the type of the tensor.
template <typename Use>
void with_kernels(const Tensor& tensor, Use use) {
  if (tensor.scalar_type() == at::kDouble) {
    use(Kernels<double>());
  } else {
    use(Kernels<float>());
  }
}

// The pairs as tensors, which autograd takes as something that wants no gradient.
struct PairTensors {
  Tensor first, second;
  SegmentTensors segments;

  PairList list(std::int64_t width) const { return list_of(first, second, width); }
  variable_list all() const {
    return {first, second, segments.starts, segments.weights, segments.shared};
  }
  static PairTensors from(const variable_list& saved) {
    return {saved[0], saved[1], {saved[2], saved[3], saved[4]}};
  }
};
constexpr std::size_t kPairTensors = 5;

// Saved: the pairs, the weights of the inner layers, what each layer gave.
struct PairFunction : Function<PairFunction> {
  static Tensor forward(AutogradContext* context, const Tensor& of_first, const Tensor& of_second,
                        const Tensor& weight1, const Tensor& bias1, const Tensor& weight2,
                        const Tensor& bias2, const Tensor& weight3, const Tensor& bias3,
                        const PairTensors& pairs) {
    const Tensor a = of_first.contiguous();
    const Tensor b = of_second.contiguous();
    Tensor x = at::empty({pairs.first.size(0), a.size(1)}, a.options());
    with_kernels(x, [&](auto kernels) { kernels.rectify(pairs.list(a.size(1)), a, b, x); });
    variable_list saved = pairs.all();
    saved.insert(saved.end(), {weight1, weight2, weight3, x});
    for (const auto& [weight, bias] :
         {std::pair(weight1, bias1), std::pair(weight2, bias2), std::pair(weight3, bias3)}) {
      x = at::addmm(bias, x, weight).relu_();
      saved.push_back(x);
    }
    const Tensor sums = at::empty({pairs.segments.count(), x.size(1)}, x.options());
    with_kernels(x, [&](auto kernels) { kernels.sum(pairs.segments, x, sums); });
    context->save_for_backward(saved);
    context->saved_data["rows"] = a.size(0);
    return sums;
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& gradients) {
    const variable_list saved = context->get_saved_variables();
    const PairTensors pairs = PairTensors::from(saved);
    const Tensor* weights = &saved[kPairTensors];
    const Tensor* activations = weights + kInnerPairLayers;
    Tensor grad = at::empty_like(activations[kInnerPairLayers]);
    with_kernels(grad, [&](auto kernels) {
      kernels.spread(pairs.segments, gradients[0].contiguous(), activations[kInnerPairLayers],
                     grad);
    });
    tensor_list result(2 + 2 * kInnerPairLayers + 1);
    for (std::size_t layer = kInnerPairLayers; layer-- > 0;) {
      result[2 + 2 * layer] = at::mm(activations[layer].t(), grad);
      result[3 + 2 * layer] = grad.sum(0);
      grad = at::mm(grad, weights[layer].t());
      grad.masked_fill_(activations[layer] <= 0, 0);
    }
    const std::int64_t rows = context->saved_data["rows"].toInt();
    result[0] = at::zeros({rows, grad.size(1)}, grad.options());
    result[1] = at::zeros({rows, grad.size(1)}, grad.options());
    with_kernels(grad, [&](auto kernels) {
      kernels.add_gradients(pairs.list(grad.size(1)), grad, result[0], result[1]);
    });
    return result;
  }
};

}  // namespace

Tensor summed_pairs(const Tensor& of_first, const Tensor& of_second,
                    const std::array<Linear, kInnerPairLayers>& layers,
                    const SceneVectors& scenes) {
  const Pairs pairs = Pairs::of(scenes);
  const PairTensors tensors{
      numbers_of(pairs.first), numbers_of(pairs.second),
      SegmentTensors::make(pairs.starts, pairs.weights, pairs.of_absent, of_first.scalar_type())};
  return PairFunction::apply(of_first, of_second, layers[0].weight, layers[0].bias,
                             layers[1].weight, layers[1].bias, layers[2].weight, layers[2].bias,
                             tensors);
}

}  // namespace assay::learners
