#include "assay/dbca/profiles.h"

#include <algorithm>

#include "assay/base/error.h"

namespace assay {

void keep_heaviest(std::vector<WeightedCompound>& weights) {
  std::sort(weights.begin(), weights.end(), [](const auto& a, const auto& b) {
    return a.compound != b.compound ? a.compound < b.compound : a.parts > b.parts;
  });
  const auto end = std::unique(weights.begin(), weights.end(), [](const auto& a, const auto& b) {
    return a.compound == b.compound;
  });
  weights.erase(end, weights.end());
}

void add_up(std::vector<WeightedCompound>& weights) {
  std::sort(weights.begin(), weights.end(),
            [](const auto& a, const auto& b) { return a.compound < b.compound; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (kept > 0 && weights[kept - 1].compound == weights[i].compound) {
      weights[kept - 1].parts += weights[i].parts;
    } else {
      weights[kept++] = weights[i];
    }
  }
  weights.resize(kept);
}

std::uint32_t Profiles::add_shape(std::span<const std::uint32_t> atoms,
                                  std::span<const WeightedCompound> compounds) {
  atoms_.add(atoms);
  compounds_.add(compounds);
  return static_cast<std::uint32_t>(shapes() - 1);
}

Profiles Profiles::only(std::span<const std::uint32_t> examples) const {
  Profiles some = *this;
  some.shape_of_.clear();
  for (const std::uint32_t example : examples) some.shape_of_.push_back(shape_of_[example]);
  return some;
}

void Profiles::group(std::span<const std::uint32_t> group_of) {
  ASSAY_CHECK(group_of.size() == shape_of_.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // group, shape
  for (std::size_t i = 0; i < shape_of_.size(); ++i) pairs.emplace_back(group_of[i], shape_of_[i]);
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  shape_of_.clear();
  for (std::size_t begin = 0; begin < pairs.size();) {
    std::size_t end = begin + 1;
    while (end < pairs.size() && pairs[end].first == pairs[begin].first) ++end;
    std::uint32_t shape = pairs[begin].second;
    if (end - begin > 1) {
      std::vector<std::uint32_t> atoms;
      std::vector<WeightedCompound> compounds;
      for (std::size_t i = begin; i < end; ++i) {
        const Profile one = this->shape(pairs[i].second);
        atoms.insert(atoms.end(), one.atoms.begin(), one.atoms.end());
        compounds.insert(compounds.end(), one.compounds.begin(), one.compounds.end());
      }
      std::sort(atoms.begin(), atoms.end());
      atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
      keep_heaviest(compounds);
      shape = add_shape(atoms, compounds);
    }
    shape_of_.push_back(shape);
    begin = end;
  }
}

}  // namespace assay
