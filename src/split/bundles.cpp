#include "assay/split/bundles.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "assay/base/error.h"
#include "assay/base/permutation.h"
#include "assay/base/text.h"
#include "assay/dbca/key_table.h"

namespace assay {

namespace {

using RowNumber = std::uint32_t;

// Union-find in which the first row stands for all.
class RowSets {
 public:
  explicit RowSets(std::size_t rows) : parent_(rows) {
    std::iota(parent_.begin(), parent_.end(), RowNumber{0});
  }

  void join(RowNumber a, RowNumber b) {
    a = first_of(a);
    b = first_of(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

  // The number of each row's set, in place: a parent is never later than its row, so everything
  // that a row asks about is settled before it.
  std::vector<RowNumber> numbered() && {
    for (RowNumber& parent : parent_) parent = parent_[parent];
    RowNumber sets = 0;
    for (RowNumber row = 0; row < parent_.size(); ++row) {
      parent_[row] = parent_[row] == row ? sets++ : parent_[parent_[row]];
    }
    return std::move(parent_);
  }

 private:
  RowNumber first_of(RowNumber row) {
    while (parent_[row] != row) {
      parent_[row] = parent_[parent_[row]];
      row = parent_[row];
    }
    return row;
  }

  std::vector<RowNumber> parent_;
};

// The first row of each value, found by hash in a table of row numbers: ten million rows take 64
// MB.
class FirstRows {
 public:
  explicit FirstRows(std::span<const std::uint64_t> values)
      : values_(values),
        bits_(static_cast<int>(std::bit_width(values.size() + values.size() / 3))),
        slots_(std::size_t{1} << bits_, kEmpty) {}

  // Rows come in their order.
  RowNumber first_like(RowNumber row) {
    for (std::size_t at = slot_of(values_[row]);; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at] == kEmpty) slots_[at] = row;
      if (values_[slots_[at]] == values_[row]) return slots_[at];
    }
  }

 private:
  static constexpr RowNumber kEmpty = ~RowNumber{0};

  std::size_t slot_of(std::uint64_t value) const {
    constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15ULL;  // lengths are small numbers
    return static_cast<std::size_t>((value * kGolden) >> (64 - bits_));
  }

  std::span<const std::uint64_t> values_;
  int bits_;
  std::vector<RowNumber> slots_;
};

}  // namespace

std::vector<std::uint32_t> bundle_rows(
    std::uint64_t rows, std::initializer_list<std::span<const std::uint64_t>> relations) {
  constexpr std::uint64_t kMostRows = ~RowNumber{0};
  if (rows >= kMostRows) {
    fail(ErrorKind::kUsage, "{} rows cannot be split, at most {} can; generate fewer with -n",
         with_commas(rows), with_commas(kMostRows - 1));
  }
  RowSets sets(rows);
  for (const auto& values : relations) {
    if (values.empty()) continue;
    ASSAY_CHECK(values.size() == rows);
    FirstRows first(values);
    for (RowNumber row = 0; row < rows; ++row) sets.join(first.first_like(row), row);
  }
  return std::move(sets).numbered();
}

std::vector<std::uint64_t> some_of(const std::vector<std::uint64_t>& rows, std::uint64_t count,
                                   Key key, Forms forms) {
  if (count >= rows.size()) return rows;
  std::vector<std::uint64_t> bundle_of;
  KeyTable table;
  std::vector<std::size_t> begins{0};  // of each bundle in `members`; first its size
  for (const std::uint64_t row : rows) {
    bundle_of.push_back(forms.empty() ? begins.size() - 1 : table.insert(forms[row]));
    if (bundle_of.back() + 1 == begins.size()) begins.push_back(0);
    ++begins[bundle_of.back() + 1];
  }
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<std::uint64_t> members(rows.size());
  std::vector<std::size_t> ends(begins.begin(), begins.end() - 1);
  for (std::size_t i = 0; i < rows.size(); ++i) members[ends[bundle_of[i]]++] = rows[i];
  std::vector<std::uint64_t> some;
  const Permutation order(key, ends.size());
  for (std::uint64_t i = 0; i < ends.size() && some.size() < count; ++i) {
    const std::uint64_t bundle = order.at(i);
    if (ends[bundle] - begins[bundle] > count - some.size()) continue;
    for (std::size_t at = begins[bundle]; at < ends[bundle]; ++at) some.push_back(members[at]);
  }
  std::sort(some.begin(), some.end());
  return some;
}

}  // namespace assay
