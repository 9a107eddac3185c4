// Random trees for contexts: commands, and left sides composed of a few productions.
#pragma once

#include <optional>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/cscan/theory/phrases.h"

namespace assay::cscan {

class TreeDraws {
 public:
  // Never of productions in `avoided`. The table must outlive it.
  TreeDraws(const PhraseTable& phrases, ProductionSet avoided);

  // A command that holds `wanted`; nothing when none was found in many tries.
  std::optional<Tree> command(ProductionId wanted, Stream& stream) const;
  // The rule of `first` composed with one to three others, above it or inside.
  Tree left_side(ProductionId first, Stream& stream) const;

 private:
  bool is_allowed(ProductionId production) const { return (avoided_ & set_of(production)) == 0; }
  std::optional<PhraseId> phrase(Level slot, Stream& stream) const;
  std::optional<Tree> over(ProductionId production, Stream& stream) const;
  std::optional<Tree> compose(const Tree& tree, Stream& stream) const;

  const PhraseTable& phrases_;
  ProductionSet avoided_;
  std::vector<std::vector<ProductionId>> roots_;       // with slots, of the highest levels in turn
  std::vector<std::vector<ProductionId>> composites_;  // that fit each level
  std::vector<std::vector<ProductionId>> words_;       // without slots
};

}  // namespace assay::cscan
