#include "assay/dbca/profiles.h"

namespace assay {

std::uint32_t Profiles::add_shape(std::span<const std::uint32_t> atoms,
                                  std::span<const WeightedCompound> compounds) {
  atoms_.insert(atoms_.end(), atoms.begin(), atoms.end());
  compounds_.insert(compounds_.end(), compounds.begin(), compounds.end());
  atom_begins_.push_back(atoms_.size());
  compound_begins_.push_back(compounds_.size());
  return static_cast<std::uint32_t>(shapes() - 1);
}

Profile Profiles::shape(std::size_t index) const {
  const auto slice = [index](const auto& values, const std::vector<std::size_t>& begins) {
    return std::span(values).subspan(begins[index], begins[index + 1] - begins[index]);
  };
  return {slice(atoms_, atom_begins_), slice(compounds_, compound_begins_)};
}

}  // namespace assay
