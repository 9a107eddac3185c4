// Tiny learners of every kind, and a handful of examples, for tests.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "assay/learners/recipe/learner_recipe.h"
#include "assay/learners/text/batches.h"

namespace assay::learners {

struct SmallModel {
  std::string name;
  std::string keys;  // TOML

  LearnerRecipe recipe() const { return parse_learner_recipe(keys, name); }
  friend std::ostream& operator<<(std::ostream& out, const SmallModel& model) {
    return out << model.name;
  }
};

inline std::vector<SmallModel> small_models() {
  const std::string lstm = "model = \"lstm\"\nwidth = 16\nattention_width = 16\n";
  const std::string transformer = "model = \"transformer\"\nwidth = 16\nfilter = 24\nheads = 2\n";
  return {
      {"lstm", lstm},
      {"lstm_fed", lstm + "heads = 2\nattention = \"additive\"\ninput_feeding = true\n"},
      {"lstm_unmasked", lstm + "attention = \"additive\"\nmask_source = false\n"},
      {"transformer", transformer + "target_space = true\n"},
      {"transformer_post",
       transformer + "norm = \"post\"\npositions = \"learned\"\nscaling = \"positions\"\n"},
      {"transformer_relative", transformer + "positions = \"relative\"\n"},
      {"universal", transformer + "share_layers = true\nstep_vectors = true\nlayers = 3\n"},
      {"universal_relative", transformer + "positions = \"relative\"\nshare_layers = true\n"},
  };
}

inline constexpr std::int64_t kSmallWords = 9;

// Ten pairs: a target names the source's words backwards, the first one twice.
inline Examples small_examples() {
  Examples examples;
  for (Token i = 0; i < 10; ++i) {
    std::vector<Token> source;
    for (Token j = 0; j <= i % 4; ++j) source.push_back(3 + (i * 5 + j * 7 + i / 4) % 6);
    std::vector<Token> target(source.rbegin(), source.rend());
    target.push_back(source.front());
    examples.add(source, target);
  }
  return examples;
}

inline Batch small_batch() {
  const std::vector<std::uint32_t> numbers{0, 1, 2, 3, 4};
  return make_batch(small_examples(), numbers, {});
}

}  // namespace assay::learners
