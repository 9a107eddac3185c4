#include "assay/pipeline/training_targets.h"

#include <algorithm>
#include <utility>

#include "assay/base/error.h"
#include "assay/store/row_pass.h"

namespace assay {

namespace {

std::size_t column_of(const Schema& schema, const std::string& name) {
  const auto found = std::ranges::find(schema.fields, name, &Field::name);
  ASSAY_CHECK(found != schema.fields.end() && found->type == ValueType::kText);
  return static_cast<std::size_t>(found - schema.fields.begin());
}

// Targets that go along with each text of a column.
struct ColumnCounts {
  std::size_t column = 0;
  std::map<std::string, TargetCounts> by_text;
};

}  // namespace

const std::string& TargetCounts::commonest() const {
  static const std::string kNone;
  const auto most = std::ranges::max_element(
      counts_, {}, [](const auto& each) { return each.second; });  // the first of equals
  return most == counts_.end() ? kNone : most->first;
}

TrainingTargets::TrainingTargets(const DataSet& data, const Task& task,
                                 const std::vector<std::uint64_t>& rows, const Wanted& wanted,
                                 const Control& control) {
  TargetCounts all;
  std::vector<ColumnCounts> columns;
  for (const std::string& name : wanted.columns) {
    columns.push_back({column_of(task.schema(), name), {}});
  }
  const RowIndex index(data);
  for_rows<std::vector<Example>>(
      index, rows,
      {.shape = row_shape(task, data.manifest()),
       .want = {.rules = false},
       .control = control,
       .progress = {"read training rows", 0, rows.size(), 0}},
      [](Example& row, std::string_view, std::vector<Example>& some) {
        some.push_back(std::move(row));
      },
      [&](std::vector<Example>& some) {
        for (Example& row : some) {
          all.add(row.target());
          if (wanted.words) words_.add(row.input());
          for (ColumnCounts& each : columns)
            each.by_text[text_at(row, each.column)].add(row.target());
          targets_.push_back(std::move(std::get<std::string>(row.fields[kTargetField])));
        }
      });
  words_.seal();
  commonest_ = all.commonest();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    auto& commonest = columns_[wanted.columns[i]];
    for (const auto& [text, counts] : columns[i].by_text) commonest[text] = counts.commonest();
  }
}

const std::string& TrainingTargets::of_nearest(std::string_view input) const {
  return targets_[words_.nearest(input)];
}

const std::string& TrainingTargets::commonest_with(const std::string& column,
                                                   const std::string& text) const {
  const auto& texts = columns_.at(column);
  const auto found = texts.find(text);
  return found == texts.end() ? commonest() : found->second;
}

}  // namespace assay
