#include "assay/learners/blocks/double_attention.h"

#include <numeric>

#include "assay/base/error.h"
#include "assay/learners/blocks/lstm_step.h"
#include "assay/learners/numbers/additive_read.h"

namespace assay::learners {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::tensor_list;

// Where the steps of one time lie.
struct Time {
  std::int64_t begin = 0;
  std::int64_t rows = 0;

  Tensor of(const Tensor& packed) const { return packed.narrow(0, begin, rows); }
  template <typename Real>
  Real* in(const Tensor& packed) const {
    return packed.data_ptr<Real>() + begin * packed.size(1);
  }
};

std::vector<Time> times_of(const std::vector<std::int64_t>& live) {
  std::vector<Time> times;
  std::int64_t begin = 0;
  for (const std::int64_t rows : live) {
    times.push_back({begin, rows});
    begin += rows;
  }
  return times;
}

ReadShape read_shape(const ReadableMemory& memory, const Time& time) {
  return {.rows = static_cast<std::size_t>(time.rows),
          .keys = static_cast<std::size_t>(memory.keys.size(1)),
          .width = static_cast<std::size_t>(memory.keys.size(2)),
          .lengths = memory.lengths.defined() ? memory.lengths.data_ptr<std::int64_t>() : nullptr};
}

// What reading one memory needs and leaves, for all steps.
struct Reading {
  ReadableMemory memory;
  Tensor weights;
  Tensor queries;  // [steps, width]
  Tensor shares;   // [steps, keys]
  Tensor reads;    // [steps, width]

  static Reading make(const ReadableMemory& memory, const Tensor& weights, std::int64_t steps) {
    const auto& options = memory.keys.options();
    return {.memory = memory,
            .weights = weights,
            .queries = at::empty({steps, memory.keys.size(2)}, options),
            .shares = at::empty({steps, memory.keys.size(1)}, options),
            .reads = at::empty({steps, memory.keys.size(2)}, options)};
  }
};

template <typename Real>
void read_at(const Reading& reading, const Time& time) {
  read_forward(read_shape(reading.memory, time),
               ReadForward<Real>{.query = time.in<Real>(reading.queries),
                                 .key = reading.memory.keys.data_ptr<Real>(),
                                 .weights = reading.weights.data_ptr<Real>(),
                                 .shares = time.in<Real>(reading.shares),
                                 .read = time.in<Real>(reading.reads)});
}

// Gradients of one reading.
struct ReadingGradient {
  Tensor queries;  // [steps, width]
  Tensor keys;
  Tensor weights;

  explicit ReadingGradient(const Reading& of)
      : queries(at::empty_like(of.queries)),
        keys(at::zeros_like(of.memory.keys)),
        weights(at::zeros_like(of.weights)) {}
};

template <typename Real>
void read_back_at(const Reading& reading, const Tensor& read_grad, const ReadingGradient& gradient,
                  const Time& time) {
  read_backward(read_shape(reading.memory, time),
                ReadBackward<Real>{.query = time.in<Real>(reading.queries),
                                   .key = reading.memory.keys.data_ptr<Real>(),
                                   .weights = reading.weights.data_ptr<Real>(),
                                   .shares = time.in<Real>(reading.shares),
                                   .read_grad = time.in<Real>(read_grad),
                                   .query_grad = time.in<Real>(gradient.queries),
                                   .key_grad = gradient.keys.data_ptr<Real>(),
                                   .weights_grad = gradient.weights.data_ptr<Real>()});
}

// All that the forward pass leaves.
struct Trace {
  std::vector<Time> times;
  Tensor gates, hidden, cell, bent;  // [steps, ...], after each step; bent: its z
  Tensor first_hidden, first_cell;   // [rows, width]
  Reading words, world;

  // A state before time `number`: that behind the time before, of the rows that live on.
  Tensor before(const Tensor& states, const Tensor& first, std::size_t number) const {
    const std::int64_t rows = times[number].rows;
    return number == 0 ? first.narrow(0, 0, rows) : states.narrow(0, times[number - 1].begin, rows);
  }
};

CellShape cell_shape(const Trace& trace, const Time& time) {
  return {.rows = static_cast<std::size_t>(time.rows),
          .width = static_cast<std::size_t>(trace.cell.size(1)),
          .time = 0,
          .lengths = nullptr};
}

template <typename Real>
void cell_at(const Trace& trace, const Tensor& spare, std::size_t number) {
  const Time& time = trace.times[number];
  lstm_cell_forward(
      cell_shape(trace, time),
      CellForward<Real>{
          .gates = time.in<Real>(trace.gates),
          .cell_before = trace.before(trace.cell, trace.first_cell, number).data_ptr<Real>(),
          .hidden_before = nullptr,
          .cell = time.in<Real>(trace.cell),
          .hidden = time.in<Real>(trace.hidden),
          .output = spare.data_ptr<Real>()});
}

void run_time(const Trace& trace, const DoubleAttention& weights, const Tensor& spare,
              std::size_t number) {
  const Time& time = trace.times[number];
  const bool is_double = trace.gates.scalar_type() == at::kDouble;
  const Tensor state = trace.before(trace.hidden, trace.first_hidden, number);
  Tensor query = time.of(trace.words.queries);
  at::mm_out(query, state, weights.word_query);
  (is_double ? read_at<double> : read_at<float>)(trace.words, time);
  const Tensor of_words = time.of(trace.words.reads);
  Tensor bent = time.of(trace.bent);
  at::addmm_out(bent, weights.query_bias, state, weights.state_to_query);
  bent.addmm_(of_words, weights.words_to_query).tanh_();
  Tensor world_query = time.of(trace.world.queries);
  at::mm_out(world_query, bent, weights.world_query);
  (is_double ? read_at<double> : read_at<float>)(trace.world, time);
  time.of(trace.gates)
      .addmm_(state, weights.lstm.hidden)
      .addmm_(of_words, weights.words_to_gates)
      .addmm_(time.of(trace.world.reads), weights.world_to_gates);
  (is_double ? cell_at<double> : cell_at<float>)(trace, spare, number);
}

// In the order in which the function takes them.
tensor_list list_of(const DoubleAttention& weights) {
  return {weights.lstm.hidden,  weights.words_to_gates, weights.world_to_gates, weights.word_query,
          weights.word_weights, weights.state_to_query, weights.words_to_query, weights.query_bias,
          weights.world_query,  weights.world_weights};
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
               const ReadableMemory& words, const ReadableMemory& world,
               const std::vector<std::int64_t>& live) {
  const std::vector<std::int64_t> shape{gates.size(0), weights.width()};
  return {.times = times_of(live),
          .gates = gates,
          .hidden = at::empty(shape, gates.options()),
          .cell = at::empty(shape, gates.options()),
          .bent = at::empty(shape, gates.options()),
          .first_hidden = start.hidden,
          .first_cell = start.cell,
          .words = Reading::make(words, weights.word_weights, gates.size(0)),
          .world = Reading::make(world, weights.world_weights, gates.size(0))};
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
        hidden_grad_(at::zeros_like(trace.first_hidden)),
        cell_grad_(at::zeros_like(trace.first_cell)),
        gates_grad_(at::empty_like(trace.gates)),
        bent_grad_(at::empty_like(trace.bent)),
        words_(trace.words),
        world_(trace.world) {
    for (std::size_t number = trace.times.size(); number-- > 0;) step(number);
  }

  // Of gates, start, keys, then the weights in their order.
  tensor_list result() const {
    std::vector<Tensor> states;
    for (std::size_t number = 0; number < trace_.times.size(); ++number)
      states.push_back(trace_.before(trace_.hidden, trace_.first_hidden, number));
    const Tensor before = at::cat(states, 0).t();
    const Tensor of_words = trace_.words.reads.t();
    return {gates_grad_,
            hidden_grad_,
            cell_grad_,
            words_.keys,
            world_.keys,
            at::mm(before, gates_grad_),
            at::mm(of_words, gates_grad_),
            at::mm(trace_.world.reads.t(), gates_grad_),
            at::mm(before, words_.queries),
            words_.weights,
            at::mm(before, bent_grad_),
            at::mm(of_words, bent_grad_),
            bent_grad_.sum(0),
            at::mm(trace_.bent.t(), world_.queries),
            world_.weights};
  }

 private:
  template <typename Real>
  void cell_back_at(std::size_t number) {
    const Time& time = trace_.times[number];
    lstm_cell_backward(
        cell_shape(trace_, time),
        CellBackward<Real>{
            .gates = time.in<Real>(trace_.gates),
            .cell_before = trace_.before(trace_.cell, trace_.first_cell, number).data_ptr<Real>(),
            .cell = time.in<Real>(trace_.cell),
            .output_grad = outputs_grad_.defined() ? time.in<Real>(outputs_grad_) : nullptr,
            .hidden_grad = hidden_grad_.data_ptr<Real>(),
            .cell_grad = cell_grad_.data_ptr<Real>(),
            .gates_grad = time.in<Real>(gates_grad_)});
  }

  void step(std::size_t number) {
    const Time& time = trace_.times[number];
    const bool is_double = gates_grad_.scalar_type() == at::kDouble;
    is_double ? cell_back_at<double>(number) : cell_back_at<float>(number);
    const Tensor gates = time.of(gates_grad_);
    time.of(world_read_grad_).addmm_(gates, weights_.world_to_gates.t());
    (is_double ? read_back_at<double> : read_back_at<float>)(trace_.world, world_read_grad_, world_,
                                                             time);
    const Tensor bent = time.of(trace_.bent);
    Tensor bent_grad = time.of(bent_grad_);
    at::mm_out(bent_grad, time.of(world_.queries), weights_.world_query.t());
    bent_grad.mul_(1 - bent * bent);
    time.of(words_read_grad_)
        .addmm_(gates, weights_.words_to_gates.t())
        .addmm_(bent_grad, weights_.words_to_query.t());
    (is_double ? read_back_at<double> : read_back_at<float>)(trace_.words, words_read_grad_, words_,
                                                             time);
    hidden_grad_.narrow(0, 0, time.rows)
        .addmm_(gates, weights_.lstm.hidden.t())
        .addmm_(bent_grad, weights_.state_to_query.t())
        .addmm_(time.of(words_.queries), weights_.word_query.t());
  }

  const Trace& trace_;
  const DoubleAttention& weights_;
  Tensor outputs_grad_, words_read_grad_, world_read_grad_, hidden_grad_, cell_grad_;
  Tensor gates_grad_, bent_grad_;
  ReadingGradient words_, world_;
};

// What autograd does not take as an argument: a tensor that may be undefined, and numbers.
struct Unlearned {
  Tensor word_lengths;
  std::vector<std::int64_t> live;
};

struct DoubleAttentionFunction : Function<DoubleAttentionFunction> {
  static tensor_list forward(AutogradContext* context, const Tensor& gates, const Tensor& hidden,
                             const Tensor& cell, const Tensor& words, const Tensor& world,
                             const Tensor& w0, const Tensor& w1, const Tensor& w2, const Tensor& w3,
                             const Tensor& w4, const Tensor& w5, const Tensor& w6, const Tensor& w7,
                             const Tensor& w8, const Tensor& w9, const Unlearned& rest) {
    const tensor_list list{w0, w1, w2, w3, w4, w5, w6, w7, w8, w9};
    const DoubleAttention weights = weights_of(list, 0);
    const Trace trace = trace_of(gates, {.hidden = hidden, .cell = cell}, weights,
                                 {.keys = words, .lengths = rest.word_lengths},
                                 {.keys = world, .lengths = {}}, rest.live);
    const Tensor spare = at::empty_like(hidden);
    for (std::size_t number = 0; number < trace.times.size(); ++number)
      run_time(trace, weights, spare, number);
    tensor_list saved{gates,
                      trace.hidden,
                      trace.cell,
                      trace.bent,
                      words,
                      rest.word_lengths,
                      trace.words.queries,
                      trace.words.shares,
                      trace.words.reads,
                      world,
                      trace.world.queries,
                      trace.world.shares,
                      trace.world.reads,
                      hidden,
                      cell};
    saved.insert(saved.end(), list.begin(), list.end());
    context->save_for_backward(saved);
    context->saved_data["live"] = rest.live;
    const Time& last = trace.times.back();
    const Tensor last_cell = last.of(trace.cell).clone();
    context->mark_non_differentiable({last_cell});
    return {trace.hidden.clone(), trace.words.reads.clone(), trace.world.reads.clone(), last_cell};
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& gradients) {
    const tensor_list saved = context->get_saved_variables();
    const DoubleAttention weights = weights_of(saved, 15);
    const Trace trace{.times = times_of(context->saved_data["live"].toIntVector()),
                      .gates = saved[0],
                      .hidden = saved[1],
                      .cell = saved[2],
                      .bent = saved[3],
                      .first_hidden = saved[13],
                      .first_cell = saved[14],
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

std::int64_t PackedSteps::total() const {
  return std::accumulate(live.begin(), live.end(), std::int64_t{0});
}

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
                                           const ReadableMemory& world, const PackedSteps& steps) {
  ASSAY_CHECK(gates.size(0) == steps.total() && gates.is_contiguous());
  if (!gates.is_cpu()) return plain_double_attention(gates, weights, start, words, world, steps);
  const tensor_list w = list_of(weights);
  const tensor_list made = DoubleAttentionFunction::apply(
      gates, start.hidden.contiguous(), start.cell.contiguous(), words.keys.contiguous(),
      world.keys.contiguous(), w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9],
      Unlearned{words.lengths, steps.live});
  const std::int64_t rows = steps.live.back();
  return {
      .outputs = made[0],
      .words_read = made[1],
      .world_read = made[2],
      .last = {.hidden = made[0].narrow(0, steps.total() - rows, rows).detach(), .cell = made[3]}};
}

}  // namespace assay::learners
