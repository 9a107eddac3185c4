#include "assay/tasks/logic/published/variations.h"

#include <algorithm>
#include <bitset>

#include "assay/base/error.h"

namespace assay::logic::published {
namespace {

constexpr double kRenamed = 0.75;
constexpr double kSuffixed = 0.33;
constexpr std::size_t kSuffixes = 4;
constexpr int kMostAttempts = 100;

// An atom by the places of its symbols; a proposition has no argument.
struct AtomPlaces {
  std::size_t symbol;
  std::size_t argument;
};
constexpr std::size_t kNone = ~std::size_t{0};

class Renamer {
 public:
  Renamer(const Clauses& clauses, const Problem& problem, Twister& random)
      : random_(random), symbols_(symbols_of(clauses, problem)) {
    for (const Clause atom : problem.atoms) {
      const Node& node = clauses[atom];
      const bool applied = node.op == Op::kApplied;
      atoms_.push_back({place(node.symbol()), applied ? place(node.argument()) : kNone});
    }
    for (const Symbol symbol : symbols_) {
      if (symbol.code < used_.size()) used_.set(symbol.code);
    }
  }

  // New names for all symbols; false if two of them are the same.
  bool rename(std::vector<Symbol>& names) {
    names.assign(symbols_.size(), kUnbound);
    for (const AtomPlaces& atom : atoms_) rename_atom(atom, names);
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (names[i] == names[j]) return false;
      }
    }
    return true;
  }

 private:
  static constexpr Symbol kUnbound = make_symbol(Symbol::kNames - 1);

  std::size_t place(Symbol symbol) const {
    const auto found = std::find(symbols_.begin(), symbols_.end(), symbol);
    return static_cast<std::size_t>(found - symbols_.begin());
  }

  // Higher suffixes are never drawn, so they are old.
  bool is_used(Symbol symbol) const { return symbol.code >= used_.size() || used_[symbol.code]; }

  Symbol draw(SymbolKind kind) {
    const NamePool pool = name_pool(kind);
    const std::size_t name = random_.below(pool.size);
    const bool suffixed = random_.uniform() < kSuffixed;
    const std::size_t suffix = suffixed ? random_.below(kSuffixes) + 1 : kNoSuffix;
    return make_symbol(pool.first + static_cast<std::uint32_t>(name),
                       static_cast<std::uint32_t>(suffix));
  }

  Symbol draw_unless_bound(std::size_t place, const std::vector<Symbol>& names) {
    return names[place] != kUnbound ? names[place] : draw(symbols_[place].kind());
  }

  // Quirk: an atom that keeps its names takes them back from atoms renamed before it.
  void rename_atom(const AtomPlaces& atom, std::vector<Symbol>& names) {
    if (random_.uniform() < kRenamed && find_names(atom, names)) return;
    names[atom.symbol] = symbols_[atom.symbol];
    if (atom.argument != kNone) names[atom.argument] = symbols_[atom.argument];
  }

  // Quirk: only old names count as used, so two atoms may get the same new one; and a name that was
  // kept counts too, so that an atom which shares it draws in vain until the attempts run out.
  bool find_names(const AtomPlaces& atom, std::vector<Symbol>& names) {
    if (atom.argument != kNone && names[atom.symbol] != kUnbound &&
        names[atom.argument] != kUnbound) {
      return !is_used(names[atom.symbol]) && !is_used(names[atom.argument]);  // nothing to draw
    }
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
      if (atom.argument == kNone) {
        const Symbol symbol = draw(SymbolKind::kProposition);
        if (is_used(symbol)) continue;
        names[atom.symbol] = symbol;
        return true;
      }
      const Symbol functor = draw_unless_bound(atom.symbol, names);
      const Symbol argument = draw_unless_bound(atom.argument, names);
      if (is_used(functor) || is_used(argument)) continue;
      names[atom.symbol] = functor;
      names[atom.argument] = argument;
      return true;
    }
    return false;
  }

  Twister& random_;
  std::vector<Symbol> symbols_;
  std::vector<AtomPlaces> atoms_;
  std::bitset<Symbol::kNames*(kSuffixes + 1)> used_;
};

}  // namespace

std::vector<Symbol> symbols_of(const Clauses& clauses, const Problem& problem) {
  std::vector<Symbol> result;
  const auto add = [&](Symbol symbol) {
    if (std::find(result.begin(), result.end(), symbol) == result.end()) result.push_back(symbol);
  };
  for (const Clause atom : problem.atoms) {
    const Node& node = clauses[atom];
    add(node.symbol());
    if (node.op == Op::kApplied) add(node.argument());
  }
  return result;
}

void Variations::add(std::uint32_t problem, std::span<const Symbol> names) {
  problems_.push_back(problem);
  names_.insert(names_.end(), names.begin(), names.end());
  starts_.push_back(static_cast<std::uint32_t>(names_.size()));
}

Variations make_variations(const Clauses& clauses, std::span<const Problem> problems,
                           std::size_t first, std::size_t last, int tries, Twister& random,
                           const Control& control) {
  Variations result;
  std::vector<Symbol> names;
  for (std::size_t problem = first; problem < last; ++problem) {
    if (control.cancelled()) throw Interrupted("stopped while renaming problems");
    Renamer renamer(clauses, problems[problem], random);
    const std::size_t begin = result.size();
    for (int i = 0; i < tries; ++i) {
      if (!renamer.rename(names)) continue;
      bool known = false;
      for (std::size_t other = begin; other < result.size() && !known; ++other) {
        known = std::ranges::equal(result.names(other), names);
      }
      if (!known) result.add(static_cast<std::uint32_t>(problem), names);
    }
  }
  return result;
}

}  // namespace assay::logic::published
