#include "conformance_subject.h"

#include <algorithm>
#include <optional>

#include "assay/core/stamp.h"
#include "assay/pipeline/row_plan.h"

namespace assay::conformance {

namespace {

// Of units with many items about ten are looked at, more where there are few units.
void walk(const Task& task, const Source& source, std::uint64_t seed, std::uint64_t most,
          Wanted want, const std::function<bool(Example&)>& see) {
  const std::uint64_t items = source.items_per_unit();
  const auto units = source.unit_count();
  std::uint64_t span = most * std::max<std::uint64_t>(1, items / 10);
  if (units) span = std::min(span, *units * items);
  const std::uint64_t count = std::min(most, span);
  const RowPlan plan(task, source, seed, span, RowOrder::kBlocks);
  std::unique_ptr<Unit> unit;  // kept while its items are made
  std::optional<std::uint64_t> index;
  Example example;
  example.stamp = stamp_of(task);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Address address = plan.at(i * span / count);
    if (index != address.unit) {
      unit = source.unit(address.unit);
      index = address.unit;
    }
    if (unit->make(address.item, want, example) && !see(example)) return;
  }
}

}  // namespace

Subject::Subject(const Task& task, std::uint64_t rows)
    : task_(task), wanted_(rows), source_(task.open(kSeed)) {
  rows_ = rows_of(*source_, kSeed, {});
}

std::vector<Example> Subject::some(std::size_t most) const {
  if (rows_.size() <= most) return rows_;
  std::vector<Example> chosen;
  for (std::size_t i = 0; i < most; ++i) chosen.push_back(rows_[i * rows_.size() / most]);
  return chosen;
}

std::vector<Example> Subject::rows_of(const Source& source, std::uint64_t seed, Wanted want) const {
  std::vector<Example> examples;
  walk(task_, source, seed, wanted_, want, [&](Example& example) {
    examples.push_back(example);
    return true;
  });
  return examples;
}

void Subject::each_row(std::uint64_t most, const std::function<bool(const Example&)>& see) const {
  walk(task_, *source_, kSeed, most, {.rules = false},
       [&](Example& example) { return see(example); });
}

}  // namespace assay::conformance
