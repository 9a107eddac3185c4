#include "mutants.h"

#include <cctype>
#include <utility>

#include "text.h"

namespace brute_force {

namespace {

using Text = std::string;
using Parts = std::vector<std::string>;

// Spoils the tokens of an answer.
using SpoilTokens = std::function<void(Parts& parts, const Text& stranger, Dice& dice)>;

Mutation of_tokens(const Text& name, const Tokens& tokens, const SpoilTokens& spoil) {
  return {name, [=](const Text& answer, const Text& other, Dice& dice) {
            Parts parts = words(answer, tokens.separator);
            const Parts others = words(other, tokens.separator);
            if (parts.empty() || others.empty()) return answer;
            const Text stranger = dice.one_in(2) ? dice.pick(tokens.vocabulary) : dice.pick(others);
            spoil(parts, stranger, dice);
            return joined(parts, tokens.separator.substr(0, 1));
          }};
}

auto place_in(Parts& parts, Dice& dice) {
  return parts.begin() + static_cast<std::ptrdiff_t>(dice.below(parts.size()));
}

// The other case of a letter, a word or everything.
Text in_another_case(Text answer, Dice& dice) {
  const auto flip = [&](std::size_t at) {
    const auto letter = static_cast<unsigned char>(answer[at]);
    answer[at] =
        static_cast<char>(std::isupper(letter) != 0 ? std::tolower(letter) : std::toupper(letter));
  };
  std::size_t first = dice.below(answer.size());
  std::size_t last = first + 1;
  const std::size_t extent = dice.below(3);
  if (extent > 0) {
    while (first > 0 && std::isalpha(static_cast<unsigned char>(answer[first - 1])) != 0) --first;
    while (last < answer.size() && std::isalpha(static_cast<unsigned char>(answer[last])) != 0) {
      ++last;
    }
  }
  if (extent == 2 && dice.one_in(4)) {
    first = 0;
    last = answer.size();
  }
  for (std::size_t at = first; at < last; ++at) flip(at);
  return answer;
}

Text with_another_letter(Text answer, Dice& dice) {
  constexpr std::string_view kLetters = "abxpqPQ0123_.,:;~()?{}!*-> \t\n\v\x01\xC3";
  const std::size_t at = dice.below(answer.size());
  const char letter = kLetters[dice.below(kLetters.size())];
  switch (dice.below(3)) {
    case 0:
      answer.erase(at, 1);
      break;
    case 1:
      answer.insert(answer.begin() + static_cast<std::ptrdiff_t>(at), letter);
      break;
    default:
      answer[at] = letter;
  }
  return answer;
}

Text with_other_white_space(const Text& answer, Dice& dice) {
  Text spaced = dice.one_in(3) ? " " : "";
  for (const char letter : answer) {
    spaced += letter;
    if (letter == ' ' && dice.one_in(4)) spaced += dice.one_in(4) ? '\t' : ' ';
    if (letter == ',' && dice.one_in(4)) spaced += ' ';
  }
  if (dice.one_in(2)) spaced += dice.one_in(2) ? "\n" : " \r\n";
  return spaced;
}

}  // namespace

std::vector<Mutation> text_mutations(const Tokens& tokens) {
  const Text between(tokens.separator.substr(0, 1));
  return {
      of_tokens("token dropped", tokens,
                [](Parts& parts, const Text&, Dice& dice) { parts.erase(place_in(parts, dice)); }),
      of_tokens("token inserted", tokens,
                [](Parts& parts, const Text& stranger, Dice& dice) {
                  parts.insert(place_in(parts, dice), stranger);
                }),
      of_tokens("tokens exchanged", tokens,
                [](Parts& parts, const Text&, Dice& dice) {
                  std::swap(*place_in(parts, dice), *place_in(parts, dice));
                }),
      of_tokens("token replaced", tokens,
                [](Parts& parts, const Text& stranger, Dice& dice) {
                  *place_in(parts, dice) = stranger;
                }),
      of_tokens("token repeated", tokens,
                [](Parts& parts, const Text&, Dice& dice) {
                  const Text again = dice.pick(parts);
                  parts.insert(place_in(parts, dice), again);
                }),
      {"wrong case",
       [](const Text& answer, const Text&, Dice& dice) { return in_another_case(answer, dice); }},
      {"wrong letter", [](const Text& answer, const Text&,
                          Dice& dice) { return with_another_letter(answer, dice); }},
      {"cut short", [](const Text& answer, const Text&,
                       Dice& dice) { return answer.substr(0, dice.below(answer.size())); }},
      {"extra tail",
       [=](const Text& answer, const Text& other, Dice& dice) {
         const std::vector<Text> tails{between + dice.pick(tokens.vocabulary),
                                       between + other,
                                       between,
                                       ".",
                                       " <|end|>",
                                       "\n\nQ: ",
                                       Text(1, '\0'),
                                       " " + answer};
         return answer + dice.pick(tails);
       }},
      {"buried in text",
       [](const Text& answer, const Text& other, Dice& dice) {
         const std::vector<Text> around{"The answer is: ", "```\n",     "\"", "(",
                                        "Answer: ",        other + "\n"};
         const Text before = dice.pick(around);
         return before + answer + (dice.one_in(2) ? "" : dice.pick(around));
       }},
      {"answer of another row", [](const Text&, const Text& other, Dice&) { return other; }},
      {"other white space", [](const Text& answer, const Text&,
                               Dice& dice) { return with_other_white_space(answer, dice); }},
      {"nothing said",
       [](const Text&, const Text&, Dice& dice) {
         return dice.pick(std::vector<Text>{"", " ", "\n", " \t\r\n"});
       }},
  };
}

}  // namespace brute_force
