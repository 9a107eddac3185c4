// What follows from the assertions of a context, and from which of them.
//
// A tree means a value when left sides of assertions tile it, each hanging on a variable of the one
// above; where a right side leaves a variable out, nothing need be known of what stands there. The
// assertions of a tiling are a provenance of the value. Of the provenances of one value, those that
// contain another are left out. The work for a phrase is done once and shared by all that contain
// it.
#pragma once

#include <deque>
#include <span>
#include <vector>

#include "assay/tasks/cscan/consistency/assertion_table.h"

namespace assay::cscan {

struct Derived {
  ValueId value = 0;
  MemberSet from;
};

class Provenances {
 public:
  Provenances(AssertionTable& table, Budget& budget);

  const SetPool& pool() const { return pool_; }
  // Of a phrase that is no variable; equal values stand together.
  std::span<const Derived> of(PhraseId phrase);
  // Of a left side; `out` is replaced.
  void find(const Tree& tree, std::vector<Derived>& out);

 private:
  // What a used variable of a rule stands for.
  struct Choice {
    std::uint32_t shift = 0;  // variables before it
    std::span<const Derived> all;
    std::span<const Derived> same_value;  // the part that is tried now
  };
  using Choices = InlineVector<Choice, kMostVariables>;

  void add_all(const LeftSide& side, const Binding& binding, Budget::Side& budget,
               std::vector<Derived>& out);
  void add(Member rule, const Binding& binding, Budget::Side& budget, std::vector<Derived>& out);
  bool choose_values(Member rule, Choices& choices, std::size_t at, Budget::Side& budget,
                     std::vector<Derived>& out);
  bool choose_sets(ValueId value, const Choices& choices, std::size_t at, Budget::Side& budget,
                   std::vector<Derived>& out);
  void keep_minimal(std::vector<Derived>& derived, std::size_t first) const;

  AssertionTable& table_;
  Budget& budget_;
  SetPool pool_;
  Derived variable_;                   // a variable means itself
  std::vector<std::uint32_t> places_;  // of phrases in done_, plus 1
  std::deque<std::vector<Derived>> done_;
  std::vector<std::vector<Member>> joined_;  // one for each variable chosen so far
};

}  // namespace assay::cscan
