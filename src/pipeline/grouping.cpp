#include "assay/pipeline/grouping.h"

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {

namespace {

constexpr const char* kInputLength = "input_length";    // in words, for every task
constexpr const char* kOutputLength = "output_length";  // as splits by length measure it
constexpr const char* kInputPieces = "input_pieces";    // of a vocabulary
constexpr const char* kTargetPieces = "target_pieces";

// Takes lists apart, and puts numbers into buckets where there is a width.
struct ValueCollector {
  const std::optional<Decimal>& width;
  std::vector<ColumnValue> values;

  void operator()(const std::string& text) { values.emplace_back(text); }
  void operator()(bool flag) { values.emplace_back(flag); }
  void operator()(std::int64_t number) {
    if (!width) {
      values.emplace_back(number);
    } else if (width->places == 0) {
      values.emplace_back(edge_below(number).units);
    } else {
      values.emplace_back(edge_below(number).value());
    }
  }
  void operator()(double number) {
    values.emplace_back(width ? edge_below(number).value() : number);
  }
  template <typename Single>
  void operator()(const std::vector<Single>& list) {
    for (const Single& single : list) (*this)(single);
  }

  template <typename Number>
  Decimal edge_below(Number number) const {
    const auto edge = floor_to_multiple(number, *width);
    if (!edge) {
      fail(ErrorKind::kInput, "the number {} is too large for buckets of {}", number,
           width->value());
    }
    return *edge;
  }
};

bool holds_numbers(ValueType type) {
  return type == ValueType::kInteger || type == ValueType::kReal || type == ValueType::kIntegers ||
         type == ValueType::kReals;
}

}  // namespace

Grouping::Grouping(const Task& task, std::string_view text, const TokenCounter* vocabulary)
    : task_(&task), vocabulary_(vocabulary), text_(text) {
  for (const std::string_view column : split_text(text, '*')) {
    columns_.push_back(parse_column(column));
  }
}

Grouping::Column Grouping::parse_column(std::string_view text) const {
  Column column;
  column.text = text;
  const std::size_t slash = text.find('/');
  const std::string_view name = text.substr(0, slash);
  const std::vector<Field>& fields = task_->schema().fields;
  std::vector<std::string> names;
  for (std::size_t field = 0; field < fields.size(); ++field) {
    names.push_back(fields[field].name);
    if (fields[field].name == name) column.field = field;
  }
  names.insert(names.end(), {kInputLength, kOutputLength, kInputPieces, kTargetPieces});
  if (name == kInputLength) column.length = Length::kInputWords;
  if (name == kOutputLength) column.length = Length::kOutput;
  if (name == kInputPieces) column.length = Length::kInputPieces;
  if (name == kTargetPieces) column.length = Length::kTargetPieces;
  if ((name == kInputPieces || name == kTargetPieces) && vocabulary_ == nullptr) {
    fail(ErrorKind::kUsage, "{} needs --vocabulary FILE, a SentencePiece model", name);
  }
  if (!column.field && !column.length) {
    fail(ErrorKind::kUsage, "task {} has no column \"{}\"{}", task_->info().name, printable(name),
         did_you_mean(name, names));
  }
  if (slash == std::string_view::npos) return column;
  const std::string_view width = text.substr(slash + 1);
  column.width = parse_decimal(width);
  if (!column.width || column.width->units <= 0) {
    fail(ErrorKind::kUsage, "\"{}\": the width of buckets is a number such as 5 or 0.5, not \"{}\"",
         printable(text), printable(width));
  }
  if (column.field && !holds_numbers(fields[*column.field].type)) {
    fail(ErrorKind::kUsage, "\"{}\": only numbers have buckets, and column {} is {}",
         printable(text), name, name_of(fields[*column.field].type));
  }
  return column;
}

std::vector<std::string> Grouping::columns() const {
  std::vector<std::string> texts;
  for (const Column& column : columns_) {
    const bool is_words = !column.field && column.length == Length::kInputWords;
    texts.push_back(column.text + (is_words ? " (words)" : ""));
  }
  return texts;
}

bool Grouping::is_numeric() const {
  if (columns_.size() != 1) return false;
  const Column& column = columns_.front();
  if (!column.field) return true;
  const ValueType type = task_->schema().fields[*column.field].type;
  return type == ValueType::kInteger || type == ValueType::kReal;
}

std::int64_t Grouping::length_of(Length length, const Example& row) const {
  switch (length) {
    case Length::kInputWords:
      return static_cast<std::int64_t>(count_words(row.input()));
    case Length::kOutput:
      return task_->features(row).output_length;
    case Length::kInputPieces:
      return static_cast<std::int64_t>(vocabulary_->count(row.input()));
    case Length::kTargetPieces:
      return static_cast<std::int64_t>(vocabulary_->count(row.target()));
  }
  return 0;
}

std::vector<ColumnValue> Grouping::values_of(const Column& column, const Example& row) const {
  ValueCollector collector{column.width, {}};
  if (column.field) {
    std::visit(collector, row.fields[*column.field]);
  } else {
    collector(length_of(*column.length, row));
  }
  std::vector<ColumnValue>& values = collector.values;
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return std::move(values);
}

std::vector<GroupKey> Grouping::groups_of(const Example& row) const {
  std::vector<GroupKey> groups = {{}};
  for (const Column& column : columns_) {
    const std::vector<ColumnValue> values = values_of(column, row);
    std::vector<GroupKey> longer;
    for (const GroupKey& group : groups) {
      for (const ColumnValue& value : values) {
        longer.push_back(group);
        longer.back().push_back(value);
      }
    }
    groups = std::move(longer);
  }
  return groups;
}

std::string text_of(const ColumnValue& value) {
  if (const auto* words = std::get_if<std::string>(&value)) return *words;
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
  return fmt::format("{}", std::get<double>(value));
}

}  // namespace assay
