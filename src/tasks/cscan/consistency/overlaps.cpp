#include "assay/tasks/cscan/consistency/overlaps.h"

#include <array>

namespace assay::cscan {

namespace {

bool is_used(UsedVariables used, std::size_t variable) { return (used >> variable & 1U) != 0; }

void append_parts(Parts& out, const Parts& parts, std::uint32_t shift) {
  for (const Part& part : parts) out.push_back({part.value, part.shift + shift});
}

}  // namespace

Overlaps::Overlaps(AssertionTable& table, Budget& budget) : table_(table), budget_(budget) {}

void Overlaps::find_conflicts(SetPool& pool, std::vector<MemberSet>& out) {
  found_pool_ = &pool;
  found_ = &out;
  for (const ProductionId root : table_.phrases().productions()) {
    const auto sides = table_.sides_of(root);
    for (std::size_t at = 0; at < sides.size(); ++at) {
      find_in_side(sides[at]);
      const LeftSide* met = nullptr;  // the last one whose first part was compared
      bool meets = false;
      for (std::size_t other = at + 1; other < sides.size(); ++other) {
        const Tree& first = sides[at].tree;
        const Tree& second = sides[other].tree;
        if (met == nullptr || met->tree.parts[0] != second.parts[0]) {
          met = &sides[other];
          meets = may_meet(first.parts[0], second.parts[0]);
        }
        if (!meets) continue;
        if (first.parts.size() > 1 && !may_meet(first.parts[1], second.parts[1])) continue;
        find_in_pair(sides[at], sides[other]);
      }
    }
  }
}

bool Overlaps::may_meet(PhraseId first, PhraseId second) const {
  const Phrase& a = table_.phrases()[first];
  const Phrase& b = table_.phrases()[second];
  if (a.is_variable() || b.is_variable()) return true;
  if (a.production != b.production) return false;
  for (std::size_t part = 0; part < a.parts.size(); ++part) {
    if (!may_meet(a.parts[part], b.parts[part])) return false;
  }
  return true;
}

void Overlaps::find_in_side(const LeftSide& side) {
  Budget::Side budget(budget_);
  for (Member first = side.first; first < side.last; ++first) {
    for (Member second = first + 1; second < side.last; ++second) {
      if (table_[first].right == table_[second].right) continue;
      if (!budget.take()) return;
      const std::array<Member, 2> pair = {first, second};
      found_->push_back(found_pool_->add(pair));
    }
  }
}

void Overlaps::find_in_pair(const LeftSide& first, const LeftSide& second) {
  Budget::Side budget(budget_);
  for (Member a = first.first; a < first.last; ++a) {
    for (Member b = second.first; b < second.last; ++b) {
      const auto common = overlaps_of_parts(
          {first.tree.parts.begin(), first.tree.parts.size()}, table_[a].used,
          {second.tree.parts.begin(), second.tree.parts.size()}, table_[b].used, budget);
      for (const Overlap& overlap : common) {
        const auto one = table_.value_over(overlap.first, a, budget);
        const auto other = table_.value_over(overlap.second, b, budget);
        if (!one || !other) return;
        if (*one == *other) continue;
        const std::array<Member, 2> pair = {a, b};
        if (!table_.join(pair, overlap.from, joined_)) continue;
        found_->push_back(found_pool_->add(joined_));
      }
    }
  }
}

std::vector<Overlaps::Overlap> Overlaps::overlaps(const Pattern& first, const Pattern& second,
                                                  Budget::Side& budget) {
  const Phrase& a = table_.phrases()[first.phrase];
  const Phrase& b = table_.phrases()[second.phrase];
  std::vector<Overlap> found;
  if (a.is_variable() && b.is_variable()) {
    found.push_back({1, own_parts(first), own_parts(second), {}});
  } else if (a.is_variable() && first.used == 0) {
    found.push_back({b.variables, {}, own_parts(second), {}});
  } else if (b.is_variable() && second.used == 0) {
    found.push_back({a.variables, own_parts(first), {}, {}});
  } else if (a.is_variable()) {
    for (const Cover& cover : covers(second)) {
      found.push_back({cover.variables, {{cover.value, 0}}, cover.parts, cover.from});
    }
  } else if (b.is_variable()) {
    for (const Cover& cover : covers(first)) {
      found.push_back({cover.variables, cover.parts, {{cover.value, 0}}, cover.from});
    }
  } else if (a.production == b.production) {
    found = overlaps_of_parts({a.parts.begin(), a.parts.size()}, first.used,
                              {b.parts.begin(), b.parts.size()}, second.used, budget);
  }
  return found;
}

std::vector<Overlaps::Overlap> Overlaps::overlaps_of_parts(std::span<const PhraseId> first,
                                                           UsedVariables first_used,
                                                           std::span<const PhraseId> second,
                                                           UsedVariables second_used,
                                                           Budget::Side& budget) {
  const auto cut = [&](UsedVariables& used, PhraseId phrase) {
    const auto mask = (UsedVariables{1} << table_.phrases()[phrase].variables) - 1;
    const Pattern pattern{phrase, used & mask};
    used >>= table_.phrases()[phrase].variables;
    return pattern;
  };
  std::vector<Overlap> all(1);
  for (std::size_t part = 0; part < first.size() && !all.empty(); ++part) {
    const Pattern a = cut(first_used, first[part]);
    const Pattern b = cut(second_used, second[part]);
    const std::vector<Overlap> here = overlaps(a, b, budget);
    std::vector<Overlap> longer;
    for (const Overlap& before : all) {
      for (const Overlap& after : here) {
        if (!budget.take()) return longer;
        if (!table_.join(before.from, after.from, joined_)) continue;
        Overlap& both = longer.emplace_back(before);
        both.variables += after.variables;
        append_parts(both.first, after.first, before.variables);
        append_parts(both.second, after.second, before.variables);
        both.from = joined_;
      }
    }
    all = std::move(longer);
  }
  return all;
}

const std::vector<Overlaps::Cover>& Overlaps::covers(const Pattern& pattern) {
  if (const auto done = covers_.find(pattern); done != covers_.end()) return done->second;
  std::vector<Cover> found;
  Budget::Side budget(budget_);
  const Phrase& phrase = table_.phrases()[pattern.phrase];
  for (const LeftSide& side : table_.sides_of(phrase.production)) {
    const PhraseId left = side.tree.parts[0];
    if (!may_meet(left, pattern.phrase)) continue;
    for (Member rule = side.first; rule < side.last; ++rule) {
      for (const Overlap& overlap : overlaps({left, table_[rule].used}, pattern, budget)) {
        const std::array<Member, 1> own = {rule};
        if (!table_.join(own, overlap.from, joined_)) continue;
        const auto value = table_.value_over(overlap.first, rule, budget);
        if (!value) break;
        found.push_back({overlap.variables, *value, overlap.second, joined_});
      }
    }
  }
  return covers_.emplace(pattern, std::move(found)).first->second;
}

// The used variables of a pattern meaning themselves.
Parts Overlaps::own_parts(const Pattern& pattern) const {
  Parts parts;
  for (std::size_t variable = 0; variable < table_.phrases()[pattern.phrase].variables;
       ++variable) {
    if (is_used(pattern.used, variable)) {
      parts.push_back({table_.variable(), static_cast<std::uint32_t>(variable)});
    }
  }
  return parts;
}

}  // namespace assay::cscan
