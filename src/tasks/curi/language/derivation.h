// The rule graph of a concept: its expression tree, one node for each decision of the grammar.
//
// Atoms are what is put together: connectives, comparisons and tests by sort, properties of x and
// of sets, constants, quantifiers. Compounds are who stands with whom: "red" under "count color",
// "or" over "color =" over "green", "all place" with "locationY? S_{-x}". Comparisons carry their
// sort in the name, so that a compound of "red" and its comparison is about colour alone.
#pragma once

#include <array>
#include <string>

#include "assay/core/rule_graph.h"
#include "assay/tasks/curi/language/tree.h"

namespace assay::curi {

class Derivations {
 public:
  Derivations();

  const RuleTable& rules() const { return table_; }

  // Adds the nodes of one concept. Its root is the quantifier, or "scene" where there is none.
  void append_derivation(RuleGraph& out, const Concept& words) const;

 private:
  static constexpr std::size_t kSorts = 6;  // colour, shape, material, size, place, number

  RuleId add(std::string name, std::string text);
  void add_operators();
  void add_functions();
  void add_constants();
  RuleId rule_of(const Tree& tree, const Node& node) const;

  RuleTable table_;
  std::array<RuleId, 3> roots_{};  // by quantifier
  RuleId and_ = 0;
  RuleId or_ = 0;
  RuleId not_ = 0;
  std::array<RuleId, kSorts> equal_{};
  std::array<RuleId, kSorts> greater_{};  // sizes, places and numbers only
  std::array<RuleId, kSorts> all_{};      // these three: no numbers
  std::array<RuleId, kSorts> any_{};
  std::array<RuleId, kSorts> count_{};
  std::array<RuleId, kProperties> of_x_{};
  std::array<RuleId, kProperties> of_all_{};
  std::array<RuleId, kProperties> of_others_{};
  std::array<RuleId, 64> constants_{};  // by token
};

}  // namespace assay::curi
