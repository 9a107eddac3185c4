// Additive attention (Bahdanau et al. 2015) of one query a row that reads the keys themselves, over
// plain arrays: forward and backward for all rows of a batch.
//
// For each row, shares = softmax over its keys of weights . tanh(query + key), and what is read is
// the sum of the keys, each by its share. Keys behind a row's length are passed over. tanh is
// worked out again on the way back: that takes less time than storing it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::learners {

struct ReadShape {
  std::size_t rows = 0;
  std::size_t keys = 0;
  std::size_t width = 0;
  const std::int64_t* lengths = nullptr;  // keys of each row, at least 1; absent: all

  std::size_t seen(std::size_t row) const {
    return lengths == nullptr ? keys : static_cast<std::size_t>(lengths[row]);
  }
};

template <typename Real>
struct ReadForward {
  const Real* query;    // [rows, width]
  const Real* key;      // [rows, keys, width]
  const Real* weights;  // [width]
  Real* shares;         // [rows, keys]; 0 for what is not seen
  Real* read;           // [rows, width]
};
void read_forward(const ReadShape& shape, const ReadForward<float>& data);
void read_forward(const ReadShape& shape, const ReadForward<double>& data);

template <typename Real>
struct ReadBackward {
  const Real* query;
  const Real* key;
  const Real* weights;
  const Real* shares;
  const Real* read_grad;
  Real* query_grad;    // overwritten
  Real* key_grad;      // added to
  Real* weights_grad;  // added to
};
void read_backward(const ReadShape& shape, const ReadBackward<float>& data);
void read_backward(const ReadShape& shape, const ReadBackward<double>& data);

}  // namespace assay::learners
