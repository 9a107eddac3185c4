// For tests only: a second witness of grammars with features, and random grammars.
//
// The witness works on the rules as they were read and gives every attribute of every constituent
// one value at a time. All derivations up to a size are written out with all the values they may
// have; nothing is a set of possible values that stands for several, so nothing can be lost in one.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/random.h"
#include "assay/rules_engine/derivation_tree.h"
#include "assay/rules_engine/rule_file.h"

namespace assay::rules::witness {

using Assignment = std::map<std::string, std::string>;  // value of each attribute, or of variables

struct Derived {
  std::string tree;
  std::string text;
  std::size_t words = 0;
  std::set<Assignment> features;  // all that it may have, never empty
};

struct Limits {
  std::size_t rules = 7;  // applied, at most
  std::size_t words = 4;
  std::size_t derivations = 20'000;
};

class FeatureWitness {
 public:
  FeatureWitness(const RuleSet& rules, const Limits& limits) : rules_(rules), limits_(limits) {
    find_values();
    for (std::size_t size = 1; size <= limits_.rules && !too_many_; ++size) {
      for (const GrammarRule& rule : rules_.grammar) {
        std::vector<const Derived*> parts;
        choose(rule, size, size - 1, 0, parts);
      }
    }
  }

  bool too_many() const { return too_many_; }

  // Trees by text.
  std::map<std::string, std::set<std::string>> trees(const std::string& category) const {
    std::map<std::string, std::set<std::string>> all;
    for (const auto& [key, list] : derived_) {
      if (key.first != category) continue;
      for (const Derived& one : list) {
        EXPECT_TRUE(all[one.text].insert(one.tree).second) << "the witness repeats " << one.tree;
      }
    }
    return all;
  }

 private:
  // All values that each attribute may have: attributes that share a variable share their values.
  void find_values() {
    const auto visit = [&](const GrammarRule& rule, const auto& on_feature) {
      for (const Feature& feature : rule.left.features) on_feature(feature);
      for (const Constituent& part : rule.right) {
        for (const Feature& feature : part.features) on_feature(feature);
      }
    };
    for (const GrammarRule& rule : rules_.grammar) {
      visit(rule, [&](const Feature& feature) {
        auto& values = values_[feature.attribute];
        values.insert("_none_");
        values.insert(feature.values.begin(), feature.values.end());
      });
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const GrammarRule& rule : rules_.grammar) {
        visit(rule, [&](const Feature& one) {
          visit(rule, [&](const Feature& other) {
            if (one.variable.empty() || one.variable != other.variable) return;
            for (const std::string& value : values_[one.attribute]) {
              changed = values_[other.attribute].insert(value).second || changed;
            }
          });
        });
      }
    }
  }

  void choose(const GrammarRule& rule, std::size_t size, std::size_t left, std::size_t at,
              std::vector<const Derived*>& parts) {
    if (too_many_) return;
    if (at == rule.right.size()) {
      if (left == 0) apply(rule, size, parts);
      return;
    }
    if (rule.right[at].category.empty()) {
      parts.push_back(nullptr);
      choose(rule, size, left, at + 1, parts);
      parts.pop_back();
      return;
    }
    for (std::size_t part_size = 1; part_size <= left; ++part_size) {
      const auto list = derived_.find({rule.right[at].category, part_size});
      if (list == derived_.end()) continue;
      for (const Derived& part : list->second) {
        parts.push_back(&part);
        choose(rule, size, left - part_size, at + 1, parts);
        parts.pop_back();
      }
    }
  }

  void apply(const GrammarRule& rule, std::size_t size, const std::vector<const Derived*>& parts) {
    Derived made;
    made.tree = rule.name;
    std::string inside;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i] != nullptr) {
        inside += (inside.empty() ? "" : ", ") + parts[i]->tree;
        made.text += (made.text.empty() ? "" : " ") + parts[i]->text;
        made.words += parts[i]->words;
      }
      for (const std::string& word : rule.right[i].words) {
        made.text += (made.text.empty() ? "" : " ") + word;
        ++made.words;
      }
    }
    if (!inside.empty()) made.tree += '(' + inside + ')';
    if (made.words > limits_.words) return;
    std::vector<const Assignment*> chosen;
    choose_features(rule, parts, chosen, {}, made.features);
    if (made.features.empty()) return;
    derived_[{rule.left.category, size}].push_back(std::move(made));
    too_many_ = ++count_ > limits_.derivations;
  }

  // One value for each attribute of each constituent; variables take theirs from them.
  void choose_features(const GrammarRule& rule, const std::vector<const Derived*>& parts,
                       std::vector<const Assignment*>& chosen, const Assignment& variables,
                       std::set<Assignment>& out) const {
    const std::size_t at = chosen.size();
    if (at == parts.size()) {
      give(rule, chosen, variables, out);
      return;
    }
    chosen.push_back(nullptr);
    if (parts[at] == nullptr) {
      choose_features(rule, parts, chosen, variables, out);
      chosen.pop_back();
      return;
    }
    for (const Assignment& values : parts[at]->features) {
      Assignment bound = variables;
      bool fits = true;
      for (const Feature& feature : rule.right[at].features) {
        const std::string& value = values.at(feature.attribute);
        if (!feature.variable.empty()) {
          fits = fits && bound.emplace(feature.variable, value).first->second == value;
        } else {
          fits = fits && allows(feature, value);
        }
      }
      if (!fits) continue;
      chosen.back() = &values;
      choose_features(rule, parts, chosen, bound, out);
    }
    chosen.pop_back();
  }

  static bool allows(const Feature& feature, const std::string& value) {
    bool listed = false;
    for (const std::string& one : feature.values) listed = listed || one == value;
    return listed != feature.negated;
  }

  void give(const GrammarRule& rule, const std::vector<const Assignment*>& chosen,
            const Assignment& variables, std::set<Assignment>& out) const {
    const Assignment* head = nullptr;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (!rule.head.empty() && rule.right[i].form == rule.head) head = chosen[i];
    }
    std::vector<std::pair<Assignment, Assignment>> open{{{}, variables}};  // values, variables
    for (const auto& [attribute, values] : values_) {
      const Feature* listed = nullptr;
      for (const Feature& feature : rule.left.features) {
        if (feature.attribute == attribute) listed = &feature;
      }
      std::vector<std::pair<Assignment, Assignment>> next;
      for (const auto& [given, bound] : open) {
        for (const std::string& value : values) {
          Assignment more = bound;
          bool fits = value == "_none_";
          if (listed != nullptr && !listed->variable.empty()) {
            fits = more.emplace(listed->variable, value).first->second == value;
          } else if (listed != nullptr) {
            fits = allows(*listed, value);
          } else if (head != nullptr) {
            fits = head->at(attribute) == value;
          }
          if (!fits) continue;
          next.emplace_back(given, std::move(more));
          next.back().first[attribute] = value;
        }
      }
      open = std::move(next);
    }
    for (auto& [given, bound] : open) out.insert(given);
  }

  const RuleSet& rules_;
  Limits limits_;
  std::map<std::string, std::set<std::string>> values_;  // by attribute
  std::map<std::pair<std::string, std::size_t>, std::vector<Derived>> derived_;
  std::size_t count_ = 0;
  bool too_many_ = false;
};

// A tree of the parser in the witness's notation.
inline std::string tree_text(const RuleSet& rules, const DerivationTree& trees, std::uint32_t id) {
  std::string text = rules.grammar[trees.node(id).rule].name;
  std::string inside;
  for (const auto part : trees.constituents(id)) {
    inside += (inside.empty() ? "" : ", ") + tree_text(rules, trees, part);
  }
  return inside.empty() ? text : text + '(' + inside + ')';
}

// --- random grammars ---------------------------------------------------------------------------

inline const std::vector<std::string>& words() {
  static const std::vector<std::string> kWords{"p", "q", "r"};
  return kWords;
}

inline std::string random_features(Stream& stream, std::uint64_t density) {
  std::string text;
  for (const char* attribute : {"a", "b", "c"}) {
    if (stream.below(6) >= density) continue;
    const auto value = [&] {
      return std::vector<std::string>{"x", "y", "z", "_none_"}[stream.below(4)];
    };
    std::string feature = fmt::format("{}:{}", attribute, value());
    switch (stream.below(6)) {
      case 0:
        feature += '|' + value();
        break;
      case 1:
        feature = fmt::format("-{}{}", feature, stream.below(2) == 0 ? "|x" : "");
        break;
      case 2:
      case 3:
        feature = fmt::format("{}:{}", attribute, stream.below(2) == 0 ? "$u" : "$v");
        break;
      default:
        break;
    }
    text += (text.empty() ? "" : ", ") + feature;
  }
  return text.empty() ? "" : '(' + text + ')';
}

// A small grammar over the words p, q, r. Every category has a rule with words alone. ALL names all
// values, so that no exclusion leaves none.
inline std::string random_grammar(Stream& stream) {
  const std::vector<std::string> categories{"S", "A", "B", "C"};
  const std::uint64_t density = 1 + stream.below(4);
  std::string text = "%grammar\nALL:\n  ALL(a:x|y|z, b:x|y|z, c:x|y|z)/K → 'p'\n";
  int number = 0;
  for (const std::string& category : categories) {
    const std::uint64_t count = 1 + stream.below(3);
    for (std::uint64_t r = 0; r < count + (category == "S" ? 1 : 0); ++r) {
      std::string right;
      std::vector<std::string> forms;
      const std::uint64_t parts = r == 0 && category != "S" ? 1 : 1 + stream.below(3);
      for (std::uint64_t p = 0; p < parts; ++p) {
        if ((r == 0 && category != "S") || stream.below(4) == 0) {
          right += " '" + words()[stream.below(3)] + (stream.below(8) == 0 ? " q'" : "'");
          continue;
        }
        // Upwards seldom, or most grammars would lead back to themselves.
        const std::uint64_t pick = stream.below(7);
        right += fmt::format(" {}{}", categories[pick < 4 ? pick : 1 + pick % 3],
                             random_features(stream, density));
        if (stream.below(4) != 0) {
          forms.push_back(fmt::format("_{}", p));
          right += '/' + forms.back();
        }
      }
      std::string head;
      if (!forms.empty() && stream.below(2) == 0) {
        head = '[' + forms[stream.below(forms.size())] + ']';
      }
      text += fmt::format("R{}:\n  {}{}{}/K →{}\n", number++, category,
                          random_features(stream, density), head, right);
    }
  }
  return text;
}

}  // namespace assay::rules::witness
