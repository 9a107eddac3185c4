// The rule graph of a puzzle: how its rule is said, and what its words come to.
#pragma once

#include <array>

#include "assay/core/rule_graph.h"
#include "assay/tasks/arc/operation.h"
#include "assay/tasks/reascan/structures.h"

namespace assay::arc {

class Derivations {
 public:
  Derivations();

  const RuleTable& rules() const { return table_; }

  // Overwrites `out`. Grammar rules make the words of the rule. Beside them, each thing is found by
  // what is said of it and by what it is related to; then the operation is done to the first.
  void write(const reascan::Structure& structure, const Operation& operation, RuleGraph& out) const;

 private:
  NodeId write_operation(const Operation& operation, RuleGraph& out) const;
  NodeId write_phrase(const reascan::Phrase& phrase, RuleGraph& out) const;
  NodeId write_object(const reascan::Structure& structure, std::size_t object,
                      RuleGraph& out) const;
  NodeId find_object(const reascan::Structure& structure, std::size_t object, RuleGraph& out) const;

  static constexpr std::size_t kNouns = 5;
  static constexpr std::size_t kSizeWords = 3;

  RuleTable table_;
  RuleId root_ = 0;
  RuleId draw_ = 0;
  RuleId change_ = 0;
  RuleId remove_ = 0;
  RuleId both_ = 0;
  RuleId plain_object_ = 0;
  RuleId object_with_clauses_ = 0;
  RuleId clause_ = 0;
  RuleId and_clause_ = 0;
  RuleId adjective_ = 0;
  RuleId noun_ = 0;
  RuleId join_ = 0;
  // Words, then what they come to; by the number of what they stand for.
  std::array<RuleId, world::kColours> colour_words_{};
  std::array<RuleId, kNouns> nouns_{};
  std::array<RuleId, kSizeWords> size_words_{};
  std::array<RuleId, reascan::kRelations> relation_words_{};
  std::array<RuleId, kNouns> shapes_{};
  std::array<RuleId, world::kColours> colours_{};
  std::array<RuleId, kSizeWords> compared_{};
  std::array<RuleId, reascan::kRelations> related_{};
  std::array<RuleId, world::kColours> drawn_{};
  std::array<RuleId, kNouns> changed_{};
  RuleId removed_ = 0;
};

}  // namespace assay::arc
