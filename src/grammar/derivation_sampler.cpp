#include "assay/grammar/derivation_sampler.h"

#include <algorithm>
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
  const auto states = static_cast<StateId>(grammar.state_count());
  rule_weight_.assign(items, 0);
  state_weight_.assign(states * width, 0);
  item_weight_.assign(items * width, 0);
  total_.assign(width, 0);
  std::vector<ItemId> order(items);  // by how much of the rule is seen
  for (ItemId i = 0; i < items; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](ItemId a, ItemId b) { return grammar.item(a).seen < grammar.item(b).seen; });
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
  for (StateId s = 0; s < states; ++s) {
    const auto& makers = grammar.state(s).makers;
    for (const ItemId item : makers) {
      const GrammarRule& rule = rules.grammar[grammar.item(item).rule];
      rule_weight_[item] = rule.weight;
      if (chooses_word(rule)) rule_weight_[item] /= rivals.at(rule.left.category);
      if (is_lexical.at(rule.left.category)) {
        rule_weight_[item] /= static_cast<double>(makers.size());
      }
    }
  }
  for (std::uint32_t n = 0; n <= largest; ++n) {
    for (StateId s = 0; n > 0 && s < states; ++s) {
      double sum = 0;
      for (const ItemId item : grammar.state(s).makers)
        sum += rule_weight_[item] * seen(item, n - 1);
      state_weight_[s * width + n] = sum;
    }
    for (const ItemId item : order) {
      double sum = grammar.item(item).seen == 0 && n == 0 ? 1 : 0;
      for (const auto& step : grammar.steps(item)) {
        if (step.over == kNothing) {
          sum += seen(step.before, n);
          continue;
        }
        for (std::uint32_t k = 1; k <= n; ++k) {
          if (made(step.over, k) > 0) sum += seen(step.before, n - k) * made(step.over, k);
        }
      }
      item_weight_[item * width + n] = sum;
    }
    for (const StateId s : grammar.states_of(grammar.start())) total_[n] += made(s, n);
  }
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

std::uint32_t DerivationSampler::grow(StateId state, std::uint32_t size, Stream& stream,
                                      DerivationTree& out) const {
  double left = draw_below(made(state, size), stream);
  ItemId item = kNothing;
  for (const ItemId maker : grammar_.state(state).makers) {
    const double weight = rule_weight_[maker] * seen(maker, size - 1);
    if (weight == 0) continue;
    item = maker;
    left -= weight;
    if (left < 0) break;
  }
  const std::uint32_t rule = grammar_.item(item).rule;
  struct Part {
    StateId state;
    std::uint32_t size;
  };
  std::vector<Part> parts;  // last first
  std::uint32_t rest = size - 1;
  while (grammar_.item(item).seen > 0) {
    const auto steps = grammar_.steps(item);
    if (steps.size() == 1 && steps[0].over == kNothing) {
      item = steps[0].before;
      continue;
    }
    left = draw_below(seen(item, rest), stream);
    ItemId before = kNothing;
    Part part{kNothing, 0};
    for (const auto& step : steps) {
      for (std::uint32_t k = 1; k <= rest && left >= 0; ++k) {
        const double inner = made(step.over, k);
        if (inner == 0) continue;
        const double weight = seen(step.before, rest - k) * inner;
        if (weight == 0) continue;
        before = step.before;
        part = {step.over, k};
        left -= weight;
      }
      if (left < 0) break;
    }
    parts.push_back(part);
    rest -= part.size;
    item = before;
  }
  std::vector<std::uint32_t> constituents;
  for (auto at = parts.rbegin(); at != parts.rend(); ++at) {
    constituents.push_back(grow(at->state, at->size, stream, out));
  }
  return out.add(rule, constituents, 0);
}

}  // namespace assay::rules
