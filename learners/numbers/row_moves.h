// Rows of a matrix picked by number, and rows added to others: what lies between the small matrix
// products of a convolution over few cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace assay::learners {

// A matrix of which some columns are meant.
template <typename Real>
struct Columns {
  Real* first;         // of the first row
  std::size_t stride;  // numbers from row to row
  std::size_t width;   // columns that are meant
};

// to[i] = from[numbers[i]]; `to` has no other columns.
void pick_rows(Columns<const float> from, std::span<const std::int32_t> numbers, float* to);
void pick_rows(Columns<const double> from, std::span<const std::int32_t> numbers, double* to);

// to[numbers[i]] += from[i]; numbers may come twice.
void add_rows(const float* from, std::span<const std::int32_t> numbers, Columns<float> to);
void add_rows(const double* from, std::span<const std::int32_t> numbers, Columns<double> to);

}  // namespace assay::learners
