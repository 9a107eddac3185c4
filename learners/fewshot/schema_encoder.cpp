#include "assay/learners/fewshot/schema_encoder.h"

#include <algorithm>

#include "assay/learners/fewshot/library_linear.h"

namespace assay::learners {

namespace {

constexpr std::int64_t kInnerWidth = 3 * kThingNumbers;

// Two layers for each thing.
class SchemaEncoder : public Encoder {
 public:
  SchemaEncoder(const FewshotRecipe& recipe, Parameters& parameters)
      : shows_absent_(recipe.absent == "shown"),
        options_(parameters.options()),
        inner_(library_linear(parameters, "encoder.inner", kThingNumbers, kInnerWidth)),
        outer_(library_linear(parameters, "encoder.outer", kInnerWidth, recipe.object_width)) {}

  VectorShape shape() const override {
    return {.width = outer_.weight.size(1), .places = kMostThings};
  }

  SceneVectors operator()(const SceneSet& scenes) const override {
    const auto things = static_cast<std::int64_t>(scenes.thing_count());
    const Tensor numbers = at::empty({things + (shows_absent_ ? 1 : 0), kThingNumbers}, at::kFloat);
    float* to = std::copy(scenes.things.begin(), scenes.things.end(), numbers.data_ptr<float>());
    if (shows_absent_) std::fill_n(to, kThingNumbers, kAbsentNumber);
    return {.vectors = outer_(at::relu(inner_(numbers.to(options_)))),
            .starts = scenes.starts,
            .places = kMostThings,
            .has_absent = shows_absent_};
  }

 private:
  bool shows_absent_;
  at::TensorOptions options_;
  Linear inner_, outer_;
};

}  // namespace

std::unique_ptr<Encoder> make_encoder(const FewshotRecipe& recipe, Parameters& parameters) {
  return std::make_unique<SchemaEncoder>(recipe, parameters);
}

}  // namespace assay::learners
