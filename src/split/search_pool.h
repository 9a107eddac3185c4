// Profiles in the searcher's own unit.
//
// Weights are whole multiples of a small unit, so that a compound that leaves a set leaves exactly
// nothing behind (a residue of 1e-7 to the power 0.1 is 0.2).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/dbca/profiles.h"

namespace assay {

struct SearchWeight {
  std::uint32_t compound = 0;
  std::uint32_t weight = 0;
};

// Examples that share a profile share its memory.
class SearchPool {
 public:
  explicit SearchPool(const Profiles& profiles);

  std::size_t size() const { return shape_of_.size(); }
  std::size_t atoms() const { return atoms_; }
  std::size_t compounds() const { return compounds_; }
  std::size_t shapes() const { return sums_.size(); }
  std::uint64_t entries() const { return weights_.size(); }
  std::uint32_t shape_of(std::size_t example) const { return shape_of_[example]; }
  std::span<const SearchWeight> weights(std::size_t shape) const {
    return std::span(weights_).subspan(weight_begins_[shape],
                                       weight_begins_[shape + 1] - weight_begins_[shape]);
  }
  std::span<const std::uint32_t> atoms_of(std::size_t shape) const {
    return std::span(atom_lists_)
        .subspan(atom_begins_[shape], atom_begins_[shape + 1] - atom_begins_[shape]);
  }
  std::uint64_t sum(std::size_t shape) const { return sums_[shape]; }
  // A typical weight of the compound where it occurs: the step of secants.
  std::uint32_t typical(std::size_t compound) const { return typical_[compound]; }

 private:
  std::size_t atoms_ = 0;
  std::size_t compounds_ = 0;
  std::vector<std::uint32_t> shape_of_;
  std::vector<SearchWeight> weights_;
  std::vector<std::size_t> weight_begins_{0};
  std::vector<std::uint32_t> atom_lists_;
  std::vector<std::size_t> atom_begins_{0};
  std::vector<std::uint64_t> sums_;
  std::vector<std::uint32_t> typical_;
};

}  // namespace assay
