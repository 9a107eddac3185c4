// A set of rules made ready for use: names looked up, rules found by what they apply to.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/rules_engine/knowledge.h"
#include "assay/rules_engine/logical_form.h"
#include "assay/rules_engine/rule_file.h"
#include "assay/rules_engine/rule_patterns.h"

namespace assay::rules {

// The logical form that a grammar rule makes of those of its constituents.
struct CompiledForm {
  PatternList patterns;
  std::uint32_t root = 0;
  std::vector<std::uint32_t> constituents;  // of each slot: which category on the right, from 0
};

// Immutable, so threads may share it.
class RuleBase {
 public:
  // Throws Error(kInput) for what only shows when all rules are known: knowledge that no rule could
  // use, or that a rule asks for and no fact has; calls of functions that no rule resolves.
  explicit RuleBase(RuleSet rules);
  RuleBase(const RuleBase&) = delete;
  RuleBase& operator=(const RuleBase&) = delete;

  const RuleSet& rules() const { return rules_; }
  const GroundTable& ground() const { return table_; }
  const Knowledge& knowledge() const { return knowledge_; }
  const CompiledForm& form(std::uint32_t grammar_rule) const { return forms_[grammar_rule]; }
  // Inference rules whose left side has that symbol at its root, in the order of the files.
  std::span<const CompiledRule> inference(Symbol root) const;
  // Resolution rules of a function, in the order of the files.
  std::span<const CompiledRule> resolution(Symbol function) const;
  // Functions are written with a small letter, everything else with a capital.
  bool is_function(Symbol symbol) const { return is_function_[symbol]; }
  // Throws Error(kInput) when no rule resolves it.
  Symbol function(std::string_view name) const;

 private:
  void check_knowledge(const std::vector<RewriteRule>& rules) const;
  void check_calls() const;

  RuleSet rules_;
  GroundTable table_;
  Knowledge knowledge_;
  std::vector<CompiledForm> forms_;
  std::vector<std::vector<CompiledRule>> inference_;   // by symbol
  std::vector<std::vector<CompiledRule>> resolution_;  // by symbol
  std::vector<bool> is_function_;
};

}  // namespace assay::rules
