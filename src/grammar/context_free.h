// Context-free grammars of finite languages: count, rank, unrank, sample and spell out derivations.
// (Parsing is in context_free_parse.h.)
//
// A grammar is a list of productions in text form, `S -> V twice`: what stands left of some arrow
// is a non-terminal, every other symbol is a word. `V -> D[1] opposite D[2]` has one child D,
// derived and counted once, whose first and second word stand apart; every D must then have exactly
// the words that are mentioned (in any order, repeats allowed). Recursion is written out to a
// bound, C/2, C/1, C/0, so that languages are finite; productions may share a name across those
// levels.
//
// Derivations of a non-terminal are ranked 0, 1, 2 ...: productions in the order of declaration,
// inside a production the ranks of its children as digits, the last child fastest.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/random.h"

namespace assay {

using NonTerminal = std::uint32_t;   // in the order of first declaration
using ProductionId = std::uint32_t;  // in the order of declaration
using WordId = std::uint32_t;        // in the order of first use

// A production in text form; without a name it is named by its text.
struct RuleText {
  RuleText(const char* rule) : text(rule) {}           // NOLINT(google-explicit-constructor)
  RuleText(std::string rule, std::string called = {})  // NOLINT(google-explicit-constructor)
      : text(std::move(rule)), name(std::move(called)) {}

  std::string text;
  std::string name;
};

// One symbol of a right-hand side before names are looked up.
struct Symbol {
  enum class Kind : std::uint8_t { kWord, kChild, kSlice };

  static Symbol word(std::string text) { return {Kind::kWord, std::move(text), 0}; }
  static Symbol child(std::string name) { return {Kind::kChild, std::move(name), 0}; }
  // The place-th word (from 1) of a child; all slices of one name in a rule are of one child.
  static Symbol slice(std::string name, std::uint32_t place) {
    return {Kind::kSlice, std::move(name), place};
  }

  Kind kind;
  std::string text;
  std::uint32_t place;
};

// A production whose words may look like anything; without a name it is named by its text form.
struct GrammarRule {
  std::string left;
  std::vector<Symbol> right;
  std::string name = {};
};

// How many words something can have; saturates at the largest number.
struct WordRange {
  std::uint64_t shortest = 0;
  std::uint64_t longest = 0;
};

// One piece of a right-hand side: a word, a whole child, or one word of a child.
struct ProductionPiece {
  Symbol::Kind kind = Symbol::Kind::kWord;
  std::uint32_t index = 0;  // WordId or position among the children
  std::uint32_t place = 0;  // of a slice: which word of the child, from 0

  auto operator<=>(const ProductionPiece&) const = default;
};

struct Production {
  std::string name;
  NonTerminal left = 0;
  std::vector<NonTerminal> children;  // in the order of first mention
  std::vector<std::uint32_t> sliced;  // positions of the children that are mentioned by slices
  std::vector<ProductionPiece> pieces;
  std::vector<WordRange> rest;  // rest[i]: the words of pieces[i] and after; one past the end
  std::vector<std::uint64_t> weights;  // rank = first_rank + sum of weights[i] * rank of child i
  std::uint64_t first_rank = 0;
  std::uint64_t count = 0;
};

// A derivation tree in pre-order. A subtree is a run of nodes that does not depend on its place.
struct Derivation {
  struct Node {
    ProductionId production = 0;
    std::uint32_t size = 0;  // nodes of the subtree, this one included
    auto operator<=>(const Node&) const = default;
  };
  std::vector<Node> nodes;

  // The k-th child of a node; walks over the children before it. The first child of n is n + 1, the
  // sibling after c is c + nodes[c].size.
  std::size_t child(std::size_t node, std::size_t k) const {
    std::size_t at = node + 1;
    for (; k > 0; --k) at += nodes[at].size;
    return at;
  }

  auto operator<=>(const Derivation&) const = default;
};

// Immutable, so threads may share it.
class Grammar {
 public:
  // Throw Error(kUsage) for recursion, unknown non-terminals, duplicate productions, slices that do
  // not fit their child and counts beyond 64 bits.
  explicit Grammar(const std::vector<GrammarRule>& rules);
  static Grammar from_text(const std::vector<RuleText>& lines);

  // The non-terminal of that name; throws Error(kUsage) with near names when there is none.
  NonTerminal non_terminal(std::string_view name) const;

  std::string_view name(NonTerminal nt) const { return non_terminals_[nt].name; }
  std::span<const ProductionId> productions(NonTerminal nt) const {
    return non_terminals_[nt].productions;
  }
  WordRange length(NonTerminal nt) const { return non_terminals_[nt].length; }

  std::size_t production_count() const { return productions_.size(); }
  const Production& production(ProductionId id) const { return productions_[id]; }

  std::size_t word_count() const { return words_.size(); }
  std::string_view word(WordId id) const { return words_[id]; }
  std::optional<WordId> find_word(std::string_view word) const;

  // The number of derivations, at least 1.
  std::uint64_t count(NonTerminal nt) const { return non_terminals_[nt].count; }

  // The derivation of that rank; rank < count(nt). `out` is overwritten and its memory reused.
  void unrank(NonTerminal nt, std::uint64_t rank, Derivation& out) const;
  Derivation unrank(NonTerminal nt, std::uint64_t rank) const;

  // The inverse of unrank, for the non-terminal left of the root production.
  std::uint64_t rank(const Derivation& derivation) const;

  // A derivation drawn uniformly: one draw below count(nt), then unrank.
  Derivation sample(NonTerminal nt, Stream& stream) const;

  // Appends the words of the derivation with single blanks between them.
  void words(const Derivation& derivation, std::string& out) const;
  std::vector<std::string_view> words(const Derivation& derivation) const;

  // The tree by production names: `C -> S and S(S -> V(V -> walk), S -> V(V -> run))`.
  std::string describe(const Derivation& derivation) const;

 private:
  struct NonTerminalInfo {
    std::string name;
    std::vector<ProductionId> productions;
    std::vector<std::uint64_t> ends;  // running sums of the productions' counts
    std::uint64_t count = 0;
    WordRange length;
  };

  void add_production(const GrammarRule& rule);
  ProductionPiece add_piece(const Symbol& symbol, Production& production);
  void check_slices(const Production& production, std::uint32_t child) const;
  void measure(NonTerminal nt, std::vector<NonTerminal>& path);
  void measure(Production& production) const;
  [[noreturn]] void fail_recursive(NonTerminal nt, std::span<const NonTerminal> path) const;
  [[noreturn]] void fail_too_many(const Production& production) const;
  ProductionId production_at(NonTerminal nt, std::uint64_t rank) const;
  void grow(NonTerminal nt, std::uint64_t rank, Derivation& out) const;
  std::uint64_t rank(const Derivation& derivation, std::size_t node) const;
  WordId word_at(const Derivation& derivation, std::size_t node, std::uint64_t place) const;
  template <typename Visit>
  void visit_words(const Derivation& derivation, std::size_t node, const Visit& visit) const;
  void describe(const Derivation& derivation, std::size_t node, std::string& out) const;

  std::vector<NonTerminalInfo> non_terminals_;
  std::vector<Production> productions_;
  std::vector<std::string> words_;
  std::map<std::string, NonTerminal, std::less<>> non_terminal_ids_;
  std::map<std::string, WordId, std::less<>> word_ids_;
};

}  // namespace assay
