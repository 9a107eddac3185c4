#include "assay/pipeline/row_maker.h"

#include "assay/base/text.h"

namespace assay {

RowMaker::RowMaker(const Task& task, const Source& source, const RowPlan& plan,
                   const Recipe& recipe, bool summarise)
    : task_(task),
      source_(source),
      plan_(plan),
      shape_(row_shape(task)),
      writer_(shape_, recipe.with_rules),
      want_{.rules = recipe.with_rules},
      summarise_(summarise),
      shares_(recipe) {}

std::size_t RowMaker::part_of(const Example& example) const {
  return shares_.parts() == 1 ? 0 : shares_.part_of(hash64(task_.canonical(example)));
}

void RowMaker::make(std::uint64_t first, std::uint64_t last, RowBlock& block) const {
  block.parts.resize(shares_.parts());
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
