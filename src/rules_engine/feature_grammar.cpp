#include "assay/rules_engine/feature_grammar.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "assay/rules_engine/feature_plan.h"

namespace assay::rules {

namespace {

constexpr std::size_t kMostItems = 300'000;  // combinations of rules and features
constexpr std::size_t kMostPairs = 30'000'000;
constexpr std::size_t kMostRows = 1'000;  // of one combination

using Row = std::vector<Values>;
using Rows = std::vector<Row>;  // all combinations of one row, or of another one

// Makes equal what says the same in another order or twice.
void tidy(Rows& rows) {
  if (rows.size() < 2) return;
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  const auto inside = [](const Row& a, const Row& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](Values x, Values y) { return (x & ~y) == 0; });
  };
  Rows kept;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    bool needed = true;
    for (std::size_t k = 0; k < rows.size() && needed; ++k) {
      needed = k == i || !inside(rows[i], rows[k]);
    }
    if (needed) kept.push_back(rows[i]);
  }
  rows = std::move(kept);
}

}  // namespace

// Builds the tables of one grammar.
class GrammarCompiler {
 public:
  GrammarCompiler(const RuleSet& rules, const FeatureGrammarOptions& options, FeatureGrammar& out)
      : rules_(rules), plan_(plan_features(rules, options)), out_(out) {}

  void compile() {
    name_things();
    close();
    check_start();
    check_loops();
    lay_out_followers();
    find_corners();
  }

 private:
  // What an item knows: its rule, its dot and the sets of its slots. There is more than one row
  // only where attributes share a variable: (a:$v, b:$v) is {x}{x} or {y}{y}, but not {x}{y}.
  struct ItemKey {
    std::uint32_t rule;
    std::uint32_t dot;
    Rows slots;
    auto operator<=>(const ItemKey&) const = default;
  };
  using StateKey = std::pair<CategoryId, Rows>;

  [[noreturn]] void fail_here(Place place, const std::string& message) const {
    fail_at(rules_.files, place, message);
  }

  void name_things() {
    for (const PlannedCategory& category : plan_.categories) {
      out_.categories_.push_back({category.name, {}});
    }
    waiting_.resize(plan_.categories.size());
    out_.start_ = plan_.start;
    out_.words_ = std::move(plan_.words);
    out_.word_ids_ = std::move(plan_.word_ids);
    out_.begun_by_word_.resize(out_.words_.size());
  }

  // --- closing ---------------------------------------------------------------------------------

  void close() {
    for (std::uint32_t r = 0; r < plan_.rules.size(); ++r) {
      add_item({r, 0, Rows{Row(plan_.rules[r].slots, ~Values{0})}}, {});
    }
    while (next_item_ < out_.items_.size() || next_state_ < out_.states_.size()) {
      if (next_item_ < out_.items_.size()) {
        open_item(static_cast<ItemId>(next_item_++));
      } else {
        open_state(static_cast<StateId>(next_state_++));
      }
    }
  }

  ItemId add_item(ItemKey key, FeatureGrammar::Step step) {
    const auto [at, is_new] = item_ids_.emplace(key, static_cast<ItemId>(out_.items_.size()));
    if (is_new) {
      if (out_.items_.size() >= kMostItems) fail_blown_up(key.rule);
      FeatureGrammar::Item item;
      item.rule = key.rule;
      item.left = plan_.rules[key.rule].left;
      item.seen = key.dot;
      out_.items_.push_back(item);
      out_.steps_.emplace_back();
      follow_lists_.emplace_back();
      keys_.push_back(std::move(key));
    }
    if (step.before != kNothing) out_.steps_[at->second].push_back(step);
    return at->second;
  }

  [[noreturn]] void fail_blown_up(std::uint32_t rule) const {
    fail_here(rules_.grammar[rule].place,
              fmt::format("the features of rule {} and of those it uses combine in too many ways",
                          rules_.grammar[rule].name));
  }

  void open_item(ItemId id) {
    const ItemKey key = keys_[id];
    const RulePlan& plan = plan_.rules[key.rule];
    if (key.dot == plan.symbols.size()) {
      finish(id, key, plan);
      return;
    }
    const PlannedSymbol& symbol = plan.symbols[key.dot];
    if (symbol.word != kNothing) {
      out_.items_[id].word = symbol.word;
      const ItemId next = add_item({key.rule, key.dot + 1, key.slots}, {id, kNothing});
      out_.items_[id].after_word = next;
      if (key.dot == 0) out_.begun_by_word_[symbol.word].push_back(next);
      return;
    }
    out_.items_[id].wanted = symbol.category;
    waiting_[symbol.category].push_back(id);
    const auto states = out_.categories_[symbol.category].states;
    for (const StateId state : states) {
      if (state < next_state_) advance(id, state);
    }
  }

  void finish(ItemId id, const ItemKey& key, const RulePlan& plan) {
    Rows rows;
    for (const Row& slots : key.slots) give_values(key.rule, plan, slots, 0, rows);
    tidy(rows);
    StateKey state_key{plan.left, std::move(rows)};
    const auto [at, is_new] = state_ids_.emplace(state_key, out_.states_.size());
    if (is_new) {
      auto& states = out_.categories_[plan.left].states;
      FeatureGrammar::State state;
      state.category = plan.left;
      state.place = static_cast<std::uint32_t>(states.size());
      states.push_back(static_cast<StateId>(out_.states_.size()));
      out_.states_.push_back(state);
      sets_.push_back(std::move(state_key.second));
    }
    const auto made = static_cast<StateId>(at->second);
    out_.items_[id].made = made;
    out_.states_[made].makers.push_back(id);
  }

  // The attributes of what a rule makes; one row for each value of a slot that several share.
  void give_values(std::uint32_t rule, const RulePlan& plan, Row slots, std::size_t shared,
                   Rows& rows) const {
    if (shared < plan.shared.size()) {
      Values& slot = slots[plan.shared[shared].slot];
      const Values all = slot & plan.shared[shared].fixed;
      for (std::size_t bit = 0; bit <= kMostValues; ++bit) {
        slot = all & (Values{1} << bit);
        if (slot != 0) give_values(rule, plan, slots, shared + 1, rows);
      }
      return;
    }
    Row row;
    for (const Ask& give : plan.gives) {
      row.push_back(give.slot == kNothing ? give.fixed : give.fixed & slots[give.slot]);
      if (row.back() == 0) return;
    }
    rows.push_back(std::move(row));
    if (rows.size() > kMostRows) fail_blown_up(rule);
  }

  void open_state(StateId id) {
    const auto waiting = waiting_[out_.states_[id].category];
    for (const ItemId item : waiting) advance(item, id);
  }

  void advance(ItemId id, StateId state) {
    ItemKey key{keys_[id].rule, keys_[id].dot, {}};
    const PlannedSymbol& symbol = plan_.rules[key.rule].symbols[key.dot];
    const auto& live = plan_.categories[symbol.category].live;
    if (++pairs_ > kMostPairs) fail_blown_up(key.rule);
    Rows rows;
    for (const Row& slots : keys_[id].slots) {
      for (const Row& sets : sets_[state]) {
        Row narrowed = slots;
        if (narrow(symbol, live, sets, narrowed)) rows.push_back(std::move(narrowed));
        if (rows.size() > kMostRows) fail_blown_up(key.rule);
      }
    }
    if (rows.empty()) return;
    tidy(rows);
    key.slots = std::move(rows);
    const bool first = key.dot == 0;
    ++key.dot;
    const ItemId next = add_item(std::move(key), {id, state});
    follow_lists_[id].push_back({state, next});
    if (first) out_.states_[state].begins.push_back(next);
  }

  static bool narrow(const PlannedSymbol& symbol, const std::vector<std::uint32_t>& live,
                     const Row& sets, Row& slots) {
    for (const Ask& ask : symbol.asks) {
      const auto at = std::lower_bound(live.begin(), live.end(), ask.attribute) - live.begin();
      const Values set = sets[static_cast<std::size_t>(at)] & ask.fixed;
      if (set == 0) return false;
      if (ask.slot == kNothing) continue;
      slots[ask.slot] &= set;
      if (slots[ask.slot] == 0) return false;
    }
    return true;
  }

  // --- checks and tables -----------------------------------------------------------------------

  void check_start() const {
    if (!out_.categories_[out_.start_].states.empty()) return;
    // Name a category that cannot end although all rules of it exist.
    for (std::size_t c = 0; c < plan_.categories.size(); ++c) {
      if (!out_.categories_[c].states.empty()) continue;
      const GrammarRule& rule = rules_.grammar[plan_.categories[c].rules.front()];
      fail_here(rule.place, fmt::format("no text can be made from {}: every rule for it needs what "
                                        "never ends or never fits",
                                        out_.categories_[c].name));
    }
  }

  // A rule with a single constituent leads from state to state; a circle would have no end.
  void check_loops() const {
    std::vector<std::uint8_t> mark(out_.states_.size(), 0);  // 1: on the path, 2: done
    std::vector<std::pair<StateId, std::size_t>> path;       // a state and which rule comes next
    for (StateId s = 0; s < out_.states_.size(); ++s) {
      if (mark[s] != 0) continue;
      mark[s] = 1;
      path.emplace_back(s, 0);
      while (!path.empty()) {
        const StateId at = path.back().first;
        const auto& begins = out_.states_[at].begins;
        if (path.back().second == begins.size()) {
          mark[at] = 2;
          path.pop_back();
          continue;
        }
        const FeatureGrammar::Item& item = out_.items_[begins[path.back().second++]];
        if (item.made == kNothing || mark[item.made] == 2) continue;
        if (mark[item.made] == 1) fail_loop(item.rule, at);
        mark[item.made] = 1;
        path.emplace_back(item.made, 0);
      }
    }
  }

  [[noreturn]] void fail_loop(std::uint32_t r, StateId from) const {
    const GrammarRule& rule = rules_.grammar[r];
    fail_here(rule.place,
              fmt::format("rule {} leads back to where it began: {} from {} without end", rule.name,
                          rule.left.category, out_.categories_[out_.states_[from].category].name));
  }

  void lay_out_followers() {
    for (ItemId id = 0; id < out_.items_.size(); ++id) {
      FeatureGrammar::Item& item = out_.items_[id];
      if (item.wanted == kNothing) continue;
      item.table = static_cast<std::uint32_t>(out_.followers_.size());
      out_.followers_.resize(out_.followers_.size() + out_.categories_[item.wanted].states.size(),
                             kNothing);
      for (const auto& [state, next] : follow_lists_[id]) {
        out_.followers_[item.table + out_.states_[state].place] = next;
      }
    }
  }

  void find_corners() {
    const std::size_t n = out_.categories_.size();
    const std::size_t width = out_.corner_words();
    auto& bits = out_.corners_;
    bits.assign(n * width, 0);
    const auto set = [&](std::size_t i, std::size_t j) {
      bits[i * width + j / 64] |= 1ULL << (j % 64);
    };
    for (std::size_t c = 0; c < n; ++c) set(c, c);
    for (const RulePlan& plan : plan_.rules) {
      const CategoryId first = plan.symbols.front().category;
      if (first != kNothing) set(plan.left, first);
    }
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        if ((bits[i * width + k / 64] >> (k % 64) & 1U) == 0) continue;
        for (std::size_t w = 0; w < width; ++w) bits[i * width + w] |= bits[k * width + w];
      }
    }
  }

  const RuleSet& rules_;
  FeaturePlan plan_;
  FeatureGrammar& out_;
  std::vector<std::vector<ItemId>> waiting_;  // by category: items that want it
  std::map<ItemKey, ItemId> item_ids_;
  std::map<StateKey, std::size_t> state_ids_;
  std::vector<ItemKey> keys_;
  std::vector<Rows> sets_;
  std::vector<std::vector<std::pair<StateId, ItemId>>> follow_lists_;
  std::size_t next_item_ = 0;
  std::size_t next_state_ = 0;
  std::size_t pairs_ = 0;  // of items and states that were put together
};

FeatureGrammar::FeatureGrammar(const RuleSet& rules, const FeatureGrammarOptions& options) {
  GrammarCompiler(rules, options, *this).compile();
}

std::optional<WordId> FeatureGrammar::find_word(std::string_view word) const {
  const auto at = word_ids_.find(word);
  if (at == word_ids_.end()) return std::nullopt;
  return at->second;
}

}  // namespace assay::rules
