// Relation network (Santoro et al. 2017): a network g of four layers over all ordered pairs,
// self-pairs included, summed, and a network f of the sum.
#include "assay/learners/fewshot/layer_stack.h"
#include "assay/learners/fewshot/pair_layers.h"
#include "assay/learners/fewshot/pooling.h"

namespace assay::learners {

namespace {

// g's first layer on a pair [x_i; x_j; p_i - p_j] is linear in each of these, so it is
// A x_i + P p_i on the first and B x_j - P p_j on the second.
class RelationPooling : public Pooling {
 public:
  RelationPooling(const FewshotRecipe& recipe, const VectorShape& shape, Parameters& parameters,
                  KeptTensors& kept) {
    const std::int64_t width = recipe.width;
    const Start start = Start::glorot(2 * shape.width + shape.axes, width);
    first_ = {.weight = parameters.add("relation.g.0.first", {shape.width, width}, start),
              .bias = parameters.add("relation.g.0.bias", {width}, Start::constant(0))};
    second_ = {.weight = parameters.add("relation.g.0.second", {shape.width, width}, start),
               .bias = {}};
    if (shape.axes > 0) {
      offset_ = {.weight = parameters.add("relation.g.0.offset", {shape.axes, width}, start),
                 .bias = {}};
    }
    for (std::size_t layer = 0; layer < inner_.size(); ++layer) {
      inner_[layer] =
          Linear::make(parameters, "relation.g." + std::to_string(layer + 1), width, width, true);
    }
    outer_ =
        LayerStack::make(parameters, kept, "relation.f", {width, width, width, recipe.features},
                         LayerStack::Order::kReluFirst);
  }

  Tensor operator()(const SceneVectors& scenes, const Pass& pass,
                    Dropout& /*dropout*/) const override {
    Tensor of_first = first_(scenes.vectors);
    Tensor of_second = second_(scenes.vectors);
    if (offset_.weight.defined()) {
      const Tensor moved = offset_(scenes.positions);
      of_first = of_first + moved;
      of_second = of_second - moved;
    }
    return outer_(summed_pairs(of_first, of_second, inner_, scenes), pass);
  }

 private:
  Linear first_, second_, offset_;
  std::array<Linear, kInnerPairLayers> inner_;
  LayerStack outer_;
};

}  // namespace

std::unique_ptr<Pooling> make_relation_pooling(const FewshotRecipe& recipe,
                                               const VectorShape& shape, Parameters& parameters,
                                               KeptTensors& kept) {
  return std::make_unique<RelationPooling>(recipe, shape, parameters, kept);
}

}  // namespace assay::learners
