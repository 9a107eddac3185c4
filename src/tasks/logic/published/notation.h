// Logic notation for the clauses of one example: the text of clause.h under other names.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/tasks/logic/published/clause.h"

namespace assay::logic::published {

// The names that an example gives to a problem's symbols.
class Naming {
 public:
  // `counter` is the suffix of invented functors.
  explicit Naming(std::uint32_t counter);

  // From now on symbols[i] is called names[i].
  void set(std::span<const Symbol> symbols, std::span<const Symbol> names);

  // What a symbol of the problem, of a rule or an invented one is called.
  Symbol operator()(Symbol symbol) const {
    if (symbol.suffix() < kStar) return names_[symbol.code];
    return with_suffix(symbol, symbol.suffix() == kInvented ? counter_ : kNoSuffix);
  }

  // The same as text; it lives as long as this object and until the next set().
  std::string_view text(Symbol symbol) const { return name_text((*this)(symbol)); }
  std::string_view name_text(Symbol name) const {
    const Text& text = texts_[name.code];
    return {text.letters.data(), text.size};
  }

 private:
  // Short texts: a letter, a line and a number.
  struct Text {
    std::array<char, 15> letters{};
    std::uint8_t size = 0;
  };

  void make_text(Symbol name);

  std::uint32_t counter_;
  std::vector<Symbol> names_;  // by the code of the problem's symbol
  std::vector<Text> texts_;    // by the code of the name
};

// Appends the clause in logic notation.
void append_notation(const Clauses& clauses, Clause clause, const Naming& naming, std::string& out);

}  // namespace assay::logic::published
