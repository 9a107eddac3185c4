#include "assay/learners/numbers/message_round.h"

#include <algorithm>
#include <vector>

#include "assay/learners/numbers/elementary.h"
#include "assay/learners/numbers/lanes.h"

namespace assay::learners {

namespace {

template <typename Real>
ASSAY_INLINE void add_scaled(Real factor, const Real* __restrict__ from, std::size_t width,
                             Real* __restrict__ to) {
  for (std::size_t i = 0; i < width; ++i) to[i] += factor * from[i];
}

// Softmax over all but the own place, which gets 0.
template <typename Real>
ASSAY_INLINE void softmax_of_others(std::size_t count, std::size_t own, Real* scores) {
  const Real kept = own == 0 ? scores[1] : scores[0];
  scores[own] = kept;
  const Real most = *std::max_element(scores, scores + count);
  Real sum = 0;
  for (std::size_t j = 0; j < count; ++j) scores[j] = exponential(scores[j] - most);
  scores[own] = 0;
  for (std::size_t j = 0; j < count; ++j) sum += scores[j];
  for (std::size_t j = 0; j < count; ++j) scores[j] /= sum;
}

template <typename Real>
ASSAY_INLINE void forward_graph(std::size_t begin, std::size_t count, std::size_t width,
                                const MessageForward<Real>& data) {
  for (std::size_t i = 0; i < count; ++i) {
    Real* shares = data.shares + (begin + i) * data.most;
    Real* message = data.message + (begin + i) * width;
    std::fill_n(shares, data.most, Real{0});
    std::fill_n(message, width, Real{0});
    if (count == 1) continue;
    for (std::size_t j = 0; j < count; ++j)
      shares[j] = dot(data.query + (begin + i) * width, data.key + (begin + j) * width, width);
    softmax_of_others(count, i, shares);
    for (std::size_t j = 0; j < count; ++j)
      add_scaled(shares[j], data.value + (begin + j) * width, width, message);
  }
}

template <typename Real>
ASSAY_INLINE void backward_graph(std::size_t begin, std::size_t count, std::size_t width,
                                 const MessageBackward<Real>& data, Real* scores) {
  for (std::size_t i = 0; i < count && count > 1; ++i) {
    const Real* shares = data.shares + (begin + i) * data.most;
    const std::size_t own = (begin + i) * width;
    Real mean = 0;
    for (std::size_t j = 0; j < count; ++j) {
      const std::size_t other = (begin + j) * width;
      add_scaled(shares[j], data.message_grad + own, width, data.value_grad + other);
      scores[j] = dot(data.message_grad + own, data.value + other, width);
      mean += shares[j] * scores[j];
    }
    for (std::size_t j = 0; j < count; ++j) {
      const Real score = shares[j] * (scores[j] - mean);
      const std::size_t other = (begin + j) * width;
      add_scaled(score, data.key + other, width, data.query_grad + own);
      add_scaled(score, data.query + own, width, data.key_grad + other);
    }
  }
}

template <typename Real>
ASSAY_INLINE void forward(const GraphShape& shape, const MessageForward<Real>& data) {
  std::size_t begin = 0;
  for (const std::int64_t last : shape.ends) {
    const auto end = static_cast<std::size_t>(last);
    forward_graph(begin, end - begin, shape.width, data);
    begin = end;
  }
}

template <typename Real>
ASSAY_INLINE void backward(const GraphShape& shape, const MessageBackward<Real>& data,
                           Real* scores) {
  std::size_t begin = 0;
  for (const std::int64_t last : shape.ends) {
    const auto end = static_cast<std::size_t>(last);
    backward_graph(begin, end - begin, shape.width, data, scores);
    begin = end;
  }
}

}  // namespace

ASSAY_VECTOR_UNITS void message_forward(const GraphShape& shape,
                                        const MessageForward<float>& data) {
  forward(shape, data);
}

ASSAY_VECTOR_UNITS void message_forward(const GraphShape& shape,
                                        const MessageForward<double>& data) {
  forward(shape, data);
}

ASSAY_VECTOR_UNITS void message_backward(const GraphShape& shape,
                                         const MessageBackward<float>& data) {
  std::vector<float> scores(data.most);
  backward(shape, data, scores.data());
}

ASSAY_VECTOR_UNITS void message_backward(const GraphShape& shape,
                                         const MessageBackward<double>& data) {
  std::vector<double> scores(data.most);
  backward(shape, data, scores.data());
}

}  // namespace assay::learners
