#include "assay/learners/models/grounded_model.h"

#include "assay/learners/models/packed_targets.h"

namespace assay::learners {

namespace {

// x [rows, length, inputs] times weight, without bias.
Tensor projected(const Tensor& x, const Tensor& weight) {
  return at::mm(x.reshape({-1, x.size(2)}), weight).view({x.size(0), x.size(1), -1});
}

// A table of words as PyTorch's begins.
Embedding make_words(Parameters& parameters, const std::string& name, std::int64_t words,
                     std::int64_t width) {
  return {.table = parameters.add(name, {words, width}, Start::normal(1)), .scale = 1};
}

}  // namespace

Linear make_linear(Parameters& parameters, const std::string& name, std::int64_t inputs,
                   std::int64_t outputs) {
  const Start start = Start::within(inputs);
  return {.weight = parameters.add(name + ".weight", {inputs, outputs}, start),
          .bias = parameters.add(name + ".bias", {outputs}, start)};
}

const BidirectionalLstm& GroundedModel::make_command(std::int64_t words, std::int64_t width) {
  source_ = make_words(parameters_, "source", words, recipe_.word_width);
  command_ = BidirectionalLstm::make(parameters_, "command", recipe_.word_width, width,
                                     Start::within(width));
  return command_;
}

BidirectionalResult GroundedModel::read_commands(const Batch& batch, const Tensor& lengths,
                                                 Dropout& dropout) const {
  const Tensor tokens = token_tensor(batch.source, batch.rows).t().contiguous();
  dropout.set_rate(recipe_.command_dropout);
  return run_both_ways(dropout.apply(source_(tokens.to(options().device()))), command_, lengths);
}

const DoubleAttention& GroundedModel::make_decoder(std::int64_t words) {
  const std::int64_t width = recipe_.width;
  const std::int64_t of_cells = 3 * recipe_.channels;
  target_ = make_words(parameters_, "target", words, width);
  first_ = parameters_.add("first", {width}, Start::normal(1));
  word_keys_ = parameters_.add("word_keys", {width, width}, Start::within(width));
  world_keys_ = parameters_.add("world_keys", {of_cells, width}, Start::within(of_cells));
  start_ = make_linear(parameters_, "start", width, width);
  decoder_ = DoubleAttention::make(parameters_, "decoder", width, width);
  if (recipe_.target_cell == "none") return decoder_;
  head_query_ = parameters_.add("head.query", {width, width}, Start::within(width));
  head_keys_ = parameters_.add("head.keys", {of_cells, width}, Start::within(of_cells));
  head_weights_ = parameters_.add("head.weights", {width}, Start::within(width));
  return decoder_;
}

GroundedModel::Coordinates GroundedModel::make_coordinates(std::int64_t width) {
  if (!has_coordinates(recipe_)) return {};
  const Start start = Start::within(2 * recipe_.grid);
  return {.rows = parameters_.add("coordinates.rows", {recipe_.grid, width}, start),
          .columns = parameters_.add("coordinates.columns", {recipe_.grid, width}, start)};
}

Tensor GroundedModel::coordinates_of(const Coordinates& coordinates, const Tensor& cells) const {
  return coordinates.rows.index_select(0, at::div(cells, recipe_.grid, "floor")) +
         coordinates.columns.index_select(0, at::remainder(cells, recipe_.grid));
}

Tensor GroundedModel::gates_of(const Tensor& inputs) const {
  return at::addmm(decoder_.lstm.bias, inputs, decoder_.lstm.input);
}

Tensor GroundedModel::cell_scores_of(const Encoding& encoding) const {
  if (!head_weights_.defined()) return {};
  const bool learns_alone = recipe_.target_cell == "probe";
  const Tensor state = learns_alone ? encoding.state.detach() : encoding.state;
  const Tensor cells = learns_alone ? encoding.cells.detach() : encoding.cells;
  const Tensor asked = at::mm(state, head_query_).unsqueeze(1);
  return at::matmul(at::tanh(asked + projected(cells, head_keys_)), head_weights_);
}

Scores GroundedModel::scores(const Batch& batch, Dropout& dropout) {
  const Encoding encoding = encode(batch, dropout);
  const PackedTargets targets(batch);
  const Tensor begin = targets.ordered(at::tanh(start_(encoding.state)));
  const Tensor first = first_.expand({batch.rows, recipe_.width});
  dropout.set_rate(dropped_of_target(recipe_));
  Decoded decoded;
  decoded.inputs =
      dropout.apply(at::cat({first, target_(targets.before.to(options().device()))}, 0));
  decoded.steps = run_double_attention(
      gates_of(decoded.inputs), decoder_, {.hidden = begin, .cell = begin},
      {.keys = projected(targets.ordered(encoding.words), word_keys_),
       .lengths = targets.ordered(encoding.lengths)},
      {.keys = projected(targets.ordered(encoding.cells), world_keys_), .lengths = {}},
      targets.steps);
  return {.words = targets.spread(word_scores(decoded), batch), .cells = cell_scores_of(encoding)};
}

Tensor GroundedModel::cell_scores(const Batch& batch) {
  if (!head_weights_.defined()) return {};
  const at::NoGradGuard no_gradient;
  Dropout none;
  return cell_scores_of(encode(batch, none));
}

DecodeState GroundedModel::read_sources(const Batch& batch) {
  const at::NoGradGuard no_gradient;
  Dropout none;
  const Encoding encoding = encode(batch, none);
  const Tensor begin = at::tanh(start_(encoding.state));
  DecodeState state;
  state.tensors = {projected(encoding.words, word_keys_), projected(encoding.cells, world_keys_),
                   encoding.lengths, begin, begin};
  return state;
}

Tensor GroundedModel::next_logits(DecodeState& state, const Tensor& last) {
  const at::NoGradGuard no_gradient;
  auto& tensors = state.tensors;
  const std::int64_t rows = tensors[0].size(0);
  Decoded decoded;
  decoded.inputs =
      last.defined() ? target_(last.to(options().device())) : first_.expand({rows, recipe_.width});
  decoded.steps = run_double_attention(gates_of(decoded.inputs), decoder_,
                                       {.hidden = tensors[3], .cell = tensors[4]},
                                       {.keys = tensors[0], .lengths = tensors[2]},
                                       {.keys = tensors[1], .lengths = {}}, {.live = {rows}});
  tensors[3] = decoded.steps.last.hidden;
  tensors[4] = decoded.steps.last.cell;
  ++state.position;
  return word_scores(decoded);
}

}  // namespace assay::learners
