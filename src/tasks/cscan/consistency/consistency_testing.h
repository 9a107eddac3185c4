// For tests only: the sets of the metric by their definitions, over all subsets of a few
// assertions.
//
// A tree is a text in prefix order, a byte for each production and one for each variable, after the
// level of its slot. All that follows is made by putting asserted rules into rules that follow,
// until nothing new comes, with every set of assertions that led to it. No tilings, no values of
// phrases, nothing minimal on the way.
#pragma once

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/tasks/cscan/consistency/consistency.h"

namespace assay::cscan::witness {

using Mask = std::uint32_t;

struct Set {
  SetKind kind = SetKind::kImplication;
  About about = About::kRule;
  Mask members = 0;
  friend auto operator<=>(const Set&, const Set&) = default;
};

class AllSubsets {
 public:
  AllSubsets(const PhraseTable& phrases, std::vector<Assertion> assertions)
      : phrases_(phrases), space_(phrases.space()), assertions_(std::move(assertions)) {
    ASSAY_CHECK(assertions_.size() <= 12);
    for (const Assertion& assertion : assertions_) lefts_.push_back(prefix(assertion.rule.left));
    follow_all();
    mark_subsets();
  }

  // Equations 22 to 26, word by word.
  std::set<Set> full() const {
    std::set<Set> found;
    for (Mask whole = 1; whole < subsets(); ++whole) {
      bool is_implication = false;
      bool is_reply = false;
      bool is_qualifier = false;
      for (std::size_t f = 0; f < assertions_.size(); ++f) {
        if ((whole >> f & 1U) == 0) continue;
        const Mask rest = whole & ~(Mask{1} << f);
        is_implication |= implies_minimally(rest, f);
        is_reply |= denies_minimally(rest, f);
        is_qualifier |= is_defeasible(f) && implies_monotonic_minimally(rest, f);
      }
      const auto add = [&](SetKind kind) { found.insert({kind, about(kind, whole), whole}); };
      if (is_implication) add(SetKind::kImplication);
      if (is_reply) add(SetKind::kReplyContradiction);
      if (is_qualifier && !is_reply) add(SetKind::kQualifierContradiction);
    }
    return found;
  }

  // Appendix G: provenances of what follows for an asserted left side, none within another; and
  // nothing around a contradiction of replies.
  std::set<Set> paper() const {
    std::set<Set> found;
    std::set<Mask> replies;
    std::vector<Set> all;
    for (std::size_t i = 0; i < assertions_.size(); ++i) {
      for (const auto& [output, masks] : known_.at(lefts_[i])) {
        for (const Mask mask : masks) {
          if ((mask >> i & 1U) != 0 || has_strict_part(mask, masks)) continue;
          const Mask whole = mask | Mask{1} << i;
          if (output != assertions_[i].rule.right) {
            replies.insert(whole);
            all.push_back({SetKind::kReplyContradiction, {}, whole});
          } else if (is_defeasible(i) && (mask & ~monotonic_) == 0) {
            all.push_back({SetKind::kQualifierContradiction, {}, whole});
          } else if (is_defeasible(i) || (mask & ~monotonic_) == 0) {
            all.push_back({SetKind::kImplication, {}, whole});
          }
        }
      }
    }
    for (const Set& set : all) {
      if (has_strict_part(set.members, replies)) continue;
      if (set.kind == SetKind::kQualifierContradiction && replies.contains(set.members)) continue;
      found.insert({set.kind, about(set.kind, set.members), set.members});
    }
    return found;
  }

 private:
  using Masks = std::set<Mask>;

  static char production_byte(ProductionId id) { return static_cast<char>(id + 32); }
  static ProductionId production_of(char byte) { return static_cast<ProductionId>(byte - 32); }
  static char slot_byte(Level level) { return static_cast<char>(level + 1); }
  static bool is_slot(char byte) { return byte < 32; }

  std::string prefix(PhraseId id) const {
    const Phrase& phrase = phrases_[id];
    if (phrase.is_variable()) return {slot_byte(phrase.level)};
    std::string text = {production_byte(phrase.production)};
    for (const PhraseId part : phrase.parts) text += prefix(part);
    return text;
  }

  std::string prefix(const Tree& tree) const {
    std::string text;
    if (!tree.is_phrase()) text += production_byte(tree.top);
    for (const PhraseId part : tree.parts) text += prefix(part);
    return text;
  }

  static std::size_t slots_in(std::string_view tree) {
    return static_cast<std::size_t>(std::ranges::count_if(tree, is_slot));
  }

  // All trees for a slot but the bare variable, from the grammar alone.
  const std::vector<std::string>& trees_for(Level slot) {
    auto [at, is_new] = trees_.try_emplace(slot);
    if (!is_new) return at->second;
    std::vector<std::string> all;
    for (const ProductionId id : phrases_.productions()) {
      const Production& production = space_.productions[id];
      if (!space_.fits(production.result, slot)) continue;
      std::vector<std::string> trees = {{production_byte(id)}};
      for (const Level part : production.slots) {
        std::vector<std::string> choices = trees_for(part);
        choices.push_back({slot_byte(part)});
        std::vector<std::string> longer;
        for (const std::string& tree : trees) {
          for (const std::string& choice : choices) longer.push_back(tree + choice);
        }
        trees = std::move(longer);
      }
      all.insert(all.end(), trees.begin(), trees.end());
    }
    return trees_[slot] = std::move(all);
  }

  // p[x := q] = s[x := r]
  static std::pair<std::string, Output> put(const std::string& p, const Output& s, std::size_t x,
                                            const std::string& q, const Output& r) {
    std::string tree;
    std::size_t slot = 0;
    for (const char byte : p) {
      if (is_slot(byte) && slot++ == x) {
        tree += q;
      } else {
        tree += byte;
      }
    }
    Output output;
    for (const char byte : s) {
      if (!is_variable(byte) || variable_number(byte) < x) {
        output += byte;
      } else if (variable_number(byte) > x) {
        output += variable_byte(variable_number(byte) + slots_in(q) - 1);
      } else {
        for (const char inner : r) {
          output += is_variable(inner) ? variable_byte(variable_number(inner) + x) : inner;
        }
      }
    }
    return {tree, output};
  }

  void add(const std::string& tree, const Output& output, Mask mask) {
    if (!known_[tree][output].insert(mask).second) return;
    open_.push_back({tree, output, mask});
  }

  void follow_all() {
    for (std::size_t i = 0; i < assertions_.size(); ++i) {
      add(lefts_[i], assertions_[i].rule.right, Mask{1} << i);
    }
    while (!open_.empty()) {
      const Open rule = open_.back();
      open_.pop_back();
      std::size_t x = 0;
      for (const char byte : rule.tree) {
        if (!is_slot(byte)) continue;
        const auto slot = static_cast<Level>(byte - 1);
        if (rule.output.find(variable_byte(x)) == Output::npos) {
          for (const std::string& tree : trees_for(slot)) {
            const auto [left, right] = put(rule.tree, rule.output, x, tree, {});
            add(left, right, rule.mask);
          }
        } else {
          for (std::size_t i = 0; i < assertions_.size(); ++i) {
            const Level level = space_.productions[production_of(lefts_[i][0])].result;
            if (!space_.fits(level, slot)) continue;
            const auto [left, right] =
                put(rule.tree, rule.output, x, lefts_[i], assertions_[i].rule.right);
            add(left, right, rule.mask | Mask{1} << i);
          }
        }
        ++x;
      }
    }
  }

  Mask subsets() const { return Mask{1} << assertions_.size(); }

  void mark_subsets() {
    is_bad_.assign(subsets(), false);
    follows_.assign(assertions_.size(), std::vector<bool>(subsets()));
    for (std::size_t i = 0; i < assertions_.size(); ++i) {
      if (!is_defeasible(i)) monotonic_ |= Mask{1} << i;
      for (const Mask mask : known_.at(lefts_[i]).at(assertions_[i].rule.right)) {
        follows_[i][mask] = true;
      }
      mark_supersets(follows_[i]);
    }
    for (const auto& [tree, outputs] : known_) {
      for (auto a = outputs.begin(); a != outputs.end(); ++a) {
        for (auto b = std::next(a); b != outputs.end(); ++b) {
          for (const Mask first : a->second) {
            for (const Mask second : b->second) is_bad_[first | second] = true;
          }
        }
      }
    }
    mark_supersets(is_bad_);
  }

  void mark_supersets(std::vector<bool>& marks) const {
    for (std::size_t i = 0; i < assertions_.size(); ++i) {
      for (Mask mask = 0; mask < subsets(); ++mask) {
        if ((mask >> i & 1U) != 0 && marks[mask & ~(Mask{1} << i)]) marks[mask] = true;
      }
    }
  }

  bool is_defeasible(std::size_t i) const {
    return assertions_[i].qualifier == Qualifier::kDefeasible;
  }
  bool implies_monotonic(Mask set, std::size_t f) const { return follows_[f][set & monotonic_]; }
  bool implies(Mask set, std::size_t f) const {
    return is_defeasible(f) ? follows_[f][set] : implies_monotonic(set, f);
  }
  bool denies(Mask set, std::size_t f) const { return is_bad_[set | Mask{1} << f]; }

  static bool none_strictly_within(Mask set, auto holds) {
    for (Mask part = set; part != 0;) {
      part = (part - 1) & set;
      if (holds(part)) return false;
    }
    return true;
  }

  bool implies_minimally(Mask set, std::size_t f) const {
    return !is_bad_[set] && implies(set, f) &&
           none_strictly_within(set, [&](Mask part) { return implies(part, f); }) &&
           !(is_defeasible(f) && implies_monotonic(set, f));
  }
  bool implies_monotonic_minimally(Mask set, std::size_t f) const {
    return !is_bad_[set] && implies_monotonic(set, f) &&
           none_strictly_within(set, [&](Mask part) { return implies_monotonic(part, f); });
  }
  bool denies_minimally(Mask set, std::size_t f) const {
    return !is_bad_[set] && denies(set, f) &&
           none_strictly_within(set, [&](Mask part) { return denies(part, f); });
  }

  static bool has_strict_part(Mask whole, const Masks& masks) {
    return std::ranges::any_of(masks,
                               [&](Mask mask) { return mask != whole && (mask & ~whole) == 0; });
  }

  // Which member the others speak about: one whose left side they give a value.
  About about(SetKind kind, Mask whole) const {
    const auto is_command = [&](std::size_t i) { return assertions_[i].form == Form::kCommand; };
    bool has_command = false;
    for (std::size_t i = 0; i < assertions_.size(); ++i) {
      has_command |= (whole >> i & 1U) != 0 && is_command(i);
    }
    if (std::popcount(whole) == 2) return has_command ? About::kCommand : About::kRule;
    for (std::size_t i = 0; i < assertions_.size(); ++i) {
      if ((whole >> i & 1U) == 0) continue;
      const Mask rest = whole & ~(Mask{1} << i);
      for (const auto& [output, masks] : known_.at(lefts_[i])) {
        if ((output != assertions_[i].rule.right) != (kind == SetKind::kReplyContradiction)) {
          continue;
        }
        if (masks.contains(rest)) return is_command(i) ? About::kCommand : About::kRule;
      }
    }
    return About::kComposition;
  }

  struct Open {
    std::string tree;
    Output output;
    Mask mask = 0;
  };

  const PhraseTable& phrases_;
  const RuleSpace& space_;
  std::vector<Assertion> assertions_;
  std::vector<std::string> lefts_;
  std::map<Level, std::vector<std::string>> trees_;
  std::map<std::string, std::map<Output, Masks>> known_;  // what follows, and from which sets
  std::vector<Open> open_;
  std::vector<bool> is_bad_;                // of each subset: some tree has two values
  std::vector<std::vector<bool>> follows_;  // of each assertion and subset
  Mask monotonic_ = 0;
};

}  // namespace assay::cscan::witness
