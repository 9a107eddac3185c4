// Matching the left sides of rewrite rules against logical forms, under knowledge.
//
// ⊓ is associative and commutative (appendix J.1). Inside another term, C1 ⊓ C2 must match all
// conjuncts: one variable may take the rest, which must not be empty. At the root of a rule it
// matches some conjuncts, and the others stay as they are.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/rules_engine/knowledge.h"
#include "assay/rules_engine/logical_form.h"
#include "assay/rules_engine/rule_patterns.h"

namespace assay::rules {

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
  bool match(const CompiledRule& rule, FormId form, std::uint64_t symbols) {
    return (rule.symbols & ~symbols) == 0 && has_role(rule, form) && match_closely(rule, form);
  }
  const Match& result() const { return match_; }

 private:
  struct alignas(16) Goal {  // so that they are counted without a division
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

  bool has_role(const CompiledRule& rule, FormId form) const;
  bool match_closely(const CompiledRule& rule, FormId form);
  bool solve(std::size_t goal);
  bool meet(const Goal& goal, bool root);
  bool meet_apply(const Pattern& pattern, FormId form);
  bool meet_conjunction(std::uint32_t pattern, FormId form, bool root);
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
