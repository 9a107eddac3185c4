// Which example stands in which row: constant time, for any row, without a table.
#pragma once

#include <cstdint>
#include <optional>

#include "assay/base/permutation.h"
#include "assay/core/task.h"
#include "assay/store/manifest.h"
#include "assay/store/recipe.h"

namespace assay {

// A finite task without a row count gives everything in rank order, units whole. With one, units
// come in an order keyed by the seed (an endless task: as they are numbered), and
// - spread: the first rows are of as many different units as there are, each with an item drawn
//   from its unit; when all units had their turn, each gives another item, and so on;
// - blocks: a unit gives all its items before the next one begins.
// No address stands in two rows. Refers to the source.
class RowPlan {
 public:
  // Throws Error(kUsage) when the rows cannot be had.
  RowPlan(const Task& task, const Source& source, std::uint64_t seed,
          std::optional<std::uint64_t> rows, RowOrder order);

  std::uint64_t rows() const { return rows_; }
  Address at(std::uint64_t row) const;
  // Makes a row of the unit that at() names. Where its address is empty, the item that would come
  // last in its place stands in, so that spread rows miss no unit for an unlucky draw; the row at
  // that later turn is then left out. False when nothing stands there.
  bool make(const Unit& unit, std::uint64_t row, Wanted want, Example& out) const;
  // Different units among the addresses of rows [first, last).
  std::uint64_t units(std::uint64_t first, std::uint64_t last) const;

 private:
  // The items of a unit in a walk of its own: a first one, and a stride without a common divisor,
  // both drawn for the unit.
  struct Walk {
    std::uint64_t items = 1;
    std::uint64_t first = 0;
    std::uint64_t stride = 1;
    std::uint32_t at(std::uint64_t turn) const {
      return static_cast<std::uint32_t>((first + turn * stride) % items);
    }
  };
  std::uint64_t turn_of(std::uint64_t row) const { return turns_ ? row / *turns_ : 0; }
  std::uint64_t unit_of(std::uint64_t row) const;
  Walk walk_of(std::uint64_t unit) const;

  const Source* source_;
  std::uint64_t rows_ = 0;
  std::uint32_t items_ = 1;
  std::optional<std::uint64_t> turns_;  // spread: after this many rows each unit had a turn
  bool is_spread_ = false;
  std::optional<Permutation> order_;
  Key key_{};
};

struct RowRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// The stretch that is a shard's; all rows without one.
RowRange rows_of_shard(const std::optional<ShardEntry>& shard, std::uint64_t rows);

}  // namespace assay
