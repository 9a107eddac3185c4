// Grammar rules with features, compiled to plain tables.
//
// Features have finitely many values, so unification can be done once, when rules are loaded. The
// value of an attribute is a set: {past}, {gerund, infinitive}; two features unify when their sets
// meet. A *state* is a category with a set for each attribute that some rule may still ask for; an
// *item* is a rule with a part of its right side seen. Which items follow which states is worked
// out here for all that can occur, so that parsing and drawing look up numbers and nothing else.
// Where two attributes share a variable their sets depend on each other, and a state has a row of
// sets for each value: (a:$v, b:$v) is {x}{x} or {y}{y}, never {x}{y}.
//
// Readings of appendix J.1 that the paper leaves open: the head passes on all its attributes that
// the left side does not list, not only those written in the rule; an attribute that is neither
// listed nor inherited is `_none_`, so that `object:yes` does not unify with its absence.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/rules_engine/rule_file.h"

namespace assay::rules {

using StateId = std::uint32_t;
using ItemId = std::uint32_t;
using CategoryId = std::uint32_t;
using WordId = std::uint32_t;

inline constexpr std::uint32_t kNothing = 0xFFFF'FFFF;

struct FeatureGrammarOptions {
  std::string start = "S";
  // Attributes that are not asked for: a grammar that accepts more.
  std::vector<std::string> ignored;
};

// Immutable, so threads may share it.
class FeatureGrammar {
 public:
  // What stands at the dot of an item.
  struct Item {
    std::uint32_t rule = 0;        // position in RuleSet::grammar
    CategoryId left = 0;           // what the rule makes
    WordId word = kNothing;        // the word that must come next, or
    CategoryId wanted = kNothing;  // the category that must come next, or
    StateId made = kNothing;       // the state that the finished rule makes
    ItemId after_word = kNothing;
    std::uint32_t table = 0;  // where its row of followers begins, by place in the category
    std::uint32_t seen = 0;   // constituents before the dot
  };
  struct State {
    CategoryId category = 0;
    std::uint32_t place = 0;     // among the states of its category
    std::vector<ItemId> begins;  // items that have seen this state as their first constituent
    std::vector<ItemId> makers;  // finished items
  };
  // How an item came to be: from an earlier one (or none) over a state (or a word).
  struct Step {
    ItemId before = kNothing;
    StateId over = kNothing;
  };

  // Throws Error(kInput) naming the rule's place: categories without rules, words that derive
  // nothing, exclusions of all values, rules that lead back to themselves, too many combinations.
  FeatureGrammar(const RuleSet& rules, const FeatureGrammarOptions& options);

  std::size_t state_count() const { return states_.size(); }
  std::size_t item_count() const { return items_.size(); }
  std::size_t category_count() const { return categories_.size(); }
  const State& state(StateId id) const { return states_[id]; }
  const Item& item(ItemId id) const { return items_[id]; }
  std::span<const Step> steps(ItemId id) const { return steps_[id]; }

  CategoryId start() const { return start_; }
  std::span<const StateId> states_of(CategoryId category) const {
    return categories_[category].states;
  }
  // The item that follows when the wanted category is there as that state, or kNothing.
  ItemId follow(const Item& item, StateId state) const {
    return followers_[item.table + states_[state].place];
  }
  // Items that have seen this word as the beginning of their rule.
  std::span<const ItemId> begun_by(WordId word) const { return begun_by_word_[word]; }
  std::optional<WordId> find_word(std::string_view word) const;
  std::string_view word(WordId id) const { return words_[id]; }
  std::size_t word_count() const { return words_.size(); }
  // Categories that may stand at the beginning of a constituent, as bits.
  std::span<const std::uint64_t> corners(CategoryId outer) const {
    return std::span(corners_).subspan(outer * corner_words(), corner_words());
  }
  std::size_t corner_words() const { return (categories_.size() + 63) / 64; }

 private:
  friend class GrammarCompiler;
  struct Category {
    std::string name;
    std::vector<StateId> states;
  };

  std::vector<Category> categories_;
  std::vector<State> states_;
  std::vector<Item> items_;
  std::vector<std::vector<Step>> steps_;
  std::vector<ItemId> followers_;
  std::vector<std::vector<ItemId>> begun_by_word_;
  std::vector<std::string> words_;
  std::map<std::string, WordId, std::less<>> word_ids_;
  std::vector<std::uint64_t> corners_;
  CategoryId start_ = 0;
};

}  // namespace assay::rules
