#include "assay/learners/fewshot/pair_layers.h"

#include "assay/learners/fewshot/segments_of.h"
#include "assay/learners/numbers/pairs.h"

namespace assay::learners {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::tensor_list;
using torch::autograd::Variable;
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

// Inputs: of_first, of_second, first, second, starts, weights, shared, then weight and bias of each
// layer.
constexpr std::size_t kLayersFrom = 7;

struct PairFunction : Function<PairFunction> {
  static Tensor forward(AutogradContext* context, variable_list in) {
    const Tensor a = in[0].contiguous();
    const Tensor b = in[1].contiguous();
    const PairList list = list_of(in[2], in[3], a.size(1));
    const SegmentTensors segments{in[4], in[5], in[6]};
    Tensor x = at::empty({in[2].size(0), a.size(1)}, a.options());
    with_kernels(x, [&](auto kernels) { kernels.rectify(list, a, b, x); });
    variable_list saved(in.begin() + 2, in.end());
    saved.push_back(x);
    for (std::size_t i = kLayersFrom; i < in.size(); i += 2) {
      x = at::addmm(in[i + 1], x, in[i]).relu_();
      saved.push_back(x);
    }
    const Tensor sums = at::empty({segments.count(), x.size(1)}, x.options());
    with_kernels(x, [&](auto kernels) { kernels.sum(segments, x, sums); });
    context->save_for_backward(saved);
    context->saved_data["inputs"] = static_cast<std::int64_t>(in.size());
    context->saved_data["rows"] = a.size(0);
    return sums;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto inputs = static_cast<std::size_t>(context->saved_data["inputs"].toInt());
    const variable_list saved = context->get_saved_variables();
    const auto input = [&](std::size_t i) -> const Tensor& { return saved[i - 2]; };
    const Tensor* activations = &saved[inputs - 2];
    const std::size_t layers = (inputs - kLayersFrom) / 2;
    const SegmentTensors segments{input(4), input(5), input(6)};
    variable_list result(inputs);
    Tensor grad = at::empty_like(activations[layers]);
    with_kernels(grad, [&](auto kernels) {
      kernels.spread(segments, gradients[0].contiguous(), activations[layers], grad);
    });
    for (std::size_t layer = layers; layer-- > 0;) {
      const std::size_t at = kLayersFrom + 2 * layer;
      result[at] = at::mm(activations[layer].t(), grad);
      result[at + 1] = grad.sum(0);
      grad = at::mm(grad, input(at).t());
      grad.masked_fill_(activations[layer] <= 0, 0);
    }
    const std::int64_t rows = context->saved_data["rows"].toInt();
    result[0] = at::zeros({rows, grad.size(1)}, grad.options());
    result[1] = at::zeros({rows, grad.size(1)}, grad.options());
    with_kernels(grad, [&](auto kernels) {
      kernels.add_gradients(list_of(input(2), input(3), grad.size(1)), grad, result[0], result[1]);
    });
    return result;
  }
};

}  // namespace

Tensor summed_pairs(const Tensor& of_first, const Tensor& of_second,
                    const std::vector<Linear>& layers, const SceneVectors& scenes) {
  const Pairs pairs = Pairs::of(scenes);
  const auto segments =
      SegmentTensors::make(pairs.starts, pairs.weights, pairs.of_absent, of_first.scalar_type());
  variable_list inputs{of_first,        of_second,        numbers_of(pairs.first),
                       numbers_of(pairs.second), segments.starts, segments.weights,
                       segments.shared};
  for (const Linear& layer : layers) {
    inputs.push_back(layer.weight);
    inputs.push_back(layer.bias);
  }
  return PairFunction::apply(inputs);
}

}  // namespace assay::learners
