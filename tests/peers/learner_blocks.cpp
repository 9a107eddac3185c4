// Every block of the learners on small inputs, as JSON lines for tests/peers/learners_test.py:
// weights and inputs handed over, outputs and gradients to be found again by PyTorch.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assay/learners/blocks/attention.h"
#include "assay/learners/blocks/bidirectional_lstm.h"
#include "assay/learners/blocks/double_attention.h"
#include "assay/learners/blocks/embedding.h"
#include "assay/learners/blocks/grid_convolution.h"
#include "assay/learners/blocks/loss.h"
#include "assay/learners/blocks/lstm_layer.h"
#include "assay/learners/blocks/message_passing.h"
#include "assay/learners/blocks/positions.h"
#include "assay/learners/blocks/transformer_layer.h"
#include "assay/learners/models/model.h"
#include "assay/learners/models/small_models_testing.h"
#include "assay/learners/models/world_nodes.h"
#include "assay/learners/numbers/adam.h"
#include "assay/learners/numbers/noise_bits.h"

namespace assay::learners {
namespace {

using Json = nlohmann::ordered_json;
using Named = std::vector<std::pair<std::string, Tensor>>;

Json to_json(const Tensor& tensor) {
  const Tensor flat = tensor.detach().to(at::kDouble).contiguous();
  const double* first = flat.data_ptr<double>();
  return {{"shape", tensor.sizes().vec()},
          {"values", std::vector<double>(first, first + flat.numel())}};
}

Json to_json(const Named& tensors) {
  Json all = Json::object();
  for (const auto& [name, tensor] : tensors) all[name] = to_json(tensor);
  return all;
}

Tensor drawn(std::vector<std::int64_t> shape, std::uint32_t site) {
  const Tensor made = at::empty(shape, at::kFloat);
  const Tensor wide = at::empty(shape, at::kDouble);
  fill_uniform({wide.data_ptr<double>(), static_cast<std::size_t>(wide.numel())}, 1.0,
               stream_key(1, "peers"), {.site = site});
  return made.copy_(wide);
}

Tensor lengths_of(const std::vector<std::int64_t>& lengths) { return length_tensor(lengths); }

// Prints one case: the sum of the outputs, each weighted by its own number of a row of sines, is
// differentiated.
class Case {
 public:
  Case(std::string block, Json setting) : block_(std::move(block)), setting_(std::move(setting)) {}

  Parameters parameters{1};

  Tensor input(const std::string& name, std::vector<std::int64_t> shape) {
    const auto site = static_cast<std::uint32_t>(inputs_.size() + 1);
    inputs_.emplace_back(name, drawn(std::move(shape), site).requires_grad_(true));
    return inputs_.back().second;
  }
  void given(const std::string& name, const Tensor& tensor) { given_.emplace_back(name, tensor); }

  // Biases and scales that begin at 0 or 1 would hide mistakes.
  void seal() {
    parameters.seal();
    const Tensor noise = drawn({parameters.count()}, 77);
    parameters.values().add_(noise, 0.1);
  }

  void print(const Named& outputs) {
    Tensor sum = at::zeros({}, at::kFloat);
    for (const auto& [name, tensor] : outputs) {
      const Tensor weights = at::sin(at::arange(1, tensor.numel() + 1, at::kFloat));
      sum = sum + (tensor.reshape({-1}) * weights).sum();
    }
    sum.backward();
    Named weights;
    Named gradients;
    for (const Parameters::Entry& entry : parameters.entries()) {
      weights.emplace_back(entry.name, entry.value);
      gradients.emplace_back(entry.name, entry.value.grad());
    }
    for (const auto& [name, tensor] : inputs_) gradients.emplace_back(name, tensor.grad());
    fmt::print("{}\n", Json{{"block", block_},
                            {"setting", setting_},
                            {"parameters", to_json(weights)},
                            {"inputs", to_json(inputs_)},
                            {"given", to_json(given_)},
                            {"outputs", to_json(outputs)},
                            {"gradients", to_json(gradients)}}
                           .dump());
  }

 private:
  std::string block_;
  Json setting_;
  Named inputs_;
  Named given_;
};

void print_lstm(bool is_ragged) {
  Case made("lstm_layer", {{"ragged", is_ragged}});
  const LstmWeights weights = LstmWeights::make(made.parameters, "lstm", 3, 5);
  made.seal();
  const Tensor inputs = made.input("inputs", {4, 2, 3});
  const LstmState start{made.input("hidden", {2, 5}), made.input("cell", {2, 5})};
  const Tensor lengths = lengths_of({4, is_ragged ? 2 : 4});
  made.given("lengths", lengths);
  const LstmResult result = run_lstm(lstm_gates(inputs, weights), weights, start, lengths);
  made.print(
      {{"outputs", result.outputs}, {"hidden", result.last.hidden}, {"cell", result.last.cell}});
}

void print_memory_attention(bool is_additive) {
  Case made("memory_attention", {{"additive", is_additive}, {"heads", 2}});
  const auto attention = MemoryAttention::make(made.parameters, "attention", 6, 2, is_additive);
  made.seal();
  const Tensor queries = made.input("queries", {2, 3, 6});
  const Tensor memory = made.input("memory", {2, 4, 6});
  const Tensor lengths = lengths_of({4, 2});
  made.given("lengths", lengths);
  const Tensor bias = padding_bias(lengths, 4, at::kFloat).unsqueeze(1);
  made.print({{"contexts", attention(queries, attention.keys_of(memory), memory, bias)}});
}

const Sight kCausal{.is_causal = true, .lengths = {}};

void print_head_attention(bool is_relative) {
  Case made("head_attention", {{"relative", is_relative}, {"heads", 2}});
  const auto attention = HeadAttention::make(made.parameters, "attention", 8, 2, is_relative);
  made.seal();
  const Tensor x = made.input("x", {2, 4, 8});
  Dropout none;
  made.print({{"y", attention(x, attention.keys_of(x), kCausal, none)}});
}

void print_transformer_layer(bool is_pre, bool is_decoder) {
  Case made("transformer_layer", {{"pre", is_pre}, {"decoder", is_decoder}, {"heads", 2}});
  const auto layer = TransformerLayer::make(
      made.parameters, "layer",
      {.width = 8, .heads = 2, .filter = 12, .is_pre_norm = is_pre, .is_decoder = is_decoder});
  made.seal();
  const Tensor x = made.input("x", {2, 4, 8});
  Dropout none;
  if (!is_decoder) {
    const Tensor lengths = lengths_of({4, 3});
    made.given("lengths", lengths);
    made.print({{"y", layer(x, {.lengths = lengths}, {}, {}, nullptr, none)}});
    return;
  }
  const Tensor keys = layer.source_keys(made.input("memory", {2, 5, 8}));
  made.print({{"y", layer(x, kCausal, keys, {}, nullptr, none)}});
}

void print_loss(double smoothing) {
  Case made("loss", {{"smoothing", smoothing}});
  made.seal();
  const Tensor logits = made.input("logits", {5, 7});
  const Tensor targets = lengths_of({2, -1, 6, 0, 3});
  made.given("targets", targets);
  made.print({{"loss", smoothed_loss(logits, targets, smoothing)}});
}

void print_embedding() {
  Case made("embedding", {{"scale", 2.5}});
  const Embedding table = Embedding::make(made.parameters, "table", 6, 4, 2.5);
  made.seal();
  const Tensor tokens = lengths_of({3, 0, 5, 3});
  made.given("tokens", tokens);
  const Tensor x = made.input("x", {2, 4});
  made.print({{"found", table(tokens)}, {"scores", table.scores(x)}});
}

void print_positions() {
  Case made("positions", {{"first", -3}});
  made.seal();
  const Tensor x = made.input("x", {7, 8});
  made.print({{"y", x * sinusoids(-3, 7, 8, at::kFloat)}});
}

// --- learners of worlds --------------------------------------------------------------------------

void print_bidirectional() {
  Case made("bidirectional_lstm", Json::object());
  const auto layer = BidirectionalLstm::make(made.parameters, "layer", 3, 4, Start::within(4));
  made.seal();
  const Tensor inputs = made.input("inputs", {4, 2, 3});
  const Tensor lengths = lengths_of({4, 2});
  made.given("lengths", lengths);
  const BidirectionalResult read = run_both_ways(inputs, layer, lengths);
  made.print({{"forward", read.forward},
              {"backward", read.backward},
              {"last_forward", read.last_forward},
              {"last_backward", read.last_backward}});
}

void print_grid_convolution() {
  Case made("grid_convolution", {{"rows", 2}, {"grid", 4}, {"sides", {1, 3, 5}}});
  const auto layer = GridConvolution::make(made.parameters, "layer", {1, 3, 5}, 3, 2);
  made.seal();
  const Tensor x = made.input("x", {4, 3});
  made.given("places", lengths_of({0, 5, 14, 27}));
  made.print({{"y", layer(x, {.rows = 2, .grid = 4, .places = {0, 5, 14, 27}, .ends = {3, 4}})}});
}

void print_messages() {
  Case made("messages", Json::object());
  made.seal();
  const Tensor query = made.input("query", {6, 5});
  const Tensor key = made.input("key", {6, 5});
  const Tensor value = made.input("value", {6, 5});
  made.given("ends", lengths_of({3, 4, 6}));
  made.print({{"messages", pass_messages(query, key, value, {3, 4, 6})}});
}

void print_double_attention() {
  Case made("double_attention", Json::object());
  const auto weights = DoubleAttention::make(made.parameters, "decoder", 3, 4);
  made.seal();
  const Tensor inputs = made.input("inputs", {6, 3});
  const LstmState start{made.input("hidden", {3, 4}), made.input("cell", {3, 4})};
  const Tensor lengths = lengths_of({5, 2, 3});
  const ReadableMemory words{made.input("words", {3, 5, 4}), lengths};
  const ReadableMemory world{made.input("world", {3, 6, 4}), {}};
  const PackedSteps steps{.live = {3, 2, 1}};
  made.given("lengths", lengths);
  made.given("live", lengths_of(steps.live));
  const Tensor gates = at::addmm(weights.lstm.bias, inputs, weights.lstm.input);
  const auto result = run_double_attention(gates, weights, start, words, world, steps);
  made.print({{"outputs", result.outputs},
              {"words_read", result.words_read},
              {"world_read", result.world_read}});
}

// [rows, cells, features]: how many things of each cell have each.
Tensor dense_worlds(const Batch& batch) {
  const WorldNodes nodes = nodes_of(batch, at::kFloat);
  return spread_on_cells(nodes.features, nodes.where);
}

void print_model(const SmallModel& small) {
  LearnerRecipe recipe = small.recipe();
  const auto model = make_model(recipe, kSmallWords, 1);
  const Batch batch = small_batch();
  Dropout none;
  const Scores scores = model->scores(batch, none);
  const Tensor& logits = scores.words;
  const Tensor targets = token_tensor(batch.target, batch.rows);
  Named weights;
  const Tensor sine = at::sin(at::arange(1, logits.numel() + 1, at::kFloat)).view(logits.sizes());
  const Tensor is_word = (targets != 0).to(at::kFloat).unsqueeze(-1);
  Tensor sum = (logits * sine * is_word).sum();
  Json outputs{{"logits", to_json(logits * is_word)}};
  if (scores.cells.defined()) {
    const Tensor weights_of_cells = at::sin(at::arange(1, scores.cells.numel() + 1, at::kFloat));
    sum = sum + (scores.cells.reshape({-1}) * weights_of_cells).sum();
    outputs["cells"] = to_json(scores.cells);
  }
  sum.backward();
  Named gradients;
  for (const Parameters::Entry& entry : model->parameters().entries()) {
    weights.emplace_back(entry.name, entry.value);
    gradients.emplace_back(entry.name, entry.value.grad());
  }
  Named given = {{"source", token_tensor(batch.source, batch.rows)},
                 {"target", targets},
                 {"source_lengths", length_tensor(batch.source_lengths)}};
  if (is_grounded(recipe)) given.emplace_back("worlds", dense_worlds(batch));
  fmt::print("{}\n", Json{{"block", "model"},
                          {"setting",
                           {{"name", small.name},
                            {"layers", recipe.layers},
                            {"heads", recipe.heads},
                            {"rounds", recipe.rounds}}},
                          {"parameters", to_json(weights)},
                          {"inputs", Json::object()},
                          {"given", to_json(given)},
                          {"outputs", outputs},
                          {"gradients", to_json(gradients)}}
                         .dump());
}

// Three steps with an epsilon so small that its place does not show.
void print_adam() {
  const Tensor parameters = drawn({6}, 1);
  const Tensor start = parameters.clone();
  const Tensor first = at::zeros({6});
  const Tensor second = at::zeros({6});
  Named given = {{"start", start}};
  for (std::uint64_t step = 1; step <= 3; ++step) {
    const Tensor gradient = drawn({6}, static_cast<std::uint32_t>(step + 1));
    given.emplace_back("gradient" + std::to_string(step), gradient);
    adam_step({floats_of(parameters), floats_of(gradient), floats_of(first), floats_of(second)},
              {.beta1 = 0.9, .beta2 = 0.98, .epsilon = 1e-12}, step, 0.1, 1.0);
  }
  fmt::print("{}\n", Json{{"block", "adam"},
                          {"setting", Json::object()},
                          {"parameters", Json::object()},
                          {"inputs", Json::object()},
                          {"given", to_json(given)},
                          {"outputs", {{"parameters", to_json(parameters)}}},
                          {"gradients", Json::object()}}
                         .dump());
}

void print_all() {
  for (const bool either : {false, true}) {
    print_lstm(either);
    print_memory_attention(either);
    print_head_attention(either);
    for (const bool is_decoder : {false, true}) print_transformer_layer(either, is_decoder);
  }
  for (const double smoothing : {0.0, 0.1}) print_loss(smoothing);
  print_embedding();
  print_bidirectional();
  print_grid_convolution();
  print_messages();
  print_double_attention();
  print_positions();
  print_adam();
  for (const SmallModel& small : small_models()) {
    if (small.name == "lstm" || small.name == "transformer" || small.name == "universal" ||
        is_grounded(small.recipe()))
      print_model(small);
  }
}

}  // namespace
}  // namespace assay::learners

int main() { assay::learners::print_all(); }
