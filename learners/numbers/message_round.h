// Messages among the nodes of small complete graphs, over plain arrays: forward and backward.
//
// The nodes of all graphs lie one behind another, so no pair is padded. A node takes the values of
// all others of its graph, by softmax of its query times their keys; a node alone takes nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace assay::learners {

struct GraphShape {
  std::span<const std::int64_t> ends;  // of the nodes of each graph, from 0
  std::size_t width = 0;
};

// Arrays [nodes, width]. `shares` has a row of `most` numbers for each node, `most` being the
// largest graph's nodes.
template <typename Real>
struct MessageForward {
  const Real* query;
  const Real* key;
  const Real* value;
  std::size_t most;
  Real* shares;
  Real* message;
};
void message_forward(const GraphShape& shape, const MessageForward<float>& data);
void message_forward(const GraphShape& shape, const MessageForward<double>& data);

template <typename Real>
struct MessageBackward {
  const Real* query;
  const Real* key;
  const Real* value;
  std::size_t most;
  const Real* shares;
  const Real* message_grad;
  Real* query_grad;  // these are added to
  Real* key_grad;
  Real* value_grad;
};
void message_backward(const GraphShape& shape, const MessageBackward<float>& data);
void message_backward(const GraphShape& shape, const MessageBackward<double>& data);

}  // namespace assay::learners
