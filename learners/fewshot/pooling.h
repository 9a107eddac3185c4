// A set of vectors as one: the four poolings of Vedantam et al. 2021, appendix E. All but
// concatenation do not mind in which order things come.
#pragma once

#include <memory>

#include "assay/learners/fewshot/batch_norm.h"
#include "assay/learners/fewshot/scene_vectors.h"
#include "assay/learners/recipe/fewshot_recipe.h"
#include "assay/learners/tensor/dropout.h"

namespace assay::learners {

class Pooling {
 public:
  virtual ~Pooling() = default;
  // [scenes, features]
  virtual Tensor operator()(const SceneVectors& scenes, const Pass& pass,
                            Dropout& dropout) const = 0;
};

// What an encoder's vectors look like.
struct VectorShape {
  std::int64_t width = 0;
  std::int64_t places = 0;
  std::int64_t axes = 0;  // of positions
};

std::unique_ptr<Pooling> make_pooling(const FewshotRecipe& recipe, const VectorShape& shape,
                                      Parameters& parameters, KeptTensors& kept);

// The parts of it: each is one of the four.
std::unique_ptr<Pooling> make_average_pooling(const FewshotRecipe& recipe, const VectorShape& shape,
                                              Parameters& parameters, KeptTensors& kept);
std::unique_ptr<Pooling> make_concat_pooling(const FewshotRecipe& recipe, const VectorShape& shape,
                                             Parameters& parameters, KeptTensors& kept);
std::unique_ptr<Pooling> make_relation_pooling(const FewshotRecipe& recipe,
                                               const VectorShape& shape, Parameters& parameters,
                                               KeptTensors& kept);
std::unique_ptr<Pooling> make_transformer_pooling(const FewshotRecipe& recipe,
                                                  const VectorShape& shape, Parameters& parameters);

}  // namespace assay::learners
