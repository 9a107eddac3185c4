#include "assay/tasks/logic/published/matcher.h"

#include <algorithm>
#include <utility>

#include "assay/base/error.h"

namespace assay::logic::published {
namespace {

constexpr Symbol kFirstInvented = make_symbol(name_pool(SymbolKind::kFunctor).first + 2);
constexpr Symbol kSecondInvented = make_symbol(name_pool(SymbolKind::kFunctor).first + 3);

class Matcher {
 public:
  Matcher(Clauses& clauses, std::uint32_t counter, Bindings& bindings)
      : clauses_(clauses), counter_(counter), bindings_(bindings) {}

  bool match(Clause first, Clause second, Invention invention) {
    const Node a = clauses_[first];
    const Node b = clauses_[second];
    if (a.op == Op::kAtom) return match_atom(a.symbol(), second, b);
    if (a.op == b.op) {
      if (is_binary(a.op)) return inside(a.left(), b.left()) && inside(a.right(), b.right());
      if (a.op == Op::kNot) return inside(a.left(), b.left());
      if (a.op == Op::kApplied) return match_applied(a, b);
      if (!is_quantifier(a.op)) return false;
      return bindings_.bind(a.symbol(), b.symbol()) && inside(a.right(), b.right());
    }
    return invention == Invention::kOn && invent(first, b);
  }

 private:
  // Quirk: the flag is not handed down, so below the top invention is always on.
  bool inside(Clause a, Clause b) { return match(a, b, Invention::kOn); }

  bool match_atom(Symbol symbol, Clause whole, const Node& b) {
    if (b.op == Op::kAtom) return bindings_.bind(symbol, b.symbol());
    if (b.op == Op::kNot) return bindings_.bind(symbol, whole);
    if (b.op != Op::kApplied || b.argument().kind() != SymbolKind::kConstant) return false;
    // Quirk: a symbol that stands for P(a) already never matches P(a) again.
    return bindings_.find(symbol) == nullptr && bindings_.bind(symbol, whole);
  }

  bool match_applied(const Node& a, const Node& b) {
    return a.argument().kind() == b.argument().kind() && bindings_.bind(a.symbol(), b.symbol()) &&
           bindings_.bind(a.argument(), b.argument());
  }

  bool plain_atoms(const Node& a) const {
    if (a.op != Op::kNot && !is_binary(a.op)) return false;
    return clauses_[a.left()].op == Op::kAtom &&
           (a.op == Op::kNot || clauses_[a.right()].op == Op::kAtom);
  }

  bool invent(Clause first, const Node& b) {
    const Node a = clauses_[first];
    if (b.op != Op::kApplied || b.argument().kind() != SymbolKind::kConstant) return false;
    if (!plain_atoms(a)) return false;
    const Symbol left_atom = clauses_[a.left()].symbol();
    const Symbol left = with_suffix(kFirstInvented, counter_);
    if (!bindings_.bind(left_atom, clauses_.applied(left, b.argument()))) return false;
    if (a.op == Op::kNot) return bindings_.bind(b.symbol(), clauses_.negation(clauses_.atom(left)));
    const Symbol right_atom = clauses_[a.right()].symbol();
    const Symbol right = right_atom == left_atom ? left : with_suffix(kSecondInvented, counter_);
    if (!bindings_.bind(right_atom, clauses_.applied(right, b.argument()))) return false;
    const Clause left_functor = clauses_.atom(left);
    return bindings_.bind(b.symbol(), clauses_.binary(a.op, left_functor, clauses_.atom(right)));
  }

  Clauses& clauses_;
  std::uint32_t counter_;
  Bindings& bindings_;
};

// A functor that stands for a compound: its argument goes to every functor in it.
Clause push_argument(Clauses& clauses, Clause compound, Symbol argument) {
  const Node node = clauses[compound];
  if (node.op == Op::kAtom) return clauses.applied(node.symbol(), argument);
  if (node.op == Op::kNot) {
    return clauses.negation(push_argument(clauses, node.left(), argument));
  }
  const Clause left = push_argument(clauses, node.left(), argument);
  return clauses.binary(node.op, left, push_argument(clauses, node.right(), argument));
}

bool is_whole(const Clauses& clauses, Clause atom) {
  const Op op = clauses[atom].op;
  return op == Op::kBare || op == Op::kApplied;
}

void add_new(std::vector<Clause>& clauses, Clause clause) {
  if (std::find(clauses.begin(), clauses.end(), clause) == clauses.end()) {
    clauses.push_back(clause);
  }
}

void add_pieces(Clauses& clauses, const Node node, std::vector<Clause>& pieces) {
  if (node.op == Op::kAtom) {
    add_new(pieces, clauses.make(Op::kBare, node.first));
    return;
  }
  add_new(pieces, node.left());
  if (node.op != Op::kNot) add_new(pieces, node.right());
}

Symbol substitute(Symbol symbol, const Bindings& bindings) {
  const Binding* const binding = bindings.find(symbol);
  return binding == nullptr || binding->is_clause ? symbol : Symbol{binding->value};
}

}  // namespace

const Binding* Bindings::find(Symbol symbol) const {
  for (const Binding& entry : *this) {
    if (entry.from == symbol) return &entry;
  }
  return nullptr;
}

bool Bindings::bind(const Binding& binding) {
  const Binding* const known = find(binding.from);
  if (known != nullptr) return known->same_value(binding);
  ASSAY_CHECK(size_ < kMost);
  entries_[size_++] = binding;
  return true;
}

bool may_match(const Clauses& clauses, Clause a, Clause b) {
  const Op op = clauses[a].op;
  const Op other = clauses[b].op;
  if (op == other) return true;
  if (op == Op::kAtom) return other == Op::kNot || other == Op::kApplied;
  return other == Op::kApplied && (op == Op::kNot || is_binary(op));
}

bool match(Clauses& clauses, Clause a, Clause b, std::uint32_t counter, Invention invention,
           Bindings& bindings) {
  if (!may_match(clauses, a, b)) return false;
  const std::size_t before = bindings.size();
  if (Matcher(clauses, counter, bindings).match(a, b, invention)) return true;
  bindings.shrink(before);
  return false;
}

Clause substitute(Clauses& clauses, Clause clause, const Bindings& bindings) {
  const Node node = clauses[clause];
  switch (node.op) {
    case Op::kAtom:
    case Op::kBare: {
      const Binding* const binding = bindings.find(node.symbol());
      if (binding == nullptr) return clause;
      return binding->is_clause ? Clause{binding->value} : clauses.make(node.op, binding->value);
    }
    case Op::kApplied: {
      const Symbol argument = substitute(node.argument(), bindings);
      const Binding* const binding = bindings.find(node.symbol());
      if (binding != nullptr && binding->is_clause) {
        return push_argument(clauses, Clause{binding->value}, argument);
      }
      return clauses.applied(substitute(node.symbol(), bindings), argument);
    }
    case Op::kNot:
      return clauses.negation(substitute(clauses, node.left(), bindings));
    case Op::kForall:
    case Op::kExists:
      return clauses.quantified(node.op, substitute(node.symbol(), bindings),
                                substitute(clauses, node.right(), bindings));
    default: {
      const Clause left = substitute(clauses, node.left(), bindings);
      return clauses.binary(node.op, left, substitute(clauses, node.right(), bindings));
    }
  }
}

// One level at a time. Quirk: equal atoms that were there before both stay.
void split_atoms(Clauses& clauses, std::vector<Clause>& atoms) {
  const auto whole = [&](Clause atom) { return is_whole(clauses, atom); };
  while (!std::all_of(atoms.begin(), atoms.end(), whole)) {
    std::vector<Clause> kept;
    std::vector<Clause> pieces;
    for (const Clause atom : atoms) {
      if (whole(atom)) {
        kept.push_back(atom);
      } else {
        add_pieces(clauses, clauses[atom], pieces);
      }
    }
    for (const Clause piece : pieces) add_new(kept, piece);
    atoms = std::move(kept);
  }
}

}  // namespace assay::logic::published
