// What the fused steps compute (attend.h, lstm_layer.h, loss.h), by operations of LibTorch: slower
// on a CPU, and all there is on other devices. On a CPU it is the witness of the fused ones.
#pragma once

#include "assay/learners/blocks/attend.h"
#include "assay/learners/blocks/lstm_layer.h"

namespace assay::learners {

Tensor plain_attend(const Tensor& query, const Tensor& key_value, std::int64_t heads,
                    const Sight& sight, Dropout& dropout);

// Unlike run_lstm() it leaves `gates` alone.
LstmResult plain_lstm(const Tensor& gates, const LstmWeights& weights, const LstmState& start,
                      const Tensor& lengths);

Tensor plain_smoothed_loss(const Tensor& logits, const Tensor& targets, double smoothing);

// [rows, length, width] -> [rows, heads, length, width of a head]
Tensor split_by_heads(const Tensor& x, std::int64_t heads);

// Softmax of scores [rows, heads, queries, keys] over the keys that are seen, with dropout, weighs
// the values [rows, keys, width] -> [rows, queries, width].
Tensor weigh_values(const Tensor& scores, const Tensor& values, std::int64_t heads,
                    const Sight& sight, Dropout& dropout);

}  // namespace assay::learners
