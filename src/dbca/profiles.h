// What divergence is measured on: the atoms and the weighted compounds of every example.
//
// An atom counts once per example. A compound's weight in an example is a fraction whose
// denominator belongs to the compound, so sums over examples are whole numbers and exact in any
// order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/dbca/packed_lists.h"

namespace assay {

struct WeightedCompound {
  std::uint32_t compound = 0;
  std::uint32_t parts = 0;  // weight = parts / whole(compound)
};

struct Profile {
  std::span<const std::uint32_t> atoms;         // ascending, distinct
  std::span<const WeightedCompound> compounds;  // ascending, distinct
};

class Profiles {
 public:
  Profiles(std::vector<std::string> atom_names, std::vector<std::uint32_t> wholes)
      : atom_names_(std::move(atom_names)), wholes_(std::move(wholes)) {}

  // Adds a profile that examples can have; gives its number.
  std::uint32_t add_shape(std::span<const std::uint32_t> atoms,
                          std::span<const WeightedCompound> compounds);
  // Adds the next example.
  void add_example(std::uint32_t shape) { shape_of_.push_back(shape); }

  // Makes groups the examples, numbered 0, 1, 2, ...: a group has what any of its examples has.
  void group(std::span<const std::uint32_t> group_of);

  // The same with these examples only, numbered from 0 in their order.
  Profiles only(std::span<const std::uint32_t> examples) const;

  std::size_t size() const { return shape_of_.size(); }
  Profile operator[](std::size_t example) const { return shape(shape_of_[example]); }
  std::uint32_t shape_of(std::size_t example) const { return shape_of_[example]; }
  std::size_t shapes() const { return atoms_.size(); }
  Profile shape(std::size_t index) const { return {atoms_[index], compounds_[index]}; }
  std::size_t weights() const { return compounds_.values(); }  // of all shapes

  std::size_t atoms() const { return atom_names_.size(); }
  const std::string& atom_name(std::size_t atom) const { return atom_names_[atom]; }
  std::size_t compounds() const { return wholes_.size(); }
  std::uint32_t whole(std::size_t compound) const { return wholes_[compound]; }

 private:
  std::vector<std::string> atom_names_;
  std::vector<std::uint32_t> wholes_;
  std::vector<std::uint32_t> shape_of_;
  PackedLists<std::uint32_t> atoms_;  // of each shape
  PackedLists<WeightedCompound> compounds_;
};

// Keeps the largest weight of each compound, ascending by compound.
void keep_heaviest(std::vector<WeightedCompound>& weights);
// The sum of the weights of each compound, in the same order.
void add_up(std::vector<WeightedCompound>& weights);

}  // namespace assay
