#include "assay/learners/fewshot/concept_speller.h"

#include <algorithm>
#include <cmath>

#include "assay/learners/blocks/loss.h"
#include "assay/learners/fewshot/library_linear.h"

namespace assay::learners {

namespace {

// run_lstm adds 1 to the forget gate, the third of four; this LSTM has none of that.
Tensor without_forget_bias(const Tensor& bias) {
  const std::int64_t width = bias.size(0) / 4;
  const Tensor one = at::zeros_like(bias);
  one.narrow(0, 2 * width, width).fill_(1);
  return bias - one;
}

}  // namespace

Spelling spelling_of(const std::vector<std::vector<std::int64_t>>& words, std::int64_t end) {
  std::size_t longest = 0;
  for (const auto& each : words) longest = std::max(longest, each.size());
  const auto times = static_cast<std::int64_t>(longest + 1);
  const auto episodes = static_cast<std::int64_t>(words.size());
  const Spelling spelling{.shown = at::zeros({times, episodes}, at::kLong),
                          .wanted = at::full({times * episodes}, -1, at::kLong)};
  auto* shown = spelling.shown.data_ptr<std::int64_t>();
  auto* wanted = spelling.wanted.data_ptr<std::int64_t>();
  for (std::int64_t episode = 0; episode < episodes; ++episode) {
    const auto& each = words[static_cast<std::size_t>(episode)];
    shown[episode] = end;
    for (std::size_t time = 0; time <= each.size(); ++time) {
      const std::int64_t at = static_cast<std::int64_t>(time) * episodes + episode;
      wanted[at] = time < each.size() ? each[time] : end;
      if (time < each.size()) shown[at + episodes] = each[time];
    }
  }
  return spelling;
}

ConceptSpeller::ConceptSpeller(const FewshotRecipe& recipe, std::int64_t words,
                               Parameters& parameters) {
  const std::int64_t width = recipe.word_width;
  const Start start{Start::Law::kUniform, 1 / std::sqrt(static_cast<double>(width))};
  table_ = parameters.add("speller.words", {words, width}, Start::normal(1));
  of_words_ = parameters.add("speller.of_words", {width, 4 * width}, start);
  of_prototypes_ = parameters.add("speller.of_prototypes", {2 * recipe.features, 4 * width}, start);
  hidden_ = parameters.add("speller.hidden", {width, 4 * width}, start);
  input_bias_ = parameters.add("speller.input_bias", {4 * width}, start);
  hidden_bias_ = parameters.add("speller.hidden_bias", {4 * width}, start);
  start_ = library_linear(parameters, "speller.start", 2 * recipe.features, width);
  output_ = library_linear(parameters, "speller.output", width, words);
}

Tensor ConceptSpeller::logits(const Prototypes& prototypes, const Tensor& shown,
                              Dropout& dropout) const {
  const Tensor both = at::cat({prototypes.no, prototypes.yes}, 1);
  const Tensor words = dropout.apply(at::embedding(table_, shown));
  const Tensor bias = without_forget_bias(input_bias_ + hidden_bias_);
  const Tensor always = at::addmm(bias, both, of_prototypes_);
  const Tensor gates = at::matmul(words, of_words_) + always;
  const Tensor hidden = start_(both);
  const LstmWeights weights{.input = {}, .hidden = hidden_, .bias = {}};
  const LstmResult result =
      run_lstm(gates.contiguous(), weights, {hidden, at::zeros_like(hidden)}, {});
  return output_(result.outputs);
}

Tensor ConceptSpeller::loss(const Prototypes& prototypes, const Spelling& spelling,
                            std::int64_t length, Dropout& dropout) const {
  const Tensor scores = logits(prototypes, spelling.shown, dropout);
  const Tensor per_word = smoothed_loss(scores.reshape({-1, scores.size(-1)}), spelling.wanted, 0);
  const auto words = static_cast<double>((spelling.wanted >= 0).sum().item<std::int64_t>());
  return per_word * (words / static_cast<double>(spelling.shown.size(1) * length));
}

}  // namespace assay::learners
