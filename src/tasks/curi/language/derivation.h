// The rule graph of a concept: its expression tree, one node for each decision of the grammar.
//
// Atoms are what is put together: connectives, comparisons and tests by sort, properties of x and
// of sets, constants, quantifiers. Compounds are who stands with whom: "red" under "count color",
// "or" over "color =" over "green", "all place" with "locationY? S_{-x}". Comparisons carry their
// sort in the name, so that a compound of "red" and its comparison is about colour alone.
#pragma once

#include <array>

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

  RuleId rule_of(const Tree& tree, const Node& node) const;

  RuleTable table_;
  std::array<RuleId, 3> connectives_{};  // and, or, not
  std::array<RuleId, kSorts> equal_{};
  std::array<RuleId, kSorts> greater_{};                        // sizes, places and numbers only
  std::array<std::array<RuleId, kSorts - 1>, 3> tests_{};       // all, any, count
  std::array<RuleId, 64> constants_{};                          // by token
  std::array<std::array<RuleId, kProperties>, 3> functions_{};  // of x, of S, of the others
  std::array<RuleId, 3> roots_{};
};

}  // namespace assay::curi
