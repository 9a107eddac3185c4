#include "assay/tasks/cscan/theory/theory.h"

#include <algorithm>
#include <array>
#include <utility>

namespace assay::cscan {

namespace {

// Which variables an output holds.
std::uint32_t variables_in(const Output& output) {
  std::uint32_t bits = 0;
  for (const char byte : output) {
    if (is_variable(byte)) bits |= 1U << variable_number(byte);
  }
  return bits;
}

// Whether the phrases that `output` needs of a binding have a value each.
bool has_values(std::uint32_t needed, const Binding& binding, const PhraseValues& values) {
  for (std::size_t i = 0; i < binding.size(); ++i) {
    if (((needed >> i) & 1U) != 0 && values.known[binding[i]] != Known::kYes) return false;
  }
  return true;
}

// The output with values for its variables. Variables of the tree are those of the bound phrases
// in order.
void substitute(const Output& output, const Binding& binding, const PhraseTable& phrases,
                const PhraseValues& values, Output& result) {
  std::array<std::uint8_t, kMostVariables> shifts{};
  std::uint8_t shift = 0;
  for (std::size_t i = 0; i < binding.size(); ++i) {
    shifts[i] = shift;
    shift = static_cast<std::uint8_t>(shift + phrases[binding[i]].variables);
  }
  result.clear();
  for (const char byte : output) {
    if (!is_variable(byte)) {
      result += byte;
      continue;
    }
    const std::size_t variable = variable_number(byte);
    append_shifted(result, values.value[binding[variable]], shifts[variable]);
  }
}

// Looks for a tree of a start production that two rules give different values.
class ConflictSearch {
 public:
  ConflictSearch(const PhraseTable& phrases, const PhraseValues& values)
      : phrases_(phrases), values_(values) {}

  std::optional<Tree> where_differ(const Rule& a, const Rule& b) {
    const Production& production = phrases_.space().productions[a.left.top];
    for (std::size_t slot = 0; slot < production.slots.size(); ++slot) {
      find_common(a, b, slot, production.slots[slot]);
      if (common_[slot].empty()) return std::nullopt;
    }
    Tree tree{a.left.top, {}};
    if (!differ_at(a, b, tree.parts, production.slots.size())) return std::nullopt;
    return tree;
  }

 private:
  std::uint32_t needed(const Rule& rule, std::size_t slot) const {
    std::size_t first = 0;
    for (std::size_t s = 0; s < slot; ++s) first += phrases_[rule.left.parts[s]].variables;
    return variables_in(rule.right) >> first;
  }

  bool applies(PhraseId pattern, std::uint32_t needs, PhraseId phrase) const {
    Binding binding;
    return phrases_.match(pattern, phrase, binding) && has_values(needs, binding, values_);
  }

  // The phrases that both left sides allow in the slot and both outputs can use, without those
  // that say nothing more than a general one: see says_more.
  void find_common(const Rule& a, const Rule& b, std::size_t slot, Level level) {
    std::vector<PhraseId>& found = common_[slot];
    found.clear();
    const PhraseId first = a.left.parts[slot];
    const PhraseId second = b.left.parts[slot];
    const auto met = phrases_.meet(first, second);
    if (!met) return;
    const std::uint32_t first_needs = needed(a, slot);
    const std::uint32_t second_needs = needed(b, slot);
    const auto is_usable = [&](PhraseId phrase) {
      return applies(first, first_needs, phrase) && applies(second, second_needs, phrase);
    };
    for (const PhraseId phrase : phrases_.choices(level)) {
      if (is_instance(*met, phrase) && is_usable(phrase)) found.push_back(phrase);
    }
    const std::vector<PhraseId> all = found;
    std::erase_if(found, [&](PhraseId phrase) {
      return std::ranges::any_of(all, [&](PhraseId general) {
        return general != phrase && is_instance(general, phrase) &&
               !says_more(first, first_needs, general, phrase) &&
               !says_more(second, second_needs, general, phrase);
      });
    });
  }

  // Whether the values that a rule takes from `phrase` are other ones than those of `general` with
  // what is put for its variables. That can be where something put there has no value: "look left"
  // may be told as it is while nobody knows what "left" means.
  bool says_more(PhraseId pattern, std::uint32_t needs, PhraseId general, PhraseId phrase) {
    Binding of_general;
    Binding of_phrase;
    phrases_.match(pattern, general, of_general);
    phrases_.match(pattern, phrase, of_phrase);
    for (std::size_t i = 0; i < of_phrase.size(); ++i) {
      if (((needs >> i) & 1U) == 0 || of_general[i] == of_phrase[i]) continue;
      Binding put;
      phrases_.match(of_general[i], of_phrase[i], put);
      const Output& value = values_.value[of_general[i]];
      if (!has_values(variables_in(value), put, values_)) return true;
      substitute(value, put, phrases_, values_, first_);
      if (first_ != values_.value[of_phrase[i]]) return true;
    }
    return false;
  }

  bool is_instance(PhraseId pattern, PhraseId phrase) const {
    Binding binding;
    return phrases_.match(pattern, phrase, binding);
  }

  // `parts` are those of the first such tree then.
  bool differ_at(const Rule& a, const Rule& b, InlineVector<PhraseId, kMostSlots>& parts,
                 std::size_t slots) {
    if (parts.size() < slots) {
      for (const PhraseId phrase : common_[parts.size()]) {
        parts.push_back(phrase);
        if (differ_at(a, b, parts, slots)) return true;
        parts.pop_back();
      }
      return false;
    }
    apply(a, parts, first_);
    apply(b, parts, second_);
    return first_ != second_;
  }

  void apply(const Rule& rule, const InlineVector<PhraseId, kMostSlots>& parts,
             Output& value) const {
    Binding binding;
    phrases_.match(rule.left, {rule.left.top, parts}, binding);
    substitute(rule.right, binding, phrases_, values_, value);
  }

  const PhraseTable& phrases_;
  const PhraseValues& values_;
  std::array<std::vector<PhraseId>, kMostSlots> common_;
  Output first_;
  Output second_;
};

}  // namespace

namespace {

using Basis = std::function<const Output&(ProductionId)>;

// `variables` counts those of the tree that came before.
Output value_over(const PhraseTable& phrases, ProductionId production,
                  const InlineVector<PhraseId, kMostSlots>& parts, const Basis& basis,
                  std::size_t& variables) {
  InlineVector<Output, kMostSlots> values;
  for (const PhraseId part : parts) {
    const Phrase& phrase = phrases[part];
    if (phrase.is_variable()) {
      values.push_back(Output(1, variable_byte(variables++)));
    } else {
      values.push_back(value_over(phrases, phrase.production, phrase.parts, basis, variables));
    }
  }
  Output result;
  for (const char byte : basis(production)) {
    if (is_variable(byte)) {
      result += values[variable_number(byte)];
    } else {
      result += byte;
    }
  }
  return result;
}

}  // namespace

Output value_by_basis(const PhraseTable& phrases, const Tree& tree, const Basis& basis) {
  std::size_t variables = 0;
  if (!tree.is_phrase()) return value_over(phrases, tree.top, tree.parts, basis, variables);
  const Phrase& phrase = phrases[tree.parts[0]];
  return value_over(phrases, phrase.production, phrase.parts, basis, variables);
}

Theory::Theory(const PhraseTable& phrases, std::span<const Rule> rules)
    : phrases_(&phrases),
      rules_(rules.begin(), rules.end()),
      by_root_(phrases.space().productions.size()) {
  for (std::size_t rule = 0; rule < rules_.size(); ++rule) index(rule);
  values_.known.assign(phrases.size(), Known::kNo);
  values_.value.resize(phrases.size());
  evaluate_phrases(0, nullptr, false, values_);
}

void Theory::index(std::size_t rule) {
  needs_.push_back(variables_in(rules_[rule].right));
  by_root_[phrases_->root(rules_[rule].left)].push_back(static_cast<std::uint16_t>(rule));
}

void Theory::add(const Rule& rule) {
  rules_.push_back(rule);
  index(rules_.size() - 1);
  if (rule.left.is_phrase()) evaluate_phrases(rule.left.parts[0], nullptr, false, values_);
}

std::optional<PhraseId> Theory::evaluate_phrases(PhraseId first, const Rule* extra, bool stop,
                                                 PhraseValues& values) const {
  Output value;
  const auto try_rule = [&](const Rule& rule, std::uint32_t needs, PhraseId id) {
    Binding binding;
    if (!phrases_->match(rule.left.parts[0], id, binding)) return;
    if (!has_values(needs, binding, values)) return;
    substitute(rule.right, binding, *phrases_, values, value);
    Known& known = values.known[id];
    if (known == Known::kNo) {
      known = Known::kYes;
      values.value[id] = value;
    } else if (known == Known::kYes && values.value[id] != value) {
      known = Known::kTwice;
    }
  };
  for (std::size_t i = first; i < phrases_->size(); ++i) {
    const auto id = static_cast<PhraseId>(i);
    const Phrase& phrase = (*phrases_)[id];
    if (phrase.is_variable()) {
      values.known[id] = Known::kYes;
      values.value[id] = variable_byte(0);
      continue;
    }
    values.known[id] = Known::kNo;
    for (const std::uint16_t rule : by_root_[phrase.production]) {
      try_rule(rules_[rule], needs_[rule], id);
    }
    if (extra != nullptr && phrases_->root(extra->left) == phrase.production) {
      try_rule(*extra, variables_in(extra->right), id);
    }
    if (stop && values.known[id] == Known::kTwice) return id;
  }
  return std::nullopt;
}

Known Theory::evaluate(const Tree& tree, Output& value) const {
  if (tree.is_phrase()) {
    const PhraseId phrase = tree.parts[0];
    if (values_.known[phrase] == Known::kYes) value = values_.value[phrase];
    return values_.known[phrase];
  }
  Known known = Known::kNo;
  Output other;
  for (const std::uint16_t at : by_root_[tree.top]) {
    const Rule& rule = rules_[at];
    Binding binding;
    if (!phrases_->match(rule.left, tree, binding)) continue;
    if (!has_values(needs_[at], binding, values_)) continue;
    if (known == Known::kNo) {
      substitute(rule.right, binding, *phrases_, values_, value);
      known = Known::kYes;
      continue;
    }
    substitute(rule.right, binding, *phrases_, values_, other);
    if (other != value) return Known::kTwice;
  }
  return known;
}

bool Theory::applies(const Rule& rule, std::size_t slot, PhraseId part) const {
  std::size_t first = 0;
  for (std::size_t s = 0; s < slot; ++s) first += (*phrases_)[rule.left.parts[s]].variables;
  Binding binding;
  return phrases_->match(rule.left.parts[slot], part, binding) &&
         has_values(variables_in(rule.right) >> first, binding, values_);
}

std::optional<Tree> Theory::where_rules_differ(const PhraseValues& values) const {
  ConflictSearch search(*phrases_, values);
  for (const ProductionId top : phrases_->space().start_productions) {
    const auto& rules = by_root_[top];
    for (std::size_t a = 0; a < rules.size(); ++a) {
      for (std::size_t b = a + 1; b < rules.size(); ++b) {
        if (auto tree = search.where_differ(rules_[rules[a]], rules_[rules[b]])) return tree;
      }
    }
  }
  return std::nullopt;
}

bool Theory::has_conflict() const {
  if (std::ranges::find(values_.known, Known::kTwice) != values_.known.end()) return true;
  return where_rules_differ(values_).has_value();
}

std::optional<Tree> Theory::conflict_with(const Rule& rule) const {
  if (!rule.left.is_phrase()) {
    ConflictSearch search(*phrases_, values_);
    for (const std::uint16_t other : by_root_[rule.left.top]) {
      if (auto tree = search.where_differ(rule, rules_[other])) return tree;
    }
    return std::nullopt;
  }
  PhraseValues values = values_;
  if (const auto phrase = evaluate_phrases(rule.left.parts[0], &rule, true, values)) {
    return phrases_->tree(*phrase);
  }
  return where_rules_differ(values);
}

}  // namespace assay::cscan
