#include "assay/learners/blocks/attend.h"

#include <cmath>

#include "assay/base/error.h"
#include "assay/learners/blocks/plain.h"
#include "assay/learners/numbers/attend.h"

namespace assay::learners {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::tensor_list;

// What autograd does not take as an argument, because it may be undefined.
struct Extra {
  std::int64_t heads;
  Sight sight;
  Tensor mask;
};

AttendShape shape_of(const Tensor& query, const Tensor& key_value, std::int64_t heads,
                     bool is_causal, const Tensor& lengths) {
  const auto size = [](std::int64_t number) { return static_cast<std::size_t>(number); };
  return {.rows = size(query.size(0)),
          .heads = size(heads),
          .part = size(query.size(2) / heads),
          .queries = size(query.size(1)),
          .keys = size(key_value.size(1)),
          .key_row = size(key_value.stride(0)),
          .is_causal = is_causal,
          .lengths = lengths.defined() ? lengths.data_ptr<std::int64_t>() : nullptr};
}

double scale_of(const AttendShape& shape) { return 1 / std::sqrt(static_cast<double>(shape.part)); }

template <typename Real>
Real* numbers_of(const Tensor& tensor) {
  return tensor.defined() ? tensor.data_ptr<Real>() : nullptr;
}

template <typename Real>
void run_forward(const AttendShape& shape, const Tensor& query, const Tensor& key_value,
                 const Tensor& mask, const Tensor& shares, const Tensor& read) {
  attend_forward(shape, AttendForward<Real>{.query = numbers_of<Real>(query),
                                            .key_value = numbers_of<Real>(key_value),
                                            .mask = numbers_of<Real>(mask),
                                            .scale = static_cast<Real>(scale_of(shape)),
                                            .shares = numbers_of<Real>(shares),
                                            .read = numbers_of<Real>(read)});
}

template <typename Real>
void run_backward(const AttendShape& shape, const tensor_list& saved, const Tensor& read_grad,
                  const Tensor& query_grad, const Tensor& key_value_grad) {
  attend_backward(shape, AttendBackward<Real>{.query = numbers_of<Real>(saved[0]),
                                              .key_value = numbers_of<Real>(saved[1]),
                                              .mask = numbers_of<Real>(saved[2]),
                                              .shares = numbers_of<Real>(saved[3]),
                                              .read_grad = numbers_of<Real>(read_grad),
                                              .scale = static_cast<Real>(scale_of(shape)),
                                              .query_grad = numbers_of<Real>(query_grad),
                                              .key_value_grad = numbers_of<Real>(key_value_grad)});
}

struct AttendFunction : Function<AttendFunction> {
  static Tensor forward(AutogradContext* context, const Tensor& query, const Tensor& key_value,
                        const Extra& extra) {
    const AttendShape shape =
        shape_of(query, key_value, extra.heads, extra.sight.is_causal, extra.sight.lengths);
    const Tensor shares =
        at::empty({query.size(0), extra.heads, query.size(1), key_value.size(1)}, query.options());
    Tensor read = at::empty_like(query);
    const bool is_double = query.scalar_type() == at::kDouble;
    (is_double ? run_forward<double> : run_forward<float>)(shape, query, key_value, extra.mask,
                                                           shares, read);
    context->save_for_backward({query, key_value, extra.mask, shares, extra.sight.lengths});
    context->saved_data["heads"] = extra.heads;
    context->saved_data["is_causal"] = extra.sight.is_causal;
    return read;
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& gradients) {
    const tensor_list saved = context->get_saved_variables();
    const AttendShape shape = shape_of(saved[0], saved[1], context->saved_data["heads"].toInt(),
                                       context->saved_data["is_causal"].toBool(), saved[4]);
    const Tensor query_grad = at::empty_like(saved[0]);
    const Tensor key_value_grad = at::empty(saved[1].sizes(), saved[1].options());
    const bool is_double = saved[0].scalar_type() == at::kDouble;
    (is_double ? run_backward<double> : run_backward<float>)(shape, saved,
                                                             gradients[0].contiguous(), query_grad,
                                                             key_value_grad);
    return {query_grad, key_value_grad, Tensor()};
  }
};

}  // namespace

Tensor attend(const Tensor& query, const Tensor& key_value, std::int64_t heads, const Sight& sight,
              Dropout& dropout) {
  if (!query.is_cpu()) return plain_attend(query, key_value, heads, sight, dropout);
  ASSAY_CHECK(query.is_contiguous() && key_value.stride(2) == 1 &&
              key_value.stride(1) == key_value.size(2));
  Extra extra{.heads = heads, .sight = sight, .mask = {}};
  if (dropout.is_on()) {
    extra.mask =
        dropout.mask({query.size(0), heads, query.size(1), key_value.size(1)}, query.options());
  }
  return AttendFunction::apply(query, key_value, extra);
}

}  // namespace assay::learners
