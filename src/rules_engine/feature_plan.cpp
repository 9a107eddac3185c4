#include "assay/rules_engine/feature_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "assay/base/text.h"

namespace assay::rules {

namespace {

class FeaturePlanner {
 public:
  FeaturePlanner(const RuleSet& rules, const FeatureGrammarOptions& options)
      : rules_(rules), options_(options) {}

  FeaturePlan make() {
    name_things();
    find_live_attributes();
    for (const GrammarRule& rule : rules_.grammar) out_.rules.push_back(plan(rule));
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail_here(Place place, const std::string& message) const {
    fail_at(rules_.files, place, message);
  }

  CategoryId category(const std::string& name, Place place) {
    const auto [at, is_new] =
        category_ids_.emplace(name, static_cast<CategoryId>(out_.categories.size()));
    if (is_new) out_.categories.push_back({name, {}, {}, place});
    return at->second;
  }

  WordId word(const std::string& text) {
    const auto [at, is_new] = out_.word_ids.emplace(text, static_cast<WordId>(out_.words.size()));
    if (is_new) out_.words.push_back(text);
    return at->second;
  }

  bool ignored(const std::string& attribute) const {
    return std::find(options_.ignored.begin(), options_.ignored.end(), attribute) !=
           options_.ignored.end();
  }

  void name_things() {
    for (std::uint32_t r = 0; r < rules_.grammar.size(); ++r) {
      const GrammarRule& rule = rules_.grammar[r];
      out_.categories[category(rule.left.category, rule.left.place)].rules.push_back(r);
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
    for (const PlannedCategory& made : out_.categories) {
      if (!made.rules.empty()) continue;
      std::vector<std::string> known;
      for (const GrammarRule& rule : rules_.grammar) known.push_back(rule.left.category);
      std::sort(known.begin(), known.end());
      known.erase(std::unique(known.begin(), known.end()), known.end());
      fail_here(made.used, fmt::format("no rule makes a {}{}", printable(made.name),
                                       did_you_mean(made.name, known)));
    }
    const auto start = category_ids_.find(options_.start);
    if (start == category_ids_.end()) {
      fail(ErrorKind::kInput, "{}: no rule makes a {}, with which every text begins",
           rules_.files.empty() ? "rules" : rules_.files.front(), options_.start);
    }
    out_.start = start->second;
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
    std::vector<std::vector<bool>> live(out_.categories.size(),
                                        std::vector<bool>(attributes_.size()));
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
    for (std::size_t c = 0; c < out_.categories.size(); ++c) {
      for (std::uint32_t a = 0; a < attributes_.size(); ++a) {
        if (live[c][a]) out_.categories[c].live.push_back(a);
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

  // The slots of a rule, numbered as they come up: by variable, or by ":attribute" of the head.
  class Slots {
   public:
    std::uint32_t operator[](const std::string& name) {
      return numbers_.emplace(name, size()).first->second;
    }
    bool has(const std::string& name) const { return numbers_.count(name) != 0; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(numbers_.size()); }

   private:
    std::map<std::string, std::uint32_t> numbers_;
  };

  RulePlan plan(const GrammarRule& rule) {
    RulePlan made;
    made.left = category_ids_.at(rule.left.category);
    Slots slots;
    const Constituent* head = head_of(rule);
    for (const auto a : out_.categories[made.left].live) {
      add_give(give_of(rule.left, head, a, slots), made);
    }
    for (const Constituent& part : rule.right) {
      for (const std::string& text : part.words) made.symbols.push_back({word(text), kNothing, {}});
      if (part.category.empty()) continue;
      PlannedSymbol symbol{kNothing, category_ids_.at(part.category), {}};
      for (const auto a : out_.categories[symbol.category].live) {
        const Ask ask = ask_of(part, &part == head, a, slots);
        const bool is_anything =
            ask.slot == kNothing && ask.fixed == all_values(attribute_at(a).second);
        if (!is_anything) symbol.asks.push_back(ask);
      }
      made.symbols.push_back(std::move(symbol));
    }
    made.slots = slots.size();
    return made;
  }

  // The value of an attribute of the left side: its variable's, its own, or the head's.
  Ask give_of(const Constituent& left, const Constituent* head, std::uint32_t a,
              Slots& slots) const {
    const auto& [name, attribute] = attribute_at(a);
    const Feature* feature = find_feature(left, name);
    if (feature != nullptr) {
      if (feature->variable.empty()) return {a, set_of(*feature, attribute), kNothing};
      return {a, all_values(attribute), slots[feature->variable]};
    }
    if (head == nullptr) return {a, Values{1}, kNothing};
    const Feature* asked = find_feature(*head, name);
    const bool tied = asked != nullptr && !asked->variable.empty();
    return {a, all_values(attribute), slots[tied ? asked->variable : ':' + name]};
  }

  // Adds it; the first that repeats the slot of another one is noted as shared.
  static void add_give(const Ask& give, RulePlan& made) {
    const auto same = [&](const Ask& other) {
      return give.slot != kNothing && other.slot == give.slot;
    };
    if (std::any_of(made.gives.begin(), made.gives.end(), same) &&
        std::none_of(made.shared.begin(), made.shared.end(), same)) {
      made.shared.push_back(give);
    }
    made.gives.push_back(give);
  }

  // What a part of the right side must have in an attribute.
  Ask ask_of(const Constituent& part, bool is_head, std::uint32_t a, Slots& slots) const {
    const auto& [name, attribute] = attribute_at(a);
    const Feature* feature = find_feature(part, name);
    Ask ask{a, all_values(attribute), kNothing};
    if (feature != nullptr && !feature->variable.empty()) {
      ask.slot = slots[feature->variable];
      return ask;
    }
    if (feature != nullptr) ask.fixed = set_of(*feature, attribute);
    if (is_head && slots.has(':' + name)) ask.slot = slots[':' + name];
    return ask;
  }

  std::pair<const std::string&, const Attribute&> attribute_at(std::uint32_t id) const {
    for (const auto& [name, attribute] : attributes_) {
      if (attribute.id == id) return {name, attribute};
    }
    ASSAY_CHECK(false);
    throw Bug("unreachable");
  }

  const RuleSet& rules_;
  const FeatureGrammarOptions& options_;
  FeaturePlan out_;
  std::map<std::string, CategoryId> category_ids_;
  std::map<std::string, Attribute> attributes_;
  std::vector<std::map<std::string, std::uint32_t>> values_;  // by domain: the bit of each
};

}  // namespace

FeaturePlan plan_features(const RuleSet& rules, const FeatureGrammarOptions& options) {
  return FeaturePlanner(rules, options).make();
}

}  // namespace assay::rules
