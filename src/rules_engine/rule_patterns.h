// Rules made ready for matching: their names looked up, their variables numbered.
//
// A compiled rule also says what a form must have for its left side to fit at all, so that most
// rules are passed over without being matched.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "assay/rules_engine/knowledge.h"
#include "assay/rules_engine/logical_form.h"

namespace assay::rules {

// A term of a rule with its names looked up; small, because matching reads little else.
struct Pattern {
  enum class Kind : std::uint8_t { kSlot, kGround, kApply, kConjunction, kTop, kText };
  Kind kind = Kind::kTop;
  std::uint32_t slot = 0;         // of a variable
  GroundId ground = kNotGround;   // of what has no variables
  Symbol symbol = 0;              // of what has inputs
  std::uint32_t first_input = 0;  // see PatternList::inputs
  std::uint32_t input_count = 0;
};

// The variables of one rule and the patterns they stand in.
class PatternList {
 public:
  std::uint32_t add(const Term& term, GroundTable& table);
  const Pattern& operator[](std::size_t i) const { return patterns_[i]; }
  // Places of the inputs in this list.
  std::span<const std::uint32_t> inputs(const Pattern& pattern) const {
    return {inputs_.data() + pattern.first_input, pattern.input_count};
  }
  // Of a string on the right of a resolution rule.
  const std::string& text(std::uint32_t at) const { return texts_[at]; }
  std::uint32_t slot(const std::string& variable);
  std::uint32_t slot_count() const { return static_cast<std::uint32_t>(slots_.size()); }

 private:
  std::vector<Pattern> patterns_;
  std::vector<std::uint32_t> inputs_;
  std::vector<std::string> texts_;  // by pattern
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
void limit_roles(CompiledRule& rule, const Knowledge& knowledge, const GroundTable& table);

}  // namespace assay::rules
