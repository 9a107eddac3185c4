#include "assay/learners/blocks/head_attention.h"

#include <cmath>

#include "assay/learners/blocks/plain.h"
#include "assay/learners/blocks/positions.h"

namespace assay::learners {

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
  const Tensor vectors = distance(sinusoids(1 - keys, count, width, asked.options()));
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
  const Tensor scores = at::matmul((queries + content_bias) * scale, keys.transpose(2, 3)) +
                        distance_scores((queries + distance_bias) * scale, keys.size(2));
  return weigh_values(scores, memory.narrow(2, width, width), heads, sight, dropout);
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
