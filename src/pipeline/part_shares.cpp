#include "assay/pipeline/part_shares.h"

#include <algorithm>

#include "assay/base/exact_math.h"

namespace assay {

std::vector<std::string> part_names(const Recipe& recipe) {
  if (recipe.parts.empty()) return {"all"};
  std::vector<std::string> names;
  for (const PartSpec& part : recipe.parts) names.push_back(part.name);
  return names;
}

PartShares::PartShares(const Recipe& recipe) {
  std::uint64_t sum = 0;
  for (const PartSpec& part : recipe.parts) ends_.push_back(sum += part.share);
  if (ends_.empty()) ends_.push_back(1);
}

std::size_t PartShares::part_of(std::uint64_t form) const {
  const auto point = static_cast<std::uint64_t>(Wide{form} * ends_.back() >> 64);
  return static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), point) -
                                  ends_.begin());
}

}  // namespace assay
