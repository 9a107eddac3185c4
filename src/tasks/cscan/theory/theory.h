// What follows from a set of rules.
//
// A tree has the value v when it can be tiled: a rule covers its root, and what stands for the
// variables of that rule has values by tiling again. That is what exhaustive forward chaining
// derives, asked for from the other end, so nothing has to be stored but the values of phrases.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "assay/tasks/cscan/theory/rule.h"

namespace assay::cscan {

enum class Known : std::uint8_t { kNo, kYes, kTwice };  // kTwice: two values, at least

// What each phrase means; a variable means itself.
struct PhraseValues {
  std::vector<Known> known;
  std::vector<Output> value;  // of kYes
};

// The value of a tree by the rules of its productions alone, `basis` giving the output of each.
Output value_by_basis(const PhraseTable& phrases, const Tree& tree,
                      const std::function<const Output&(ProductionId)>& basis);

class Theory {
 public:
  Theory(const PhraseTable& phrases, std::span<const Rule> rules);

  const PhraseTable& phrases() const { return *phrases_; }
  std::span<const Rule> rules() const { return rules_; }
  void add(const Rule& rule);

  Known known(PhraseId phrase) const { return values_.known[phrase]; }
  // Sets `value` when it is known once.
  Known evaluate(const Tree& tree, Output& value) const;
  // Whether the rule can be applied: all that its output needs has a value.
  bool applies(const Rule& rule, std::size_t slot, PhraseId part) const;
  // The rules whose left side is of this production.
  std::span<const std::uint16_t> rules_of(ProductionId production) const {
    return by_root_[production];
  }

  // Whether some tree has two values. Different outputs differ, also where they hold variables.
  bool has_conflict() const;
  // A tree that has two values with one rule more, of a theory without conflict; nothing when none
  // has. Each part of the tree has at most one.
  std::optional<Tree> conflict_with(const Rule& rule) const;
  bool conflicts_with(const Rule& rule) const { return conflict_with(rule).has_value(); }

 private:
  void index(std::size_t rule);
  // Values of the phrases from `first` on, with what `extra` adds if it is set. When `stop` is set
  // it ends at the first phrase with two values and gives it.
  std::optional<PhraseId> evaluate_phrases(PhraseId first, const Rule* extra, bool stop,
                                           PhraseValues& values) const;
  // A tree that two rules of a start production give different values.
  std::optional<Tree> where_rules_differ(const PhraseValues& values) const;

  const PhraseTable* phrases_;
  std::vector<Rule> rules_;
  std::vector<std::uint32_t> needs_;  // of each rule, the variables that its output holds, as bits
  std::vector<std::vector<std::uint16_t>> by_root_;
  PhraseValues values_;
};

}  // namespace assay::cscan
