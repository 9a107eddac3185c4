#include "assay/tasks/scan/instructions.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "assay/base/text.h"
#include "assay/tasks/scan/interpreter/interpreter.h"
#include "assay/tasks/scan/vocabulary/vocabulary.h"

namespace assay::scan {

namespace {

constexpr std::string_view kWords =
    R"(Turn a command into the sequence of actions that carries it out.

A command is made of phrases. V is one of the verbs walk, look, run, jump; D is left or right.
- walk, look, run, jump: the actions I_WALK, I_LOOK, I_RUN, I_JUMP.
- turn left, turn right: the actions I_TURN_LEFT, I_TURN_RIGHT.
- V D: one turn to side D, then the action of V. "walk left" is I_TURN_LEFT I_WALK.
- V opposite D: two turns to side D, then the action of V. "turn opposite D": the two turns alone.
- V around D: four times over, a turn to side D and then the action of V. "turn around D": four
  turns alone.
- twice, thrice after any of these: all of its actions two times, three times over.
- A and B: the actions of A, then those of B.
- A after B: the actions of B first, then those of A.)";

constexpr std::string_view kOneConjunction = "\nA command has at most one \"and\" or \"after\".";

constexpr std::string_view kNested = R"(
A command has up to {} of the words "and" and "after". The leftmost of them joins the phrase before
it with everything behind it, and so on: "A and B after C" is A, then what "B after C" does, so the
actions of A, C, B; "A after B and C" is what "B and C" does, then A, so those of B, C, A.)";

constexpr std::string_view kForm =
    "The actions in order, in capitals, with one space between them, and nothing else.";

// A phrase and the word that joins it with what follows; empty behind the last one.
struct Joined {
  std::string phrase;
  std::string_view word;
};

std::vector<Joined> phrases_of(std::string_view command) {
  std::vector<Joined> phrases(1);
  for (const std::string_view word : split_words(command)) {
    if (word == "and" || word == "after") {
      phrases.back().word = word;
      phrases.emplace_back();
      continue;
    }
    std::string& phrase = phrases.back().phrase;
    if (!phrase.empty()) phrase += ' ';
    phrase += word;
  }
  return phrases;
}

}  // namespace

Instructions scan_instructions(int conjunctions) {
  Instructions told;
  told.rules = kWords;
  told.rules +=
      conjunctions == 1 ? std::string(kOneConjunction) : fmt::format(kNested, conjunctions);
  told.vocabulary.assign(kPrimitiveActions.begin(), kPrimitiveActions.end());
  told.vocabulary.insert(told.vocabulary.end(), kTurnActions.begin(), kTurnActions.end());
  told.form = kForm;
  return told;
}

std::string phrase_by_phrase(std::string_view command) {
  std::vector<Joined> phrases = phrases_of(command);
  if (phrases.size() == 1) return {};
  std::vector<std::string> done;  // in order
  std::size_t front = 0;          // where what is joined next begins
  for (const Joined& each : phrases) {
    const auto at = done.begin() + static_cast<std::ptrdiff_t>(front);
    done.insert(at, fmt::format("{}: {}", each.phrase, interpret(each.phrase)));
    if (each.word != "after") ++front;
  }
  std::string text;
  for (const std::string& line : done) text += text.empty() ? line : '\n' + line;
  return text;
}

}  // namespace assay::scan
