// The assertions of one context in an order of their own: by left side, then by right side. A
// member is a place in it, so members that share a left side stand together. Equal assertions are
// one, for a set has everything once; a rule and a command that say the same are two.
//
// No set of assertions that matters has two of one left side, but for those two alone: if their
// right sides differ, they contradict each other and nothing minimal lies around them; if not, one
// of them is enough. So sets are put together here, and such ones are refused.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>  // allowed: looked up by text, never walked
#include <vector>

#include "assay/tasks/cscan/consistency/assertion.h"
#include "assay/tasks/cscan/consistency/budget.h"
#include "assay/tasks/cscan/consistency/member_sets.h"

namespace assay::cscan {

using ValueId = std::uint32_t;

// Outputs, numbered.
class Values {
 public:
  ValueId number(const Output& output);
  const Output& operator[](ValueId id) const { return *texts_[id]; }

 private:
  std::unordered_map<Output, ValueId> numbers_;  // allowed: never walked
  std::vector<const Output*> texts_;
};

using UsedVariables = std::uint32_t;  // bits
static_assert(kMostVariables <= 32);

// What a variable of a rule means in a tree: variables of `value` come after `shift` others.
struct Part {
  ValueId value = 0;
  std::uint32_t shift = 0;
};
using Parts = InlineVector<Part, kMostVariables>;

struct TableEntry {
  const Assertion* assertion = nullptr;
  std::uint32_t number = 0;  // among the assertions as given, the first of equal ones
  std::uint32_t side = 0;
  ValueId right = 0;
  UsedVariables used = 0;  // variables that occur on the right
};

struct LeftSide {
  Tree tree;
  Member first = 0;
  Member last = 0;
};

class AssertionTable {
 public:
  // The assertions and phrases must outlive the table.
  AssertionTable(const PhraseTable& phrases, std::span<const Assertion> assertions);

  const PhraseTable& phrases() const { return phrases_; }
  std::size_t size() const { return entries_.size(); }
  std::size_t repeated() const { return repeated_; }  // assertions that others equal
  const TableEntry& operator[](Member member) const { return entries_[member]; }
  const Output& right(Member member) const { return entries_[member].assertion->rule.right; }
  std::span<const LeftSide> sides() const { return sides_; }
  // Left sides with this production on top, those with the same first part together.
  std::span<const LeftSide> sides_of(ProductionId root) const { return by_root_[root]; }

  // The members of both in ascending order; false when two would share a left side.
  bool join(std::span<const Member> a, std::span<const Member> b, std::vector<Member>& out) const;

  // The right side over what its used variables mean, in order; nothing when it would be too long.
  std::optional<ValueId> value_over(const Parts& parts, Member rule, Budget::Side& budget);
  // What a variable means that stands for itself.
  ValueId variable() const { return variable_; }

 private:
  const PhraseTable& phrases_;
  std::vector<TableEntry> entries_;
  std::size_t repeated_ = 0;
  std::vector<LeftSide> sides_;
  std::vector<std::vector<LeftSide>> by_root_;
  Values values_;
  ValueId variable_;
  Output text_;
};

}  // namespace assay::cscan
