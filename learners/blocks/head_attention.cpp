#include "assay/learners/blocks/head_attention.h"

#include <cmath>

#include "assay/learners/blocks/attention.h"
#include "assay/learners/blocks/positions.h"

namespace assay::learners {

namespace {

constexpr double kUnseen = -1e9;

// [rows, length, width] -> [rows, heads, length, width of a head]
Tensor split_by_heads(const Tensor& x, std::int64_t heads) {
  return x.reshape({x.size(0), x.size(1), heads, -1}).transpose(1, 2);
}

// What is added to scores [rows, heads, length, keys]; undefined where everything is seen.
Tensor bias_of(const Sight& sight, std::int64_t keys, at::ScalarType type) {
  Tensor bias;
  if (sight.is_causal) bias = at::full({keys, keys}, kUnseen, type).triu(1);
  if (!sight.lengths.defined()) return bias;
  const Tensor padding = padding_bias(sight.lengths, keys, type).view({-1, 1, 1, keys});
  return bias.defined() ? bias + padding : padding;
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

Tensor HeadAttention::relative_read(const Tensor& asked, const Tensor& memory, const Sight& sight,
                                    Dropout& dropout) const {
  const std::int64_t width = asked.size(2);
  const double scale = 1 / std::sqrt(static_cast<double>(width / heads));
  const Tensor queries = split_by_heads(asked, heads);
  const Tensor keys = split_by_heads(memory.narrow(2, 0, width), heads);
  const Tensor values = split_by_heads(memory.narrow(2, width, width), heads);
  Tensor scores = at::matmul((queries + content_bias) * scale, keys.transpose(2, 3)) +
                  distance_scores((queries + distance_bias) * scale, keys.size(2));
  const Tensor bias = bias_of(sight, keys.size(2), asked.scalar_type());
  if (bias.defined()) scores = scores + bias;
  const Tensor shares = dropout.apply(at::softmax(scores, -1));
  return at::matmul(shares, values).transpose(1, 2).reshape(asked.sizes());
}

Tensor HeadAttention::operator()(const Tensor& x, const Tensor& memory, const Sight& sight,
                                 Dropout& dropout) const {
  const Tensor asked = query(x);
  return output(is_relative() ? relative_read(asked, memory, sight, dropout)
                              : attend(asked, memory, heads, sight, dropout));
}

void append_keys(Tensor& room, const Tensor& next, std::int64_t position) {
  if (room.size(1) == position)
    room = at::cat({room, at::zeros_like(room), at::zeros_like(next)}, 1);
  room.narrow(1, position, 1).copy_(next);
}

}  // namespace assay::learners
