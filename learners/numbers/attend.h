// Softmax attention of several heads, over plain arrays: forward and backward for all rows of a
// batch.
//
// For each row and head, shares = softmax(scale * q k') over the keys that a query sees, and the
// shares, times a dropout mask, weigh the values. Heads lie side by side in the vector of a
// position, and so do keys and values, so nothing is transposed outside. The matrices are too small
// for a library of matrix products: calling it costs more than the work.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace assay::learners {

struct AttendShape {
  std::size_t rows = 0;
  std::size_t heads = 0;
  std::size_t part = 0;  // width of a head
  std::size_t queries = 0;
  std::size_t keys = 0;
  std::size_t key_row = 0;                // numbers between the keys of a row and those of the next
  bool is_causal = false;                 // a query sees no key behind its own position
  const std::int64_t* lengths = nullptr;  // keys of each row that are seen; absent: all

  std::size_t width() const { return heads * part; }
  std::size_t seen(std::size_t row, std::size_t query) const {
    const std::size_t there = lengths == nullptr ? keys : static_cast<std::size_t>(lengths[row]);
    return is_causal ? std::min(there, query + 1) : there;
  }
};

template <typename Real>
struct AttendForward {
  const Real* query;      // [rows, queries, width]
  const Real* key_value;  // [rows, keys, 2 width]
  const Real* mask;       // [rows, heads, queries, keys]; absent: no dropout
  Real scale;
  Real* shares;  // [rows, heads, queries, keys], before the mask; 0 for what is not seen
  Real* read;    // [rows, queries, width]
};
void attend_forward(const AttendShape& shape, const AttendForward<float>& data);
void attend_forward(const AttendShape& shape, const AttendForward<double>& data);

template <typename Real>
struct AttendBackward {
  const Real* query;
  const Real* key_value;
  const Real* mask;
  const Real* shares;
  const Real* read_grad;
  Real scale;
  Real* query_grad;
  Real* key_value_grad;  // [rows, keys, 2 width], without room between rows
};
void attend_backward(const AttendShape& shape, const AttendBackward<float>& data);
void attend_backward(const AttendShape& shape, const AttendBackward<double>& data);

}  // namespace assay::learners
