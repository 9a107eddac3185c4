#include "assay/split/slopes.h"

#include "assay/base/error.h"

namespace assay {

void Slopes::clear(const SearchPool& pool) {
  compounds.assign(pool.compounds(), 0);
  atoms.assign(pool.atoms(), 0);
  sum = 0;
  atom = 0;
}

SlopeTable::SlopeTable(const SearchPool& pool, std::span<const Slopes> slopes)
    : pool_(pool), lanes_(slopes.size() < 3 ? slopes.size() : 4) {
  ASSAY_CHECK(!slopes.empty() && slopes.size() <= Values().size());
  compounds_.resize(pool.compounds() * lanes_);
  atoms_.resize(pool.atoms());
  for (std::size_t at = 0; at < slopes.size(); ++at) {
    sum_[at] = static_cast<float>(slopes[at].sum);
    for (std::size_t i = 0; i < pool.compounds(); ++i) {
      compounds_[i * lanes_ + at] = slopes[at].compounds[i];
    }
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
      atoms_[i][at] = slopes[at].atoms[i] + static_cast<float>(slopes[at].atom);
    }
  }
}

template <std::size_t kLanes>
SlopeTable::Values SlopeTable::estimate_in(std::uint32_t shape) const {
  Values value{};
  for (const SearchWeight& entry : pool_.weights(shape)) {
    const auto weight = static_cast<float>(entry.weight);
    const float* slope = &compounds_[entry.compound * kLanes];
    for (std::size_t at = 0; at < kLanes; ++at) value[at] += slope[at] * weight;
  }
  return value;
}

SlopeTable::Values SlopeTable::estimate(std::uint32_t shape) const {
  Values value = lanes_ == 1   ? estimate_in<1>(shape)
                 : lanes_ == 2 ? estimate_in<2>(shape)
                               : estimate_in<4>(shape);
  const auto sum = static_cast<float>(pool_.sum(shape));
  for (std::size_t at = 0; at < value.size(); ++at) value[at] += sum_[at] * sum;
  for (const std::uint32_t atom : pool_.atoms_of(shape)) {
    for (std::size_t at = 0; at < value.size(); ++at) value[at] += atoms_[atom][at];
  }
  return value;
}

}  // namespace assay
