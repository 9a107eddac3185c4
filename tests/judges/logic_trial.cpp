// Answers of LogicInference and ways to spoil them.
#include <gtest/gtest.h>

#include <cctype>
#include <memory>

#include "logic_brute_force.h"
#include "text.h"
#include "trials.h"

namespace assay::judges {
namespace {

using brute_force::Dice;
using brute_force::LogicQuestion;
using brute_force::Mutation;

using Sentences = std::vector<std::string>;

// Without their full stops.
Sentences sentences_of(const std::string& answer) {
  Sentences sentences(1);
  for (std::size_t i = 0; i < answer.size(); ++i) {
    if (answer.compare(i, 2, ". ") == 0) {
      sentences.emplace_back();
      ++i;
    } else if (answer[i] != '.' || i + 1 < answer.size()) {
      sentences.back() += answer[i];
    }
  }
  return sentences;
}

Mutation of_sentences(const std::string& name,
                      void (*spoil)(Sentences& sentences, const Sentences& others, Dice& dice)) {
  return {name, [spoil](const std::string& answer, const std::string& other, Dice& dice) {
            Sentences sentences = sentences_of(answer);
            spoil(sentences, sentences_of(other), dice);
            return brute_force::joined(sentences, ". ") + ".";
          }};
}

auto place_in(Sentences& sentences, Dice& dice) {
  return sentences.begin() + static_cast<std::ptrdiff_t>(dice.below(sentences.size()));
}

// The first or some other place where `what` stands.
std::string with_one_replaced(const std::string& text, const std::string& what,
                              const std::string& by, Dice& dice) {
  std::vector<std::size_t> places;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) {
    places.push_back(at);
  }
  if (places.empty()) return text;
  std::string replaced = text;
  return replaced.replace(dice.pick(places), what.size(), by);
}

std::string with_another_rule(const std::string& answer, Dice& dice) {
  const auto& names = brute_force::rule_names();
  for (int tries = 0; tries < 200; ++tries) {
    const std::string& name = dice.pick(names);
    const std::string replaced = with_one_replaced(answer, name, dice.pick(names), dice);
    if (replaced != answer) return replaced;
  }
  return answer;
}

// A rule where none is named, in the words of a list or of a chain.
std::string with_a_rule_more(const std::string& answer, Dice& dice) {
  const std::string& name = dice.pick(brute_force::rule_names());
  return with_one_replaced(
      answer, ".",
      dice.one_in(2) ? " via " + name + "." : " can be inferred via the " + name + " rule.", dice);
}

// Yes and no, the premises, contradiction: another end for the same chain, or none at all.
std::string with_another_claim(const std::string& answer, Dice& dice) {
  const Sentences bare{"That is one of the premises. Therefore, the answer is yes.",
                       "The premises are contradictory, so we can infer anything from them. "
                       "Therefore, the answer is "
                       "yes.",
                       "That contradicts the premises. Therefore, the answer is no.",
                       "We cannot infer that from the premises. Therefore, the answer is no.",
                       "No, that contradicts the premises.",
                       "Yes, that is one of the premises.",
                       "No, we cannot infer that from the premises.",
                       "Yes.",
                       "No.",
                       "Nothing can be inferred from these premises.",
                       "Since the premises are contradictory, we can infer anything from them."};
  if (dice.one_in(2)) return dice.pick(bare);
  if (dice.one_in(2)) return with_one_replaced(answer, "is yes", "is no", dice);
  return with_one_replaced(answer, "is no.", "is yes.", dice);
}

// LogicInference_b says yes or no first.
std::string with_verdict_first(const std::string& answer, Dice& dice) {
  const std::string end = " Therefore, the answer is ";
  const std::size_t at = answer.rfind(end);
  if (at == std::string::npos) return answer;
  const bool yes = answer.compare(at + end.size(), 3, "yes") == 0;
  const bool keeps_end = dice.one_in(4);
  std::string rest = keeps_end ? answer : answer.substr(0, at);
  if (dice.one_in(3)) return (yes ? "Yes. " : "No. ") + rest;
  if (rest.rfind("From ", 0) == 0) {
    const std::string claim = yes ? "Yes, via the following inference chain. "
                                  : "No, we can see why via the following inference chain. ";
    return claim + rest;
  }
  rest[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(rest[0])));
  return (yes ? "Yes, " : "No, ") + rest;
}

// Two symbols of a kind exchanged everywhere, or one of them put under the other's name.
std::string renamed(const std::string& answer, Dice& dice) {
  const std::vector<std::string> kinds{"pqrstuw", "PQRSTUW", "abcdefghij"};
  const std::string& kind = dice.pick(kinds);
  const char one = kind[dice.below(std::min<std::size_t>(kind.size(), 3))];
  const char other = kind[dice.below(kind.size())];
  const bool both_ways = !dice.one_in(3);
  std::string text = answer;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto is_letter = [&](std::size_t at) {
      return at < text.size() && (std::isalpha(static_cast<unsigned char>(answer[at])) != 0);
    };
    if (is_letter(i + 1) || (i > 0 && is_letter(i - 1))) continue;
    if (answer[i] == one) text[i] = other;
    if (answer[i] == other && both_ways) text[i] = one;
  }
  return text;
}

std::string with_other_signs(const std::string& answer, Dice& dice) {
  const std::vector<std::pair<std::string, std::string>> exchanges{
      {" -> ", " <-> "},
      {" <-> ", " -> "},
      {" and ", " or "},
      {" or ", " and "},
      {"~", ""},
      {"~", "~~~"},
      {"p", "~p"},
      {"q", "(q)"},
      {"P(", "~P("},
      {"forall ", "exists "},
      {"exists ", "forall "},
      {"is ", "is not "},
      {" not ", " "},
      {"for all x", "there is at least one x for which"},
      {"there is at least one x for which", "for all x,"},
      {"If ", "It is not true that if "},
      {" we can infer ", " we can infer that "},
      {" x", " y"},
      {"Finally, from ", "From "},
      {"From ", "Finally, from "},
      {", and that ", ", that "},
      {"if ", "If "},
      {" is ", " were "},
      {"it is not ", "it isn't "},
      {", then ", " then "}};
  for (int tries = 0; tries < 50; ++tries) {
    const auto& [what, by] = dice.pick(exchanges);
    const std::string replaced = with_one_replaced(answer, what, by, dice);
    if (replaced != answer) return replaced;
  }
  return answer;
}

}  // namespace

Trial logic_trial() {
  const std::vector<Mutation> own{
      of_sentences("sentences in another order",
                   [](Sentences& sentences, const Sentences&, Dice& dice) {
                     std::swap(*place_in(sentences, dice), *place_in(sentences, dice));
                   }),
      of_sentences("sentence dropped",
                   [](Sentences& sentences, const Sentences&, Dice& dice) {
                     sentences.erase(place_in(sentences, dice));
                   }),
      of_sentences("sentence repeated",
                   [](Sentences& sentences, const Sentences&, Dice& dice) {
                     const std::string again = dice.pick(sentences);
                     sentences.insert(place_in(sentences, dice), again);
                   }),
      of_sentences("sentence of another row",
                   [](Sentences& sentences, const Sentences& others, Dice& dice) {
                     *place_in(sentences, dice) = dice.pick(others);
                   }),
      {"another rule", [](const std::string& answer, const std::string&,
                          Dice& dice) { return with_another_rule(answer, dice); }},
      {"a rule more", [](const std::string& answer, const std::string&,
                         Dice& dice) { return with_a_rule_more(answer, dice); }},
      {"another claim", [](const std::string& answer, const std::string&,
                           Dice& dice) { return with_another_claim(answer, dice); }},
      {"yes or no first", [](const std::string& answer, const std::string&,
                             Dice& dice) { return with_verdict_first(answer, dice); }},
      {"symbols renamed", [](const std::string& answer, const std::string&,
                             Dice& dice) { return renamed(answer, dice); }},
      {"other signs and words", [](const std::string& answer, const std::string&, Dice& dice) {
         return with_other_signs(answer, dice);
       }}};
  const auto check = [own](const Example& row) {
    const auto question = std::make_shared<LogicQuestion>(row.input());
    EXPECT_TRUE(question->is_read()) << row.input();
    return CheckedRow{[question](std::string_view answer) { return question->decide(answer); },
                      own};
  };
  return {
      "logic",
      {" ", {"p",   "q",   "~p",        "~q",     "P(x)",   "Q(a)",        "->",        "<->",
             "and", "or",  "forall",    "exists", "x:",     "via",         "From",      "From p",
             "we",  "can", "infer",     "that",   "James",  "is",          "not",       "rich",
             "if",  "it",  "rains",     "modus",  "ponens", "existential", "universal", "yes.",
             "no.", "p.",  "Therefore", "the",    "rule."}},
      check,
      {"other white space", "sentences in another order", "sentence repeated", "a rule more",
       "another claim", "yes or no first", "symbols renamed", "other signs and words"}};
}

}  // namespace assay::judges
