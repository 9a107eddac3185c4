#include "assay/grammar/feature_grammar.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "assay/base/exact_math.h"
#include "assay/base/text.h"

namespace assay::rules {

namespace {

constexpr std::size_t kMostValues = 126;       // of one attribute
constexpr std::size_t kMostItems = 1'000'000;  // combinations of rules and features

using Values = Wide;  // a set of values, one bit each; bit 0 is _none_

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
  };
  struct CategoryInfo {
    std::vector<std::uint32_t> live;  // attributes, ascending
    std::vector<ItemId> waiting;      // items that want this category
    std::vector<std::uint32_t> rules;
    Place used;
  };
  // What an item knows: its rule, its dot and the sets of its slots.
  struct ItemKey {
    std::uint32_t rule;
    std::uint32_t dot;
    std::vector<Values> slots;
    auto operator<=>(const ItemKey&) const = default;
  };
  using StateKey = std::pair<CategoryId, std::vector<Values>>;

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
      std::vector<Values> free(plans_[r].slots, ~Values{0});
      add_item({r, 0, std::move(free)}, {});
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
      if (out_.items_.size() >= kMostItems) {
        fail_here(rules_.grammar[key.rule].place,
                  fmt::format("the features of these rules combine in more than {} ways",
                              with_commas(kMostItems)));
      }
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
    std::vector<Values> sets;
    for (const Ask& give : plan.gives) {
      sets.push_back(give.slot == kNothing ? give.fixed : give.fixed & key.slots[give.slot]);
    }
    StateKey state_key{plan.left, std::move(sets)};
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

  void open_state(StateId id) {
    const auto waiting = infos_[out_.states_[id].category].waiting;
    for (const ItemId item : waiting) advance(item, id);
  }

  void advance(ItemId id, StateId state) {
    ItemKey key = keys_[id];
    const PlannedSymbol& symbol = plans_[key.rule].symbols[key.dot];
    const auto& live = infos_[symbol.category].live;
    const auto& sets = sets_[state];
    for (const Ask& ask : symbol.asks) {
      const auto at = std::lower_bound(live.begin(), live.end(), ask.attribute) - live.begin();
      const Values set = sets[static_cast<std::size_t>(at)] & ask.fixed;
      if (set == 0) return;
      if (ask.slot == kNothing) continue;
      key.slots[ask.slot] &= set;
      if (key.slots[ask.slot] == 0) return;
    }
    const bool first = key.dot == 0;
    ++key.dot;
    const ItemId next = add_item(std::move(key), {id, state});
    follow_lists_[id].push_back({state, next});
    if (first) out_.states_[state].begins.push_back(next);
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
    for (StateId s = 0; s < out_.states_.size(); ++s) visit_units(s, mark);
  }

  void visit_units(StateId s, std::vector<std::uint8_t>& mark) const {
    if (mark[s] == 2) return;
    mark[s] = 1;
    for (const ItemId item : out_.states_[s].begins) {
      const StateId made = out_.items_[item].made;
      if (made == kNothing) continue;
      if (mark[made] == 1) {
        const GrammarRule& rule = rules_.grammar[out_.items_[item].rule];
        fail_here(rule.place,
                  fmt::format("rule {} leads back to where it began: {} from {} without "
                              "end",
                              rule.name, rule.left.category,
                              out_.categories_[out_.states_[s].category].name));
      }
      visit_units(made, mark);
    }
    mark[s] = 2;
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
    std::vector<std::vector<bool>> begins(n, std::vector<bool>(n, false));
    for (std::size_t c = 0; c < n; ++c) begins[c][c] = true;
    for (const Plan& plan : plans_) {
      const CategoryId first = plan.symbols.front().category;
      if (first != kNothing) begins[plan.left][first] = true;
    }
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        if (!begins[i][k]) continue;
        for (std::size_t j = 0; j < n; ++j) begins[i][j] = begins[i][j] || begins[k][j];
      }
    }
    out_.corners_.assign(n * out_.corner_words(), 0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (begins[i][j]) out_.corners_[i * out_.corner_words() + j / 64] |= 1ULL << (j % 64);
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
  std::vector<std::vector<Values>> sets_;
  std::vector<std::vector<std::pair<StateId, ItemId>>> follow_lists_;
  std::size_t next_item_ = 0;
  std::size_t next_state_ = 0;
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
