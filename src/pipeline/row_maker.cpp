#include "assay/pipeline/row_maker.h"

#include <algorithm>

#include "assay/base/exact_math.h"
#include "assay/base/text.h"

namespace assay {

std::vector<std::string> part_names(const Recipe& recipe) {
  if (recipe.parts.empty()) return {"all"};
  std::vector<std::string> names;
  for (const PartSpec& part : recipe.parts) names.push_back(part.name);
  return names;
}

RowMaker::RowMaker(const Task& task, const Source& source, const RowPlan& plan,
                   const Recipe& recipe, bool summarise)
    : task_(task),
      source_(source),
      plan_(plan),
      shape_(row_shape(task)),
      writer_(shape_, recipe.with_rules),
      want_{.rules = recipe.with_rules},
      summarise_(summarise) {
  std::uint64_t sum = 0;
  for (const PartSpec& part : recipe.parts) share_ends_.push_back(sum += part.share);
  if (share_ends_.empty()) share_ends_.push_back(1);
}

// By hash of the canonical form: equal examples land in one part, whatever shard makes them.
std::size_t RowMaker::part_of(const Example& example) const {
  if (share_ends_.size() == 1) return 0;
  const std::uint64_t hash = hash64(task_.canonical(example));
  const auto point = static_cast<std::uint64_t>(Wide{hash} * share_ends_.back() >> 64);
  return static_cast<std::size_t>(std::upper_bound(share_ends_.begin(), share_ends_.end(), point) -
                                  share_ends_.begin());
}

void RowMaker::make(std::uint64_t first, std::uint64_t last, RowBlock& block) const {
  block.parts.resize(share_ends_.size());
  for (PartBlock& part : block.parts) {
    part.bytes.clear();
    part.rows = 0;
    part.lengths = {};
  }
  block.empty = 0;
  block.content = {};
  Example& example = block.example;
  reset(example, task_.schema());
  example.stamp = shape_.stamp;
  std::unique_ptr<Unit> unit;
  std::uint64_t unit_index = 0;
  for (std::uint64_t row = first; row < last; ++row) {
    const Address address = plan_.at(row);
    if (!unit || unit_index != address.unit) {
      unit = source_.unit(address.unit);
      unit_index = address.unit;
    }
    if (!plan_.make(*unit, row, want_, example)) {
      ++block.empty;
      continue;
    }
    PartBlock& part = block.parts[part_of(example)];
    const std::size_t begin = part.bytes.size();
    writer_.append(part.bytes, example);
    ++part.rows;
    if (!summarise_) continue;
    block.content.add(std::string_view(part.bytes).substr(begin));
    part.lengths.add(count_words(example.input()), count_words(example.target()));
  }
}

}  // namespace assay
