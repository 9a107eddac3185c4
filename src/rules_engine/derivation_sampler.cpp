#include "assay/rules_engine/derivation_sampler.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "assay/base/error.h"

namespace assay::rules {

namespace {

// Uniform in [0, bound).
double draw_below(double bound, Stream& stream) {
  return static_cast<double>(stream.next64() >> 11U) * 0x1.0p-53 * bound;
}

}  // namespace

DerivationSampler::DerivationSampler(const FeatureGrammar& grammar, const RuleSet& rules,
                                     std::uint32_t largest)
    : grammar_(grammar), largest_(largest) {
  const std::size_t width = largest + 1;
  const auto items = static_cast<ItemId>(grammar.item_count());
  weigh_rules(rules);
  find_approaches();
  maker_of_.push_back(0);
  for (StateId s = 0; s < grammar.state_count(); ++s) {
    maker_of_.push_back(maker_of_.back() + grammar.state(s).makers.size());
  }
  maker_weight_.assign(maker_of_.back() * width, 0);
  state_weight_.assign(grammar.state_count() * width, 0);
  item_weight_.assign(items * width, 0);
  approach_weight_.assign(approaches_.size() * width, 0);
  total_.assign(width, 0);
  std::vector<ItemId> order(items);  // by how much of the rule is seen
  for (ItemId i = 0; i < items; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](ItemId a, ItemId b) { return grammar.item(a).seen < grammar.item(b).seen; });
  for (std::uint32_t n = 0; n <= largest; ++n) weigh(n, order);
}

void DerivationSampler::weigh_rules(const RuleSet& rules) {
  // Words, and rules that do nothing but choose a word, share one weight with their rivals.
  std::map<std::string_view, bool> is_lexical;  // has a category no rules but words?
  for (const GrammarRule& rule : rules.grammar) {
    const bool words = rule.right.size() == 1 && rule.right[0].category.empty();
    const auto known = is_lexical.emplace(rule.left.category, words).first;
    known->second = known->second && words;
  }
  const auto chooses_word = [&](const GrammarRule& rule) {
    return rule.right.size() == 1 && !rule.right[0].category.empty() &&
           is_lexical.at(rule.right[0].category);
  };
  std::map<std::string_view, double> rivals;
  for (const GrammarRule& rule : rules.grammar) {
    if (chooses_word(rule)) rivals[rule.left.category] += 1;
  }
  rule_weight_.assign(grammar_.item_count(), 0);
  for (StateId s = 0; s < grammar_.state_count(); ++s) {
    const auto& makers = grammar_.state(s).makers;
    for (const ItemId item : makers) {
      const GrammarRule& rule = rules.grammar[grammar_.item(item).rule];
      rule_weight_[item] = rule.weight;
      if (chooses_word(rule)) rule_weight_[item] /= rivals.at(rule.left.category);
      if (is_lexical.at(rule.left.category)) {
        rule_weight_[item] /= static_cast<double>(makers.size());
      }
    }
  }
}

void DerivationSampler::find_approaches() {
  for (ItemId item = 0; item < grammar_.item_count(); ++item) {
    approach_of_.push_back(static_cast<std::uint32_t>(approaches_.size()));
    std::vector<FeatureGrammar::Step> steps(grammar_.steps(item).begin(),
                                            grammar_.steps(item).end());
    std::stable_sort(steps.begin(), steps.end(),
                     [](const auto& a, const auto& b) { return a.before < b.before; });
    for (const auto& step : steps) {
      const auto first = static_cast<std::uint32_t>(approach_states_.size());
      const bool same =
          approaches_.size() > approach_of_.back() && approaches_.back().before == step.before;
      if (!same) approaches_.push_back({step.before, first, 0});
      if (step.over == kNothing) continue;
      approach_states_.push_back(step.over);
      ++approaches_.back().count;
    }
  }
  approach_of_.push_back(static_cast<std::uint32_t>(approaches_.size()));
}

// All sums for one size; those of smaller sizes are known.
void DerivationSampler::weigh(std::uint32_t n, std::span<const ItemId> order) {
  const std::size_t width = largest_ + 1;
  for (StateId s = 0; n > 0 && s < grammar_.state_count(); ++s) {
    double sum = 0;
    double* weight = &maker_weight_[n * maker_of_.back() + maker_of_[s]];
    for (const ItemId item : grammar_.state(s).makers) {
      *weight = rule_weight_[item] * seen(item, n - 1);
      sum += *weight++;
    }
    state_weight_[n * grammar_.state_count() + s] = sum;
  }
  for (std::size_t a = 0; a < approaches_.size(); ++a) {
    double sum = 0;
    for (std::uint32_t i = 0; i < approaches_[a].count; ++i) {
      sum += made(approach_states_[approaches_[a].first + i], n);
    }
    approach_weight_[a * width + n] = sum;
  }
  for (const ItemId item : order) {
    double sum = grammar_.item(item).seen == 0 && n == 0 ? 1 : 0;
    for (std::size_t a = approach_of_[item]; a < approach_of_[item + 1]; ++a) {
      const Approach& approach = approaches_[a];
      if (approach.count == 0) {
        sum += seen(approach.before, n);
        continue;
      }
      for (std::uint32_t k = 1; k <= n; ++k) sum += seen(approach.before, n - k) * over(a, k);
    }
    item_weight_[item * width + n] = sum;
  }
  for (const StateId s : grammar_.states_of(grammar_.start())) total_[n] += made(s, n);
}

std::uint32_t DerivationSampler::draw(std::uint32_t size, Stream& stream,
                                      DerivationTree& out) const {
  ASSAY_CHECK(has(size));
  out.clear();
  double left = draw_below(total_[size], stream);
  StateId chosen = kNothing;
  for (const StateId s : grammar_.states_of(grammar_.start())) {
    if (made(s, size) == 0) continue;
    chosen = s;
    left -= made(s, size);
    if (left < 0) break;
  }
  return grow(chosen, size, stream, out);
}

StateId DerivationSampler::choose_state(std::size_t approach, std::uint32_t size,
                                        Stream& stream) const {
  double left = draw_below(over(approach, size), stream);
  StateId chosen = kNothing;
  for (std::uint32_t i = 0; i < approaches_[approach].count && left >= 0; ++i) {
    const StateId at = approach_states_[approaches_[approach].first + i];
    const double weight = made(at, size);
    if (weight == 0) continue;
    chosen = at;
    left -= weight;
  }
  return chosen;
}

std::uint32_t DerivationSampler::grow(StateId state, std::uint32_t size, Stream& stream,
                                      DerivationTree& out) const {
  double left = draw_below(made(state, size), stream);
  ItemId item = kNothing;
  const double* next = &maker_weight_[size * maker_of_.back() + maker_of_[state]];
  for (const ItemId maker : grammar_.state(state).makers) {
    const double own = *next++;
    if (own == 0) continue;
    item = maker;
    left -= own;
    if (left < 0) break;
  }
  const std::uint32_t rule = grammar_.item(item).rule;
  struct Part {
    StateId state;
    std::uint32_t size;
  };
  std::array<Part, kMostConstituents> parts;  // last first
  std::size_t count = 0;
  std::uint32_t rest = size - 1;
  while (grammar_.item(item).seen > 0) {
    const std::size_t first = approach_of_[item];
    const std::size_t end = approach_of_[item + 1];
    if (end - first == 1 && approaches_[first].count == 0) {
      item = approaches_[first].before;
      continue;
    }
    // Which item before, and how large the constituent; then which state it has.
    left = draw_below(seen(item, rest), stream);
    std::size_t approach = first;
    std::uint32_t chosen = 0;
    for (std::size_t a = first; a < end && left >= 0; ++a) {
      for (std::uint32_t k = 1; k <= rest && left >= 0; ++k) {
        const double weight = seen(approaches_[a].before, rest - k) * over(a, k);
        if (weight == 0) continue;
        approach = a;
        chosen = k;
        left -= weight;
      }
    }
    parts[count++] = {choose_state(approach, chosen, stream), chosen};
    rest -= chosen;
    item = approaches_[approach].before;
  }
  std::array<std::uint32_t, kMostConstituents> constituents;
  for (std::size_t i = 0; i < count; ++i) {
    const Part& part = parts[count - 1 - i];
    constituents[i] = grow(part.state, part.size, stream, out);
  }
  return out.add(rule, std::span(constituents).first(count), 0);
}

}  // namespace assay::rules
