// All phrases below the start of a grammar, numbered; and trees, which are a phrase or a production
// of the start over phrases.
//
// No phrase can stand inside itself, so there are few: 180 in cSCAN-B, some hundreds over the
// fourteen productions of a cSCAN-X context, 13,860 over all of X. A variable is a phrase of its
// own, typed by the slot it stands in; the variables of a phrase are numbered from left to right.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/inline_vector.h"
#include "assay/tasks/cscan/space/rule_space.h"

namespace assay::cscan {

using PhraseId = std::uint16_t;

inline constexpr ProductionId kNoProduction = 0xFF;
inline constexpr std::size_t kMostPhrases = 60'000;
inline constexpr std::size_t kMostVariables = 16;  // of a tree

// Productions as bits.
using ProductionSet = std::uint64_t;
static_assert(kMostProductions <= 64);
inline ProductionSet set_of(ProductionId production) { return ProductionSet{1} << production; }

struct Phrase {
  ProductionId production = kNoProduction;  // none: a variable
  Level level = 0;                          // of a variable: that of its slot
  std::uint8_t variables = 0;
  ProductionSet holds = 0;  // all productions in it
  InlineVector<PhraseId, kMostSlots> parts;

  bool is_variable() const { return production == kNoProduction; }
};

// A left side, or a command.
struct Tree {
  ProductionId top = kNoProduction;  // of the start; none: the one part is all
  InlineVector<PhraseId, kMostSlots> parts;
  friend bool operator==(const Tree&, const Tree&) = default;
  bool is_phrase() const { return top == kNoProduction; }
};

// The phrases that the variables of a pattern stand for, in order.
using Binding = InlineVector<PhraseId, kMostVariables>;

class PhraseTable {
 public:
  // Of the phrases over some productions of the space; it must outlive the table.
  PhraseTable(const RuleSpace& space, std::span<const ProductionId> productions);
  explicit PhraseTable(const RuleSpace& space);

  const RuleSpace& space() const { return *space_; }
  std::span<const ProductionId> productions() const { return productions_; }
  bool has(ProductionId production) const { return has_[production]; }

  // Parts stand before what they are parts of.
  std::size_t size() const { return phrases_.size(); }
  const Phrase& operator[](PhraseId id) const { return phrases_[id]; }
  PhraseId variable(Level slot) const { return variables_[slot]; }
  // What may stand in a slot, its variable first.
  std::span<const PhraseId> choices(Level slot) const { return choices_[slot]; }
  // The phrase of a production over parts that fit its slots.
  PhraseId find(ProductionId production, const InlineVector<PhraseId, kMostSlots>& parts) const;
  // The tree of a production over parts that fit, or over variables alone.
  Tree tree(ProductionId production, const InlineVector<PhraseId, kMostSlots>& parts) const;
  Tree basis_tree(ProductionId production) const;
  // That of a phrase that no variable is.
  Tree tree(PhraseId phrase) const { return {kNoProduction, {phrase}}; }

  ProductionId root(const Tree& tree) const {
    return tree.is_phrase() ? phrases_[tree.parts[0]].production : tree.top;
  }
  std::size_t variables(const Tree& tree) const;
  bool is_command(const Tree& tree) const;
  ProductionSet holds(const Tree& tree) const;
  // The slot that a variable of the tree stands in.
  Level slot_of(const Tree& tree, std::size_t variable) const;
  // The tree with a phrase that fits for one of its variables.
  Tree put(const Tree& tree, std::size_t variable, PhraseId phrase) const;

  // Every phrase inside the tree, with the tree that has a variable in its place.
  struct Cut {
    Tree around;
    PhraseId inside;
  };
  std::vector<Cut> cuts(const Tree& tree) const;

  // Whether `phrase` is `pattern` with phrases for its variables, which are added to `binding`.
  bool match(PhraseId pattern, PhraseId phrase, Binding& binding) const;
  bool match(const Tree& pattern, const Tree& tree, Binding& binding) const;
  // The most general phrase that is an instance of both, which stand in the same slot.
  std::optional<PhraseId> meet(PhraseId a, PhraseId b) const;

  // The productions of a tree from left to right in its text, parents before parts.
  void productions_of(const Tree& tree, std::vector<ProductionId>& out) const;

  void append_text(std::string& out, const Tree& tree) const;

 private:
  void add(Phrase phrase);
  void add_all(ProductionId production);
  void append_pattern(std::string& out, ProductionId production,
                      const InlineVector<PhraseId, kMostSlots>& parts,
                      std::size_t& variables) const;
  void append_phrase(std::string& out, PhraseId phrase, std::size_t& variables) const;
  PhraseId put_into(PhraseId phrase, std::size_t& variable, PhraseId filler) const;
  // Appends what stands around each phrase inside, and that phrase.
  void cut(PhraseId phrase, std::vector<std::pair<PhraseId, PhraseId>>& out) const;
  void note_productions(PhraseId phrase, std::vector<ProductionId>& out) const;

  const RuleSpace* space_;
  std::vector<ProductionId> productions_;
  std::vector<bool> has_;
  std::vector<Phrase> phrases_;
  std::vector<PhraseId> variables_;                 // of each level
  std::vector<std::vector<PhraseId>> choices_;      // of each level
  std::vector<std::vector<std::uint16_t>> places_;  // of each level and phrase, in its choices
  std::vector<std::uint32_t> firsts_;               // of each production, its first phrase
};

}  // namespace assay::cscan
