#include "assay/learners/models/world_nodes.h"

#include <algorithm>
#include <array>

#include "assay/base/error.h"

namespace assay::learners {

namespace {

Tensor whole_numbers(const std::vector<std::int64_t>& numbers) {
  const Tensor made = at::empty({static_cast<std::int64_t>(numbers.size())}, at::kLong);
  std::copy(numbers.begin(), numbers.end(), made.data_ptr<std::int64_t>());
  return made;
}

// Cells are numbered in the order in which they first appear.
class NodeList {
 public:
  void begin_row() { node_of_cell_.fill(-1); }

  void add(std::int64_t row, const OccupiedCells& grid, const WorldEntry& entry) {
    std::int64_t& node = node_of_cell_[entry.cell];
    if (node < 0) {
      node = static_cast<std::int64_t>(rows.size());
      rows.push_back(row);
      cells.push_back(entry.cell);
      features.resize(features.size() + kWorldFeatures);
      ASSAY_CHECK(entry.cell < grid.cells());
    }
    for (std::int64_t bit = 0; bit < kWorldFeatures; ++bit) {
      if ((entry.features >> static_cast<unsigned>(bit) & 1U) != 0)
        features[static_cast<std::size_t>(node * kWorldFeatures + bit)] += 1;
    }
  }

  std::vector<std::int64_t> rows, cells;
  std::vector<float> features;

 private:
  std::array<std::int64_t, 256> node_of_cell_{};
};

}  // namespace

WorldNodes nodes_of(const Batch& batch, const at::TensorOptions& options) {
  ASSAY_CHECK(batch.grid > 0);
  WorldNodes nodes;
  nodes.where.rows = batch.rows;
  nodes.where.grid = batch.grid;
  NodeList list;
  std::size_t entry = 0;
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    list.begin_row();
    const auto end = static_cast<std::size_t>(batch.world_ends[static_cast<std::size_t>(row)]);
    for (; entry < end; ++entry) list.add(row, nodes.where, batch.entries[entry]);
    nodes.where.ends.push_back(static_cast<std::int64_t>(list.rows.size()));
  }
  for (std::size_t node = 0; node < list.rows.size(); ++node) {
    nodes.where.places.push_back(
        static_cast<std::int32_t>(list.rows[node] * nodes.where.cells() + list.cells[node]));
  }
  const Tensor features = at::empty({nodes.where.nodes(), kWorldFeatures}, at::kFloat);
  std::copy(list.features.begin(), list.features.end(), features.data_ptr<float>());
  nodes.features = features.to(options);
  nodes.rows = whole_numbers(list.rows).to(options.device());
  nodes.cells = whole_numbers(list.cells).to(options.device());
  return nodes;
}

}  // namespace assay::learners
