// Which part of a recipe an example goes to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/store/recipe.h"

namespace assay {

// Names of the parts in their order; "all" when the recipe names none.
std::vector<std::string> part_names(const Recipe& recipe);

// Deals by a hash of the canonical form, in proportion to the shares: equal examples land in one
// part, whatever shard makes them.
class PartShares {
 public:
  explicit PartShares(const Recipe& recipe);

  std::size_t parts() const { return ends_.size(); }
  // `form` is the hash64 of the canonical form.
  std::size_t part_of(std::uint64_t form) const;

 private:
  std::vector<std::uint64_t> ends_;  // running sums; one entry when nothing is dealt
};

}  // namespace assay
