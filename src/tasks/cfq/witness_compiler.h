// For tests only: from the text of a CFQ question to all that it can mean, without the rule engine.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/tasks/cfq/witness_parser.h"
#include "assay/tasks/cfq/witness_writer.h"

namespace assay::cfq::witness {

// The clauses with variable i written as shown[i], sorted.
inline std::vector<std::string> rewritten(const Meaning& meaning,
                                          const std::vector<std::string>& shown) {
  std::vector<std::string> clauses;
  for (const auto& clause : meaning.clauses) {
    std::string& line = clauses.emplace_back();
    for (std::size_t at = 0; at < clause.size();) {
      if (clause[at] != '?') {
        line += clause[at++];
        continue;
      }
      std::size_t number = 0;
      const auto* end = std::from_chars(&clause[at] + 1, clause.data() + clause.size(), number).ptr;
      at = static_cast<std::size_t>(end - clause.data());
      line += shown[number];
    }
  }
  std::sort(clauses.begin(), clauses.end());
  return clauses;
}

// A rank for each variable by what is said of it and of its neighbours, and so on; equal where that
// does not tell them apart.
inline std::vector<std::size_t> ranks_of(const Meaning& meaning) {
  std::vector<std::size_t> ranks(meaning.variables, 1);
  if (meaning.open && !ranks.empty()) ranks[0] = 0;
  for (std::size_t round = 0; round < meaning.variables; ++round) {
    std::vector<std::pair<std::size_t, std::vector<std::string>>> looks;
    for (std::size_t own = 0; own < ranks.size(); ++own) {
      std::vector<std::string> shown;
      for (const auto rank : ranks) shown.push_back("?" + std::to_string(rank));
      shown[own] = "?own";
      auto said = rewritten(meaning, shown);
      std::erase_if(said, [](const auto& line) { return line.find("?own") == std::string::npos; });
      looks.emplace_back(ranks[own], std::move(said));
    }
    const std::set distinct(looks.begin(), looks.end());
    for (std::size_t own = 0; own < ranks.size(); ++own) {
      ranks[own] =
          static_cast<std::size_t>(std::distance(distinct.begin(), distinct.find(looks[own])));
    }
  }
  return ranks;
}

// One text for all meanings that differ in the names of their variables only: the least over all
// numberings that keep the order of the ranks.
inline std::vector<std::string> canonical(const Meaning& meaning) {
  const auto ranks = ranks_of(meaning);
  std::vector<std::size_t> order(ranks.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto before = [&](std::size_t a, std::size_t b) {
    return std::pair(ranks[a], a) < std::pair(ranks[b], b);
  };
  std::sort(order.begin(), order.end(), before);
  std::vector<std::string> best;
  const auto look = [&] {
    std::vector<std::string> shown(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) shown[order[i]] = "?x" + std::to_string(i);
    auto clauses = rewritten(meaning, shown);
    if (best.empty() || clauses < best) best = std::move(clauses);
  };
  const auto permute = [&](const auto& self, std::size_t from) -> void {
    if (from == order.size()) return look();
    auto to = from + 1;
    while (to < order.size() && ranks[order[to]] == ranks[order[from]]) ++to;
    const auto begin = order.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(to);
    do {
      self(self, to);
    } while (std::next_permutation(begin, end));
  };
  permute(permute, 0);
  best.insert(best.begin(), meaning.open ? "SELECT DISTINCT ?x0" : "SELECT count(*)");
  return best;
}

using Meanings = std::set<std::vector<std::string>>;

// All different meanings of a question, each in canonical form. None at all if the question is not
// in the language.
struct Findings {
  Meanings sound;  // each thing is of one kind
  Meanings odd;    // something would have to be of two kinds at once: a film that marries

  const Meanings& best() const { return sound.empty() ? odd : sound; }
};

inline Findings compile(std::string_view question) {
  Findings findings;
  for (const auto& tree : Parser(question).sentences()) {
    const auto meaning = Writer::write(tree);
    if (!meaning) continue;
    (meaning->clashes == 0 ? findings.sound : findings.odd).insert(canonical(*meaning));
  }
  return findings;
}

}  // namespace assay::cfq::witness
