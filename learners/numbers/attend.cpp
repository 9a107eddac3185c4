#include "assay/learners/numbers/attend.h"

#include <vector>

#include "assay/learners/numbers/elementary.h"

namespace assay::learners {

namespace {

// Numbers `stride` apart.
template <typename Real>
struct Strided {
  const Real* first;
  std::size_t stride;

  const Real* at(std::size_t i) const { return first + i * stride; }
};

// out[0 .. width) = the sum of weights[i] * rows[i]. All products of this file are this one; four
// rows at once, so that `out` is read and written less often.
template <typename Real>
ASSAY_INLINE void weigh_rows(Strided<Real> weights, Strided<Real> rows, std::size_t count,
                             std::size_t width, Real* __restrict__ out) {
  std::fill_n(out, width, Real{0});
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    const Real a = *weights.at(i), b = *weights.at(i + 1);
    const Real c = *weights.at(i + 2), d = *weights.at(i + 3);
    const Real *of_a = rows.at(i), *of_b = rows.at(i + 1);
    const Real *of_c = rows.at(i + 2), *of_d = rows.at(i + 3);
    for (std::size_t k = 0; k < width; ++k)
      out[k] += (a * of_a[k] + b * of_b[k]) + (c * of_c[k] + d * of_d[k]);
  }
  for (; i < count; ++i) {
    const Real weight = *weights.at(i);
    const Real* row = rows.at(i);
    for (std::size_t k = 0; k < width; ++k) out[k] += weight * row[k];
  }
}

// to[k][i] = from[i][k]
template <typename Real>
ASSAY_INLINE void transpose(Strided<Real> from, std::size_t count, std::size_t width, Real* to) {
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < width; ++k) to[k * count + i] = from.at(i)[k];
  }
}

template <typename Real>
ASSAY_INLINE void softmax(Real scale, std::size_t count, Real* __restrict__ scores) {
  const Real most = scale * *std::max_element(scores, scores + count);
  for (std::size_t j = 0; j < count; ++j) scores[j] = exponential(scores[j] * scale - most);
  Real sum = 0;
  for (std::size_t j = 0; j < count; ++j) sum += scores[j];
  const Real factor = Real{1} / sum;
  for (std::size_t j = 0; j < count; ++j) scores[j] *= factor;
}

// Where the numbers of one row and head begin in each array.
struct Place {
  std::size_t row, head, query, key, shares;
};

Place place_of(const AttendShape& shape, std::size_t row, std::size_t head) {
  return {.row = row,
          .head = head,
          .query = row * shape.queries * shape.width() + head * shape.part,
          .key = row * shape.key_row + head * shape.part,
          .shares = (row * shape.heads + head) * shape.queries * shape.keys};
}

template <typename Real>
ASSAY_INLINE void forward_head(const AttendShape& shape, const AttendForward<Real>& data,
                               const Place& place, Real* turned, Real* weights) {
  const std::size_t width = shape.width();
  const Strided<Real> keys{data.key_value + place.key, 2 * width};
  const Strided<Real> values{keys.first + width, 2 * width};
  transpose(keys, shape.keys, shape.part, turned);
  for (std::size_t i = 0; i < shape.queries; ++i) {
    const std::size_t seen = shape.seen(place.row, i);
    const std::size_t at = place.shares + i * shape.keys;
    Real* shares = data.shares + at;
    weigh_rows<Real>({data.query + place.query + i * width, 1}, {turned, shape.keys}, shape.part,
                     seen, shares);
    softmax(data.scale, seen, shares);
    std::fill(shares + seen, shares + shape.keys, Real{0});
    const Real* used = shares;
    if (data.mask != nullptr) {
      for (std::size_t j = 0; j < seen; ++j) weights[j] = shares[j] * data.mask[at + j];
      used = weights;
    }
    weigh_rows<Real>({used, 1}, values, seen, shape.part, data.read + place.query + i * width);
  }
}

template <typename Real>
ASSAY_INLINE void forward(const AttendShape& shape, const AttendForward<Real>& data, Real* turned,
                          Real* weights) {
  for (std::size_t row = 0; row < shape.rows; ++row) {
    for (std::size_t head = 0; head < shape.heads; ++head)
      forward_head(shape, data, place_of(shape, row, head), turned, weights);
  }
}

// Room for one head's work in the backward pass.
template <typename Real>
struct Scratch {
  std::vector<Real> turned;    // [part, keys]
  std::vector<Real> weights;   // [queries, keys]: shares times mask
  std::vector<Real> gradient;  // [queries, keys] of the scores

  explicit Scratch(const AttendShape& shape)
      : turned(shape.part * shape.keys),
        weights(shape.queries * shape.keys),
        gradient(shape.queries * shape.keys) {}
};

// Weights of the values, and the gradient of the scores, of one query.
template <typename Real>
ASSAY_INLINE void score_gradient(std::size_t seen, std::size_t keys, const Real* shares,
                                 const Real* mask, Real scale, Real* __restrict__ weights,
                                 Real* __restrict__ gradient) {
  for (std::size_t j = 0; j < seen; ++j) {
    const Real kept = mask == nullptr ? Real{1} : mask[j];
    weights[j] = shares[j] * kept;
    gradient[j] *= kept;
  }
  Real sum = 0;
  for (std::size_t j = 0; j < seen; ++j) sum += gradient[j] * shares[j];
  for (std::size_t j = 0; j < seen; ++j) gradient[j] = shares[j] * (gradient[j] - sum) * scale;
  std::fill(weights + seen, weights + keys, Real{0});
  std::fill(gradient + seen, gradient + keys, Real{0});
}

template <typename Real>
ASSAY_INLINE void backward_head(const AttendShape& shape, const AttendBackward<Real>& data,
                                const Place& place, Real* turned, Real* weights, Real* gradient) {
  const std::size_t width = shape.width();
  const std::size_t keys = shape.keys;
  const Strided<Real> key{data.key_value + place.key, 2 * width};
  const Strided<Real> query{data.query + place.query, width};
  const Strided<Real> read_grad{data.read_grad + place.query, width};
  transpose<Real>({key.first + width, 2 * width}, keys, shape.part, turned);
  for (std::size_t i = 0; i < shape.queries; ++i) {
    const std::size_t seen = shape.seen(place.row, i);
    const std::size_t at = place.shares + i * keys;
    Real* of_query = gradient + i * keys;
    weigh_rows<Real>({read_grad.at(i), 1}, {turned, keys}, shape.part, seen, of_query);
    score_gradient(seen, keys, data.shares + at, data.mask == nullptr ? nullptr : data.mask + at,
                   data.scale, weights + i * keys, of_query);
    weigh_rows<Real>({of_query, 1}, key, seen, shape.part,
                     data.query_grad + place.query + i * width);
  }
  Real* key_grad = data.key_value_grad + place.row * keys * 2 * width + place.head * shape.part;
  for (std::size_t j = 0; j < keys; ++j, key_grad += 2 * width) {
    weigh_rows<Real>({gradient + j, keys}, query, shape.queries, shape.part, key_grad);
    weigh_rows<Real>({weights + j, keys}, read_grad, shape.queries, shape.part, key_grad + width);
  }
}

template <typename Real>
ASSAY_INLINE void backward(const AttendShape& shape, const AttendBackward<Real>& data,
                           Scratch<Real>& scratch) {
  for (std::size_t row = 0; row < shape.rows; ++row) {
    for (std::size_t head = 0; head < shape.heads; ++head) {
      backward_head(shape, data, place_of(shape, row, head), scratch.turned.data(),
                    scratch.weights.data(), scratch.gradient.data());
    }
  }
}

ASSAY_VECTOR_UNITS void forward_floats(const AttendShape& shape, const AttendForward<float>& data,
                                       float* turned, float* weights) {
  forward(shape, data, turned, weights);
}
ASSAY_VECTOR_UNITS void backward_floats(const AttendShape& shape, const AttendBackward<float>& data,
                                        Scratch<float>& scratch) {
  backward(shape, data, scratch);
}

}  // namespace

void attend_forward(const AttendShape& shape, const AttendForward<float>& data) {
  std::vector<float> turned(shape.part * shape.keys);
  std::vector<float> weights(shape.keys);
  forward_floats(shape, data, turned.data(), weights.data());
}

void attend_forward(const AttendShape& shape, const AttendForward<double>& data) {
  std::vector<double> turned(shape.part * shape.keys);
  std::vector<double> weights(shape.keys);
  forward(shape, data, turned.data(), weights.data());
}

void attend_backward(const AttendShape& shape, const AttendBackward<float>& data) {
  Scratch<float> scratch(shape);
  backward_floats(shape, data, scratch);
}

void attend_backward(const AttendShape& shape, const AttendBackward<double>& data) {
  Scratch<double> scratch(shape);
  backward(shape, data, scratch);
}

}  // namespace assay::learners
