// Attention of Transformers: several heads, dot products, with keys that can be kept from step to
// step.
//
// Relative positions are those of Transformer-XL (Dai et al. 2019): score = (q + u) . k + (q + v) .
// r, where r is the projected sinusoid of the signed distance from query to key, and u and v are
// learned for each head.
#pragma once

#include <string>

#include "assay/learners/blocks/linear.h"
#include "assay/learners/tensor/dropout.h"

namespace assay::learners {

// [rows, heads, length, width of a head]
struct HeadKeys {
  Tensor keys;
  Tensor values;
};

struct HeadAttention {
  std::int64_t heads = 1;
  Linear query;
  Linear key_value;  // keys and values side by side
  Linear output;
  Linear distance;                     // relative positions only
  Tensor content_bias, distance_bias;  // [heads, 1, width of a head]

  static HeadAttention make(Parameters& parameters, const std::string& name, std::int64_t width,
                            std::int64_t heads, bool is_relative);

  HeadKeys keys_of(const Tensor& x) const;
  // x [rows, queries, width] -> the same shape. `bias` is added to scores [rows, heads, queries,
  // keys], or undefined. The queries are the last ones of the keys where positions are relative.
  Tensor operator()(const Tensor& x, const HeadKeys& memory, const Tensor& bias,
                    Dropout& dropout) const;
  bool is_relative() const { return content_bias.defined(); }

 private:
  Tensor distance_scores(const Tensor& asked, std::int64_t keys) const;
};

// Room for the keys of a prediction that grows word by word: puts those of the next word at
// `position`.
void append_keys(HeadKeys& room, const HeadKeys& next, std::int64_t position);

// 0 for keys up to the query, a large negative number behind it: [1, 1, length, length].
Tensor causal_bias(std::int64_t length, at::ScalarType type);

}  // namespace assay::learners
