#include "assay/learners/blocks/transformer_layer.h"

namespace assay::learners {

LayerNorm LayerNorm::make(Parameters& parameters, const std::string& name, std::int64_t width) {
  return {.scale = parameters.add(name + ".scale", {width}, Start::constant(1)),
          .shift = parameters.add(name + ".shift", {width}, Start::constant(0))};
}

Tensor LayerNorm::operator()(const Tensor& x) const {
  return at::layer_norm(x, scale.sizes(), scale, shift, 1e-6);
}

TransformerLayer TransformerLayer::make(Parameters& parameters, const std::string& name,
                                        const TransformerSizes& sizes) {
  TransformerLayer made;
  made.is_pre_norm_ = sizes.is_pre_norm;
  made.self_ =
      HeadAttention::make(parameters, name + ".self", sizes.width, sizes.heads, sizes.is_relative);
  made.self_norm_ = LayerNorm::make(parameters, name + ".self_norm", sizes.width);
  if (sizes.is_decoder) {
    made.cross_ = HeadAttention::make(parameters, name + ".cross", sizes.width, sizes.heads, false);
    made.cross_norm_ = LayerNorm::make(parameters, name + ".cross_norm", sizes.width);
  }
  made.inner_ = Linear::make(parameters, name + ".inner", sizes.width, sizes.filter, true);
  made.outer_ = Linear::make(parameters, name + ".outer", sizes.filter, sizes.width, true);
  made.block_norm_ = LayerNorm::make(parameters, name + ".block_norm", sizes.width);
  return made;
}

template <typename Block>
Tensor TransformerLayer::residual(const Tensor& x, const LayerNorm& norm, Dropout& dropout,
                                  Block block) const {
  if (is_pre_norm_) return dropout.add(x, block(norm(x)));
  return norm(dropout.add(x, block(x)));
}

Tensor TransformerLayer::own_keys(const Tensor& x, const WordsSoFar* so_far) const {
  const Tensor own = self_.keys_of(x);
  if (so_far == nullptr) return own;
  append_keys(so_far->room, own, so_far->position);
  return so_far->room.narrow(1, 0, so_far->position + 1);
}

Tensor TransformerLayer::operator()(const Tensor& x, const Sight& sight, const Tensor& source,
                                    const Sight& source_sight, const WordsSoFar* so_far,
                                    Dropout& dropout) const {
  Tensor y = residual(x, self_norm_, dropout, [&](const Tensor& in) {
    return self_(in, own_keys(in, so_far), sight, dropout);
  });
  if (source.defined()) {
    y = residual(y, cross_norm_, dropout,
                 [&](const Tensor& in) { return cross_(in, source, source_sight, dropout); });
  }
  return residual(y, block_norm_, dropout,
                  [&](const Tensor& in) { return outer_(dropout.apply_relu(inner_(in))); });
}

}  // namespace assay::learners
