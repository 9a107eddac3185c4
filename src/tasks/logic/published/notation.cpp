#include "assay/tasks/logic/published/notation.h"

#include <algorithm>

namespace assay::logic::published {

Naming::Naming(std::uint32_t counter) : counter_(counter) {
  for (const auto kind : {SymbolKind::kProposition, SymbolKind::kFunctor, SymbolKind::kConstant,
                          SymbolKind::kVariable}) {
    const NamePool pool = name_pool(kind);
    for (std::uint32_t name = pool.first; name < pool.first + pool.size; ++name) {
      make_text(make_symbol(name));
      make_text(make_symbol(name, counter));
    }
  }
}

void Naming::set(std::span<const Symbol> symbols, std::span<const Symbol> names) {
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (symbols[i].code >= names_.size()) names_.resize(symbols[i].code + 1);
    names_[symbols[i].code] = names[i];
    make_text(names[i]);
  }
}

void Naming::make_text(Symbol name) {
  if (name.code >= texts_.size()) texts_.resize(name.code + 1);
  Text& text = texts_[name.code];
  if (text.size != 0) return;
  const std::string letters = symbol_text(name);
  std::copy(letters.begin(), letters.end(), text.letters.begin());
  text.size = static_cast<std::uint8_t>(letters.size());
}

void append_notation(const Clauses& clauses, Clause clause, const Naming& naming,
                     std::string& out) {
  append_clause(
      clauses, clause, [&](Symbol symbol) { return naming.text(symbol); }, out);
}

}  // namespace assay::logic::published
