// The rule graph of an example: how the command is built, and what it comes to in the world.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "assay/core/rule_graph.h"
#include "assay/grounded/deed_derivations.h"
#include "assay/tasks/gscan/release/commands.h"

namespace assay::gscan {

class Derivations {
 public:
  Derivations();

  const RuleTable& rules() const { return table_; }

  // Overwrites `out`. Grammar rules make the command; beside them, the target is found by shape,
  // colour and size, lies somewhere, and is gone to and handled in a manner.
  void write(const Command& command, const world::Thing& target, world::Cell agent,
             RuleGraph& out) const;

 private:
  RuleTable table_;
  RuleId root_ = 0;
  RuleId with_adverb_ = 0;
  RuleId intransitive_ = 0;
  RuleId transitive_ = 0;
  RuleId determiner_ = 0;
  RuleId adjective_ = 0;
  RuleId noun_ = 0;
  RuleId join_ = 0;
  // Words, then what they come to; by the number of what they stand for.
  std::array<RuleId, 3> verbs_{};
  std::array<RuleId, 5> adverbs_{};
  std::array<RuleId, world::kShapes> nouns_{};
  std::array<RuleId, world::kColours> colour_words_{};
  std::array<RuleId, 3> size_words_{};
  std::array<RuleId, world::kShapes> shapes_{};
  std::array<RuleId, world::kColours> colours_{};
  std::array<RuleId, world::kLargestSize + 1> sizes_{};
  std::array<RuleId, 3> extremes_{};  // by the word for the size
  grounded::DeedDerivations deeds_;
};

// The authors' notation: rules in post-order, a semicolon, words and lexical rules.
std::string derivation_text(const Command& command);

// All rules that a grammar has, as the authors write them, without words.
std::vector<std::string_view> grammar_rules(Grammar grammar);

}  // namespace assay::gscan
