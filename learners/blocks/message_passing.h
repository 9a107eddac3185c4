// Messages among the nodes of small complete graphs that lie one behind another: each node takes
// the values of all others by softmax of its query times their keys, as one step of autograd
// (numbers/message_round.h).
#pragma once

#include <cstdint>
#include <vector>

#include "assay/learners/tensor/torch.h"

namespace assay::learners {

// All [nodes, width]; `ends` of the nodes of each graph -> [nodes, width]. A node alone gets zeros.
Tensor pass_messages(const Tensor& query, const Tensor& key, const Tensor& value,
                     const std::vector<std::int64_t>& ends);

// The same by operations of LibTorch, graph by graph.
Tensor plain_messages(const Tensor& query, const Tensor& key, const Tensor& value,
                      const std::vector<std::int64_t>& ends);

}  // namespace assay::learners
