// For tests only: a second witness of grammars that shares no code with them, and random grammars.
//
// The witness writes all derivations out from the rules, in rank order, by plain counting.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "assay/base/random.h"
#include "assay/grammar/context_free.h"

namespace assay::witness {

// One derivation, written out.
struct Expanded {
  std::string tree;
  std::vector<std::string> words;
};

// All derivations of each non-terminal in rank order.
using Language = std::map<std::string, std::vector<Expanded>>;

struct ChildUse {
  std::string name;
  bool sliced;
};

inline void expand_rule(const GrammarRule& rule, const Language& known,
                        std::vector<Expanded>& out) {
  std::vector<ChildUse> children;
  std::vector<std::size_t> child_of(rule.right.size());
  for (std::size_t i = 0; i < rule.right.size(); ++i) {
    const Symbol& symbol = rule.right[i];
    if (symbol.kind == Symbol::Kind::kWord) continue;
    const bool sliced = symbol.kind == Symbol::Kind::kSlice;
    child_of[i] = children.size();
    for (std::size_t c = 0; c < children.size(); ++c) {
      if (sliced && children[c].sliced && children[c].name == symbol.text) child_of[i] = c;
    }
    if (child_of[i] == children.size()) children.push_back({symbol.text, sliced});
  }
  std::vector<std::size_t> digits(children.size(), 0);
  for (;;) {
    const auto child = [&](std::size_t c) -> const Expanded& {
      return known.at(children[c].name)[digits[c]];
    };
    Expanded made{rule.name, {}};
    for (std::size_t c = 0; c < children.size(); ++c) {
      made.tree += (c == 0 ? "(" : ", ") + child(c).tree;
    }
    if (!children.empty()) made.tree += ')';
    for (std::size_t i = 0; i < rule.right.size(); ++i) {
      const Symbol& symbol = rule.right[i];
      if (symbol.kind == Symbol::Kind::kWord) {
        made.words.push_back(symbol.text);
      } else if (symbol.kind == Symbol::Kind::kSlice) {
        made.words.push_back(child(child_of[i]).words.at(symbol.place - 1));
      } else {
        const auto& words = child(child_of[i]).words;
        made.words.insert(made.words.end(), words.begin(), words.end());
      }
    }
    out.push_back(std::move(made));
    std::size_t c = children.size();
    while (c > 0 && ++digits[c - 1] == known.at(children[c - 1].name).size()) digits[--c] = 0;
    if (c == 0) return;
  }
}

// Rules must be sorted so that a non-terminal is complete before it is used.
inline Language expand(const std::vector<GrammarRule>& rules) {
  Language language;
  for (const GrammarRule& rule : rules) {
    std::vector<Expanded> made;
    expand_rule(rule, language, made);
    auto& all = language[rule.left];
    all.insert(all.end(), made.begin(), made.end());
  }
  return language;
}

inline constexpr std::size_t kTooMany =
    2500;  // derivations of one non-terminal of a random grammar

inline GrammarRule random_rule(Stream& stream, std::size_t level, std::uint64_t pieces,
                               const Language& known) {
  static const std::vector<std::string> kWords = {"a", "b", "c"};
  GrammarRule rule{fmt::format("N{}", level), {}};
  for (std::uint64_t i = 0; i < pieces; ++i) {
    const std::uint64_t kind = stream.below(3);
    if (kind == 0 || level == 0) {
      rule.right.push_back(Symbol::word(kWords[stream.below(3)]));
      continue;
    }
    const std::string child = fmt::format("N{}", stream.below(level));
    const std::size_t words = known.at(child)[0].words.size();
    const bool fixed = std::all_of(known.at(child).begin(), known.at(child).end(),
                                   [&](const Expanded& one) { return one.words.size() == words; });
    if (kind == 1 || !fixed || words == 0 || words > 4) {
      rule.right.push_back(Symbol::child(child));
      continue;
    }
    std::vector<std::uint32_t> places;
    for (std::uint32_t place = 1; place <= words; ++place) places.push_back(place);
    if (stream.below(4) == 0) places.push_back(1);
    stream.shuffle(std::span(places));
    for (const std::uint32_t place : places) {
      rule.right.push_back(Symbol::slice(child, place));
      if (stream.below(3) == 0) rule.right.push_back(Symbol::word(kWords[stream.below(3)]));
      if (stream.below(4) == 0) {
        rule.right.push_back(Symbol::child(fmt::format("N{}", stream.below(level))));
      }
    }
  }
  return rule;
}

// Up to five levels of one to four productions each, with empty right sides, unit chains and
// slices.
inline std::vector<GrammarRule> random_rules(Stream& stream) {
  std::vector<GrammarRule> rules;
  Language language;
  const std::uint64_t shortest = 1 + stream.below(3);  // one length at level 0, so it can be sliced
  const std::uint64_t levels = 1 + stream.below(5);
  for (std::size_t level = 0; level < levels; ++level) {
    const std::string left = fmt::format("N{}", level);
    const std::uint64_t wanted = 1 + stream.below(4);
    std::set<std::string> texts;
    while (texts.size() < wanted) {
      const std::uint64_t pieces = level == 0 ? shortest : stream.below(4);
      GrammarRule rule = random_rule(stream, level, pieces, language);
      std::uint64_t count = 1;
      std::set<std::string> sliced;
      for (const Symbol& symbol : rule.right) {
        rule.name += symbol.text + "/";
        if (symbol.kind == Symbol::Kind::kSlice) rule.name += fmt::format("{}/", symbol.place);
        if (symbol.kind == Symbol::Kind::kWord) continue;
        if (symbol.kind == Symbol::Kind::kSlice && !sliced.insert(symbol.text).second) continue;
        count *= language.at(symbol.text).size();
      }
      rule.name = left + ":" + rule.name;
      if (count + language[left].size() > kTooMany || texts.contains(rule.name)) {
        if (texts.empty() || stream.below(4) != 0) continue;
        break;
      }
      texts.insert(rule.name);
      expand_rule(rule, language, language[left]);
      rules.push_back(std::move(rule));
    }
  }
  return rules;
}

inline Stream test_stream(std::uint64_t unit) {
  return Stream(stream_key(1, "context_free_test"), {Purpose::kUnit, unit, 0, 0});
}

inline constexpr std::uint64_t kRandomGrammars = 400;

inline std::vector<RuleText> scan_rules() {
  return {
      "C -> S and S",
      "C -> S after S",
      "C -> S",
      "S -> V twice",
      "S -> V thrice",
      "S -> V",
      "V -> D",
      "V -> D[1] opposite D[2]",
      "V -> D[1] around D[2]",
      "V -> U",
      "D -> U left",
      "D -> U right",
      "D -> turn left",
      "D -> turn right",
      "U -> walk",
      "U -> look",
      "U -> run",
      "U -> jump",
  };
}

}  // namespace assay::witness
