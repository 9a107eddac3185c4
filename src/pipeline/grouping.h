// Rows by what their columns say, so that figures can be given for each value.
//
//   depth            each value of a column; of a list, each of its values
//   input_length/5   numbers in buckets of that width, named by their lower edge
//   input_pieces/10  lengths in pieces of a SentencePiece vocabulary
//   depth*type       each pair of values
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assay/base/decimal.h"
#include "assay/core/task.h"
#include "assay/pieces/token_counter.h"

namespace assay {

using ColumnValue = std::variant<std::string, bool, std::int64_t, double>;

// As people read it.
std::string text_of(const ColumnValue& value);

// One value for each column of a grouping. Sorts numbers by size and texts by their bytes.
using GroupKey = std::vector<ColumnValue>;

// Refers to the task. Threads may share it.
class Grouping {
 public:
  // Columns are those of the task; input_length, the words of the input; output_length, as the
  // task's features measure it; with a vocabulary, which must outlive this, also input_pieces and
  // target_pieces. Throws Error(kUsage) with the nearest names.
  Grouping(const Task& task, std::string_view text, const TokenCounter* vocabulary = nullptr);

  const std::string& text() const { return text_; }
  // What stands between the stars, with the unit of what is measured.
  std::vector<std::string> columns() const;
  // Whether it has one column, and that holds a number in every row.
  bool is_numeric() const;
  // Every group that the row belongs to, none twice; none at all when a list is empty.
  std::vector<GroupKey> groups_of(const Example& row) const;

 private:
  enum class Length : std::uint8_t { kInputWords, kOutput, kInputPieces, kTargetPieces };
  struct Column {
    std::string text;
    std::optional<std::size_t> field;  // of the schema
    std::optional<Length> length;      // when it is no field
    std::optional<Decimal> width;      // of buckets
  };

  Column parse_column(std::string_view text) const;
  std::vector<ColumnValue> values_of(const Column& column, const Example& row) const;

  std::int64_t length_of(Length length, const Example& row) const;

  const Task* task_;
  const TokenCounter* vocabulary_;
  std::string text_;
  std::vector<Column> columns_;
};

}  // namespace assay
