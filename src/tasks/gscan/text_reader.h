// Understands commands in worlds that were not made here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/core/abilities.h"
#include "assay/tasks/gscan/release/derivation.h"

namespace assay::gscan {

class GscanReader : public TextReader {
 public:
  // The derivations must outlive it.
  explicit GscanReader(const Derivations& derivations) : derivations_(derivations) {}

  // No command has two readings.
  std::vector<std::string> readings(std::string_view input) const override;
  // The set stays empty. In the world the target comes first, then all others in the order of the
  // text.
  void derive(std::string_view input, Example& out) const override;

 private:
  const Derivations& derivations_;
};

}  // namespace assay::gscan
