#include "assay/learners/models/mlstm_model.h"

#include "assay/learners/models/grounded_model.h"

namespace assay::learners {

namespace {

// PyTorch's cell has no forget bias of 1, ours adds it.
void take_back_forget_bias(const LstmWeights& weights) {
  const at::NoGradGuard no_gradient;
  weights.bias.narrow(0, 2 * weights.width(), weights.width()).sub_(1);
}

class MlstmModel : public GroundedModel {
 public:
  MlstmModel(const LearnerRecipe& recipe, std::int64_t words, std::uint64_t seed,
             const at::TensorOptions& options)
      : GroundedModel(recipe, seed, options) {
    const std::int64_t width = recipe.width;
    const BidirectionalLstm& command = make_command(words, width);
    take_back_forget_bias(command.forward);
    take_back_forget_bias(command.backward);
    world_ = GridConvolution::make(parameters_, "world", {1, 5, recipe.kernel}, kWorldFeatures,
                                   recipe.channels);
    coordinates_ = make_coordinates(3 * recipe.channels);
    take_back_forget_bias(make_decoder(words).lstm);
    inner_ = parameters_.add("output.inner", {4 * width, width}, Start::within(4 * width));
    outer_ = parameters_.add("output.outer", {width, words}, Start::within(width));
    parameters_.seal();
  }

 private:
  Encoding encode(const Batch& batch, Dropout& dropout) const override {
    const Tensor lengths = length_tensor(batch.source_lengths);
    const BidirectionalResult read = read_commands(batch, lengths, dropout);
    const WorldNodes nodes = nodes_of(batch, options());
    Tensor cells = world_(nodes.features, nodes.where);
    if (coordinates_.rows.defined()) {
      const Tensor all = at::arange(nodes.where.cells(), nodes.cells.options());
      cells = cells + coordinates_of(coordinates_, all);
    }
    dropout.set_rate(recipe().dropout);
    return {.words = (read.forward + read.backward).transpose(0, 1),
            .lengths = lengths,
            .state = read.last_forward + read.last_backward,
            .cells = dropout.apply_relu(cells)};
  }

  Tensor word_scores(const Decoded& decoded) const override {
    const DoubleAttentionResult& steps = decoded.steps;
    const Tensor joined =
        at::cat({decoded.inputs, steps.outputs, steps.words_read, steps.world_read}, 1);
    return at::mm(at::mm(joined, inner_), outer_);
  }

  GridConvolution world_;
  Coordinates coordinates_;
  Tensor inner_, outer_;
};

}  // namespace

std::unique_ptr<Model> make_mlstm_model(const LearnerRecipe& recipe, std::int64_t words,
                                        std::uint64_t seed, const at::TensorOptions& options) {
  return std::make_unique<MlstmModel>(recipe, words, seed, options);
}

}  // namespace assay::learners
