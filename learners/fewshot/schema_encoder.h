// Encoders: a scene as a set of vectors. So far of schemas, which tell properties and places of
// things as numbers; pictures and sounds will be further ones.
#pragma once

#include <memory>

#include "assay/learners/episodes/scene_bank.h"
#include "assay/learners/fewshot/pooling.h"

namespace assay::learners {

class Encoder {
 public:
  virtual ~Encoder() = default;
  virtual VectorShape shape() const = 0;
  virtual SceneVectors operator()(const SceneSet& scenes) const = 0;
};

std::unique_ptr<Encoder> make_encoder(const FewshotRecipe& recipe, Parameters& parameters);

}  // namespace assay::learners
