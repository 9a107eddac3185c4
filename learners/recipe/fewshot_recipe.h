// The recipe of a learner of episodes: prototypes of what a few labelled scenes have in common
// (Snell et al. 2017), as Vedantam et al. 2021 train them on CURI.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace assay::learners {

struct FewshotRecipe {
  std::string model = "prototypes";

  // Encoder: a scene as a set of vectors.
  std::string encoder = "schema";  // properties and places of things, as numbers
  std::int64_t object_width = 96;  // of the vector of a thing

  // Pooling: those vectors as one.
  std::string pooling = "average";  // average, concat, relation, transformer
  std::int64_t width = 256;      // of its inner layers; average and concat have wider ones beside
  std::int64_t features = 256;   // of the result
  std::string absent = "shown";  // places without a thing; shown: take part as things of their own,
                                 // as published; left_out
  std::int64_t layers = 4;       // transformer
  std::int64_t heads = 2;
  std::int64_t filter = 512;
  double dropout = 0.1;  // of the transformer and of the words of the concept

  // Language: the concept is spelled from both prototypes.
  double alpha = 0;               // weight of that loss; 0: no such decoder
  std::int64_t word_width = 128;  // of embeddings and of the decoder's state

  // Training
  bool stream = true;  // episodes are made while training, none is seen twice; false: the rows of
                       // the part train, every epoch in another order
  std::int64_t episodes = 64;         // of a batch
  std::string schedule = "constant";  // constant, linear
  double rate = 1e-3;
  std::int64_t warmup = 0;  // steps
  std::int64_t steps = 0;   // training length; linear falls to 0 there
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double clip = 0;  // of the gradient's norm; 0: none
};

// Throws Error(kUsage) as "file:line:column: what is wrong". `settings` come last and win.
FewshotRecipe parse_fewshot_recipe(const std::string& text, const std::string& file,
                                   const std::map<std::string, std::string>& settings = {});

// All keys, in a fixed order: equal text, equal training.
std::string recipe_text(const FewshotRecipe& recipe);

}  // namespace assay::learners
