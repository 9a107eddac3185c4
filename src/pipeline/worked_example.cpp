#include "assay/pipeline/worked_example.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "assay/core/stamp.h"
#include "assay/pipeline/row_plan.h"

namespace assay {

namespace {

constexpr std::size_t kCandidates = 25;
constexpr std::uint64_t kMostOfEndless = 10'000;  // rows looked at with a seed
constexpr std::uint64_t kMostOfFinite = 10'000'000;

std::uint64_t rows_to_look_at(const Source& source) {
  const auto units = source.unit_count();
  if (!units) return kMostOfEndless;
  const std::uint64_t items = source.items_per_unit();
  return *units > kMostOfFinite / items ? kMostOfFinite : *units * items;
}

std::vector<Example> candidates(const Task& task, std::uint64_t seed, const IsAsked& is_asked) {
  std::vector<Example> found;
  const auto source = task.open(seed);
  const RowPlan plan(task, *source, seed, rows_to_look_at(*source), RowOrder::kSpread);
  Example example;
  example.stamp = stamp_of(task);
  for (std::uint64_t row = 0; row < plan.rows() && found.size() < kCandidates; ++row) {
    const auto unit = source->unit(plan.at(row).unit);
    if (!plan.make(*unit, row, {.rules = false}, example)) continue;
    if (!is_asked(task.canonical(example))) found.push_back(example);
  }
  return found;
}

// The one in the middle, then the two beside it, and so on.
std::vector<Example> from_the_middle(std::vector<Example> sorted) {
  std::vector<Example> found;
  const std::size_t middle = sorted.size() / 2;
  found.push_back(std::move(sorted[middle]));
  for (std::size_t away = 1; away <= middle; ++away) {
    found.push_back(std::move(sorted[middle - away]));
    if (middle + away < sorted.size()) found.push_back(std::move(sorted[middle + away]));
  }
  return found;
}

}  // namespace

std::vector<Example> worked_examples(const Task& task, const SeedRange& seeds,
                                     const IsAsked& is_asked) {
  for (std::uint64_t i = 0; i < seeds.count; ++i) {
    std::vector<Example> found = candidates(task, seeds.first + i, is_asked);
    if (found.empty()) continue;
    std::ranges::stable_sort(
        found, {}, [](const Example& each) { return each.input().size() + each.target().size(); });
    return from_the_middle(std::move(found));
  }
  return {};
}

}  // namespace assay
