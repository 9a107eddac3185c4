#include "assay/learners/models/transformer_model.h"

#include <cmath>

#include "assay/base/error.h"
#include "assay/learners/blocks/embedding.h"
#include "assay/learners/blocks/positions.h"
#include "assay/learners/blocks/transformer_layer.h"

namespace assay::learners {

namespace {

// The layers of encoder or decoder, with what is added to their inputs.
struct Stack {
  std::vector<TransformerLayer> layers;  // one when they share their weights
  Tensor steps;                          // [applications, width] of step vectors, or undefined
  Tensor places;                         // [longest, width] of learned positions, or undefined
  LayerNorm last;                        // with pre-norm

  const TransformerLayer& at(std::int64_t application) const {
    return layers[static_cast<std::size_t>(application) % layers.size()];
  }
};

class TransformerModel : public Model {
 public:
  TransformerModel(const LearnerRecipe& recipe, std::int64_t words, std::uint64_t seed,
                   const at::TensorOptions& options)
      : recipe_(recipe),
        parameters_(seed, options),
        root_(std::sqrt(static_cast<double>(recipe.width))) {
    words_ = Embedding::make(parameters_, "words", words, recipe.width,
                             recipe.scaling == "tokens" ? root_ : 1);
    if (recipe.target_space)
      target_space_ = parameters_.add("target_space", {recipe.width}, Start::normal(1 / root_));
    // A zero vector has no direction that layer normalisation could keep; absolute positions give
    // it one.
    if (recipe.positions == "relative")
      start_ = parameters_.add("start", {recipe.width}, Start::normal(words_.scale / root_));
    encoder_ = make_stack("encoder", false);
    decoder_ = make_stack("decoder", true);
    parameters_.seal();
  }

  Parameters& parameters() override { return parameters_; }

  Tensor logits(const Batch& batch, Dropout& dropout) override {
    const Sight source = sight_of(batch);
    const Tensor memory = encode(batch, source, dropout);
    const Tensor targets = token_tensor(batch.target, batch.rows).to(device());
    Tensor x = dropout.apply(placed(shifted_right(words_(targets), 1, start_), decoder_, 0));
    for (std::int64_t i = 0; i < recipe_.layers; ++i) {
      const Tensor keys = decoder_.at(i).source_keys(memory);
      x = decoder_.at(i)(stepped(x, decoder_, i, 0), {.is_causal = true, .lengths = {}}, keys,
                         source, nullptr, dropout);
    }
    return words_.scores(normed(x, decoder_));
  }

  // The state: lengths of the sources, then for each application of a layer keys and values of the
  // source and of the words so far.
  DecodeState read_sources(const Batch& batch) override {
    const at::NoGradGuard no_gradient;
    Dropout none;
    const Sight source = sight_of(batch);
    const Tensor memory = encode(batch, source, none);
    DecodeState state;
    state.tensors.push_back(source.lengths);
    for (std::int64_t i = 0; i < recipe_.layers; ++i) {
      state.tensors.push_back(decoder_.at(i).source_keys(memory));
      state.tensors.push_back(at::zeros({batch.rows, 0, 2 * recipe_.width}, parameters_.options()));
    }
    return state;
  }

  Tensor next_logits(DecodeState& state, const Tensor& last) override {
    const at::NoGradGuard no_gradient;
    Dropout none;
    auto& tensors = state.tensors;
    const std::int64_t rows = tensors[0].size(0);
    const Tensor word = last.defined()
                            ? words_(last.to(device()).unsqueeze(1))
                            : first_input({rows, 1, recipe_.width}, start_, parameters_.options());
    Tensor x = placed(word, decoder_, state.position);
    for (std::int64_t i = 0; i < recipe_.layers; ++i) {
      const auto at = static_cast<std::size_t>(1 + 2 * i);
      const WordsSoFar so_far{tensors[at + 1], state.position};
      x = decoder_.at(i)(stepped(x, decoder_, i, state.position), {}, tensors[at],
                         {.lengths = tensors[0]}, &so_far, none);
    }
    ++state.position;
    return words_.scores(normed(x, decoder_)).squeeze(1);
  }

 private:
  at::Device device() const { return parameters_.options().device(); }

  Stack make_stack(const std::string& name, bool is_decoder) {
    Stack stack;
    const TransformerSizes sizes{.width = recipe_.width,
                                 .heads = recipe_.heads,
                                 .filter = recipe_.filter,
                                 .is_pre_norm = recipe_.norm == "pre",
                                 .is_relative = recipe_.positions == "relative",
                                 .is_decoder = is_decoder};
    for (std::int64_t i = 0; i < (recipe_.share_layers ? 1 : recipe_.layers); ++i)
      stack.layers.push_back(
          TransformerLayer::make(parameters_, name + "." + std::to_string(i), sizes));
    const Start start = Start::normal(1 / root_);
    if (recipe_.step_vectors)
      stack.steps = parameters_.add(name + ".steps", {recipe_.layers, recipe_.width}, start);
    if (recipe_.positions == "learned")
      stack.places = parameters_.add(name + ".places", {recipe_.longest, recipe_.width}, start);
    if (sizes.is_pre_norm) stack.last = LayerNorm::make(parameters_, name + ".last", recipe_.width);
    return stack;
  }

  // Sources without their padding.
  Sight sight_of(const Batch& batch) const {
    return {.lengths = length_tensor(batch.source_lengths).to(device())};
  }

  Tensor encode(const Batch& batch, const Sight& sight, Dropout& dropout) const {
    Tensor x = words_(token_tensor(batch.source, batch.rows).to(device()));
    if (target_space_.defined()) x = x + target_space_;
    x = dropout.apply(placed(x, encoder_, 0));
    for (std::int64_t i = 0; i < recipe_.layers; ++i)
      x = encoder_.at(i)(stepped(x, encoder_, i, 0), sight, {}, {}, nullptr, dropout);
    return normed(x, encoder_);
  }

  // Vectors of the positions of x, from `first` on; undefined where positions are relative.
  Tensor places(const Tensor& x, const Stack& stack, std::int64_t first) const {
    const std::int64_t length = x.size(1);
    if (recipe_.positions == "relative") return {};
    const double scale = recipe_.scaling == "positions" ? 1 / root_ : 1;
    if (recipe_.positions == "sinusoidal")
      return sinusoids(first, length, recipe_.width, parameters_.options()) * scale;
    if (first + length > recipe_.longest) {
      fail(ErrorKind::kInput,
           "a row has more than {} tokens, and learned positions end there; raise longest",
           recipe_.longest);
    }
    return stack.places.narrow(0, first, length) * words_.scale;
  }

  // Positions at the input; with step vectors they come at every step instead.
  Tensor placed(const Tensor& x, const Stack& stack, std::int64_t first) const {
    if (recipe_.step_vectors) return x;
    const Tensor added = places(x, stack, first);
    return added.defined() ? x + added : x;
  }

  Tensor stepped(const Tensor& x, const Stack& stack, std::int64_t application,
                 std::int64_t first) const {
    if (!recipe_.step_vectors) return x;
    const Tensor step = stack.steps[application] * root_;
    const Tensor added = places(x, stack, first);
    return x + (added.defined() ? added + step : step);
  }

  static Tensor normed(const Tensor& x, const Stack& stack) {
    return stack.last.scale.defined() ? stack.last(x) : x;
  }

  LearnerRecipe recipe_;
  Parameters parameters_;
  double root_;  // of the width
  Embedding words_;
  Tensor target_space_;
  Tensor start_;  // of a target; undefined: a zero vector
  Stack encoder_, decoder_;
};

}  // namespace

std::unique_ptr<Model> make_transformer_model(const LearnerRecipe& recipe, std::int64_t words,
                                              std::uint64_t seed,
                                              const at::TensorOptions& options) {
  return std::make_unique<TransformerModel>(recipe, words, seed, options);
}

}  // namespace assay::learners
