// Batch normalisation (Ioffe and Szegedy 2015), whose running means and variances are kept beside
// the parameters.
#pragma once

#include <string>
#include <vector>

#include "assay/learners/tensor/parameters.h"

namespace assay::learners {

// What a model keeps that no gradient changes, side by side as it was made.
class KeptTensors {
 public:
  explicit KeptTensors(const at::TensorOptions& options) : options_(options) {}

  Tensor add(std::int64_t size, double value);
  std::vector<float> values() const;
  void set(const std::vector<float>& values);

 private:
  at::TensorOptions options_;
  std::vector<Tensor> tensors_;
};

// How rows go through a network.
struct Pass {
  bool is_training = false;
  // Rows come in this many equal parts, each with means and variances of its own: supports and
  // queries are two passes in the paper's code.
  std::int64_t parts = 1;
};

struct BatchNorm {
  Tensor scale, shift;    // [width]
  Tensor mean, variance;  // running

  static BatchNorm make(Parameters& parameters, KeptTensors& kept, const std::string& name,
                        std::int64_t width);
  // x [rows, width]. Training also moves the running numbers, a tenth of the way.
  Tensor operator()(const Tensor& x, const Pass& pass) const;
};

}  // namespace assay::learners
