// All left sides of a small rule space, written down one by one, each with all its values: what the
// solver finds by reasoning, found by looking. For tests.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "assay/tasks/cscan/solver/terms.h"
#include "assay/tasks/cscan/space/rule_space.h"

namespace assay::cscan::solving {

// The left sides over some productions of a space. Below the start they are numbered, parts first;
// at the start they are pairs of those.
class AllPhrases {
 public:
  struct Phrase {
    int production = -1;  // -1: a variable
    Level level = 0;
    std::array<int, 2> parts{-1, -1};
    int variables = 0;
  };

  AllPhrases(const RuleSpace& space, ProductionSet productions) : space_(space) {
    for (std::size_t level = 0; level < space.levels.size(); ++level) {
      inner_.push_back({-1, static_cast<Level>(level), {-1, -1}, 1});
    }
    for (const ProductionId p : space.inner_productions) {
      if ((productions & only(p)) == 0) continue;
      for (Phrase& phrase : built(p)) inner_.push_back(phrase);
    }
    for (const ProductionId p : space.start_productions) {
      if ((productions & only(p)) == 0) continue;
      for (Phrase& phrase : built(p)) start_.push_back(phrase);
    }
  }

  const std::vector<Phrase>& inner() const { return inner_; }
  const std::vector<Phrase>& start() const { return start_; }
  std::size_t variables_alone() const { return space_.levels.size(); }

  std::string text(const Phrase& phrase, int& variables) const {
    if (phrase.production < 0) return "x" + std::to_string(++variables);
    std::string text;
    std::size_t slot = 0;
    for (const std::string& word :
         space_.productions[static_cast<std::size_t>(phrase.production)].pattern) {
      if (!text.empty()) text += ' ';
      text += word.empty() ? this->text(part(phrase, slot++), variables) : word;
    }
    return text;
  }

  const Phrase& part(const Phrase& phrase, std::size_t slot) const {
    return inner_[static_cast<std::size_t>(phrase.parts[slot])];
  }

 private:
  // What may stand in a slot: its own variable, and every phrase of a level that fits.
  std::vector<int> fitting(Level slot) const {
    std::vector<int> found;
    for (std::size_t i = 0; i < inner_.size(); ++i) {
      const bool fits =
          inner_[i].production < 0 ? inner_[i].level == slot : space_.fits(inner_[i].level, slot);
      if (fits) found.push_back(static_cast<int>(i));
    }
    return found;
  }

  std::vector<Phrase> built(ProductionId p) const {
    const Production& production = space_.productions[p];
    std::vector<Phrase> all{{p, production.result, {-1, -1}, 0}};
    for (std::size_t slot = 0; slot < production.slots.size(); ++slot) {
      std::vector<Phrase> longer;
      for (const Phrase& phrase : all) {
        for (const int part : fitting(production.slots[slot])) {
          Phrase next = phrase;
          next.parts[slot] = part;
          next.variables += inner_[static_cast<std::size_t>(part)].variables;
          longer.push_back(next);
        }
      }
      all = std::move(longer);
    }
    return all;
  }

  const RuleSpace& space_;
  std::vector<Phrase> inner_;
  std::vector<Phrase> start_;
};

class ExhaustiveWitness {
 public:
  ExhaustiveWitness(const AllPhrases& phrases, const std::vector<Rule>& rules) : phrases_(phrases) {
    for (const Rule& rule : rules) {
      std::size_t at = 0;
      patterns_.push_back({pattern_of(rule.left, at), rule.right});
    }
    for (const auto& phrase : phrases.inner()) inner_values_.push_back(values(phrase));
  }

  std::set<Output> values(const AllPhrases::Phrase& phrase) const {
    if (phrase.production < 0) return {Output(1, variable_symbol(0))};
    std::set<Output> values;
    for (const auto& [pattern, right] : patterns_) {
      std::map<int, Bound> bound;
      int variables = 0;
      if (matches(pattern, phrase, variables, bound)) add_values(right, bound, values);
    }
    return values;
  }

  bool has_contradiction() const {
    const auto is_double = [](const std::set<Output>& values) { return values.size() > 1; };
    return std::ranges::any_of(inner_values_, is_double) ||
           std::ranges::any_of(phrases_.start(),
                               [&](const auto& phrase) { return is_double(values(phrase)); });
  }

 private:
  struct Pattern {
    int production = -1;
    int variable = 0;
    std::vector<Pattern> parts;
  };
  struct Bound {
    int phrase = 0;
    int before = 0;  // variables to its left
  };

  static Pattern pattern_of(const Term& term, std::size_t& at) {
    const Cell& cell = term[at];
    const std::size_t end = at++ + cell.extent;
    if (cell.is_variable()) return {-1, cell.variable, {}};
    Pattern pattern{cell.production, 0, {}};
    while (at < end) pattern.parts.push_back(pattern_of(term, at));
    return pattern;
  }

  bool matches(const Pattern& pattern, const AllPhrases::Phrase& phrase, int& variables,
               std::map<int, Bound>& bound) const {
    if (pattern.production != phrase.production) return false;
    for (std::size_t slot = 0; slot < pattern.parts.size(); ++slot) {
      const Pattern& wanted = pattern.parts[slot];
      const AllPhrases::Phrase& part = phrases_.part(phrase, slot);
      if (wanted.production < 0) {
        bound[wanted.variable] = {phrase.parts[slot], variables};
        variables += part.variables;
      } else if (!matches(wanted, part, variables, bound)) {
        return false;
      }
    }
    return true;
  }

  void add_values(const Output& right, const std::map<int, Bound>& bound,
                  std::set<Output>& values) const {
    std::set<Output> outputs{Output()};
    std::map<int, Output> chosen;
    add_values(right, 0, bound, chosen, {}, values);
  }

  void add_values(const Output& right, std::size_t at, const std::map<int, Bound>& bound,
                  std::map<int, Output>& chosen, const Output& output,
                  std::set<Output>& values) const {
    if (at == right.size()) {
      values.insert(output);
      return;
    }
    if (!is_variable(right[at])) {
      add_values(right, at + 1, bound, chosen, output + right[at], values);
      return;
    }
    const int variable = static_cast<int>(variable_number(right[at]));
    if (chosen.contains(variable)) {
      add_values(right, at + 1, bound, chosen, output + chosen[variable], values);
      return;
    }
    const Bound& part = bound.at(variable);
    for (Output value : inner_values_[static_cast<std::size_t>(part.phrase)]) {
      for (char16_t& symbol : value) {
        if (is_variable(symbol)) symbol = static_cast<char16_t>(symbol + part.before);
      }
      chosen[variable] = value;
      add_values(right, at + 1, bound, chosen, output + value, values);
    }
    chosen.erase(variable);
  }

  const AllPhrases& phrases_;
  std::vector<std::pair<Pattern, Output>> patterns_;
  std::vector<std::set<Output>> inner_values_;
};

}  // namespace assay::cscan::solving
