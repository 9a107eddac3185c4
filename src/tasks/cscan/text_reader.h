// Understands requests and contexts that were not made here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/core/abilities.h"
#include "assay/pieces/token_counter.h"
#include "assay/tasks/cscan/solver/solver.h"
#include "assay/tasks/cscan/theory/text.h"

namespace assay::cscan {

// What it is made with must outlive it.
class CscanReader : public TextReader {
 public:
  CscanReader(const Solver& solver, const PhraseTable& phrases, const Reader& reader,
              const TokenCounter& tokens)
      : solver_(solver), phrases_(phrases), reader_(reader), tokens_(tokens) {}

  // A context settles one answer.
  std::vector<std::string> readings(std::string_view input) const override;
  // All columns, but how a false rule was made; the row is nobody's sibling.
  void derive(std::string_view input, Example& out) const override;

 private:
  const Solver& solver_;
  const PhraseTable& phrases_;
  const Reader& reader_;
  const TokenCounter& tokens_;
};

}  // namespace assay::cscan
