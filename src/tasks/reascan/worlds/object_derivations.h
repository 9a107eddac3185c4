// Rules of what commands say of objects, and of how these are found: a part of rule graphs.
#pragma once

#include <array>

#include "assay/core/rule_graph.h"
#include "assay/tasks/reascan/worlds/structures.h"

namespace assay::reascan {

class ObjectDerivations {
 public:
  // Adds its rules to the table.
  explicit ObjectDerivations(RuleTable& table);

  // Grammar rules that make the words of an object and of the clauses about it.
  NodeId write(const Structure& structure, std::size_t object, RuleGraph& out) const;
  // Things of a shape, of a colour among them, small or big among these; then those that are
  // related to what was found for each clause.
  NodeId find(const Structure& structure, std::size_t object, RuleGraph& out) const;

 private:
  NodeId write_phrase(const Phrase& phrase, RuleGraph& out) const;

  RuleId plain_object_;
  RuleId object_with_clauses_;
  RuleId clause_;
  RuleId and_clause_;
  RuleId adjective_;
  RuleId noun_;
  // Words, then what they come to; by the number of what they stand for.
  std::array<RuleId, 5> nouns_{};
  std::array<RuleId, world::kColours> colour_words_{};
  std::array<RuleId, 3> size_words_{};
  std::array<RuleId, kRelations> relation_words_{};
  std::array<RuleId, 5> shapes_{};
  std::array<RuleId, world::kColours> colours_{};
  std::array<RuleId, 3> compared_{};
  std::array<RuleId, kRelations> related_{};
};

}  // namespace assay::reascan
