// Worlds as learners see them: what stands on which cell, as a sparse list of feature bits.
//
// One vocabulary of features for gSCAN and ReaSCAN, in the order of the authors' world tensors: 4
// sizes, 4 shapes, 4 colours, the agent, its 4 directions. A thing has three bits, the agent two.
// An entry stands for one of them, so a cell may have several; a model adds them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace assay::learners {

inline constexpr std::int64_t kWorldFeatures = 17;
inline constexpr std::int64_t kAgentFeature = 12;

// Cells count row by row.
struct WorldEntry {
  std::uint32_t cell : 8;
  std::uint32_t features : 24;
  friend bool operator==(const WorldEntry&, const WorldEntry&) = default;
};

inline WorldEntry make_entry(std::uint32_t cell, std::uint32_t features) {
  return {.cell = cell & 0xFFU, .features = features & 0xFFFFFFU};
}

struct CellWorld {
  std::uint32_t grid = 0;    // cells of a side
  std::uint32_t target = 0;  // the cell of the thing that the command means
  std::vector<WorldEntry> entries;
};

// Reads the numbers of a column `world`, whose first thing is the one that is meant. Entries are
// put in order, so that it is not given away. False when they are no world.
bool read_cell_world(std::span<const std::int64_t> column, CellWorld& out);

}  // namespace assay::learners
