// Arrays of numbers in NumPy's .npy files, format versions 1.0, 2.0 and 3.0: what models in Python
// hand over. Read row by row, so that an array costs no more than the rows that are asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "assay/base/input_file.h"

namespace assay {

// An array of one or two axes in C order. One of one axis has a row for each number.
class NpyArray {
 public:
  enum class Type { kBool, kInt8, kUint8, kFloat32, kFloat64 };  // the wider ones little endian

  // Error(kInput) for what is damaged or of another kind, with the line of Python that helps.
  explicit NpyArray(const std::string& path);

  Type type() const { return type_; }
  int axes() const { return axes_; }
  std::uint64_t rows() const { return rows_; }
  std::uint64_t columns() const { return columns_; }

  // Writes one row, converted; `to` is as long as a row. Shared by threads.
  void read_row(std::uint64_t row, std::span<double> to) const;
  void read_row(std::uint64_t row, std::span<float> to) const;

 private:
  template <typename Number>
  void convert_row(std::uint64_t row, std::span<Number> to) const;
  std::string bytes_of(std::uint64_t row) const;

  InputFile file_;
  Type type_ = Type::kFloat32;
  int axes_ = 2;
  std::uint64_t rows_ = 0;
  std::uint64_t columns_ = 1;
  std::size_t begin_ = 0;  // of the numbers in the file
};

// What stands in front of the numbers of a .npy file, version 1.0, of float32 with two axes.
std::string npy_header(std::uint64_t rows, std::uint64_t columns);
// Such a file as a whole.
std::string npy_bytes(std::span<const float> values, std::uint64_t rows, std::uint64_t columns);

}  // namespace assay
