// Average pooling and concatenation: one vector of a scene first, then layers.
#include "assay/learners/fewshot/layer_stack.h"
#include "assay/learners/fewshot/pooling.h"

namespace assay::learners {

namespace {

class AveragePooling : public Pooling {
 public:
  explicit AveragePooling(LayerStack layers) : layers_(std::move(layers)) {}

  Tensor operator()(const SceneVectors& scenes, const Pass& pass,
                    Dropout& /*dropout*/) const override {
    return layers_(mean_of(scenes), pass);
  }

 private:
  static Tensor mean_of(const SceneVectors& scenes) {
    std::vector<float> weights;
    std::vector<float> absent;
    for (std::int64_t scene = 0; scene < scenes.scenes(); ++scene) {
      const std::int64_t things = scenes.things_of(scene);
      const auto all = static_cast<float>(scenes.has_absent ? scenes.places : things);
      weights.insert(weights.end(), static_cast<std::size_t>(things), 1 / all);
      if (scenes.has_absent) absent.push_back(static_cast<float>(scenes.places - things) / all);
    }
    return summed(scenes.vectors, scenes.starts, weights, absent);
  }

  LayerStack layers_;
};

class ConcatPooling : public Pooling {
 public:
  explicit ConcatPooling(LayerStack layers) : layers_(std::move(layers)) {}

  Tensor operator()(const SceneVectors& scenes, const Pass& pass,
                    Dropout& /*dropout*/) const override {
    return layers_(at_places(scenes).flatten(1), pass);
  }

 private:
  LayerStack layers_;
};

}  // namespace

std::unique_ptr<Pooling> make_average_pooling(const FewshotRecipe& recipe, const VectorShape& shape,
                                              Parameters& parameters, KeptTensors& kept) {
  const std::int64_t width = recipe.width;
  return std::make_unique<AveragePooling>(LayerStack::make(
      parameters, kept, "average", {shape.width, width, 2 * width, 3 * width / 2, recipe.features},
      LayerStack::Order::kNormFirst));
}

std::unique_ptr<Pooling> make_concat_pooling(const FewshotRecipe& recipe, const VectorShape& shape,
                                             Parameters& parameters, KeptTensors& kept) {
  const std::int64_t width = recipe.width;
  return std::make_unique<ConcatPooling>(
      LayerStack::make(parameters, kept, "concat",
                       {shape.places * shape.width, width, 2 * width, width, recipe.features},
                       LayerStack::Order::kNormFirst));
}

}  // namespace assay::learners
