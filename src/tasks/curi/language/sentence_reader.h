// Reads sentences from left to right by the table of productions: which words may follow, and which
// productions made what was read.
#pragma once

#include <cstdint>
#include <span>

#include "assay/base/inline_vector.h"
#include "assay/tasks/curi/language/productions.h"

namespace assay::curi {

class SentenceReader {
 public:
  // Any word but "lambda S.". False where no sentence of the grammar goes on like this; then
  // nothing more may be read. A place becomes a number where it is compared with one.
  bool read(Token word);

  // Whether all that was read is one `symbol`.
  bool is(Symbol symbol) const { return waiting_.size() == 1 && waiting_[0].symbol == symbol; }

  const Concept& words() const { return words_; }
  const InlineVector<const Production*, 2 * kMostTokens>& used() const { return used_; }

 private:
  // What was completed and is not yet a part of anything.
  struct Waiting {
    Symbol symbol = Symbol::kNone;
    bool is_constant = false;
    std::uint8_t last_word = 0;
  };

  bool fits(const Production& production) const;
  bool can_be(const Waiting& waiting, Symbol symbol) const;
  void complete(const Production& production);

  Concept words_;
  InlineVector<Waiting, kMostTokens> waiting_;
  InlineVector<const Production*, 2 * kMostTokens> used_;
};

}  // namespace assay::curi
