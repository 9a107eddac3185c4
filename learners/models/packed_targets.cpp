#include "assay/learners/models/packed_targets.h"

#include <algorithm>
#include <numeric>

#include "assay/learners/models/model.h"

namespace assay::learners {

PackedTargets::PackedTargets(const Batch& batch) {
  const auto length_of = [&](std::int64_t row) {
    return batch.target_lengths[static_cast<std::size_t>(row)];
  };
  std::vector<std::int64_t> rows(static_cast<std::size_t>(batch.rows));
  std::iota(rows.begin(), rows.end(), std::int64_t{0});
  std::ranges::stable_sort(
      rows, [&](std::int64_t a, std::int64_t b) { return length_of(a) > length_of(b); });
  is_in_order = std::ranges::is_sorted(rows);
  std::vector<std::int64_t> words;
  std::vector<std::int64_t> all_places;
  for (std::int64_t time = 0; time < batch.target_width; ++time) {
    std::int64_t live = 0;
    for (const std::int64_t row : rows) {
      // A row without a word still begins: nothing is empty.
      if (time >= std::max<std::int64_t>(length_of(row), 1)) break;
      const std::int64_t place = row * batch.target_width + time;
      if (time > 0) words.push_back(batch.target[static_cast<std::size_t>(place - 1)]);
      all_places.push_back(place);
      ++live;
    }
    steps.live.push_back(live);
  }
  order = length_tensor(rows);
  before = words.empty() ? at::empty({0}, at::kLong) : length_tensor(words);
  places = length_tensor(all_places);
}

Tensor PackedTargets::spread(const Tensor& x, const Batch& batch) const {
  return at::zeros({batch.rows * batch.target_width, x.size(1)}, x.options())
      .index_copy(0, places.to(x.device()), x)
      .view({batch.rows, batch.target_width, -1});
}

}  // namespace assay::learners
