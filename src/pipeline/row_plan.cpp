#include "assay/pipeline/row_plan.h"

#include <algorithm>
#include <numeric>

#include "assay/base/error.h"
#include "assay/base/exact_math.h"
#include "assay/base/limits.h"
#include "assay/base/text.h"

namespace assay {

namespace {

Permutation seeded_order(Key key, std::uint64_t units) {
  Stream stream(key, {.purpose = Purpose::kOrder});
  const std::uint32_t first = stream.next();
  const std::uint32_t second = stream.next();
  return {{first, second}, units};
}

}  // namespace

RowPlan::RowPlan(const Task& task, const Source& source, std::uint64_t seed,
                 std::optional<std::uint64_t> rows, RowOrder order)
    : source_(&source), items_(source.items_per_unit()), key_(stream_key(seed, task.info().name)) {
  const auto units = source.unit_count();
  if (rows && *rows > kMostRows) {
    fail(ErrorKind::kUsage, "{} rows are wanted; {} is the most that can be asked for",
         with_commas(*rows), with_commas(kMostRows));
  }
  if (!units && !rows) {
    fail(ErrorKind::kUsage, "{} is endless; say how many rows you want with -n", task.info().name);
  }
  // An endless task has as many units as rows are wanted, and ids have room for their numbers.
  const auto all = checked_multiply(units.value_or(rows.value_or(0)), items_);
  if (!all) {
    fail(ErrorKind::kUsage, "{} rows of {} are more than can be numbered; ask for fewer",
         with_commas(rows.value_or(0)), task.info().name);
  }
  rows_ = rows.value_or(*all);
  if (!rows) return;
  if (*rows > *all) {
    fail(ErrorKind::kUsage, "{} rows are wanted, but with these parameters {} has only {}",
         with_commas(*rows), task.info().name, with_commas(*all));
  }
  if (units) order_ = seeded_order(key_, *units);
  is_spread_ = order == RowOrder::kSpread && items_ > 1;
  if (is_spread_) turns_ = units;
}

std::uint64_t RowPlan::units(std::uint64_t first, std::uint64_t last) const {
  if (first == last) return 0;
  if (is_spread_) return turns_ ? std::min(last - first, *turns_) : last - first;
  return (last - 1) / items_ - first / items_ + 1;
}

std::uint64_t RowPlan::unit_of(std::uint64_t row) const {
  const std::uint64_t place = is_spread_ ? (turns_ ? row % *turns_ : row) : row / items_;
  return order_ ? order_->at(place) : place;
}

RowPlan::Walk RowPlan::walk_of(std::uint64_t unit) const {
  Walk walk;
  walk.items = source_->items_of(unit);
  if (walk.items < 2) return walk;
  Stream stream(key_, {.purpose = Purpose::kOrder, .unit = unit, .item = 1});
  walk.first = stream.below(walk.items);
  do {
    walk.stride = 1 + stream.below(walk.items - 1);
  } while (std::gcd(walk.stride, walk.items) != 1);
  return walk;
}

Address RowPlan::at(std::uint64_t row) const {
  const std::uint64_t unit = unit_of(row);
  if (!is_spread_) return {unit, static_cast<std::uint32_t>(row % items_)};
  const Walk walk = walk_of(unit);
  const std::uint64_t turn = turn_of(row);
  // Addresses that are known to be empty come last.
  return {unit, turn < walk.items ? walk.at(turn) : static_cast<std::uint32_t>(turn)};
}

bool RowPlan::make(const Unit& unit, std::uint64_t row, Wanted want, Example& out) const {
  const Address address = at(row);
  if (!is_spread_) return unit.make(address.item, want, out);
  const Walk walk = walk_of(address.unit);
  const std::uint64_t turn = turn_of(row);
  if (turn >= walk.items) return false;
  const std::uint64_t partner = walk.items - 1 - turn;
  // The second half of a walk stands in for the first, and each item does so for one other.
  if (turn > partner && !unit.make(walk.at(partner), {.rules = false}, out)) return false;
  if (unit.make(address.item, want, out)) return true;
  return turn < partner && unit.make(walk.at(partner), want, out);
}

RowRange rows_of_shard(const std::optional<ShardEntry>& shard, std::uint64_t rows) {
  if (!shard) return {0, rows};
  return {multiply_divide(rows, shard->index, shard->of),
          multiply_divide(rows, shard->index + 1, shard->of)};
}

}  // namespace assay
