#include "assay/learners/blocks/attention.h"

#include <cmath>

namespace assay::learners {

namespace {

constexpr double kNever = -1e9;

// [rows, length, heads * part] -> [rows * heads, length, part]
Tensor by_heads(const Tensor& x, std::int64_t heads) {
  return x.view({x.size(0), x.size(1), heads, -1})
      .transpose(1, 2)
      .reshape({x.size(0) * heads, x.size(1), -1});
}

Tensor project(const Tensor& x, const Tensor& weight) {
  return at::mm(x.reshape({-1, x.size(-1)}), weight).view({x.size(0), x.size(1), -1});
}

}  // namespace

MemoryAttention MemoryAttention::make(Parameters& parameters, const std::string& name,
                                      std::int64_t width, std::int64_t heads, bool is_additive) {
  const Start start = Start::glorot(width, width);
  MemoryAttention made{
      .is_additive = is_additive, .heads = heads, .query = {}, .key = {}, .weights = {}};
  made.query = parameters.add(name + ".query", {width, width}, start);
  made.key = parameters.add(name + ".key", {width, width}, start);
  if (is_additive)
    made.weights = parameters.add(name + ".weights", {width, heads}, Start::glorot(width, 1));
  return made;
}

Tensor MemoryAttention::keys_of(const Tensor& memory) const { return project(memory, key); }

Tensor MemoryAttention::operator()(const Tensor& queries, const Tensor& keys, const Tensor& memory,
                                   const Tensor& bias) const {
  const std::int64_t rows = queries.size(0);
  const std::int64_t length = queries.size(1);
  const Tensor asked = project(queries, query);
  if (is_additive) {
    const Tensor joined =
        at::tanh(asked.unsqueeze(2) + keys.unsqueeze(1));  // [rows, length, source, width]
    Tensor scores = at::matmul(joined, weights);           // [rows, length, source, heads]
    if (bias.defined()) scores = scores + bias.unsqueeze(-1);
    const Tensor shares =
        at::softmax(scores, 2).transpose(2, 3).reshape({rows, length * heads, -1});
    return at::bmm(shares, memory).view({rows, length, heads, -1});
  }
  const double scale = 1 / std::sqrt(static_cast<double>(read_width()));
  Tensor scores = at::bmm(by_heads(asked * scale, heads), by_heads(keys, heads).transpose(1, 2));
  if (bias.defined()) scores = scores + (heads == 1 ? bias : at::repeat_interleave(bias, heads, 0));
  const Tensor read = at::bmm(at::softmax(scores, -1), by_heads(memory, heads));
  return read.view({rows, heads, length, -1}).transpose(1, 2);
}

Tensor padding_bias(const Tensor& lengths, std::int64_t width, const at::TensorOptions& options) {
  const Tensor is_over = at::arange(width, lengths.options()).unsqueeze(0) >= lengths.unsqueeze(1);
  return at::zeros({lengths.size(0), width}, options).masked_fill_(is_over, kNever);
}

}  // namespace assay::learners
