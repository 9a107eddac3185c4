#include "assay/learners/blocks/head_attention.h"

#include <cmath>

#include "assay/learners/blocks/positions.h"

namespace assay::learners {

namespace {

constexpr double kUnseen = -1e9;

// [rows, length, width] -> [rows, heads, length, width of a head]
Tensor split_by_heads(const Tensor& x, std::int64_t heads) {
  return x.view({x.size(0), x.size(1), heads, -1}).transpose(1, 2).contiguous();
}

}  // namespace

HeadAttention HeadAttention::make(Parameters& parameters, const std::string& name,
                                  std::int64_t width, std::int64_t heads, bool is_relative) {
  HeadAttention made;
  made.heads = heads;
  const Start start = Start::glorot(width, width);
  made.query.weight = parameters.add(name + ".query", {width, width}, start);
  made.key_value.weight = parameters.add(name + ".key_value", {width, 2 * width}, start);
  made.output.weight = parameters.add(name + ".output", {width, width}, start);
  if (!is_relative) return made;
  made.distance.weight = parameters.add(name + ".distance", {width, width}, start);
  made.content_bias =
      parameters.add(name + ".content_bias", {heads, 1, width / heads}, Start::constant(0));
  made.distance_bias =
      parameters.add(name + ".distance_bias", {heads, 1, width / heads}, Start::constant(0));
  return made;
}

HeadKeys HeadAttention::keys_of(const Tensor& x) const {
  const std::vector<Tensor> both = key_value(x).chunk(2, -1);
  return {.keys = split_by_heads(both[0].contiguous(), heads),
          .values = split_by_heads(both[1].contiguous(), heads)};
}

Tensor HeadAttention::distance_scores(const Tensor& asked, std::int64_t keys) const {
  const std::int64_t queries = asked.size(2);
  const std::int64_t width = distance.weight.size(0);
  const std::int64_t count = queries == 1 ? keys : 2 * keys - 1;
  const Tensor vectors = distance(sinusoids(1 - keys, count, width, asked.scalar_type()));
  const Tensor by_head =
      vectors.view({count, heads, -1}).permute({1, 2, 0});  // [heads, part, count]
  const Tensor scores = at::matmul(asked, by_head);
  return queries == 1 ? scores : distances_to_keys(scores);
}

Tensor HeadAttention::operator()(const Tensor& x, const HeadKeys& memory, const Tensor& bias,
                                 Dropout& dropout) const {
  const std::int64_t width = x.size(2);
  const double scale = 1 / std::sqrt(static_cast<double>(width / heads));
  const Tensor asked = split_by_heads(query(x), heads);
  Tensor scores;
  if (is_relative()) {
    scores = at::matmul((asked + content_bias) * scale, memory.keys.transpose(2, 3)) +
             distance_scores((asked + distance_bias) * scale, memory.keys.size(2));
  } else {
    scores = at::matmul(asked * scale, memory.keys.transpose(2, 3));
  }
  if (bias.defined()) scores = scores + bias;
  const Tensor shares = dropout.apply(at::softmax(scores, -1));
  const Tensor read = at::matmul(shares, memory.values);
  return output(read.transpose(1, 2).reshape({x.size(0), x.size(1), width}));
}

void append_keys(HeadKeys& room, const HeadKeys& next, std::int64_t position) {
  const auto append = [&](Tensor& all, const Tensor& one) {
    if (all.size(2) == position) all = at::cat({all, at::zeros_like(all), at::zeros_like(one)}, 2);
    all.narrow(2, position, 1).copy_(one);
  };
  append(room.keys, next.keys);
  append(room.values, next.values);
}

Tensor causal_bias(std::int64_t length, at::ScalarType type) {
  return at::full({length, length}, kUnseen, type).triu(1).view({1, 1, length, length});
}

}  // namespace assay::learners
