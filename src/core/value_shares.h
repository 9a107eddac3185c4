// What the rows of each part of a split are like: their number, their lengths, and how the values
// of their columns are shared out. Table 8 of Conceptual SCAN, for any task.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay {

struct PartRows {
  std::string name;
  std::uint64_t rows = 0;    // as often as they stand there
  std::uint64_t units = 0;   // different ones
  double input_words = 0;    // mean
  double output_length = 0;  // mean, as splits by length measure it
  std::uint64_t most_input_words = 0;
  std::uint64_t most_output_length = 0;
  friend bool operator==(const PartRows&, const PartRows&) = default;
};

struct ColumnShares {
  struct Value {
    std::string text;
    std::vector<std::uint64_t> rows;  // of each part, that have it
    friend bool operator==(const Value&, const Value&) = default;
  };
  std::string name;
  std::string summary;
  std::vector<Value> values;  // numbers by size, texts by their bytes; of a list each of its values
  // Of numbers that have too many values to list, or are real: their mean in each part.
  std::vector<double> means;
  friend bool operator==(const ColumnShares&, const ColumnShares&) = default;
};

struct ValueShares {
  std::vector<PartRows> parts;  // those that are not empty
  std::vector<ColumnShares> columns;
  std::vector<std::string> left_out;  // columns of texts that have too many values to list
  friend bool operator==(const ValueShares&, const ValueShares&) = default;
};

inline constexpr std::size_t kMostListedValues = 16;

}  // namespace assay
