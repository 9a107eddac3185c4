#include "assay/learners/blocks/message_passing.h"

#include <algorithm>

#include "assay/learners/numbers/message_round.h"

namespace assay::learners {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::tensor_list;

// What autograd does not take as an argument.
struct Ends {
  std::vector<std::int64_t> ends;

  std::int64_t most() const {
    std::int64_t most = 0;
    std::int64_t begin = 0;
    for (const std::int64_t end : ends) {
      most = std::max(most, end - begin);
      begin = end;
    }
    return most;
  }
};

template <typename Real>
void pass_forward(const GraphShape& shape, const Tensor& query, const Tensor& key,
                  const Tensor& value, const Tensor& shares, const Tensor& message) {
  message_forward(shape, MessageForward<Real>{.query = query.data_ptr<Real>(),
                                              .key = key.data_ptr<Real>(),
                                              .value = value.data_ptr<Real>(),
                                              .most = static_cast<std::size_t>(shares.size(1)),
                                              .shares = shares.data_ptr<Real>(),
                                              .message = message.data_ptr<Real>()});
}

template <typename Real>
void pass_backward(const GraphShape& shape, const tensor_list& saved, const Tensor& message_grad,
                   const tensor_list& made) {
  message_backward(shape, MessageBackward<Real>{.query = saved[0].data_ptr<Real>(),
                                                .key = saved[1].data_ptr<Real>(),
                                                .value = saved[2].data_ptr<Real>(),
                                                .most = static_cast<std::size_t>(saved[3].size(1)),
                                                .shares = saved[3].data_ptr<Real>(),
                                                .message_grad = message_grad.data_ptr<Real>(),
                                                .query_grad = made[0].data_ptr<Real>(),
                                                .key_grad = made[1].data_ptr<Real>(),
                                                .value_grad = made[2].data_ptr<Real>()});
}

struct MessageFunction : Function<MessageFunction> {
  static Tensor forward(AutogradContext* context, const Tensor& query, const Tensor& key,
                        const Tensor& value, const Ends& graphs) {
    const GraphShape shape{.ends = graphs.ends, .width = static_cast<std::size_t>(query.size(1))};
    const Tensor shares = at::empty({query.size(0), graphs.most()}, query.options());
    Tensor message = at::empty_like(query);
    const bool is_double = query.scalar_type() == at::kDouble;
    (is_double ? pass_forward<double> : pass_forward<float>)(shape, query, key, value, shares,
                                                             message);
    context->save_for_backward({query, key, value, shares});
    context->saved_data["ends"] = graphs.ends;
    return message;
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& gradients) {
    const tensor_list saved = context->get_saved_variables();
    const std::vector<std::int64_t> ends = context->saved_data["ends"].toIntVector();
    const GraphShape shape{.ends = ends, .width = static_cast<std::size_t>(saved[0].size(1))};
    tensor_list made;
    for (int i = 0; i < 3; ++i) made.push_back(at::zeros_like(saved[0]));
    const Tensor message_grad = gradients[0].contiguous();
    const bool is_double = saved[0].scalar_type() == at::kDouble;
    (is_double ? pass_backward<double> : pass_backward<float>)(shape, saved, message_grad, made);
    made.emplace_back();
    return made;
  }
};

}  // namespace

Tensor pass_messages(const Tensor& query, const Tensor& key, const Tensor& value,
                     const std::vector<std::int64_t>& ends) {
  if (!query.is_cpu()) return plain_messages(query, key, value, ends);
  return MessageFunction::apply(query.contiguous(), key.contiguous(), value.contiguous(),
                                Ends{ends});
}

Tensor plain_messages(const Tensor& query, const Tensor& key, const Tensor& value,
                      const std::vector<std::int64_t>& ends) {
  std::vector<Tensor> messages;
  std::int64_t begin = 0;
  for (const std::int64_t end : ends) {
    const std::int64_t count = end - begin;
    const auto own = [&](const Tensor& x) { return x.narrow(0, begin, count); };
    if (count == 1) {
      messages.push_back(own(value) * 0);
    } else {
      const Tensor scores = at::mm(own(query), own(key).t());
      const Tensor is_self = at::eye(count, scores.options()).to(at::kBool);
      const Tensor shares = at::softmax(scores.masked_fill(is_self, -1e9), 1);
      messages.push_back(at::mm(shares, own(value)));
    }
    begin = end;
  }
  return at::cat(messages, 0);
}

}  // namespace assay::learners
