#include "assay/learners/models/gcn_lstm_model.h"

#include "assay/learners/blocks/attention.h"
#include "assay/learners/blocks/message_passing.h"
#include "assay/learners/models/grounded_model.h"

namespace assay::learners {

namespace {

struct FeatureGroup {
  const char* name;
  std::int64_t first, count;
};
constexpr FeatureGroup kGroups[] = {
    {"node.size", 0, 4}, {"node.shape", 4, 4}, {"node.colour", 8, 4}, {"node.agent", 12, 5}};

// What the nodes of a batch work with in all rounds.
struct Command {
  Tensor words;  // [rows, source, width]
  Tensor bias;   // [rows, source]: large and negative behind a row's end
  Tensor asked;  // [rows, width]
};

class GcnLstmModel : public GroundedModel {
 public:
  GcnLstmModel(const LearnerRecipe& recipe, std::int64_t words, std::uint64_t seed,
               const at::TensorOptions& options)
      : GroundedModel(recipe, seed, options) {
    const std::int64_t width = recipe.width;
    make_command(words, width / 2);
    for (const FeatureGroup& group : kGroups) {
      groups_.push_back(
          parameters_.add(group.name, {group.count, width / 4}, Start::within(group.count)));
    }
    coordinates_ = make_coordinates(width);
    make_rounds(width);
    world_ =
        GridConvolution::make(parameters_, "world", {1, 5, recipe.kernel}, width, recipe.channels);
    make_decoder(words);
    output_ = parameters_.add("output", {width, words}, Start::within(width));
    parameters_.seal();
  }

 private:
  void make_rounds(std::int64_t width) {
    const auto linear = [&](const std::string& name, std::int64_t inputs, std::int64_t outputs) {
      return make_linear(parameters_, name, inputs, outputs);
    };
    context_ = parameters_.add("context", {width}, Start::normal(1));
    asked_ = linear("asked", width, width);
    for (std::int64_t round = 0; round < recipe().rounds; ++round)
      asked_at_.push_back(linear("asked." + std::to_string(round), width, width));
    word_weights_ = parameters_.add("word_weights", {width}, Start::within(width));
    node_factor_ = linear("node_factor", width, width);
    context_factor_ = linear("context_factor", width, width);
    ends_ = linear("ends", 3 * width, 3 * width);
    by_command_ = linear("by_command", width, 2 * width);
    update_ = linear("update", 2 * width, width);
    joined_ = linear("joined", 2 * width, width);
  }

  Encoding encode(const Batch& batch, Dropout& dropout) const override {
    const Tensor lengths = length_tensor(batch.source_lengths);
    const BidirectionalResult read = read_commands(batch, lengths, dropout);
    dropout.set_rate(recipe().state_dropout);
    Encoding encoding{.words = at::cat({read.forward, read.backward}, 2).transpose(0, 1),
                      .lengths = lengths,
                      .state = dropout.apply(at::cat({read.last_forward, read.last_backward}, 1)),
                      .cells = {}};
    const Command command{
        .words = encoding.words,
        .bias = padding_bias(lengths.to(options().device()), batch.source_width, options()),
        .asked = at::relu(asked_(encoding.state))};
    const WorldNodes nodes = nodes_of(batch, options());
    const Tensor x = node_inputs(nodes);
    const Tensor met = at::cat({x, contexts_of(x, nodes, command, dropout)}, 1);
    const Tensor cells = world_(joined_(met), nodes.where);
    dropout.set_rate(recipe().dropout);
    encoding.cells = dropout.apply_relu(cells);
    return encoding;
  }

  // [nodes, width]
  Tensor node_inputs(const WorldNodes& nodes) const {
    std::vector<Tensor> parts;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const Tensor own = nodes.features.narrow(1, kGroups[i].first, kGroups[i].count);
      parts.push_back(at::mm(own, groups_[i]));
    }
    const Tensor x = at::cat(parts, 1);
    return coordinates_.rows.defined() ? x + coordinates_of(coordinates_, nodes.cells) : x;
  }

  // What round `round` takes of the command: [rows, width].
  Tensor command_at(std::size_t round, const Command& command) const {
    const Tensor asked = asked_at_[round](command.asked) * word_weights_;
    const Tensor scores = at::bmm(command.words, asked.unsqueeze(2)).squeeze(2) + command.bias;
    return at::bmm(at::softmax(scores, 1).unsqueeze(1), command.words).squeeze(1);
  }

  // The nodes' contexts after all rounds: [nodes, width]. Queries, keys and values are linear in
  // node, context and their product; the node's share is the same in all rounds.
  Tensor contexts_of(const Tensor& x, const WorldNodes& nodes, const Command& command,
                     Dropout& dropout) const {
    const std::int64_t width = recipe().width;
    const Tensor of_node = at::addmm(ends_.bias, x, ends_.weight.narrow(0, 0, width));
    const Tensor of_rest = ends_.weight.narrow(0, width, 2 * width);
    Tensor context = context_.expand({x.size(0), width});
    dropout.set_rate(recipe().node_dropout);
    for (std::size_t round = 0; round < asked_at_.size(); ++round) {
      const Tensor fused = node_factor_(dropout.apply(x)) * context_factor_(dropout.apply(context));
      const auto ends = at::addmm(of_node, at::cat({context, fused}, 1), of_rest).split(width, 1);
      const auto said =
          by_command_(command_at(round, command)).index_select(0, nodes.rows).split(width, 1);
      const Tensor message =
          pass_messages(ends[0], ends[1] * said[0], ends[2] * said[1], nodes.where.ends);
      context = update_(at::cat({context, message}, 1));
    }
    return context;
  }

  Tensor word_scores(const Decoded& decoded) const override {
    return at::mm(decoded.steps.outputs, output_);
  }

  std::vector<Tensor> groups_;
  Coordinates coordinates_;
  Tensor context_;
  Linear asked_;
  std::vector<Linear> asked_at_;  // of each round
  Tensor word_weights_;
  Linear node_factor_, context_factor_;
  Linear ends_;        // queries, keys and values side by side
  Linear by_command_;  // factors of keys and values
  Linear update_, joined_;
  GridConvolution world_;
  Tensor output_;
};

}  // namespace

std::unique_ptr<Model> make_gcn_lstm_model(const LearnerRecipe& recipe, std::int64_t words,
                                           std::uint64_t seed, const at::TensorOptions& options) {
  return std::make_unique<GcnLstmModel>(recipe, words, seed, options);
}

}  // namespace assay::learners
