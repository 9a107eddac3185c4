#include "assay/pipeline/methods/shared_rows.h"

#include <algorithm>

namespace assay {

std::uint64_t shared_rows(const Split& split, Forms forms) {
  std::vector<std::uint64_t> train;
  for (const std::uint64_t row : split.train) train.push_back(forms[row]);
  std::sort(train.begin(), train.end());
  std::uint64_t shared = 0;
  for (const auto* part : {&split.dev, &split.test}) {
    for (const std::uint64_t row : *part) {
      shared += std::binary_search(train.begin(), train.end(), forms[row]) ? 1U : 0U;
    }
  }
  return shared;
}

}  // namespace assay
