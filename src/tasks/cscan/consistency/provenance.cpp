#include "assay/tasks/cscan/consistency/provenance.h"

namespace assay::cscan {

Provenances::Provenances(AssertionTable& table, Budget& budget)
    : table_(table), budget_(budget), places_(table.phrases().size()), joined_(kMostVariables + 1) {
  variable_ = {table_.variable(), pool_.add({})};
}

std::span<const Derived> Provenances::of(PhraseId phrase) {
  if (places_[phrase] == 0) {
    std::vector<Derived> found;
    find(table_.phrases().tree(phrase), found);
    std::ranges::stable_sort(found, {}, &Derived::value);
    done_.push_back(std::move(found));
    places_[phrase] = static_cast<std::uint32_t>(done_.size());
  }
  return done_[places_[phrase] - 1];
}

void Provenances::find(const Tree& tree, std::vector<Derived>& out) {
  out.clear();
  const PhraseTable& phrases = table_.phrases();
  Budget::Side budget(budget_);
  if (tree.is_phrase()) {
    for (const LeftSide& side : table_.sides_of(phrases.root(tree))) {
      Binding binding;
      if (phrases.match(side.tree, tree, binding)) add_all(side, binding, budget, out);
    }
    return;
  }
  // Left sides with the same first part stand together: it is matched once for all of them.
  const LeftSide* matched = nullptr;
  bool is_match = false;
  Binding first;
  for (const LeftSide& side : table_.sides_of(tree.top)) {
    if (tree.parts.empty()) {
      add_all(side, {}, budget, out);
      continue;
    }
    if (matched == nullptr || matched->tree.parts[0] != side.tree.parts[0]) {
      matched = &side;
      first.clear();
      is_match = phrases.match(side.tree.parts[0], tree.parts[0], first);
    }
    if (!is_match) continue;
    Binding binding = first;
    const bool all_match =
        tree.parts.size() == 1 || phrases.match(side.tree.parts[1], tree.parts[1], binding);
    if (all_match) add_all(side, binding, budget, out);
  }
}

void Provenances::add_all(const LeftSide& side, const Binding& binding, Budget::Side& budget,
                          std::vector<Derived>& out) {
  for (Member rule = side.first; rule < side.last; ++rule) add(rule, binding, budget, out);
}

void Provenances::add(Member rule, const Binding& binding, Budget::Side& budget,
                      std::vector<Derived>& out) {
  Choices choices;
  std::uint32_t shift = 0;
  for (std::size_t variable = 0; variable < binding.size(); ++variable) {
    const Phrase& phrase = table_.phrases()[binding[variable]];
    if ((table_[rule].used >> variable & 1U) != 0) {
      const auto all = phrase.is_variable() ? std::span(&variable_, 1) : of(binding[variable]);
      if (all.empty()) return;
      choices.push_back({shift, all, {}});
    }
    shift += phrase.variables;
  }
  const std::size_t first = out.size();
  joined_[0].assign(1, rule);
  choose_values(rule, choices, 0, budget, out);
  if (choices.size() > 1) keep_minimal(out, first);
}

// Values first, so that each text is put together once for all its provenances.
bool Provenances::choose_values(Member rule, Choices& choices, std::size_t at, Budget::Side& budget,
                                std::vector<Derived>& out) {
  if (at == choices.size()) {
    Parts parts;
    for (const Choice& choice : choices) {
      parts.push_back({choice.same_value.front().value, choice.shift});
    }
    const auto value = table_.value_over(parts, rule, budget);
    return value && choose_sets(*value, choices, 0, budget, out);
  }
  Choice& choice = choices[at];
  for (std::size_t begin = 0; begin < choice.all.size();) {
    std::size_t end = begin;
    while (end < choice.all.size() && choice.all[end].value == choice.all[begin].value) ++end;
    choice.same_value = choice.all.subspan(begin, end - begin);
    if (!choose_values(rule, choices, at + 1, budget, out)) return false;
    begin = end;
  }
  return true;
}

bool Provenances::choose_sets(ValueId value, const Choices& choices, std::size_t at,
                              Budget::Side& budget, std::vector<Derived>& out) {
  if (at == choices.size()) {
    out.push_back({value, pool_.add(joined_[at])});
    return true;
  }
  for (const Derived& derived : choices[at].same_value) {
    if (!budget.take()) return false;
    if (!table_.join(joined_[at], pool_[derived.from], joined_[at + 1])) continue;
    if (!choose_sets(value, choices, at + 1, budget, out)) return false;
  }
  return true;
}

// Among those with one rule on top: others cannot contain each other, for a production never
// stands below itself.
void Provenances::keep_minimal(std::vector<Derived>& derived, std::size_t first) const {
  if (derived.size() - first < 2) return;
  const auto begin = derived.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, derived.end(), [&](const Derived& a, const Derived& b) {
    return a.value != b.value ? a.value < b.value : pool_.is_before(a.from, b.from);
  });
  std::size_t kept = first;
  std::size_t same_value = first;
  for (std::size_t at = first; at < derived.size(); ++at) {
    const Derived candidate = derived[at];
    if (kept > first && derived[kept - 1].value != candidate.value) same_value = kept;
    const bool has_part = std::any_of(
        derived.begin() + static_cast<std::ptrdiff_t>(same_value),
        derived.begin() + static_cast<std::ptrdiff_t>(kept),
        [&](const Derived& smaller) { return pool_.includes(candidate.from, smaller.from); });
    if (!has_part) derived[kept++] = candidate;
  }
  derived.resize(kept);
}

}  // namespace assay::cscan
