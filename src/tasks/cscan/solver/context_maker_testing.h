// Contexts for tests: some rules told, some shown by four things each, one shown wrongly.
//
// Written for the tests of the solver alone, with trees and texts of its own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/error.h"
#include "assay/base/random.h"
#include "assay/tasks/cscan/solver/contradictions.h"
#include "assay/tasks/cscan/solver/knowledge.h"
#include "assay/tasks/cscan/solver/reader.h"
#include "assay/tasks/cscan/space/rule_space.h"

namespace assay::cscan::solving {

struct MadeContext {
  std::vector<std::string> items;
  std::vector<std::string> shown;  // rules of the basis that are to be induced
  std::vector<std::string> basis;  // all of them

  std::string text() const {
    std::string text;
    for (const std::string& item : items) text += item + '\n';
    return text;
  }
};

// Whether one of the rules contradicts those before it.
inline bool contradict_each_other(const std::vector<Rule>& rules) {
  Knowledge knowledge;
  for (const Rule& rule : rules) {
    if (contradicts(knowledge, rule)) return true;
    knowledge.add(rule);
  }
  return false;
}

class ContextMaker {
 public:
  ContextMaker(const RuleSpace& space, const Reader& reader, std::uint64_t number)
      : space_(space),
        reader_(reader),
        stream_(stream_key(7, "contexts for tests"), {.purpose = Purpose::kUnit, .unit = number}) {}

  MadeContext make() {
    do {
      draw_productions();
      draw_basis();
    } while (is_too_long());
    for (;;) {
      try {
        return draw_items();
      } catch (const TryAgain&) {
      }
    }
  }

 private:
  struct TryAgain {};
  struct Tree {
    int production = -1;  // -1: a variable
    Level level = 0;      // that it stands for
    std::vector<Tree> parts;
  };
  using Words = std::vector<std::string>;

  bool chance(std::uint64_t percent) { return stream_.below(100) < percent; }
  template <typename T>
  const T& any_of(const std::vector<T>& values) {
    if (values.empty()) throw TryAgain();
    return values[stream_.below(values.size())];
  }
  const Production& production(int p) const {
    return space_.productions[static_cast<std::size_t>(p)];
  }

  void draw_productions() {
    std::vector<int> all;
    for (std::size_t p = 0; p < space_.productions.size(); ++p) all.push_back(static_cast<int>(p));
    for (;;) {
      stream_.shuffle(std::span<int>(all));
      chosen_.assign(all.begin(), all.begin() + space_.limits.rules);
      std::vector<std::uint32_t> have(space_.levels.size());
      for (const int p : chosen_) ++have[production(p).result];
      bool is_enough = true;
      for (std::size_t l = 0; l < have.size(); ++l) is_enough &= have[l] >= space_.least[l];
      if (is_enough) return;
    }
  }

  void draw_basis() {
    basis_.clear();
    if (!space_.basis.empty()) {
      for (const int p : chosen_) {
        for (const Symbol& symbol : space_.basis[static_cast<std::size_t>(p)]) {
          basis_[p].push_back(symbol.is_variable ? symbol.number : 100 + symbol.number);
        }
        basis_[p];
      }
      return;
    }
    std::vector<int> actions;
    for (std::size_t a = 0; a < space_.actions.size(); ++a) {
      actions.push_back(static_cast<int>(a));
    }
    stream_.shuffle(std::span<int>(actions));
    for (const int p : chosen_) {
      std::vector<int>& right = basis_[p];
      const std::size_t slots = production(p).slots.size();
      if (slots == 0) {
        right.push_back(100 + actions.back());
        actions.pop_back();
        if (chance(space_.limits.doubled)) right.push_back(right.front());
        continue;
      }
      for (int attempt = 0; attempt < 8; ++attempt) {
        do {
          right.clear();
          for (std::size_t slot = 0; slot < slots; ++slot) {
            const std::uint64_t count = 1 + stream_.below(space_.limits.repeats);
            right.insert(right.end(), count, static_cast<int>(slot));
          }
        } while (right.size() > space_.limits.length);
        stream_.shuffle(std::span<int>(right));
        if (slots > 1 || !is_taken(p)) break;
      }
    }
  }

  bool is_taken(int p) const {
    return std::ranges::any_of(basis_, [&](const auto& other) {
      return other.first != p && production(other.first).slots.size() == 1 &&
             production(other.first).result == production(p).result && other.second == basis_.at(p);
    });
  }

  bool is_too_long() const {
    std::size_t sum = 0;
    for (const auto& [p, right] : basis_) sum += right.size();
    if (space_.limits.most_rules_length != 0 && sum > space_.limits.most_rules_length) return true;
    return space_.limits.most_reply != 0 && longest(0) > space_.limits.most_reply;
  }
  std::size_t longest(Level level) const {
    std::size_t most = 0;
    for (const auto& [p, right] : basis_) {
      if (!space_.fits(production(p).result, level)) continue;
      std::size_t length = 0;
      for (const int symbol : right) {
        length +=
            symbol >= 100 ? 1 : longest(production(p).slots[static_cast<std::size_t>(symbol)]);
      }
      most = std::max(most, length);
    }
    return most;
  }

  static std::size_t count_in(const Tree& tree, int p) {
    std::size_t count = tree.production == p ? 1 : 0;
    for (const Tree& part : tree.parts) count += count_in(part, p);
    return count;
  }

  Tree grown(int p) const {
    Tree tree{p, production(p).result, {}};
    for (const Level slot : production(p).slots) tree.parts.push_back({-1, slot, {}});
    return tree;
  }

  std::vector<int> fitting(Level level, bool is_exact, int without) const {
    std::vector<int> found;
    for (const int p : chosen_) {
      const Level result = production(p).result;
      const bool fits = is_exact ? result == level : space_.fits(result, level);
      if (fits && p != without) found.push_back(p);
    }
    return found;
  }

  Tree draw_phrase(Level level, bool is_root, int without) {
    std::vector<int> composite;
    std::vector<int> words;
    for (const int p : fitting(level, is_root, without)) {
      (production(p).slots.empty() ? words : composite).push_back(p);
    }
    const bool takes_composite = !composite.empty() && (is_root || chance(70) || words.empty());
    Tree tree = grown(any_of(takes_composite ? composite : words));
    for (Tree& part : tree.parts) part = draw_phrase(part.level, false, without);
    return tree;
  }

  Tree draw_command(int about, int without) {
    for (int attempt = 0; attempt < 10'000; ++attempt) {
      const std::uint64_t percent = stream_.below(100);
      const std::size_t level = percent < 75 ? 0 : percent < 95 ? 1 : 2;
      if (level >= space_.levels.size() ||
          fitting(static_cast<Level>(level), true, without).empty()) {
        continue;
      }
      Tree tree = draw_phrase(static_cast<Level>(level), true, without);
      if (count_in(tree, about) > 0) return tree;
    }
    throw TryAgain();
  }

  static void find_variables(Tree& tree, std::vector<Tree*>& found) {
    if (tree.production < 0) found.push_back(&tree);
    for (Tree& part : tree.parts) find_variables(part, found);
  }

  Tree draw_rule(int about, int without) {
    Tree tree = grown(about);
    const std::uint64_t percent = stream_.below(100);
    const int steps = percent < 50 ? 1 : percent < 85 ? 2 : 3;
    for (int step = 0; step < steps; ++step) {
      std::vector<Tree*> variables;
      find_variables(tree, variables);
      std::vector<std::pair<int, std::size_t>> above;
      for (const int p : chosen_) {
        for (std::size_t slot = 0; slot < production(p).slots.size(); ++slot) {
          if (p != without && space_.fits(tree.level, production(p).slots[slot])) {
            above.emplace_back(p, slot);
          }
        }
      }
      const bool goes_up = !above.empty() && (variables.empty() || stream_.below(3) == 0);
      if (goes_up) {
        const auto [p, slot] = any_of(above);
        Tree top = grown(p);
        top.parts[slot] = std::move(tree);
        tree = std::move(top);
      } else {
        Tree& variable = *any_of(variables);
        variable = grown(any_of(fitting(variable.level, false, without)));
      }
    }
    return tree;
  }

  std::string phrase_text(const Tree& tree, int& variables) const {
    if (tree.production < 0) return "x" + std::to_string(++variables);
    std::string text;
    std::size_t slot = 0;
    for (const std::string& word : production(tree.production).pattern) {
      if (!text.empty()) text += ' ';
      text += word.empty() ? phrase_text(tree.parts[slot++], variables) : word;
    }
    return text;
  }

  Words value_of(const Tree& tree, int& variables) const {
    if (tree.production < 0) return {"[x" + std::to_string(++variables) + "]"};
    std::vector<Words> parts;
    for (const Tree& part : tree.parts) parts.push_back(value_of(part, variables));
    Words value;
    for (const int symbol : basis_.at(tree.production)) {
      if (symbol >= 100) {
        value.push_back(space_.actions[static_cast<std::size_t>(symbol - 100)]);
      } else {
        const Words& part = parts[static_cast<std::size_t>(symbol)];
        value.insert(value.end(), part.begin(), part.end());
      }
    }
    return value;
  }

  std::string text_of(const Tree& tree, bool is_rule) const {
    int variables = 0;
    std::string text = phrase_text(tree, variables);
    if (is_rule) text = "[" + text + "] =";
    variables = 0;
    const Words value = value_of(tree, variables);
    for (const std::string& word : value) text += " " + word;
    return value.empty() ? text + " EMPTY_STRING" : text;
  }

  // One symbol more, less or other, or two exchanged.
  std::vector<int> edited(const std::vector<int>& right, std::size_t slots) {
    for (;;) {
      std::vector<int> result = right;
      const std::uint64_t kind = stream_.below(4);
      const bool is_action = slots == 0 || chance(40);
      const int symbol = static_cast<int>(is_action ? 100 + stream_.below(space_.actions.size())
                                                    : stream_.below(slots));
      if (kind == 0) {
        const auto at = static_cast<std::ptrdiff_t>(stream_.below(result.size() + 1));
        result.insert(result.begin() + at, symbol);
      } else if (!result.empty()) {
        const auto at = static_cast<std::ptrdiff_t>(stream_.below(result.size()));
        if (kind == 1) result.erase(result.begin() + at);
        if (kind == 2) result[static_cast<std::size_t>(at)] = symbol;
        if (kind == 3) std::swap(result[static_cast<std::size_t>(at)], result.back());
      }
      if (result != right) return result;
    }
  }

  void add(MadeContext& made, Knowledge& knowledge, const std::string& text) {
    made.items.push_back(text);
    knowledge.add(reader_.read_item(text, made.items.size()));
  }

  MadeContext draw_items() {
    MadeContext made;
    Knowledge knowledge;
    std::vector<int> order = chosen_;
    stream_.shuffle(std::span<int>(order));
    const std::size_t most = order.size() - 1;
    const std::size_t least = order.size() / 2;
    const auto told = static_cast<std::ptrdiff_t>(least + stream_.below(most - least + 1));
    for (const int p : chosen_) made.basis.push_back(text_of(grown(p), true));
    for (const int p : std::vector<int>(order.begin(), order.begin() + told)) {
      add(made, knowledge, text_of(grown(p), true));
    }
    const int unreliable = order[static_cast<std::size_t>(told)];
    std::set<std::string> phrases;
    for (const int p : std::vector<int>(order.begin() + told + 1, order.end())) {
      made.shown.push_back(text_of(grown(p), true));
      for (int i = 0; i < 4; ++i) {
        for (;;) {
          const Tree tree = i < 2 ? draw_command(p, unreliable) : draw_rule(p, unreliable);
          int variables = 0;
          if (!phrases.insert(phrase_text(tree, variables)).second) continue;
          add(made, knowledge, text_of(tree, i >= 2));
          break;
        }
      }
    }
    add_unreliable(made, knowledge, phrases, unreliable);
    return made;
  }

  void add_unreliable(MadeContext& made, const Knowledge& knowledge, std::set<std::string>& phrases,
                      int unreliable) {
    Knowledge all = knowledge;
    for (const std::string& rule : made.shown) all.add(reader_.read_item(rule, 1));
    if (contradict_each_other(all.rules())) throw Bug("a context for tests contradicts itself");
    const std::vector<int> right = basis_[unreliable];
    std::vector<Wrong> wrong;
    for (int attempt = 0; attempt < 200 && wrong.size() < 4; ++attempt) {
      const bool is_rule = wrong.size() >= 2;
      Wrong next{edited(right, production(unreliable).slots.size()),
                 is_rule ? draw_rule(unreliable, -1) : draw_command(unreliable, -1),
                 {}};
      next.text = text_with(unreliable, next.variant, next.tree, is_rule);
      int variables = 0;
      const std::string phrase = phrase_text(next.tree, variables);
      wrong.push_back(next);
      const Rule rule = reader_.read_item(next.text, 1);
      if (phrases.contains(phrase) || contradicts(all, rule) || shows_one(unreliable, wrong)) {
        wrong.pop_back();
        continue;
      }
      phrases.insert(phrase);
      all.add(rule);
      made.items.push_back(next.text);
    }
    if (wrong.size() < 4) throw TryAgain();
  }

  struct Wrong {
    std::vector<int> variant;
    Tree tree;
    std::string text;
  };

  std::string text_with(int p, const std::vector<int>& variant, const Tree& tree, bool is_rule) {
    const std::vector<int> right = std::exchange(basis_[p], variant);
    std::string text = text_of(tree, is_rule);
    basis_[p] = right;
    return text;
  }

  // Whether one of the variants would explain more than two things.
  bool shows_one(int p, const std::vector<Wrong>& wrong) {
    return std::ranges::any_of(wrong, [&](const Wrong& one) {
      return std::ranges::count_if(wrong, [&](const Wrong& other) {
               const bool is_rule = other.text.starts_with('[');
               return text_with(p, one.variant, other.tree, is_rule) == other.text;
             }) > 2;
    });
  }

  const RuleSpace& space_;
  const Reader& reader_;
  Stream stream_;
  std::vector<int> chosen_;
  std::map<int, std::vector<int>> basis_;  // variables from 0, actions from 100
};

}  // namespace assay::cscan::solving
