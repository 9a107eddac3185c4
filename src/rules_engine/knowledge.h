// What the rules know: the facts of %knowledge, with their names looked up.
//
// Rules ask for facts with some of their inputs given, so facts are found by each input and not
// searched for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/rules_engine/logical_form.h"

namespace assay::rules {

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
  std::span<const std::uint32_t> of(Symbol predicate) const {
    if (predicate >= by_predicate_.size()) return {};
    return by_predicate_[predicate].all;
  }
  std::span<const std::uint32_t> with(Symbol predicate, std::size_t position,
                                      GroundId input) const {
    if (predicate >= by_predicate_.size()) return {};
    const auto& by_input = by_predicate_[predicate].by_input;
    if (position >= by_input.size() || input >= by_input[position].size()) return {};
    return by_input[position][input];
  }

 private:
  // Facts of a predicate: all, and by the ground term at each position.
  struct Index {
    std::vector<std::uint32_t> all;
    std::vector<std::vector<std::vector<std::uint32_t>>> by_input;
  };
  std::vector<Fact> facts_;
  std::vector<Index> by_predicate_;  // by symbol
};

}  // namespace assay::rules
