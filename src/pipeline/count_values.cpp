#include "assay/pipeline/count_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <variant>

#include "assay/base/text.h"
#include "assay/pipeline/grouping.h"
#include "assay/store/row_pass.h"

namespace assay {

namespace {

// What is kept of a row until it is counted.
struct RowValues {
  std::uint64_t unit = 0;
  std::uint64_t input_words = 0;
  std::uint32_t output_length = 0;
  std::vector<std::vector<ColumnValue>> columns;
};

// A part of one of the splits.
struct Slot {
  std::string name;
  std::vector<std::uint32_t> times;  // how often each row of the data set stands there
  std::uint64_t rows = 0;
  std::uint64_t input_words = 0;
  std::uint64_t output_lengths = 0;
  std::uint64_t most_input_words = 0;
  std::uint64_t most_output_length = 0;
  std::vector<std::uint64_t> units = {};
};

struct CountedColumn {
  Field field;
  std::size_t place = 0;                                     // in a row
  std::map<ColumnValue, std::vector<std::uint64_t>> values;  // rows of each slot
  std::vector<double> sums;                                  // of numbers, for each slot
  std::atomic<bool> has_many = false;

  bool is_number() const {
    return field.type == ValueType::kInteger || field.type == ValueType::kReal;
  }
};

std::vector<ColumnValue> values_of(const Value& value) {
  return std::visit(
      [](const auto& held) -> std::vector<ColumnValue> {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_constructible_v<ColumnValue, Held>) {
          return {ColumnValue(held)};
        } else {
          std::vector<ColumnValue> all(held.begin(), held.end());
          std::ranges::sort(all);
          all.erase(std::unique(all.begin(), all.end()), all.end());
          return all;
        }
      },
      value);
}

double number_of(const ColumnValue& value) {
  const auto* whole = std::get_if<std::int64_t>(&value);
  return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
}

class Counter {
 public:
  Counter(const DataSet& data, const Task& task, const std::vector<std::vector<NamedRows>>& splits)
      : task_(task) {
    for (const auto& parts : splits) {
      for (const NamedRows& part : parts) add_slot(part, data.rows());
    }
    const Schema& schema = task.schema();
    for (std::size_t place = 0; place < schema.fields.size(); ++place) {
      if (schema.fields[place].role == Role::kInput) continue;
      auto column = std::make_unique<CountedColumn>();
      column->field = schema.fields[place];
      column->place = place;
      column->sums.resize(slots_.size());
      column->has_many = column->field.type == ValueType::kReal;
      columns_.push_back(std::move(column));
    }
  }

  // Many threads at once.
  RowValues look_at(const Example& row) const {
    const Features features = task_.features(row);
    RowValues values{row.address.unit, count_words(row.input()), features.output_length, {}};
    for (const auto& column : columns_) {
      const bool is_wanted = !column->has_many || column->is_number();
      values.columns.push_back(is_wanted ? values_of(row.fields[column->place])
                                         : std::vector<ColumnValue>());
    }
    return values;
  }

  // One thread, rows in order.
  void count(const RowValues& values) {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      Slot& slot = slots_[i];
      const std::uint32_t times = slot.times[row_];
      if (times == 0) continue;
      slot.input_words += times * values.input_words;
      slot.output_lengths += std::uint64_t{times} * values.output_length;
      slot.most_input_words = std::max(slot.most_input_words, values.input_words);
      slot.most_output_length =
          std::max<std::uint64_t>(slot.most_output_length, values.output_length);
      slot.units.push_back(values.unit);
      for (std::size_t j = 0; j < columns_.size(); ++j) {
        for (const ColumnValue& value : values.columns[j]) count(*columns_[j], value, i, times);
      }
    }
    ++row_;
  }

  ValueShares shares(std::size_t first_slot, std::size_t slots) {
    ValueShares out;
    std::vector<std::size_t> shown;
    for (std::size_t i = first_slot; i < first_slot + slots; ++i) {
      if (slots_[i].rows == 0) continue;
      shown.push_back(i);
      out.parts.push_back(part_of(slots_[i]));
    }
    for (const auto& column : columns_) {
      ColumnShares found{column->field.name, column->field.summary, {}, {}};
      if (column->has_many && !column->is_number()) {
        out.left_out.push_back(found.name);
        continue;
      }
      for (const std::size_t i : shown) {
        if (!column->has_many) break;
        found.means.push_back(column->sums[i] / static_cast<double>(slots_[i].rows));
      }
      if (!column->has_many) found.values = values_in(*column, shown);
      if (!shown.empty()) out.columns.push_back(std::move(found));
    }
    return out;
  }

 private:
  void add_slot(const NamedRows& part, std::uint64_t rows) {
    Slot& slot = slots_.emplace_back();
    slot.name = part.name;
    slot.times.resize(rows);
    slot.rows = part.rows.size();
    for (const std::uint64_t row : part.rows) ++slot.times[row];
  }

  void count(CountedColumn& column, const ColumnValue& value, std::size_t slot,
             std::uint32_t times) {
    if (column.is_number()) column.sums[slot] += number_of(value) * times;
    if (column.has_many) return;
    auto& rows = column.values[value];
    if (rows.empty()) rows.resize(slots_.size());
    rows[slot] += times;
    if (column.values.size() > kMostListedValues) column.has_many = true;
  }

  static PartRows part_of(Slot& slot) {
    std::ranges::sort(slot.units);
    const auto repeated = std::ranges::unique(slot.units);
    const auto rows = static_cast<double>(slot.rows);
    return {slot.name,
            slot.rows,
            slot.units.size() - repeated.size(),
            static_cast<double>(slot.input_words) / rows,
            static_cast<double>(slot.output_lengths) / rows,
            slot.most_input_words,
            slot.most_output_length};
  }

  // Those that some of the slots have.
  static std::vector<ColumnShares::Value> values_in(const CountedColumn& column,
                                                    const std::vector<std::size_t>& slots) {
    std::vector<ColumnShares::Value> all;
    for (const auto& [value, rows] : column.values) {
      ColumnShares::Value found{text_of(value), {}};
      for (const std::size_t slot : slots) found.rows.push_back(rows[slot]);
      if (std::ranges::any_of(found.rows, [](std::uint64_t count) { return count > 0; })) {
        all.push_back(std::move(found));
      }
    }
    return all;
  }

  const Task& task_;
  std::vector<Slot> slots_;
  std::vector<std::unique_ptr<CountedColumn>> columns_;
  std::uint64_t row_ = 0;
};

}  // namespace

std::vector<ValueShares> count_values(const DataSet& data, const Task& task,
                                      const std::vector<std::vector<NamedRows>>& splits,
                                      const Control& control) {
  Counter counter(data, task, splits);
  for_rows<std::vector<RowValues>>(
      data,
      {.shape = row_shape(task, data.manifest()),
       .want = {.rules = false},
       .control = control,
       .progress = {"count values", 0, data.rows(), 0}},
      [&](const Example& row, std::string_view, std::vector<RowValues>& values) {
        values.push_back(counter.look_at(row));
      },
      [&](const std::vector<RowValues>& values) {
        for (const RowValues& row : values) counter.count(row);
      });
  std::vector<ValueShares> all;
  std::size_t slot = 0;
  for (const auto& parts : splits) {
    all.push_back(counter.shares(slot, parts.size()));
    slot += parts.size();
  }
  return all;
}

}  // namespace assay
