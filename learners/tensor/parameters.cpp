#include "assay/learners/tensor/parameters.h"

#include <algorithm>
#include <cmath>

#include "assay/base/error.h"
#include "assay/base/hash.h"
#include "assay/learners/numbers/noise_bits.h"

namespace assay::learners {

Start Start::within(std::int64_t fan_in) {
  return {Law::kUniform, 1 / std::sqrt(static_cast<double>(fan_in))};
}

Start Start::glorot(std::int64_t fan_in, std::int64_t fan_out) {
  return {Law::kUniform, std::sqrt(6.0 / static_cast<double>(fan_in + fan_out))};
}

Tensor Parameters::add(const std::string& name, std::vector<std::int64_t> shape, Start start) {
  ASSAY_CHECK(!values_.defined());
  for (const Entry& entry : entries_) ASSAY_CHECK(entry.name != name);
  const Tensor drawn = at::empty(shape, at::kDouble);
  const std::span<double> values(drawn.data_ptr<double>(), static_cast<std::size_t>(drawn.numel()));
  const Key key = stream_key(seed_, "learners/parameters");
  const NoiseAddress address{.step = hash64(name)};
  switch (start.law) {
    case Start::Law::kConstant:
      std::fill(values.begin(), values.end(), start.size);
      break;
    case Start::Law::kNormal:
      fill_normal(values, start.size, key, address);
      break;
    case Start::Law::kUniform:
      fill_uniform(values, start.size, key, address);
      break;
  }
  entries_.push_back({name, drawn.to(options_).requires_grad_(true)});
  return entries_.back().value;
}

void Parameters::seal() {
  ASSAY_CHECK(!values_.defined());
  values_ = at::empty({count()}, options_);
  gradient_ = at::zeros({count()}, options_);
  std::int64_t begin = 0;
  for (Entry& entry : entries_) {
    const std::int64_t size = entry.value.numel();
    const Tensor place = values_.narrow(0, begin, size).view(entry.value.sizes());
    place.copy_(entry.value.detach());
    entry.value.set_data(place);
    entry.value.mutable_grad() = gradient_.narrow(0, begin, size).view(entry.value.sizes());
    begin += size;
  }
}

std::int64_t Parameters::count() const {
  std::int64_t count = 0;
  for (const Entry& entry : entries_) count += entry.value.numel();
  return count;
}

std::span<float> floats_of(const Tensor& tensor) {
  ASSAY_CHECK(tensor.is_contiguous());
  return {tensor.data_ptr<float>(), static_cast<std::size_t>(tensor.numel())};
}

}  // namespace assay::learners
