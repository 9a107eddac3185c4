// A layer of a Transformer: self-attention, in decoders attention to the source, and a feed-forward
// block, each with a residual connection and layer normalisation before it (pre) or behind it
// (post).
#pragma once

#include <string>

#include "assay/learners/blocks/head_attention.h"

namespace assay::learners {

struct LayerNorm {
  Tensor scale, shift;

  static LayerNorm make(Parameters& parameters, const std::string& name, std::int64_t width);
  Tensor operator()(const Tensor& x) const;
};

struct TransformerSizes {
  std::int64_t width = 0;
  std::int64_t heads = 0;
  std::int64_t filter = 0;
  bool is_pre_norm = true;
  bool is_relative = false;
  bool is_decoder = false;
};

// What a decoder's layer keeps of the words so far; absent in training, where all are given at
// once.
struct WordsSoFar {
  Tensor& room;
  std::int64_t position;
};

class TransformerLayer {
 public:
  static TransformerLayer make(Parameters& parameters, const std::string& name,
                               const TransformerSizes& sizes);

  // x [rows, length, width]. `sight` is for self-attention; `source` and `source_sight` for a
  // decoder's other one.
  Tensor operator()(const Tensor& x, const Sight& sight, const Tensor& source,
                    const Sight& source_sight, const WordsSoFar* so_far, Dropout& dropout) const;
  // Of a decoder: what it needs of the encoder's output.
  Tensor source_keys(const Tensor& memory) const { return cross_.keys_of(memory); }

 private:
  template <typename Block>
  Tensor residual(const Tensor& x, const LayerNorm& norm, Dropout& dropout, Block block) const;
  Tensor own_keys(const Tensor& x, const WordsSoFar* so_far) const;

  bool is_pre_norm_ = true;
  HeadAttention self_, cross_;
  Linear inner_, outer_;
  LayerNorm self_norm_, cross_norm_, block_norm_;
};

}  // namespace assay::learners
