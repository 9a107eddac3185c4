// Arrays in NumPy's .npy files.
#include <algorithm>
#include <cstring>
#include <vector>

#include "assay/base/npy.h"
#include "fuzz_promises.h"
#include "fuzz_targets.h"

namespace assay::fuzz {

namespace {

constexpr std::uint64_t kMostRead = 1000;  // rows

bool same_bits(const std::vector<float>& one, const std::vector<float>& other) {
  return one.size() == other.size() &&
         std::memcmp(one.data(), other.data(), one.size() * sizeof(float)) == 0;
}

std::vector<float> numbers(const NpyArray& array) {
  std::vector<float> all;
  std::vector<float> row(array.columns());
  for (std::uint64_t i = 0; i < std::min(array.rows(), kMostRead); ++i) {
    array.read_row(i, std::span<float>(row));
    all.insert(all.end(), row.begin(), row.end());
  }
  return all;
}

}  // namespace

void npy(std::string_view bytes) {
  const std::string& path = put_file("array.npy", bytes);
  takes([&] {
    const NpyArray array(path);
    require(array.columns() == 0 || array.rows() <= bytes.size(), "no row is invented");
    if (array.columns() > bytes.size()) {
      require(array.rows() == 0, "no column is invented");
      return;
    }
    std::vector<double> wide(array.columns());
    if (array.rows() > 0) array.read_row(array.rows() - 1, std::span<double>(wide));
    const std::vector<float> all = numbers(array);
    if (array.rows() > kMostRead) return;
    const NpyArray again(put_file("again.npy", npy_bytes(all, array.rows(), array.columns())));
    require(again.rows() == array.rows() && again.columns() == array.columns() &&
                same_bits(numbers(again), all),
            "an array that was written reads equal");
  });
}

}  // namespace assay::fuzz
