#include "assay/learners/numbers/additive_read.h"

#include <algorithm>
#include <vector>

#include "assay/learners/numbers/elementary.h"
#include "assay/learners/numbers/lanes.h"

namespace assay::learners {

namespace {

template <typename Real>
ASSAY_INLINE void softmax(std::size_t count, Real* __restrict__ scores) {
  const Real most = *std::max_element(scores, scores + count);
  for (std::size_t j = 0; j < count; ++j) scores[j] = exponential(scores[j] - most);
  Real sum = 0;
  for (std::size_t j = 0; j < count; ++j) sum += scores[j];
  const Real factor = Real{1} / sum;
  for (std::size_t j = 0; j < count; ++j) scores[j] *= factor;
}

template <typename Real>
ASSAY_INLINE void forward_row(std::size_t seen, std::size_t width, const Real* __restrict__ query,
                              const Real* __restrict__ key, const Real* weights,
                              Real* __restrict__ bent, Real* __restrict__ shares,
                              Real* __restrict__ read) {
  for (std::size_t j = 0; j < seen; ++j) {
    const Real* own = key + j * width;
    for (std::size_t i = 0; i < width; ++i) bent[i] = hyperbolic_tangent(query[i] + own[i]);
    shares[j] = dot(bent, weights, width);
  }
  softmax(seen, shares);
  std::fill_n(read, width, Real{0});
  for (std::size_t j = 0; j < seen; ++j) {
    const Real share = shares[j];
    const Real* own = key + j * width;
    for (std::size_t i = 0; i < width; ++i) read[i] += share * own[i];
  }
}

template <typename Real>
ASSAY_INLINE void forward(const ReadShape& shape, const ReadForward<Real>& data, Real* bent) {
  for (std::size_t row = 0; row < shape.rows; ++row) {
    const std::size_t seen = shape.seen(row);
    Real* shares = data.shares + row * shape.keys;
    forward_row(seen, shape.width, data.query + row * shape.width,
                data.key + row * shape.keys * shape.width, data.weights, bent, shares,
                data.read + row * shape.width);
    std::fill(shares + seen, shares + shape.keys, Real{0});
  }
}

// The gradient of the scores: shares * (d - the mean of d), where d is that of the shares.
template <typename Real>
ASSAY_INLINE void score_gradient(std::size_t seen, std::size_t width, const Real* key,
                                 const Real* shares, const Real* read_grad, Real* scores) {
  Real mean = 0;
  for (std::size_t j = 0; j < seen; ++j) {
    scores[j] = dot(read_grad, key + j * width, width);
    mean += shares[j] * scores[j];
  }
  for (std::size_t j = 0; j < seen; ++j) scores[j] = shares[j] * (scores[j] - mean);
}

template <typename Real>
ASSAY_INLINE void backward_key(std::size_t width, Real score, Real share,
                               const Real* __restrict__ query, const Real* __restrict__ key,
                               const Real* __restrict__ weights, const Real* __restrict__ read_grad,
                               Real* __restrict__ query_grad, Real* __restrict__ key_grad,
                               Real* __restrict__ weights_grad) {
  for (std::size_t i = 0; i < width; ++i) {
    const Real bent = hyperbolic_tangent(query[i] + key[i]);
    const Real through = score * weights[i] * (Real{1} - bent * bent);
    query_grad[i] += through;
    key_grad[i] += through + share * read_grad[i];
    weights_grad[i] += score * bent;
  }
}

template <typename Real>
ASSAY_INLINE void backward(const ReadShape& shape, const ReadBackward<Real>& data, Real* scores) {
  const std::size_t width = shape.width;
  for (std::size_t row = 0; row < shape.rows; ++row) {
    const std::size_t seen = shape.seen(row);
    const Real* key = data.key + row * shape.keys * width;
    const Real* shares = data.shares + row * shape.keys;
    const Real* read_grad = data.read_grad + row * width;
    Real* query_grad = data.query_grad + row * width;
    std::fill_n(query_grad, width, Real{0});
    score_gradient(seen, width, key, shares, read_grad, scores);
    for (std::size_t j = 0; j < seen; ++j) {
      backward_key(width, scores[j], shares[j], data.query + row * width, key + j * width,
                   data.weights, read_grad, query_grad,
                   data.key_grad + (row * shape.keys + j) * width, data.weights_grad);
    }
  }
}

}  // namespace

ASSAY_VECTOR_UNITS void read_forward(const ReadShape& shape, const ReadForward<float>& data) {
  std::vector<float> bent(shape.width);
  forward(shape, data, bent.data());
}

ASSAY_VECTOR_UNITS void read_forward(const ReadShape& shape, const ReadForward<double>& data) {
  std::vector<double> bent(shape.width);
  forward(shape, data, bent.data());
}

ASSAY_VECTOR_UNITS void read_backward(const ReadShape& shape, const ReadBackward<float>& data) {
  std::vector<float> scores(shape.keys);
  backward(shape, data, scores.data());
}

ASSAY_VECTOR_UNITS void read_backward(const ReadShape& shape, const ReadBackward<double>& data) {
  std::vector<double> scores(shape.keys);
  backward(shape, data, scores.data());
}

}  // namespace assay::learners
