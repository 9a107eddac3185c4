#include "assay/tasks/cscan/consistency/consistency.h"

#include <algorithm>
#include <array>

#include "assay/tasks/cscan/consistency/assertion_table.h"
#include "assay/tasks/cscan/consistency/overlaps.h"
#include "assay/tasks/cscan/consistency/provenance.h"

namespace assay::cscan {

namespace {

constexpr Member kNoMember = ~Member{0};

struct Found {
  SetKind kind = SetKind::kImplication;
  MemberSet set;
  Member conclusion = kNoMember;
};

class ContextSearch {
 public:
  ContextSearch(const PhraseTable& phrases, std::span<const Assertion> assertions,
                const ConsistencyLimits& limits)
      : table_(phrases, assertions), budget_(limits), conflict_budget_(limits) {}

  ContextSets run(ConsistencyReading reading) {
    compare_left_sides();
    if (reading == ConsistencyReading::kFull) add_conflicts();
    unite_equal();
    keep_minimal();
    return taken_over();
  }

 private:
  // Each assertion against all that follows for its left side.
  void compare_left_sides() {
    Provenances provenances(table_, budget_);
    std::vector<Derived> derived;
    for (const LeftSide& side : table_.sides()) {
      provenances.find(side.tree, derived);
      Budget::Side budget(budget_);
      for (const Derived& one : derived) {
        if (!compare_with(side, one.value, provenances.pool()[one.from], budget)) break;
      }
    }
  }

  bool compare_with(const LeftSide& side, ValueId value, std::span<const Member> from,
                    Budget::Side& budget) {
    for (Member member = side.first; member < side.last; ++member) {
      if (from.size() == 1 && from[0] == member) continue;
      const auto kind = compare(member, value, from);
      if (!kind) continue;
      if (!budget.take()) return false;
      note(*kind, from, member);
    }
    return true;
  }

  std::optional<SetKind> compare(Member member, ValueId value, std::span<const Member> from) const {
    if (value != table_[member].right) return SetKind::kReplyContradiction;
    const bool all_monotonic = std::ranges::all_of(from, [&](Member one) {
      return table_[one].assertion->qualifier == Qualifier::kMonotonic;
    });
    const bool is_defeasible = table_[member].assertion->qualifier == Qualifier::kDefeasible;
    if (is_defeasible && all_monotonic) return SetKind::kQualifierContradiction;
    // Other evidence may be why it says monotonic.
    if (!is_defeasible && !all_monotonic) return std::nullopt;
    return SetKind::kImplication;
  }

  void note(SetKind kind, std::span<const Member> from, Member conclusion) {
    members_.assign(from.begin(), from.end());
    members_.insert(std::ranges::upper_bound(members_, conclusion), conclusion);
    found_.push_back({kind, pool_.add(members_), conclusion});
  }

  void add_conflicts() {
    std::vector<MemberSet> conflicts;
    Overlaps(table_, conflict_budget_).find_conflicts(pool_, conflicts);
    for (const MemberSet& set : conflicts) {
      found_.push_back({SetKind::kReplyContradiction, set, kNoMember});
    }
  }

  // Of two members that say opposite things a command counts as the one contradicted.
  int rank(const Found& found) const {
    if (found.conclusion == kNoMember) return 2;
    return table_[found.conclusion].assertion->form == Form::kCommand ? 0 : 1;
  }

  // One set counts once as an implication and once as a contradiction.
  void unite_equal() {
    const auto group = [](const Found& found) { return found.kind == SetKind::kImplication; };
    std::ranges::sort(found_, [&](const Found& a, const Found& b) {
      if (group(a) != group(b)) return group(a);
      if (!pool_.equal(a.set, b.set)) return pool_.is_before(a.set, b.set);
      if (a.kind != b.kind) return a.kind < b.kind;
      if (rank(a) != rank(b)) return rank(a) < rank(b);
      return a.conclusion < b.conclusion;
    });
    const auto is_same = [&](const Found& a, const Found& b) {
      return group(a) == group(b) && pool_.equal(a.set, b.set);
    };
    found_.erase(std::unique(found_.begin(), found_.end(), is_same), found_.end());
  }

  // What is left has no contradiction of replies among fewer of its members.
  void keep_minimal() {
    std::vector<MemberSet> contradictions;
    for (const Found& one : found_) {
      if (one.kind == SetKind::kReplyContradiction) contradictions.push_back(one.set);
    }
    const PartIndex parts(pool_, contradictions, table_.size());
    std::erase_if(found_, [&](const Found& one) { return parts.any_strictly_within(one.set); });
  }

  About about(const Found& found) const {
    if (found.set.size == 2) {
      const bool has_command = std::ranges::any_of(pool_[found.set], [&](Member member) {
        return table_[member].assertion->form == Form::kCommand;
      });
      return has_command ? About::kCommand : About::kRule;
    }
    if (found.conclusion == kNoMember) return About::kComposition;
    const bool is_command = table_[found.conclusion].assertion->form == Form::kCommand;
    return is_command ? About::kCommand : About::kRule;
  }

  ContextSets taken_over() const {
    ContextSets result;
    result.is_capped = budget_.is_reached() || conflict_budget_.is_reached();
    result.repeated = table_.repeated();
    for (const Found& one : found_) {
      ConsistencySet& set = result.sets.emplace_back();
      set.kind = one.kind;
      set.about = about(one);
      for (const Member member : pool_[one.set]) set.members.push_back(table_[member].number);
      std::ranges::sort(set.members);
      if (one.conclusion != kNoMember) set.conclusion = table_[one.conclusion].number;
    }
    std::ranges::sort(result.sets, [](const ConsistencySet& a, const ConsistencySet& b) {
      if (a.kind != b.kind) return a.kind < b.kind;
      if (a.members.size() != b.members.size()) return a.members.size() < b.members.size();
      return a.members < b.members;
    });
    return result;
  }

  AssertionTable table_;
  Budget budget_;
  Budget conflict_budget_;  // of its own, so that neither search is starved by the other
  SetPool pool_;
  std::vector<Found> found_;
  std::vector<Member> members_;
};

}  // namespace

std::string_view name_of(ConsistencyReading reading) {
  return reading == ConsistencyReading::kPaper ? "paper" : "full";
}

std::string_view name_of(SetKind kind) {
  constexpr std::array<std::string_view, 3> kNames = {"implication", "reply contradiction",
                                                      "qualifier contradiction"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name_of(About about) {
  constexpr std::array<std::string_view, 3> kNames = {"rule", "command", "composition"};
  return kNames[static_cast<std::size_t>(about)];
}

ContextSets find_consistency_sets(const PhraseTable& phrases, std::span<const Assertion> assertions,
                                  ConsistencyReading reading, const ConsistencyLimits& limits) {
  if (assertions.size() < 2) return {};
  return ContextSearch(phrases, assertions, limits).run(reading);
}

std::optional<int> published_type(std::size_t size, About about) {
  if (size < 4) {
    if (about == About::kComposition) return std::nullopt;
    return about == About::kRule ? 1 : 2;
  }
  switch (about) {
    case About::kCommand:
      return 1;
    case About::kComposition:
      return 2;
    case About::kRule:
      return 3;
  }
  return std::nullopt;
}

}  // namespace assay::cscan
