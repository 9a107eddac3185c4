// Every smallest set of assertions that gives some tree two values, asserted or not.
//
// Two tilings of one tree that disagree: if the rule on top is the same, they disagree already
// further down; if both put a tile on the same node, that node may as well be a variable, for
// either its values differ there or they do not matter. So only those pairs of tilings are made in
// which no node below the top carries a tile of both. They are few: most general instances of two
// left sides, filled up where one reaches deeper than the other.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "assay/tasks/cscan/consistency/assertion_table.h"

namespace assay::cscan {

class Overlaps {
 public:
  Overlaps(AssertionTable& table, Budget& budget);

  // Adds sets that have two values for some tree; all that contain no other are among them.
  void find_conflicts(SetPool& pool, std::vector<MemberSet>& out);

 private:
  // A pattern, and which of its variables a rule makes use of.
  struct Pattern {
    PhraseId phrase = 0;
    UsedVariables used = 0;
    friend auto operator<=>(const Pattern&, const Pattern&) = default;
  };

  // A common instance of two patterns with what their used variables mean.
  struct Overlap {
    std::uint32_t variables = 0;  // of the instance
    Parts first;
    Parts second;
    std::vector<Member> from;
  };

  // An instance of a pattern that a rule covers from above.
  struct Cover {
    std::uint32_t variables = 0;
    ValueId value = 0;
    Parts parts;  // of the pattern's used variables
    std::vector<Member> from;
  };

  std::vector<Overlap> overlaps(const Pattern& first, const Pattern& second, Budget::Side& budget);
  std::vector<Overlap> overlaps_of_parts(std::span<const PhraseId> first, UsedVariables first_used,
                                         std::span<const PhraseId> second,
                                         UsedVariables second_used, Budget::Side& budget);
  const std::vector<Cover>& covers(const Pattern& pattern);
  Parts own_parts(const Pattern& pattern) const;
  bool may_meet(PhraseId first, PhraseId second) const;

  void find_in_pair(const LeftSide& first, const LeftSide& second);
  void find_in_side(const LeftSide& side);

  AssertionTable& table_;
  Budget& budget_;
  std::map<Pattern, std::vector<Cover>> covers_;
  std::vector<Member> joined_;
  SetPool* found_pool_ = nullptr;
  std::vector<MemberSet>* found_ = nullptr;
};

}  // namespace assay::cscan
