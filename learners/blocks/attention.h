// Attention of a decoder's states to an encoder's: how much of each source position a target
// position takes.
#pragma once

#include <string>

#include "assay/learners/tensor/parameters.h"

namespace assay::learners {

// A recurrent decoder's attention, by dot products or additive (Bahdanau et al. 2015).
//
// dot: queries and memory are projected and split among the heads, scores are q . k / sqrt(width of
// a head). additive: score_h = v_h . tanh(Wq q + Wk m); heads share Wq and Wk and differ in v. Each
// reads the whole memory.
struct MemoryAttention {
  bool is_additive = false;
  std::int64_t heads = 1;
  Tensor query;    // [width, width]
  Tensor key;      // [width, width]
  Tensor weights;  // additive: [width, heads]

  static MemoryAttention make(Parameters& parameters, const std::string& name, std::int64_t width,
                              std::int64_t heads, bool is_additive);
  // What depends on the memory alone: memory [rows, source, width] -> [rows, source, width].
  Tensor keys_of(const Tensor& memory) const;
  // queries [rows, target, width] -> contexts [rows, target, heads, read width]; `bias` [rows, 1,
  // source] is added to scores, or undefined. Read width: the memory's, of dot its share.
  Tensor operator()(const Tensor& queries, const Tensor& keys, const Tensor& memory,
                    const Tensor& bias) const;
  std::int64_t read_width() const { return is_additive ? key.size(0) : key.size(0) / heads; }
};

// 0 where a row still has a token, a large negative number behind its end: [rows, width].
Tensor padding_bias(const Tensor& lengths, std::int64_t width, const at::TensorOptions& options);

}  // namespace assay::learners
