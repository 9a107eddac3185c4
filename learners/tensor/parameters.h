// The parameters of a model: named tensors that lie side by side in one array, their gradients in
// another.
//
// So the optimiser, the norm of the gradient and a checkpoint each are one pass. First values are
// drawn by name: they do not depend on what else the model has.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/learners/tensor/torch.h"

namespace assay::learners {

// How a parameter begins.
struct Start {
  enum class Law { kConstant, kNormal, kUniform } law = Law::kConstant;
  double size = 0;  // the constant, the standard deviation or the bound

  static Start constant(double value) { return {Law::kConstant, value}; }
  static Start normal(double deviation) { return {Law::kNormal, deviation}; }
  // Within 1 / sqrt(fan in), as PyTorch's layers begin.
  static Start within(std::int64_t fan_in);
  // Glorot and Bengio 2010, uniform, gain 1.
  static Start glorot(std::int64_t fan_in, std::int64_t fan_out);
};

class Parameters {
 public:
  // Their type and device; double is for gradient checks.
  explicit Parameters(std::uint64_t seed, const at::TensorOptions& options = at::kFloat)
      : seed_(seed), options_(options) {}

  // A new parameter. Names differ. The tensor stays the same one when the arrays are made.
  Tensor add(const std::string& name, std::vector<std::int64_t> shape, Start start);
  // Makes the arrays; nothing can be added afterwards.
  void seal();

  struct Entry {
    std::string name;
    Tensor value;
  };
  const std::vector<Entry>& entries() const { return entries_; }
  std::int64_t count() const;
  const at::TensorOptions& options() const { return options_; }

  const Tensor& values() const { return values_; }  // [count]
  const Tensor& gradient() const { return gradient_; }
  void clear_gradient() { gradient_.zero_(); }

 private:
  std::uint64_t seed_;
  at::TensorOptions options_;
  std::vector<Entry> entries_;
  Tensor values_;
  Tensor gradient_;
};

// The numbers of a contiguous float tensor in memory.
std::span<float> floats_of(const Tensor& tensor);

}  // namespace assay::learners
