#include "assay/tasks/cfq/kb/adjacency.h"

#include <utility>

#include "assay/base/error.h"

namespace assay::cfq {

namespace {

constexpr std::size_t kKeysPerStretch = 4;

void cut_into_stretches(AdjacencyArrays& arrays) {
  const std::vector<Node>& keys = arrays.keys;
  if (keys.empty()) return;
  const std::size_t range = std::size_t{keys.back()} - keys.front() + 1;
  while ((range >> arrays.shift) > keys.size() / kKeysPerStretch + 1) ++arrays.shift;
  const std::size_t stretches = ((range - 1) >> arrays.shift) + 1;
  arrays.stretches.reserve(stretches + 1);
  for (std::size_t at = 0; at < keys.size(); ++at) {
    const std::size_t stretch = std::size_t{keys[at] - keys.front()} >> arrays.shift;
    while (arrays.stretches.size() <= stretch) {
      arrays.stretches.push_back(static_cast<std::uint32_t>(at));
    }
  }
  arrays.stretches.push_back(static_cast<std::uint32_t>(keys.size()));
}

}  // namespace

AdjacencyArrays make_adjacency(std::span<const std::uint64_t> pairs,
                               std::vector<std::uint32_t> times) {
  ASSAY_CHECK(pairs.size() < UINT32_MAX && (times.empty() || times.size() == pairs.size()));
  AdjacencyArrays arrays;
  arrays.times = std::move(times);
  std::size_t keys = 0;
  for (std::size_t at = 0; at < pairs.size(); ++at) {
    if (at == 0 || key_of_pair(pairs[at]) != key_of_pair(pairs[at - 1])) ++keys;
  }
  arrays.keys.reserve(keys);
  arrays.values.reserve(pairs.size());
  const bool is_function = keys == pairs.size();
  if (!is_function) arrays.starts.reserve(keys + 1);
  for (std::size_t at = 0; at < pairs.size(); ++at) {
    if (at == 0 || key_of_pair(pairs[at]) != key_of_pair(pairs[at - 1])) {
      arrays.keys.push_back(key_of_pair(pairs[at]));
      if (!is_function) arrays.starts.push_back(static_cast<std::uint32_t>(at));
    }
    arrays.values.push_back(value_of_pair(pairs[at]));
  }
  if (!is_function) arrays.starts.push_back(static_cast<std::uint32_t>(pairs.size()));
  cut_into_stretches(arrays);
  return arrays;
}

}  // namespace assay::cfq
