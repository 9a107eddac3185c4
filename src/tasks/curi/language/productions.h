// The grammar of CURI's language of thought, with the probabilities its sentences were drawn by
// (appendix B.1; the probabilities are the mode of the release's Dirichlet weights).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "assay/tasks/curi/language/concept.h"

namespace assay::curi {

// The paper's names. SETFC is the colours of a set, C a colour, FC the function that gives it; SH
// is shape, M material, SI size, L place.
enum class Symbol : std::uint8_t {
  kNone,
  kStart,
  kBool,
  kNum,
  kSetFc,
  kSetFsh,
  kSetFm,
  kSetFsi,
  kSetFl,
  kC,
  kSh,
  kM,
  kSi,
  kL,
  kFc,
  kFsh,
  kFm,
  kFsi,
  kFl,
  kObject,
  kSet,
};

struct Chance {
  std::uint64_t of = 0;
  std::uint64_t in = 1;
};

// One completion of a symbol: its parts, then a word. Where there are more `words`, it stands for
// as many completions with one word each, numbered on from the first, each with this chance.
struct Production {
  Symbol symbol = Symbol::kNone;
  std::array<Symbol, 2> parts{};
  Chance chance;
  Token word{};
  std::uint8_t words = 0;

  std::uint8_t part_count() const {
    return static_cast<std::uint8_t>((parts[0] != Symbol::kNone) + (parts[1] != Symbol::kNone));
  }
  // Whether it compares two values, of which at most one may be a constant.
  bool compares() const { return words == 1 && (word == Token::kEqual || word == Token::kGreater); }
};

// What START makes is its part, "lambda S." and its word. The order is part of the data format:
// what is drawn depends on it.
std::span<const Production> productions();

}  // namespace assay::curi
