#include "assay/grammar/feature_grammar.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "assay/base/exact_math.h"
#include "assay/base/text.h"

namespace assay::rules {

namespace {

constexpr std::size_t kMostValues = 126;     // of one attribute
constexpr std::size_t kMostItems = 300'000;  // combinations of rules and features
constexpr std::size_t kMostPairs = 30'000'000;
constexpr std::size_t kMostRows = 1'000;  // of one combination

using Values = Wide;  // a set of values, one bit each; bit 0 is _none_
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
      : rules_(rules), options_(options), out_(out) {}

  void compile() {
    name_things();
    find_live_attributes();
    for (const GrammarRule& rule : rules_.grammar) plans_.push_back(plan(rule));
    close();
    check_start();
    check_loops();
    lay_out_followers();
    find_corners();
  }

 private:
  // One attribute of one constituent: a fixed set, and perhaps a slot that must agree.
  struct Ask {
    std::uint32_t attribute = 0;
    Values fixed = 0;
    std::uint32_t slot = kNothing;
  };
  struct PlannedSymbol {
    WordId word = kNothing;
    CategoryId category = kNothing;
    std::vector<Ask> asks;
  };
  struct Plan {
    CategoryId left = 0;
    std::vector<Ask> gives;  // one for each live attribute of the left category, in order
    std::vector<PlannedSymbol> symbols;
    std::uint32_t slots = 0;
    std::vector<Ask> shared;  // slots that give more than one attribute its value, once each
  };
  struct CategoryInfo {
    std::vector<std::uint32_t> live;  // attributes, ascending
    std::vector<ItemId> waiting;      // items that want this category
    std::vector<std::uint32_t> rules;
    Place used;
  };
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

  CategoryId category(const std::string& name, Place place) {
    const auto [at, is_new] =
        category_ids_.emplace(name, static_cast<CategoryId>(out_.categories_.size()));
    if (is_new) {
      out_.categories_.push_back({name, {}});
      infos_.push_back({});
      infos_.back().used = place;
    }
    return at->second;
  }

  WordId word(const std::string& text) {
    const auto [at, is_new] = out_.word_ids_.emplace(text, static_cast<WordId>(out_.words_.size()));
    if (is_new) {
      out_.words_.push_back(text);
      out_.begun_by_word_.emplace_back();
    }
    return at->second;
  }

  bool ignored(const std::string& attribute) const {
    return std::find(options_.ignored.begin(), options_.ignored.end(), attribute) !=
           options_.ignored.end();
  }

  void name_things() {
    for (std::uint32_t r = 0; r < rules_.grammar.size(); ++r) {
      const GrammarRule& rule = rules_.grammar[r];
      infos_[category(rule.left.category, rule.left.place)].rules.push_back(r);
      for (const Constituent& part : rule.right) {
        if (!part.category.empty()) category(part.category, part.place);
      }
      link_attributes(rule);
    }
    for (const GrammarRule& rule : rules_.grammar) {
      note_values(rule.left);
      for (const Constituent& part : rule.right) note_values(part);
    }
    for (const GrammarRule& rule : rules_.grammar) {
      check_exclusions(rule.left);
      for (const Constituent& part : rule.right) check_exclusions(part);
    }
    for (std::size_t c = 0; c < infos_.size(); ++c) {
      if (!infos_[c].rules.empty()) continue;
      std::vector<std::string> known;
      for (const GrammarRule& rule : rules_.grammar) known.push_back(rule.left.category);
      std::sort(known.begin(), known.end());
      known.erase(std::unique(known.begin(), known.end()), known.end());
      const std::string& name = out_.categories_[c].name;
      fail_here(infos_[c].used,
                fmt::format("no rule makes a {}{}", printable(name), did_you_mean(name, known)));
    }
    const auto start = category_ids_.find(options_.start);
    if (start == category_ids_.end()) {
      fail(ErrorKind::kInput, "{}: no rule makes a {}, with which every text begins",
           rules_.files.empty() ? "rules" : rules_.files.front(), options_.start);
    }
    out_.start_ = start->second;
  }

  // Attributes that share a variable have the same values: agent_type and subject_type.
  void link_attributes(const GrammarRule& rule) {
    std::map<std::string, std::uint32_t> domains;  // by variable
    const auto link = [&](const Constituent& part) {
      for (const Feature& feature : part.features) {
        if (ignored(feature.attribute)) continue;
        const std::uint32_t own = attribute(feature.attribute).domain;
        if (feature.variable.empty()) continue;
        const auto [at, is_new] = domains.emplace(feature.variable, own);
        if (is_new || at->second == own) continue;
        for (auto& [name, other] : attributes_) {
          if (other.domain == own) other.domain = at->second;
        }
        for (auto& [variable, domain] : domains) {
          if (domain == own) domain = at->second;
        }
      }
    };
    link(rule.left);
    for (const Constituent& part : rule.right) link(part);
  }

  void note_values(const Constituent& part) {
    for (const Feature& feature : part.features) {
      if (ignored(feature.attribute)) continue;
      auto& values = values_[attribute(feature.attribute).domain];
      for (const std::string& value : feature.values) {
        if (value == "_none_") continue;
        values.emplace(value, static_cast<std::uint32_t>(values.size() + 1));
        if (values.size() > kMostValues) {
          fail_here(feature.place, fmt::format("the attribute \"{}\" has more than {} values",
                                               feature.attribute, kMostValues));
        }
      }
    }
  }

  // -form:past|_none_ when there is no other form: nothing could ever have this feature.
  void check_exclusions(const Constituent& part) {
    for (const Feature& feature : part.features) {
      if (!feature.negated || ignored(feature.attribute)) continue;
      if (set_of(feature, attribute(feature.attribute)) != 0) continue;
      fail_here(feature.place,
                fmt::format("this excludes all values of the attribute \"{}\"", feature.attribute));
    }
  }

  struct Attribute {
    std::uint32_t id = 0;
    std::uint32_t domain = 0;  // where its values are
  };
  Attribute& attribute(const std::string& name) {
    const auto [at, is_new] = attributes_.try_emplace(name);
    if (is_new) {
      at->second.id = at->second.domain = static_cast<std::uint32_t>(attributes_.size() - 1);
      values_.emplace_back();
    }
    return at->second;
  }

  static const Feature* find_feature(const Constituent& part, const std::string& attribute) {
    for (const Feature& feature : part.features) {
      if (feature.attribute == attribute) return &feature;
    }
    return nullptr;
  }

  static const Constituent* head_of(const GrammarRule& rule) {
    for (const Constituent& part : rule.right) {
      if (!rule.head.empty() && part.form == rule.head) return &part;
    }
    return nullptr;
  }

  // An attribute of a category matters when some rule asks for it, or passes it on to a category
  // where it matters. What never matters is left out of states, or they would be far too many.
  void find_live_attributes() {
    std::vector<std::vector<bool>> live(infos_.size(), std::vector<bool>(attributes_.size()));
    for (bool changed = true; changed;) {
      changed = false;
      for (const GrammarRule& rule : rules_.grammar) {
        const auto& above = live[category_ids_.at(rule.left.category)];
        const Constituent* head = head_of(rule);
        for (const Constituent& part : rule.right) {
          if (part.category.empty()) continue;
          auto& here = live[category_ids_.at(part.category)];
          for (const auto& [name, attribute] : attributes_) {
            if (here[attribute.id]) continue;
            const bool asked = find_feature(part, name) != nullptr;
            const bool inherited =
                &part == head && above[attribute.id] && find_feature(rule.left, name) == nullptr;
            if (asked || inherited) here[attribute.id] = changed = true;
          }
        }
      }
    }
    for (std::size_t c = 0; c < infos_.size(); ++c) {
      for (std::uint32_t a = 0; a < attributes_.size(); ++a) {
        if (live[c][a]) infos_[c].live.push_back(a);
      }
    }
  }

  Values all_values(const Attribute& attribute) const {
    return (Values{1} << (values_[attribute.domain].size() + 1)) - 1;
  }

  Values set_of(const Feature& feature, const Attribute& attribute) const {
    Values set = 0;
    for (const std::string& value : feature.values) {
      set |= Values{1} << (value == "_none_" ? 0 : values_[attribute.domain].at(value));
    }
    return feature.negated ? all_values(attribute) & ~set : set;
  }

  Plan plan(const GrammarRule& rule) {
    Plan made;
    made.left = category_ids_.at(rule.left.category);
    std::map<std::string, std::uint32_t> slots;  // by variable, or by ":attribute" of the head
    const auto slot = [&](const std::string& name) {
      return slots.emplace(name, static_cast<std::uint32_t>(slots.size())).first->second;
    };
    const Constituent* head = head_of(rule);
    for (const auto a : infos_[made.left].live) {
      const auto& [name, attribute] = attribute_at(a);
      const Feature* feature = find_feature(rule.left, name);
      Ask give{a, Values{1}, kNothing};
      if (feature != nullptr && !feature->variable.empty()) {
        give = {a, all_values(attribute), slot(feature->variable)};
      } else if (feature != nullptr) {
        give.fixed = set_of(*feature, attribute);
      } else if (head != nullptr) {
        const Feature* asked = find_feature(*head, name);
        const bool tied = asked != nullptr && !asked->variable.empty();
        give = {a, all_values(attribute), slot(tied ? asked->variable : ':' + name)};
      }
      const auto same = [&](const Ask& other) {
        return give.slot != kNothing && other.slot == give.slot;
      };
      if (std::any_of(made.gives.begin(), made.gives.end(), same) &&
          std::none_of(made.shared.begin(), made.shared.end(), same)) {
        made.shared.push_back(give);
      }
      made.gives.push_back(give);
    }
    for (const Constituent& part : rule.right) {
      for (const std::string& text : part.words) made.symbols.push_back({word(text), kNothing, {}});
      if (part.category.empty()) continue;
      PlannedSymbol symbol{kNothing, category_ids_.at(part.category), {}};
      for (const auto a : infos_[symbol.category].live) {
        const auto& [name, attribute] = attribute_at(a);
        const Feature* feature = find_feature(part, name);
        const bool inherited = &part == head && slots.count(':' + name) != 0;
        Ask ask{a, all_values(attribute), kNothing};
        if (feature != nullptr && !feature->variable.empty()) {
          ask.slot = slot(feature->variable);
        } else {
          if (feature != nullptr) ask.fixed = set_of(*feature, attribute);
          if (inherited) ask.slot = slot(':' + name);
        }
        if (ask.slot != kNothing || ask.fixed != all_values(attribute)) symbol.asks.push_back(ask);
      }
      made.symbols.push_back(std::move(symbol));
    }
    made.slots = static_cast<std::uint32_t>(slots.size());
    return made;
  }

  std::pair<const std::string&, const Attribute&> attribute_at(std::uint32_t id) const {
    for (const auto& [name, attribute] : attributes_) {
      if (attribute.id == id) return {name, attribute};
    }
    ASSAY_CHECK(false);
    throw Bug("unreachable");
  }

  // --- closing ---------------------------------------------------------------------------------

  void close() {
    for (std::uint32_t r = 0; r < plans_.size(); ++r) {
      add_item({r, 0, Rows{Row(plans_[r].slots, ~Values{0})}}, {});
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
      item.left = plans_[key.rule].left;
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
    const Plan& plan = plans_[key.rule];
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
    infos_[symbol.category].waiting.push_back(id);
    const auto states = out_.categories_[symbol.category].states;
    for (const StateId state : states) {
      if (state < next_state_) advance(id, state);
    }
  }

  void finish(ItemId id, const ItemKey& key, const Plan& plan) {
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
  void give_values(std::uint32_t rule, const Plan& plan, Row slots, std::size_t shared,
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
    const auto waiting = infos_[out_.states_[id].category].waiting;
    for (const ItemId item : waiting) advance(item, id);
  }

  void advance(ItemId id, StateId state) {
    ItemKey key{keys_[id].rule, keys_[id].dot, {}};
    const PlannedSymbol& symbol = plans_[key.rule].symbols[key.dot];
    const auto& live = infos_[symbol.category].live;
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
    for (std::size_t c = 0; c < infos_.size(); ++c) {
      if (!out_.categories_[c].states.empty()) continue;
      const GrammarRule& rule = rules_.grammar[infos_[c].rules.front()];
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
    for (const Plan& plan : plans_) {
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
  const FeatureGrammarOptions& options_;
  FeatureGrammar& out_;
  std::map<std::string, CategoryId> category_ids_;
  std::map<std::string, Attribute> attributes_;
  std::vector<std::map<std::string, std::uint32_t>> values_;  // by domain: the bit of each
  std::vector<CategoryInfo> infos_;
  std::vector<Plan> plans_;
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
