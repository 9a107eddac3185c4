// A table of word vectors. Padding is the zero vector.
#pragma once

#include <string>

#include "assay/learners/tensor/parameters.h"

namespace assay::learners {

struct Embedding {
  Tensor table;  // [words, width]
  double scale = 1;

  // Normal with deviation width^-0.5.
  static Embedding make(Parameters& parameters, const std::string& name, std::int64_t words,
                        std::int64_t width, double scale);
  // tokens of any shape -> [..., width]
  Tensor operator()(const Tensor& tokens) const;
  // x [..., width] -> logits [..., words], without bias.
  Tensor scores(const Tensor& x) const;
};

// What a decoder sees before its first word: `start` [width] in every row, zero vectors when it is
// undefined.
Tensor first_input(std::vector<std::int64_t> shape, const Tensor& start,
                   const at::TensorOptions& options);

// Moved on by one along `axis`: that in front, the last one dropped.
Tensor shifted_right(const Tensor& x, std::int64_t axis, const Tensor& start = {});

}  // namespace assay::learners
