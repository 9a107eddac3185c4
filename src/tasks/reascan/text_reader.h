// Understands commands in worlds that were not made here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/core/abilities.h"
#include "assay/tasks/reascan/row.h"
#include "assay/tasks/reascan/solver/solver.h"
#include "assay/tasks/reascan/worlds/derivation.h"

namespace assay::reascan {

// How an edition reads small and big.
SizeReading size_reading(Edition edition);

class ReascanReader : public TextReader {
 public:
  // Both must outlive it.
  ReascanReader(const Rows& rows, const Derivations& derivations)
      : rows_(rows), derivations_(derivations) {}

  // One. Small and big can be read in two ways, but what is small or big by kExtreme is so by
  // kSomeLarger, too: where the command means one thing by either, it is the same.
  std::vector<std::string> readings(std::string_view input) const override;
  // Sizes are read as the generator reads them, kSomeLarger. No text tells the set, which things
  // are mentioned, and so their order in the world, and why the others are there: these columns
  // stay empty. Commands must be of a pattern of the data set.
  void derive(std::string_view input, Example& out) const override;

 private:
  const Rows& rows_;
  const Derivations& derivations_;
};

}  // namespace assay::reascan
