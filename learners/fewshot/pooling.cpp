#include "assay/learners/fewshot/pooling.h"

namespace assay::learners {

std::unique_ptr<Pooling> make_pooling(const FewshotRecipe& recipe, const VectorShape& shape,
                                      Parameters& parameters, KeptTensors& kept) {
  if (recipe.pooling == "average") return make_average_pooling(recipe, shape, parameters, kept);
  if (recipe.pooling == "concat") return make_concat_pooling(recipe, shape, parameters, kept);
  if (recipe.pooling == "relation") return make_relation_pooling(recipe, shape, parameters, kept);
  return make_transformer_pooling(recipe, shape, parameters);
}

}  // namespace assay::learners
