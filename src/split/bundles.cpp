#include "assay/split/bundles.h"

#include <algorithm>
#include <numeric>

#include "assay/base/error.h"
#include "assay/base/permutation.h"
#include "assay/dbca/key_table.h"

namespace assay {

namespace {

// Union-find in which the first row stands for all.
class RowSets {
 public:
  explicit RowSets(std::uint64_t rows) : parent_(rows) {
    std::iota(parent_.begin(), parent_.end(), std::uint64_t{0});
  }

  std::uint64_t first_of(std::uint64_t row) {
    while (parent_[row] != row) {
      parent_[row] = parent_[parent_[row]];
      row = parent_[row];
    }
    return row;
  }

  void join(std::uint64_t a, std::uint64_t b) {
    a = first_of(a);
    b = first_of(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint64_t> parent_;
};

}  // namespace

std::vector<std::uint64_t> bundle_rows(
    std::uint64_t rows, std::initializer_list<std::span<const std::uint64_t>> relations) {
  RowSets sets(rows);
  for (const auto& values : relations) {
    if (values.empty()) continue;
    ASSAY_CHECK(values.size() == rows);
    KeyTable table;
    std::vector<std::uint64_t> first_row;
    for (std::uint64_t row = 0; row < rows; ++row) {
      const std::uint32_t value = table.insert(values[row]);
      if (value == first_row.size()) first_row.push_back(row);
      sets.join(first_row[value], row);
    }
  }
  std::vector<std::uint64_t> bundle_of(rows);
  std::uint64_t bundles = 0;
  for (std::uint64_t row = 0; row < rows; ++row) {
    const std::uint64_t first = sets.first_of(row);
    bundle_of[row] = first == row ? bundles++ : bundle_of[first];
  }
  return bundle_of;
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
