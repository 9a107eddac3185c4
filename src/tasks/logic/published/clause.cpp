#include "assay/tasks/logic/published/clause.h"

#include <cctype>

#include "assay/base/error.h"
#include "assay/base/hash.h"

namespace assay::logic::published {
namespace {

constexpr std::string_view kNameLetters = "pqrstuwPQRSTUWabcdefghijxyz";

std::uint64_t node_hash(const Node& node) {
  const std::uint64_t pair = std::uint64_t{node.first} << 32U | node.second;
  return mix(pair, static_cast<std::uint64_t>(node.op));
}

// Reads one clause from the left; precedence is by parentheses alone.
class Reader {
 public:
  Reader(Clauses& clauses, std::string_view text) : clauses_(clauses), text_(text), rest_(text) {}

  Clause whole() {
    const Clause clause = clause_here();
    if (!rest_.empty()) stop();
    return clause;
  }

 private:
  [[noreturn]] void stop() const {
    fail(ErrorKind::kInput, "clause \"{}\": cannot read on at \"{}\"", text_, rest_);
  }

  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  Clause clause_here() {
    for (const Op op : {Op::kForall, Op::kExists}) {
      if (!take(op == Op::kForall ? "forall " : "exists ")) continue;
      const Symbol variable = symbol();
      if (!take(": ")) stop();
      return clauses_.quantified(op, variable, clause_here());
    }
    const Clause left = operand();
    if (take(" -> ")) return clauses_.binary(Op::kImplies, left, operand());
    if (take(" <-> ")) return clauses_.binary(Op::kIff, left, operand());
    if (take(" and ")) return clauses_.binary(Op::kAnd, left, operand());
    if (take(" or ")) return clauses_.binary(Op::kOr, left, operand());
    return left;
  }

  Clause operand() {
    if (take("~")) return clauses_.negation(operand());
    if (take("'")) return clauses_.make(Op::kBare, symbol().code);
    if (take("(")) {
      const Clause inner = clause_here();
      if (!take(")")) stop();
      return inner;
    }
    const Symbol head = symbol();
    if (!take("(")) return clauses_.atom(head);
    const Symbol argument = symbol();
    if (!take(")")) stop();
    return clauses_.applied(head, argument);
  }

  Symbol symbol() {
    const std::size_t name = rest_.empty() ? std::string_view::npos : kNameLetters.find(rest_[0]);
    if (name == std::string_view::npos) stop();
    rest_.remove_prefix(1);
    std::uint32_t suffix = kNoSuffix;
    if (take("_*")) {
      suffix = kStar;
    } else if (take("_")) {
      while (!rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_[0])) != 0) {
        suffix = suffix * 10 + static_cast<std::uint32_t>(rest_[0] - '0');
        if (suffix >= kStar) stop();
        rest_.remove_prefix(1);
      }
    }
    return make_symbol(static_cast<std::uint32_t>(name), suffix);
  }

  Clauses& clauses_;
  std::string_view text_;
  std::string_view rest_;
};

}  // namespace

std::string_view operator_text(Op op) {
  switch (op) {
    case Op::kImplies:
      return " -> ";
    case Op::kIff:
      return " <-> ";
    case Op::kAnd:
      return " and ";
    default:
      return " or ";
  }
}

std::string symbol_text(Symbol symbol) {
  std::string result(1, kNameLetters[symbol.name()]);
  if (symbol.suffix() == kStar) return result + "_*";
  if (symbol.suffix() != kNoSuffix && symbol.suffix() < kStar) {
    result += "_" + std::to_string(symbol.suffix());
  }
  return result;
}

Clauses::Clauses() : slots_(1U << 12U) { nodes_.reserve(slots_.size()); }

Clause Clauses::make(Op op, std::uint32_t first, std::uint32_t second) {
  const Node node{op, first, second};
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = node_hash(node) & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    if (nodes_[slots_[slot] - 1] == node) return {slots_[slot] - 1};
  }
  nodes_.push_back(node);
  slots_[slot] = static_cast<std::uint32_t>(nodes_.size());
  if (nodes_.size() * 2 > slots_.size()) grow();
  return {static_cast<std::uint32_t>(nodes_.size() - 1)};
}

void Clauses::grow() {
  slots_.assign(slots_.size() * 2, 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t id = 0; id < nodes_.size(); ++id) {
    std::size_t slot = node_hash(nodes_[id]) & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = id + 1;
  }
}

Clause Clauses::parse(std::string_view text) { return Reader(*this, text).whole(); }

std::string text(const Clauses& clauses, Clause clause) {
  std::string result;
  append_clause(clauses, clause, symbol_text, result);
  return result;
}

}  // namespace assay::logic::published
