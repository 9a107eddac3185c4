// Attention of Transformers: several heads, dot products, with keys that can be kept from step to
// step.
//
// Relative positions are those of Transformer-XL (Dai et al. 2019): score = (q + u) . k + (q + v) .
// r, where r is the projected sinusoid of the signed distance from query to key, and u and v are
// learned for each head.
#pragma once

#include <string>

#include "assay/learners/blocks/attend.h"
#include "assay/learners/blocks/linear.h"

namespace assay::learners {

struct HeadAttention {
  std::int64_t heads = 1;
  Linear query;
  Linear key_value;  // keys and values side by side
  Linear output;
  Linear distance;                     // relative positions only
  Tensor content_bias, distance_bias;  // [heads, 1, width of a head]

  static HeadAttention make(Parameters& parameters, const std::string& name, std::int64_t width,
                            std::int64_t heads, bool is_relative);

  // x [rows, length, width] -> [rows, length, 2 width].
  Tensor keys_of(const Tensor& x) const { return key_value(x); }
  // x [rows, queries, width] -> the same shape. `memory` is what keys_of() gave. The queries are
  // the last ones of the keys where positions are relative.
  Tensor operator()(const Tensor& x, const Tensor& memory, const Sight& sight,
                    Dropout& dropout) const;
  bool is_relative() const { return content_bias.defined(); }

 private:
  Tensor relative_read(const Tensor& asked, const Tensor& memory, const Sight& sight,
                       Dropout& dropout) const;
  Tensor distance_scores(const Tensor& asked, std::int64_t keys) const;
};

// Room for the keys of a prediction that grows word by word, [rows, room, 2 width]: puts those of
// the next word at `position`.
void append_keys(Tensor& room, const Tensor& next, std::int64_t position);

}  // namespace assay::learners
