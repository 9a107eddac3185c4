// Rewrite rules: matching their left sides against logical forms, under knowledge.
//
// ⊓ is associative and commutative (appendix J.1). Inside another term, C1 ⊓ C2 must match all
// conjuncts: one variable may take the rest, which must not be empty. At the root of a rule it
// matches some conjuncts, and the others stay as they are.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "assay/grammar/logical_form.h"

namespace assay::rules {

// A term of a rule with its names looked up.
struct Pattern {
  enum class Kind : std::uint8_t { kSlot, kGround, kApply, kConjunction, kTop, kText };
  Kind kind = Kind::kTop;
  std::uint32_t slot = 0;             // of a variable
  GroundId ground = kNotGround;       // of what has no variables
  Symbol symbol = 0;                  // of what has inputs
  std::vector<std::uint32_t> inputs;  // places in the rule's list of patterns
  std::string text;                   // of a string on the right of a resolution rule
};

// The variables of one rule and the patterns they stand in.
class PatternList {
 public:
  std::uint32_t add(const Term& term, GroundTable& table);
  const Pattern& operator[](std::size_t i) const { return patterns_[i]; }
  std::uint32_t slot(const std::string& variable);
  std::uint32_t slot_count() const { return static_cast<std::uint32_t>(slots_.size()); }

 private:
  std::vector<Pattern> patterns_;
  std::map<std::string, std::uint32_t> slots_;
};

struct CompiledRule {
  std::uint32_t index = 0;  // in its list of the rule set
  PatternList patterns;
  std::vector<std::uint32_t> knowledge;
  std::uint32_t left = 0;
  std::vector<std::uint32_t> right;
  std::vector<bool> tested;  // slots whose value decides whether the rule fits
  // What is looked at before the left side is matched.
  std::uint64_t symbols = 0;  // bits of symbols that a form must have (FormStore::symbols_in)
  std::vector<bool> roles;  // by ground term: R of ∃R.C, at the root or among conjuncts; or empty
};

CompiledRule compile_rule(const RewriteRule& rule, std::uint32_t index, GroundTable& table);

// Finds out which roles the rule's ∃R.C can have at all, given what is known. Call it when the
// table is complete.
class Knowledge;
void limit_roles(CompiledRule& rule, const Knowledge& knowledge, const GroundTable& table);

// Facts, found by any of their inputs.
class Knowledge {
 public:
  struct Fact {
    Symbol predicate = 0;
    std::vector<GroundId> inputs;
  };
  Knowledge(const RuleSet& rules, GroundTable& table);
  const Fact& fact(std::size_t index) const { return facts_[index]; }
  std::size_t size() const { return facts_.size(); }
  std::span<const std::uint32_t> of(Symbol predicate) const;
  std::span<const std::uint32_t> with(Symbol predicate, std::size_t position, GroundId input) const;

 private:
  // Facts of a predicate: all, and by the ground term at each position.
  struct Index {
    std::vector<std::uint32_t> all;
    std::vector<std::vector<std::vector<std::uint32_t>>> by_input;
  };
  std::vector<Fact> facts_;
  std::vector<Index> by_predicate_;  // by symbol
};

// What a variable stands for: a form, or a ground term that only knowledge mentions.
struct Binding {
  bool bound = false;
  FormId form = kNoForm;
  GroundId ground = kNotGround;
};

// How a rule fits a form.
struct Match {
  std::vector<Binding> slots;
  std::vector<MakerId> tested;       // makers of all that was looked at
  std::vector<std::uint32_t> facts;  // knowledge that was used
  std::vector<FormId> rest;          // conjuncts at the root that the rule leaves alone
};

// Reused between matches, so that nothing is allocated in the long run.
class Matcher {
 public:
  Matcher(FormStore& store, const Knowledge& knowledge) : store_(store), knowledge_(knowledge) {}

  // The first way the rule's left side fits, in the order of conjuncts and facts. `symbols` are
  // those of the form.
  bool match(const CompiledRule& rule, FormId form, std::uint64_t symbols);
  const Match& result() const { return match_; }

 private:
  struct Goal {
    std::uint32_t pattern;
    FormId form;  // kNoForm: choose an element of a group
    std::uint32_t group = 0;
  };
  // A conjunction being matched.
  struct Group {
    std::uint32_t pattern;
    std::uint32_t first;  // in elements_
    std::uint32_t count;
    bool root;
  };

  bool may_fit(const CompiledRule& rule, FormId form, std::uint64_t symbols) const;
  bool solve(std::size_t goal);
  bool solve_apply(const Pattern& pattern, FormId form, std::size_t goal);
  bool solve_conjunction(std::uint32_t pattern, FormId form, std::size_t goal);
  bool choose(const Goal& goal, std::size_t at);
  bool bind_form(std::uint32_t slot, FormId form);
  bool bind_ground(std::uint32_t slot, GroundId ground);
  bool match_ground(const Pattern& pattern, GroundId ground);
  bool know(std::size_t k);
  GroundId value(const Pattern& pattern);
  bool finish_groups(std::size_t g);
  bool take_bound(const Group& group);
  bool give_open(std::size_t g);
  bool give_rest(std::size_t g, std::uint32_t slot);
  void undo(std::size_t trail);

  FormStore& store_;
  const Knowledge& knowledge_;
  const CompiledRule* rule_ = nullptr;
  Match match_;
  std::vector<Goal> goals_;
  std::vector<Group> groups_;
  std::vector<FormId> elements_;
  std::vector<std::uint8_t> used_;
  std::vector<std::uint32_t> trail_;
  std::vector<std::uint32_t> taken_;
  std::vector<FormId> left_over_;
};

}  // namespace assay::rules
