// Answers of CFQ and ways to spoil them.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "cfq_brute_force.h"
#include "text.h"
#include "trials.h"

namespace assay::judges {
namespace {

using brute_force::Dice;
using brute_force::Mutation;

using Lines = std::vector<std::string>;

// Spoils the clauses of a query, which stand one per line, with " ." between them.
Mutation of_clauses(const std::string& name, void (*spoil)(Lines& clauses, Dice& dice)) {
  return {name, [spoil](const std::string& answer, const std::string&, Dice& dice) {
            Lines lines = brute_force::pieces(answer, "\n");
            const std::string head = lines.front();
            Lines clauses(lines.begin() + 1, lines.end() - 1);
            for (std::string& clause : clauses) {
              if (clause.size() > 2 && clause.substr(clause.size() - 2) == " .") {
                clause.resize(clause.size() - 2);
              }
            }
            spoil(clauses, dice);
            return head + "\n" + brute_force::joined(clauses, " .\n") + "\n}";
          }};
}

void exchange_sides(Lines& clauses, Dice& dice) {
  std::string& clause = clauses[dice.below(clauses.size())];
  Lines words = brute_force::words(clause);
  const bool filter = words[0] == "FILTER";
  std::swap(words[filter ? 2 : 0], words[filter ? 4 : 2]);
  clause = brute_force::joined(words, " ");
}

// Variables under other names: one for one, or the first two under one name.
std::string rename(const std::string& answer, Dice& dice, bool one_for_one) {
  Lines fresh;
  for (std::size_t i = 0; i < 40; ++i) {
    fresh.push_back((dice.one_in(3) ? "?x" : "?y") + std::to_string(i));
  }
  dice.shuffle(fresh);
  std::map<std::string, std::string> names;
  std::string renamed;
  for (std::size_t at = 0; at < answer.size();) {
    const std::size_t end = std::min(answer.find_first_of(" \n", at), answer.size());
    const std::string word = answer.substr(at, end - at);
    if (word.starts_with('?')) {
      const bool merges = !one_for_one && names.size() == 1;
      renamed += names.try_emplace(word, fresh[merges ? 0 : names.size()]).first->second;
    } else {
      renamed += word;
    }
    if (end < answer.size()) renamed += answer[end];
    at = end + 1;
  }
  return renamed;
}

// The form that models are trained on.
std::string preprocessed(const std::string& answer, Dice& dice) {
  Lines words = brute_force::words(answer);
  for (std::string& word : words) {
    if (word == "count(*)") word = "count ( * )";
    if (word.rfind("ns:", 0) == 0) word = word.substr(3);
    if (word.rfind("m.", 0) == 0) word = "m_" + word.substr(2);
  }
  if (dice.one_in(4)) words[dice.below(words.size())] += "x";
  return brute_force::joined(words, " ");
}

}  // namespace

Trial cfq_trial() {
  const auto check = [](const Example& row) {
    const auto reference = brute_force::read_query(row.target());
    EXPECT_TRUE(reference) << row.target();
    return CheckedRow{
        [reference = *reference](std::string_view answer) {
          return brute_force::decide_query(reference, answer);
        },
        {of_clauses("clauses in another order",
                    [](Lines& clauses, Dice& dice) { dice.shuffle(clauses); }),
         of_clauses("clause repeated",
                    [](Lines& clauses, Dice& dice) {
                      clauses.insert(clauses.begin(), std::string(dice.pick(clauses)));
                    }),
         of_clauses("clause dropped",
                    [](Lines& clauses, Dice& dice) {
                      clauses.erase(clauses.begin() +
                                    static_cast<std::ptrdiff_t>(dice.below(clauses.size())));
                    }),
         of_clauses("sides of a clause exchanged", exchange_sides),
         {"variables renamed", [](const std::string& answer, const std::string&,
                                  Dice& dice) { return rename(answer, dice, true); }},
         {"variables merged", [](const std::string& answer, const std::string&,
                                 Dice& dice) { return rename(answer, dice, false); }},
         {"preprocessed", [](const std::string& answer, const std::string&, Dice& dice) {
            return preprocessed(answer, dice);
          }}}};
  };
  return {"cfq",
          {" \n",
           {"?x0",
            "?x1",
            "?x2",
            "M0",
            "M1",
            "M2",
            "a",
            ".",
            "FILTER",
            "(",
            ")",
            "!=",
            "}",
            "{",
            "ns:film.actor",
            "ns:film.film",
            "film.director.film",
            "ns:people.person.gender",
            "ns:m.05zppz",
            "m_02zsn",
            "SELECT",
            "WHERE",
            "DISTINCT",
            "count(*)"}},
          check,
          {"other white space", "clauses in another order", "clause repeated", "variables renamed",
           "variables merged", "preprocessed"}};
}

}  // namespace assay::judges
