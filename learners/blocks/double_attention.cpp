#include "assay/learners/blocks/double_attention.h"

#include "assay/base/error.h"
#include "assay/learners/blocks/attention.h"
#include "assay/learners/blocks/lstm_step.h"
#include "assay/learners/blocks/plain.h"
#include "assay/learners/numbers/additive_read.h"

namespace assay::learners {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::tensor_list;

ReadShape read_shape(const ReadableMemory& memory) {
  return {.rows = static_cast<std::size_t>(memory.keys.size(0)),
          .keys = static_cast<std::size_t>(memory.keys.size(1)),
          .width = static_cast<std::size_t>(memory.keys.size(2)),
          .lengths = memory.lengths.defined() ? memory.lengths.data_ptr<std::int64_t>() : nullptr};
}

// What reading one memory needs and leaves, for all time steps.
struct Reading {
  ReadableMemory memory;
  Tensor weights;
  Tensor queries;  // [time, rows, width]
  Tensor shares;   // [time, rows, keys]
  Tensor reads;    // [time, rows, width]

  static Reading make(const ReadableMemory& memory, const Tensor& weights, std::int64_t times) {
    const std::int64_t rows = memory.keys.size(0);
    const std::int64_t width = memory.keys.size(2);
    const auto& options = memory.keys.options();
    return {.memory = memory,
            .weights = weights,
            .queries = at::empty({times, rows, width}, options),
            .shares = at::empty({times, rows, memory.keys.size(1)}, options),
            .reads = at::empty({times, rows, width}, options)};
  }
};

template <typename Real>
void read_at(const Reading& reading, std::int64_t time) {
  read_forward(read_shape(reading.memory),
               ReadForward<Real>{.query = at_time<Real>(reading.queries, time),
                                 .key = reading.memory.keys.data_ptr<Real>(),
                                 .weights = reading.weights.data_ptr<Real>(),
                                 .shares = at_time<Real>(reading.shares, time),
                                 .read = at_time<Real>(reading.reads, time)});
}

// Gradients of one reading.
struct ReadingGradient {
  Tensor queries;  // [time, rows, width]
  Tensor keys;
  Tensor weights;

  explicit ReadingGradient(const Reading& of)
      : queries(at::empty_like(of.queries)),
        keys(at::zeros_like(of.memory.keys)),
        weights(at::zeros_like(of.weights)) {}
};

template <typename Real>
void read_back_at(const Reading& reading, const Tensor& read_grad, const ReadingGradient& gradient,
                  std::int64_t time) {
  read_backward(read_shape(reading.memory),
                ReadBackward<Real>{.query = at_time<Real>(reading.queries, time),
                                   .key = reading.memory.keys.data_ptr<Real>(),
                                   .weights = reading.weights.data_ptr<Real>(),
                                   .shares = at_time<Real>(reading.shares, time),
                                   .read_grad = read_grad.data_ptr<Real>(),
                                   .query_grad = at_time<Real>(gradient.queries, time),
                                   .key_grad = gradient.keys.data_ptr<Real>(),
                                   .weights_grad = gradient.weights.data_ptr<Real>()});
}

// All that the forward pass leaves.
struct Trace {
  Tensor gates, hidden, cell, bent;  // bent: z of each step
  Reading words, world;
};

void run_step(const Trace& trace, const DoubleAttention& weights, const Tensor& outputs,
              std::int64_t time) {
  const bool is_double = trace.gates.scalar_type() == at::kDouble;
  const Tensor state = trace.hidden[time];
  Tensor query = trace.words.queries[time];
  at::mm_out(query, state, weights.word_query);
  (is_double ? read_at<double> : read_at<float>)(trace.words, time);
  const Tensor of_words = trace.words.reads[time];
  Tensor bent = trace.bent[time];
  at::addmm_out(bent, weights.query_bias, state, weights.state_to_query);
  bent.addmm_(of_words, weights.words_to_query).tanh_();
  Tensor world_query = trace.world.queries[time];
  at::mm_out(world_query, bent, weights.world_query);
  (is_double ? read_at<double> : read_at<float>)(trace.world, time);
  trace.gates[time]
      .addmm_(state, weights.lstm.hidden)
      .addmm_(of_words, weights.words_to_gates)
      .addmm_(trace.world.reads[time], weights.world_to_gates);
  (is_double ? forward_cell<double> : forward_cell<float>)(trace.gates, trace.hidden, trace.cell,
                                                           outputs, {}, time);
}

// In the order in which the function takes them.
tensor_list list_of(const DoubleAttention& weights) {
  return {weights.lstm.hidden,    weights.words_to_gates, weights.world_to_gates,
          weights.word_query,     weights.word_weights,   weights.state_to_query,
          weights.words_to_query, weights.query_bias,     weights.world_query,
          weights.world_weights};
}

DoubleAttention weights_of(const tensor_list& list, std::size_t first) {
  DoubleAttention weights;
  weights.lstm.hidden = list[first];
  weights.words_to_gates = list[first + 1];
  weights.world_to_gates = list[first + 2];
  weights.word_query = list[first + 3];
  weights.word_weights = list[first + 4];
  weights.state_to_query = list[first + 5];
  weights.words_to_query = list[first + 6];
  weights.query_bias = list[first + 7];
  weights.world_query = list[first + 8];
  weights.world_weights = list[first + 9];
  return weights;
}

Trace trace_of(const Tensor& gates, const LstmState& start, const DoubleAttention& weights,
               const ReadableMemory& words, const ReadableMemory& world) {
  const std::int64_t times = gates.size(0);
  const std::int64_t rows = gates.size(1);
  const std::int64_t width = weights.width();
  Trace trace{.gates = gates,
              .hidden = at::empty({times + 1, rows, width}, gates.options()),
              .cell = at::empty({times + 1, rows, width}, gates.options()),
              .bent = at::empty({times, rows, width}, gates.options()),
              .words = Reading::make(words, weights.word_weights, times),
              .world = Reading::make(world, weights.world_weights, times)};
  trace.hidden[0].copy_(start.hidden);
  trace.cell[0].copy_(start.cell);
  return trace;
}

// Goes back through time; what is left then are products over all steps.
class BackwardPass {
 public:
  BackwardPass(const Trace& trace, const DoubleAttention& weights, const tensor_list& gradients)
      : trace_(trace),
        weights_(weights),
        outputs_grad_(gradients[0].defined() ? gradients[0].contiguous() : Tensor()),
        words_read_grad_(zeros_or_copy(gradients[1], trace.words.reads)),
        world_read_grad_(zeros_or_copy(gradients[2], trace.world.reads)),
        hidden_grad_(zeros_or_copy(gradients[3], trace.hidden[0])),
        cell_grad_(zeros_or_copy(gradients[4], trace.cell[0])),
        gates_grad_(at::empty_like(trace.gates)),
        bent_grad_(at::empty_like(trace.bent)),
        words_(trace.words),
        world_(trace.world) {
    for (std::int64_t time = trace.gates.size(0) - 1; time >= 0; --time) step(time);
  }

  // Of gates, start, keys, then the weights in their order.
  tensor_list result() const {
    const std::int64_t times = trace_.gates.size(0);
    const auto flat = [](const Tensor& x) { return x.reshape({-1, x.size(-1)}); };
    const Tensor before = flat(trace_.hidden.narrow(0, 0, times)).t();
    const Tensor of_words = flat(trace_.words.reads).t();
    const Tensor gates = flat(gates_grad_);
    const Tensor bent = flat(bent_grad_);
    return {gates_grad_,
            hidden_grad_,
            cell_grad_,
            words_.keys,
            world_.keys,
            at::mm(before, gates),
            at::mm(of_words, gates),
            at::mm(flat(trace_.world.reads).t(), gates),
            at::mm(before, flat(words_.queries)),
            words_.weights,
            at::mm(before, bent),
            at::mm(of_words, bent),
            bent.sum(0),
            at::mm(flat(trace_.bent).t(), flat(world_.queries)),
            world_.weights};
  }

 private:
  void step(std::int64_t time) {
    const bool is_double = gates_grad_.scalar_type() == at::kDouble;
    (is_double ? backward_cell<double> : backward_cell<float>)(trace_.gates, trace_.cell,
                                                               outputs_grad_, {}, hidden_grad_,
                                                               cell_grad_, gates_grad_, time);
    const Tensor gates = gates_grad_[time];
    const Tensor of_world = world_read_grad_[time].addmm_(gates, weights_.world_to_gates.t());
    (is_double ? read_back_at<double> : read_back_at<float>)(trace_.world, of_world, world_, time);
    const Tensor bent = trace_.bent[time];
    Tensor bent_grad = bent_grad_[time];
    at::mm_out(bent_grad, world_.queries[time], weights_.world_query.t());
    bent_grad.mul_(1 - bent * bent);
    const Tensor of_words = words_read_grad_[time]
                                .addmm_(gates, weights_.words_to_gates.t())
                                .addmm_(bent_grad, weights_.words_to_query.t());
    (is_double ? read_back_at<double> : read_back_at<float>)(trace_.words, of_words, words_, time);
    hidden_grad_.addmm_(gates, weights_.lstm.hidden.t())
        .addmm_(bent_grad, weights_.state_to_query.t())
        .addmm_(words_.queries[time], weights_.word_query.t());
  }

  const Trace& trace_;
  const DoubleAttention& weights_;
  Tensor outputs_grad_, words_read_grad_, world_read_grad_, hidden_grad_, cell_grad_;
  Tensor gates_grad_, bent_grad_;
  ReadingGradient words_, world_;
};

// A tensor that may be undefined, which autograd does not take as an argument.
struct WordLengths {
  Tensor tensor;
};

struct DoubleAttentionFunction : Function<DoubleAttentionFunction> {
  static tensor_list forward(AutogradContext* context, const Tensor& gates, const Tensor& hidden,
                             const Tensor& cell, const Tensor& words, const Tensor& world,
                             const Tensor& w0, const Tensor& w1, const Tensor& w2, const Tensor& w3,
                             const Tensor& w4, const Tensor& w5, const Tensor& w6, const Tensor& w7,
                             const Tensor& w8, const Tensor& w9, const WordLengths& lengths) {
    ASSAY_CHECK(gates.is_contiguous() && words.is_contiguous() && world.is_contiguous());
    const tensor_list list{w0, w1, w2, w3, w4, w5, w6, w7, w8, w9};
    const DoubleAttention weights = weights_of(list, 0);
    const Trace trace =
        trace_of(gates, {.hidden = hidden, .cell = cell}, weights,
                 {.keys = words, .lengths = lengths.tensor}, {.keys = world, .lengths = {}});
    const Tensor outputs = at::empty_like(trace.bent);
    const std::int64_t times = gates.size(0);
    for (std::int64_t time = 0; time < times; ++time) run_step(trace, weights, outputs, time);
    tensor_list saved{gates,         trace.hidden,         trace.cell,         trace.bent,
                      words,         lengths.tensor,       trace.words.queries, trace.words.shares,
                      trace.words.reads, world,            trace.world.queries, trace.world.shares,
                      trace.world.reads};
    saved.insert(saved.end(), list.begin(), list.end());
    context->save_for_backward(saved);
    return {outputs, trace.words.reads.clone(), trace.world.reads.clone(),
            trace.hidden[times].clone(), trace.cell[times].clone()};
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& gradients) {
    const tensor_list saved = context->get_saved_variables();
    const DoubleAttention weights = weights_of(saved, 13);
    const Trace trace{.gates = saved[0],
                      .hidden = saved[1],
                      .cell = saved[2],
                      .bent = saved[3],
                      .words = {.memory = {.keys = saved[4], .lengths = saved[5]},
                                .weights = weights.word_weights,
                                .queries = saved[6],
                                .shares = saved[7],
                                .reads = saved[8]},
                      .world = {.memory = {.keys = saved[9], .lengths = {}},
                                .weights = weights.world_weights,
                                .queries = saved[10],
                                .shares = saved[11],
                                .reads = saved[12]}};
    tensor_list all = BackwardPass(trace, weights, gradients).result();
    all.emplace_back();
    return all;
  }
};

}  // namespace

DoubleAttention DoubleAttention::make(Parameters& parameters, const std::string& name,
                                      std::int64_t inputs, std::int64_t width) {
  const Start start = Start::within(width);
  const Start of_pair = Start::within(2 * width);
  const auto add = [&](const char* part, std::vector<std::int64_t> shape, Start own) {
    return parameters.add(name + part, std::move(shape), own);
  };
  DoubleAttention made;
  made.lstm = LstmWeights::make(parameters, name, inputs, width, start);
  made.words_to_gates = add(".words_to_gates", {width, 4 * width}, start);
  made.world_to_gates = add(".world_to_gates", {width, 4 * width}, start);
  made.word_query = add(".word_query", {width, width}, start);
  made.word_weights = add(".word_weights", {width}, start);
  made.state_to_query = add(".state_to_query", {width, width}, of_pair);
  made.words_to_query = add(".words_to_query", {width, width}, of_pair);
  made.query_bias = add(".query_bias", {width}, of_pair);
  made.world_query = add(".world_query", {width, width}, start);
  made.world_weights = add(".world_weights", {width}, start);
  return made;
}

DoubleAttentionResult run_double_attention(const Tensor& gates, const DoubleAttention& weights,
                                           const LstmState& start, const ReadableMemory& words,
                                           const ReadableMemory& world) {
  if (!gates.is_cpu()) return plain_double_attention(gates, weights, start, words, world);
  const tensor_list w = list_of(weights);
  const tensor_list made = DoubleAttentionFunction::apply(
      gates, start.hidden, start.cell, words.keys.contiguous(), world.keys.contiguous(), w[0], w[1],
      w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], WordLengths{words.lengths});
  return {.outputs = made[0],
          .words_read = made[1],
          .world_read = made[2],
          .last = {.hidden = made[3], .cell = made[4]}};
}

Tensor plain_read(const Tensor& query, const Tensor& weights, const ReadableMemory& memory) {
  Tensor scores = at::matmul(at::tanh(query.unsqueeze(1) + memory.keys), weights);
  if (memory.lengths.defined())
    scores = scores + padding_bias(memory.lengths.to(query.device()), memory.keys.size(1),
                                   query.options());
  return at::bmm(at::softmax(scores, 1).unsqueeze(1), memory.keys).squeeze(1);
}

DoubleAttentionResult plain_double_attention(const Tensor& gates, const DoubleAttention& weights,
                                             const LstmState& start, const ReadableMemory& words,
                                             const ReadableMemory& world) {
  DoubleAttentionResult result{.outputs = {}, .words_read = {}, .world_read = {}, .last = start};
  std::vector<Tensor> outputs;
  std::vector<Tensor> words_read;
  std::vector<Tensor> world_read;
  for (std::int64_t time = 0; time < gates.size(0); ++time) {
    const Tensor& state = result.last.hidden;
    words_read.push_back(
        plain_read(at::mm(state, weights.word_query), weights.word_weights, words));
    const Tensor& of_words = words_read.back();
    const Tensor bent = at::tanh(at::mm(state, weights.state_to_query) +
                                 at::mm(of_words, weights.words_to_query) + weights.query_bias);
    world_read.push_back(
        plain_read(at::mm(bent, weights.world_query), weights.world_weights, world));
    const Tensor sums = gates[time] + at::mm(of_words, weights.words_to_gates) +
                        at::mm(world_read.back(), weights.world_to_gates);
    result.last = plain_lstm(sums.unsqueeze(0), weights.lstm, result.last, {}).last;
    outputs.push_back(result.last.hidden);
  }
  result.outputs = at::stack(outputs);
  result.words_read = at::stack(words_read);
  result.world_read = at::stack(world_read);
  return result;
}

}  // namespace assay::learners
