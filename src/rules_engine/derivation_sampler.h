// Derivations drawn by chance, of exactly the wanted number of rule applications.
//
// A derivation of n rules has a probability proportional to the product of the weights of its
// rules, each divided by the number of rules of its category or, for words, of words that could
// stand in its place: as if rules were chosen evenly from the top, given the size. The sums over
// all derivations of each size are worked out once, so nothing is ever drawn in vain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/base/random.h"
#include "assay/rules_engine/derivation_tree.h"
#include "assay/rules_engine/feature_grammar.h"

namespace assay::rules {

// Immutable, so threads may share it. The grammar and its rules must outlive it.
class DerivationSampler {
 public:
  DerivationSampler(const FeatureGrammar& grammar, const RuleSet& rules, std::uint32_t largest);

  std::uint32_t largest() const { return largest_; }
  // Is there a text of that many rule applications?
  bool has(std::uint32_t size) const { return size <= largest_ && total_[size] > 0; }

  // Overwrites `out`; returns its root. has(size).
  std::uint32_t draw(std::uint32_t size, Stream& stream, DerivationTree& out) const;

 private:
  // Ways to come to an item from one and the same item before: over a word, or over states.
  struct Approach {
    ItemId before = kNothing;
    std::uint32_t first = 0;  // of its states
    std::uint32_t count = 0;  // 0: over a word
  };

  double made(StateId state, std::uint32_t size) const {
    return state_weight_[size * grammar_.state_count() + state];
  }
  double seen(ItemId item, std::uint32_t size) const {
    return item_weight_[item * (largest_ + 1) + size];
  }
  double over(std::size_t approach, std::uint32_t size) const {
    return approach_weight_[approach * (largest_ + 1) + size];
  }
  void weigh_rules(const RuleSet& rules);
  void find_approaches();
  void weigh(std::uint32_t size, std::span<const ItemId> order);
  StateId choose_state(std::size_t approach, std::uint32_t size, Stream& stream) const;
  std::uint32_t grow(StateId state, std::uint32_t size, Stream& stream, DerivationTree& out) const;

  const FeatureGrammar& grammar_;
  std::uint32_t largest_;
  std::vector<double> rule_weight_;         // by item that ends a rule
  std::vector<std::size_t> maker_of_;       // by state: where its makers begin; one past the end
  std::vector<double> maker_weight_;        // by size and maker: all that compete lie side by side
  std::vector<double> state_weight_;        // by size and state
  std::vector<double> item_weight_;         // by item and size of what it has seen
  std::vector<double> total_;               // by size
  std::vector<Approach> approaches_;        // item by item
  std::vector<std::uint32_t> approach_of_;  // by item: where its approaches begin; one past the end
  std::vector<StateId> approach_states_;
  std::vector<double> approach_weight_;  // by approach and size: the sum over its states
};

}  // namespace assay::rules
