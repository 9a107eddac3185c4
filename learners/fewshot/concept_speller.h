// The language head of Vedantam et al. 2021: an LSTM that spells the concept of an episode from
// both of its prototypes, which it sees at every step.
#pragma once

#include <vector>

#include "assay/learners/blocks/embedding.h"
#include "assay/learners/blocks/linear.h"
#include "assay/learners/blocks/lstm_layer.h"
#include "assay/learners/fewshot/prototypes.h"
#include "assay/learners/recipe/fewshot_recipe.h"
#include "assay/learners/tensor/dropout.h"

namespace assay::learners {

// What is to be spelled: words [time, episodes] that are shown, and those that should follow
// [time * episodes], -1 behind the end.
struct Spelling {
  Tensor shown;
  Tensor wanted;
};

// `words` of each episode, `end` their end and what is shown first.
Spelling spelling_of(const std::vector<std::vector<std::int64_t>>& words, std::int64_t end);

class ConceptSpeller {
 public:
  ConceptSpeller(const FewshotRecipe& recipe, std::int64_t words, Parameters& parameters);

  // Scores of every word at every time, [time, episodes, words].
  Tensor logits(const Prototypes& prototypes, const Tensor& shown, Dropout& dropout) const;
  // The sum of the words' cross entropies over episodes times `length`: padding counts in the mean
  // as words that cost nothing.
  Tensor loss(const Prototypes& prototypes, const Spelling& spelling, std::int64_t length,
              Dropout& dropout) const;

 private:
  Tensor table_;                     // [words, width]
  Tensor of_words_, of_prototypes_;  // shares of the gates
  Tensor hidden_;
  Tensor input_bias_, hidden_bias_;
  Linear start_, output_;
};

}  // namespace assay::learners
