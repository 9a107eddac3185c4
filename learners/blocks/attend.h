// Softmax attention of several heads as one step of autograd (numbers/attend.h).
#pragma once

#include "assay/learners/tensor/dropout.h"

namespace assay::learners {

// Which keys a query sees.
struct Sight {
  bool is_causal = false;  // none behind its own position
  Tensor lengths;          // [rows]: keys of each row, padding behind them; undefined: all
};

// query [rows, queries, width], key_value [rows, keys, 2 width] with the values behind the keys ->
// [rows, queries, width]. Dropout is on the shares.
Tensor attend(const Tensor& query, const Tensor& key_value, std::int64_t heads, const Sight& sight,
              Dropout& dropout);

}  // namespace assay::learners
