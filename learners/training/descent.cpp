#include "assay/learners/training/descent.h"

#include <torch/version.h>

#include <algorithm>
#include <cmath>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay::learners {

Descent::Descent(Parameters& parameters, const AdamSettings& settings, double clip)
    : parameters_(parameters), settings_(settings), clip_(clip), moments_(parameters) {}

double Descent::step(const Tensor& loss, std::uint64_t number, double rate) {
  const double value = loss.item<double>();
  loss.backward();
  const double norm = gradient_norm(parameters_);
  // A learner that knows nothing has the logarithm of the number of words.
  constexpr double kHopelessLoss = 1e4;
  if (!(value < kHopelessLoss) || !std::isfinite(norm)) {
    fail(ErrorKind::kInput,
         "training diverged: the loss of step {} is {}, the norm of its gradient {}; lower rate or "
         "set clip",
         number, value, norm);
  }
  const double scale = clip_ > 0 && norm > clip_ ? clip_ / norm : 1;
  optimise(parameters_, moments_, settings_, number, rate, scale);
  return value;
}

void Descent::save(Checkpoint& checkpoint) const {
  checkpoint.parameters = copy_of(parameters_.values());
  checkpoint.first = copy_of(moments_.first);
  checkpoint.second = copy_of(moments_.second);
}

void Descent::restore(const Checkpoint& checkpoint) {
  copy_to(parameters_.values(), checkpoint.parameters);
  copy_to(moments_.first, checkpoint.first);
  copy_to(moments_.second, checkpoint.second);
}

std::string layout_of(const Parameters& parameters) {
  std::string text;
  for (const Parameters::Entry& entry : parameters.entries()) {
    text += entry.name;
    for (const std::int64_t size : entry.value.sizes()) text += fmt::format(" {}", size);
    text += '\n';
  }
  return text;
}

std::vector<float> copy_of(const Tensor& tensor) {
  const Tensor copy = tensor.cpu();
  const std::span<float> values = floats_of(copy);
  return {values.begin(), values.end()};
}

void copy_to(const Tensor& to, const std::vector<float>& from) {
  ASSAY_CHECK(static_cast<std::size_t>(to.numel()) == from.size());
  const Tensor copy = at::empty(to.sizes(), at::kFloat);
  std::copy(from.begin(), from.end(), floats_of(copy).begin());
  to.copy_(copy);
}

at::TensorOptions options_of(const std::string& device) {
  if (device == "cpu") return at::kFloat;
  if (device != "cuda")
    fail(ErrorKind::kUsage, "--device is cpu or cuda, not \"{}\"", printable(device));
  if (!at::hasCUDA()) {
    fail(ErrorKind::kUnsupported,
         "--device cuda: LibTorch {} finds no GPU; ASSAY_TORCH takes a PyTorch that can use yours",
         TORCH_VERSION);
  }
  return at::TensorOptions(at::kFloat).device(at::kCUDA);
}

}  // namespace assay::learners
