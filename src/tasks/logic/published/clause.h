// Clauses of the published LogicInference: symbols, small trees kept once each, and their text.
//
// A Clause is a number. Equal trees in one Clauses have equal numbers, so comparing clauses, and
// looking one up among others, is comparing numbers.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::logic::published {

enum class SymbolKind : std::uint8_t { kProposition, kFunctor, kConstant, kVariable };

// A name from one of four pools and a suffix: p, Q_3, a_1, x_12.
struct Symbol {
  static constexpr std::uint32_t kNames = 32;  // room for the 27 names of the pools

  std::uint32_t code = 0;

  std::uint32_t name() const { return code % kNames; }
  std::uint32_t suffix() const { return code / kNames; }
  SymbolKind kind() const;
  auto operator<=>(const Symbol&) const = default;
};

// Where each pool starts among the names, and how many it has.
struct NamePool {
  std::uint32_t first;
  std::uint32_t size;
};
constexpr NamePool name_pool(SymbolKind kind) {
  constexpr NamePool kPools[] = {{0, 7}, {7, 7}, {14, 10}, {24, 3}};
  return kPools[static_cast<std::size_t>(kind)];
}

// Suffixes that are no numbers. A star marks a rule's own symbols while it is tried.
inline constexpr std::uint32_t kNoSuffix = 0;
inline constexpr std::uint32_t kStar = 1U << 20U;
inline constexpr std::uint32_t kFromRule = kStar + 1;  // a rule's own x in an answer: never renamed
inline constexpr std::uint32_t kInvented = kStar + 2;  // stands for the counter's last value

constexpr Symbol make_symbol(std::uint32_t name, std::uint32_t suffix = kNoSuffix) {
  return {suffix * Symbol::kNames + name};
}
constexpr Symbol with_suffix(Symbol symbol, std::uint32_t suffix) {
  return make_symbol(symbol.code % Symbol::kNames, suffix);
}

inline SymbolKind Symbol::kind() const {
  if (name() < 7) return SymbolKind::kProposition;
  if (name() < 14) return SymbolKind::kFunctor;
  return name() < 24 ? SymbolKind::kConstant : SymbolKind::kVariable;
}

std::string symbol_text(Symbol symbol);

struct Clause {
  std::uint32_t id = 0;
  auto operator<=>(const Clause&) const = default;
};

enum class Op : std::uint8_t {
  kAtom,     // p
  kApplied,  // P(a), P(x)
  kNot,
  kImplies,
  kIff,
  kAnd,
  kOr,
  kForall,
  kExists,
  kBare,  // quirk: a name that is no clause, in the contradiction of disjunction elimination
};

constexpr bool is_binary(Op op) { return op >= Op::kImplies && op <= Op::kOr; }
constexpr bool is_quantifier(Op op) { return op == Op::kForall || op == Op::kExists; }

// A binary operator as it stands between its operands: " -> ".
std::string_view operator_text(Op op);

// What one node holds: symbols for kAtom, kBare (one) and kApplied (functor, argument); clauses for
// kNot (one) and binary operators; the variable and the body for quantifiers.
struct Node {
  Op op;
  std::uint32_t first;
  std::uint32_t second;

  Symbol symbol() const { return {first}; }
  Symbol argument() const { return {second}; }
  Clause left() const { return {first}; }
  Clause right() const { return {second}; }  // of a binary operator; body of a quantifier
  bool operator==(const Node&) const = default;
};

// All clauses made so far.
class Clauses {
 public:
  Clauses();

  const Node& operator[](Clause clause) const { return nodes_[clause.id]; }

  Clause make(Op op, std::uint32_t first, std::uint32_t second = 0);
  Clause atom(Symbol symbol) { return make(Op::kAtom, symbol.code); }
  Clause applied(Symbol functor, Symbol argument) {
    return make(Op::kApplied, functor.code, argument.code);
  }
  Clause negation(Clause clause) { return make(Op::kNot, clause.id); }
  Clause binary(Op op, Clause left, Clause right) { return make(op, left.id, right.id); }
  Clause quantified(Op op, Symbol variable, Clause body) {
    return make(op, variable.code, body.id);
  }

  // The clause with every symbol replaced by map(symbol).
  template <typename Map>
  Clause renamed(Clause clause, const Map& map);

  // Reads the notation that text() writes; a name behind a quote is kBare. Throws Error(kInput).
  Clause parse(std::string_view text);

 private:
  void grow();

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> slots_;  // ids + 1 by hash; a power of two of them
};

// The notation of the data: "forall x: P(x) -> ~Q_2(x)".
std::string text(const Clauses& clauses, Clause clause);

// The same, appended, with name(symbol) for each symbol.
template <typename Name>
void append_clause(const Clauses& clauses, Clause clause, const Name& name, std::string& out);

template <typename Map>
Clause Clauses::renamed(Clause clause, const Map& map) {
  const Node node = nodes_[clause.id];
  switch (node.op) {
    case Op::kAtom:
    case Op::kBare:
      return make(node.op, map(node.symbol()).code);
    case Op::kApplied:
      return applied(map(node.symbol()), map(node.argument()));
    case Op::kNot:
      return negation(renamed(node.left(), map));
    case Op::kForall:
    case Op::kExists:
      return quantified(node.op, map(node.symbol()), renamed(node.right(), map));
    default: {
      const Clause left = renamed(node.left(), map);
      return binary(node.op, left, renamed(node.right(), map));
    }
  }
}

template <typename Name>
void append_operand(const Clauses& clauses, Clause clause, const Name& name, std::string& out) {
  const Op op = clauses[clause].op;
  const bool compound = is_binary(op) || is_quantifier(op);
  if (compound) out += '(';
  append_clause(clauses, clause, name, out);
  if (compound) out += ')';
}

template <typename Name>
void append_clause(const Clauses& clauses, Clause clause, const Name& name, std::string& out) {
  const Node& node = clauses[clause];
  switch (node.op) {
    case Op::kAtom:
    case Op::kBare:
      out += name(node.symbol());
      return;
    case Op::kApplied:
      out += name(node.symbol());
      out += '(';
      out += name(node.argument());
      out += ')';
      return;
    case Op::kNot: {
      // Quirk: "~~" is deleted, but parentheses behind it stay.
      bool odd = true;
      Clause inner = node.left();
      for (; clauses[inner].op == Op::kNot; inner = clauses[inner].left()) odd = !odd;
      if (odd) out += '~';
      append_operand(clauses, inner, name, out);
      return;
    }
    case Op::kForall:
    case Op::kExists:
      out += node.op == Op::kForall ? "forall " : "exists ";
      out += name(node.symbol());
      out += ": ";
      append_clause(clauses, node.right(), name, out);
      return;
    default:
      append_operand(clauses, node.left(), name, out);
      out += operator_text(node.op);
      append_operand(clauses, node.right(), name, out);
  }
}

}  // namespace assay::logic::published
