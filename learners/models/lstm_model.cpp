#include "assay/learners/models/lstm_model.h"

#include <algorithm>
#include <cmath>

#include "assay/learners/blocks/attention.h"
#include "assay/learners/blocks/embedding.h"
#include "assay/learners/blocks/linear.h"
#include "assay/learners/blocks/lstm_layer.h"

namespace assay::learners {

namespace {

// [rows, width] of tokens as [width, rows], each row turned round within its length.
Tensor reversed_sources(const Batch& batch) {
  const Tensor turned = at::zeros({batch.source_width, batch.rows}, at::kLong);
  auto* out = turned.data_ptr<std::int64_t>();
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    const auto begin = batch.source.begin() + row * batch.source_width;
    const std::int64_t length = batch.source_lengths[static_cast<std::size_t>(row)];
    for (std::int64_t i = 0; i < length; ++i) out[(length - 1 - i) * batch.rows + row] = begin[i];
  }
  return turned;
}

// What decoding needs of the encoder.
struct Memory {
  Tensor outputs;  // [rows, source, width]
  Tensor keys;
  Tensor bias;  // [rows, 1, source], or undefined
};

class LstmModel : public Model {
 public:
  LstmModel(const LearnerRecipe& recipe, std::int64_t words, std::uint64_t seed,
            const at::TensorOptions& options)
      : recipe_(recipe), parameters_(seed, options) {
    const std::int64_t width = recipe.width;
    const double scale = std::sqrt(static_cast<double>(width));
    source_ = Embedding::make(parameters_, "source", words, width, scale);
    target_ = Embedding::make(parameters_, "target", words, width, scale);
    for (std::int64_t layer = 0; layer < recipe.layers; ++layer) {
      encoder_.push_back(
          LstmWeights::make(parameters_, "encoder." + std::to_string(layer), width, width));
    }
    for (std::int64_t layer = 0; layer < recipe.layers; ++layer) {
      const std::int64_t fed = layer == 0 && recipe.input_feeding ? recipe.attention_width : 0;
      decoder_.push_back(
          LstmWeights::make(parameters_, "decoder." + std::to_string(layer), width + fed, width));
    }
    attention_ = MemoryAttention::make(parameters_, "attention", width, recipe.heads,
                                       recipe.attention == "additive");
    const std::int64_t head_width = recipe.attention_width / recipe.heads;
    const std::int64_t inputs = width + attention_.read_width();
    attended_ = parameters_.add("attended", {recipe.heads, inputs, head_width},
                                Start::glorot(inputs, head_width));
    output_ = Linear::make(parameters_, "output", recipe.attention_width, width, true);
    softmax_ = Embedding::make(parameters_, "softmax", words, width, 1);
    parameters_.seal();
  }

  Parameters& parameters() override { return parameters_; }

  Tensor logits(const Batch& batch, Dropout& dropout) override {
    std::vector<LstmState> states;
    const Memory memory = encode(batch, dropout, states);
    const Tensor targets = token_tensor(batch.target, batch.rows).t().contiguous().to(device());
    const Tensor inputs = shifted_right(target_(targets), 0);
    const Tensor attended = recipe_.input_feeding ? decode_fed(inputs, memory, states, dropout)
                                                  : decode_at_once(inputs, memory, states, dropout);
    return softmax_.scores(output_(attended));
  }

  DecodeState read_sources(const Batch& batch) override {
    const at::NoGradGuard no_gradient;
    Dropout none;
    std::vector<LstmState> states;
    const Memory memory = encode(batch, none, states);
    DecodeState state;
    state.tensors = {memory.outputs, memory.keys,
                     memory.bias.defined()
                         ? memory.bias
                         : at::zeros({batch.rows, 1, batch.source_width}, parameters_.options()),
                     at::zeros({batch.rows, recipe_.attention_width}, parameters_.options())};
    for (const LstmState& each : states) {
      state.tensors.push_back(each.hidden);
      state.tensors.push_back(each.cell);
    }
    return state;
  }

  Tensor next_logits(DecodeState& state, const Tensor& last) override {
    const at::NoGradGuard no_gradient;
    auto& tensors = state.tensors;
    const Memory memory{.outputs = tensors[0], .keys = tensors[1], .bias = tensors[2]};
    const std::int64_t rows = memory.outputs.size(0);
    Tensor x = last.defined() ? target_(last.to(device()))
                              : at::zeros({rows, recipe_.width}, parameters_.options());
    if (recipe_.input_feeding) x = at::cat({x, tensors[3]}, 1);
    x = x.unsqueeze(0);
    for (std::size_t layer = 0; layer < decoder_.size(); ++layer) {
      Tensor& hidden = tensors[4 + 2 * layer];
      Tensor& cell = tensors[5 + 2 * layer];
      const LstmResult result =
          run_lstm(lstm_gates(x, decoder_[layer]), decoder_[layer], {hidden, cell}, {});
      hidden = result.last.hidden;
      cell = result.last.cell;
      x = result.outputs;
    }
    tensors[3] = attend(x.transpose(0, 1), memory).squeeze(1);
    ++state.position;
    return softmax_.scores(output_(tensors[3]));
  }

 private:
  at::Device device() const { return parameters_.options().device(); }

  // `states` get the last state of each layer.
  Memory encode(const Batch& batch, Dropout& dropout, std::vector<LstmState>& states) const {
    const bool is_even =
        std::all_of(batch.source_lengths.begin(), batch.source_lengths.end(),
                    [&](std::int64_t length) { return length == batch.source_width; });
    const Tensor lengths = length_tensor(batch.source_lengths).to(device());
    Tensor x = source_(reversed_sources(batch).to(device()));
    for (const LstmWeights& layer : encoder_) {
      const LstmState start = zero_state(batch.rows, layer.width(), parameters_.options());
      const LstmResult result =
          run_lstm(lstm_gates(dropout.apply(x), layer), layer, start, is_even ? Tensor() : lengths);
      states.push_back(result.last);
      x = result.outputs;
    }
    Memory memory;
    memory.outputs = x.transpose(0, 1).contiguous();
    memory.keys = attention_.keys_of(memory.outputs);
    if (recipe_.mask_source && !is_even)
      memory.bias = padding_bias(lengths, batch.source_width, parameters_.options()).unsqueeze(1);
    return memory;
  }

  // queries [rows, target, width] -> attention vectors [rows, target, attention width]
  Tensor attend(const Tensor& queries, const Memory& memory) const {
    const std::int64_t rows = queries.size(0);
    const std::int64_t length = queries.size(1);
    const Tensor contexts = attention_(queries, memory.keys, memory.outputs, memory.bias);
    const Tensor repeated =
        queries.unsqueeze(2).expand({rows, length, recipe_.heads, recipe_.width});
    const Tensor joined =
        at::cat({repeated, contexts}, -1).view({rows * length, recipe_.heads, -1});
    if (recipe_.heads == 1) return at::mm(joined.squeeze(1), attended_[0]).view({rows, length, -1});
    return at::bmm(joined.transpose(0, 1), attended_).transpose(0, 1).reshape({rows, length, -1});
  }

  Tensor decode_at_once(const Tensor& inputs, const Memory& memory,
                        const std::vector<LstmState>& states, Dropout& dropout) const {
    Tensor x = inputs;
    for (std::size_t layer = 0; layer < decoder_.size(); ++layer) {
      const Tensor gates = lstm_gates(dropout.apply(x), decoder_[layer]);
      x = run_lstm(gates, decoder_[layer], states[layer], {}).outputs;
    }
    return attend(x.transpose(0, 1), memory);
  }

  // The embeddings' share of the first layer's gates is made for all time steps, the attention
  // vector's as it comes.
  Tensor decode_fed(const Tensor& inputs, const Memory& memory, std::vector<LstmState> states,
                    Dropout& dropout) const {
    const LstmWeights& first = decoder_[0];
    const std::int64_t width = recipe_.width;
    const std::int64_t times = inputs.size(0);
    const std::int64_t rows = inputs.size(1);
    const LstmWeights of_words{
        .input = first.input.narrow(0, 0, width), .hidden = {}, .bias = first.bias};
    const Tensor of_attended = first.input.narrow(0, width, recipe_.attention_width);
    const std::vector<Tensor> gates = lstm_gates(dropout.apply(inputs), of_words).unbind(0);
    std::vector<Tensor> masks(decoder_.size());
    for (std::size_t layer = 0; layer < decoder_.size() && dropout.is_on(); ++layer) {
      masks[layer] = dropout.mask({times, rows, layer == 0 ? recipe_.attention_width : width},
                                  parameters_.options());
    }
    const auto drop = [&](const Tensor& x, std::size_t layer, std::int64_t time) {
      return masks[layer].defined() ? x * masks[layer][time] : x;
    };
    std::vector<Tensor> attended;
    Tensor fed = at::zeros({rows, recipe_.attention_width}, parameters_.options());
    for (std::int64_t time = 0; time < times; ++time) {
      Tensor x = at::addmm(gates[static_cast<std::size_t>(time)], drop(fed, 0, time), of_attended)
                     .unsqueeze(0);
      for (std::size_t layer = 0; layer < decoder_.size(); ++layer) {
        if (layer > 0)
          x = lstm_gates(drop(x.squeeze(0), layer, time).unsqueeze(0), decoder_[layer]);
        const LstmResult result = run_lstm(x, decoder_[layer], states[layer], {});
        states[layer] = result.last;
        x = result.outputs;
      }
      fed = attend(x.transpose(0, 1), memory).squeeze(1);
      attended.push_back(fed);
    }
    return at::stack(attended, 1);
  }

  LearnerRecipe recipe_;
  Parameters parameters_;
  Embedding source_, target_, softmax_;
  std::vector<LstmWeights> encoder_, decoder_;
  MemoryAttention attention_;
  Tensor attended_;  // [heads, width + read width, width of a head]
  Linear output_;
};

}  // namespace

std::unique_ptr<Model> make_lstm_model(const LearnerRecipe& recipe, std::int64_t words,
                                       std::uint64_t seed, const at::TensorOptions& options) {
  return std::make_unique<LstmModel>(recipe, words, seed, options);
}

}  // namespace assay::learners
