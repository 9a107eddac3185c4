#include "scan_brute_force.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "text.h"

namespace brute_force {

namespace {

using Words = std::vector<std::string>;

Words repeated(const Words& actions, int times) {
  Words all;
  for (int i = 0; i < times; ++i) all.insert(all.end(), actions.begin(), actions.end());
  return all;
}

Words chained(Words first, const Words& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// The last word decides: how often, which way, or nothing but the verb.
Words actions_of_phrase(Words phrase) {
  const std::string last = phrase.back();
  phrase.pop_back();
  if (last == "twice") return repeated(actions_of_phrase(phrase), 2);
  if (last == "thrice") return repeated(actions_of_phrase(phrase), 3);
  if (last == "left" || last == "right") {
    const Words turn{last == "left" ? "I_TURN_LEFT" : "I_TURN_RIGHT"};
    const Words deed = phrase[0] == "turn" ? Words{} : actions_of_phrase({phrase[0]});
    const std::string manner = phrase.size() > 1 ? phrase[1] : "";
    if (manner == "around") return repeated(chained(turn, deed), 4);
    return chained(repeated(turn, manner == "opposite" ? 2 : 1), deed);
  }
  const std::map<std::string, std::string> deeds{
      {"walk", "I_WALK"}, {"look", "I_LOOK"}, {"run", "I_RUN"}, {"jump", "I_JUMP"}};
  return {deeds.at(last)};
}

// The first conjunction holds together what is before it and all that follows.
Words actions_of(const Words& command) {
  const auto conjunction = std::find_if(command.begin(), command.end(), [](const auto& word) {
    return word == "and" || word == "after";
  });
  const Words first = actions_of_phrase({command.begin(), conjunction});
  if (conjunction == command.end()) return first;
  const Words second = actions_of({conjunction + 1, command.end()});
  return *conjunction == "and" ? chained(first, second) : chained(second, first);
}

}  // namespace

Decision decide_scan(std::string_view command, std::string_view answer) {
  if (is_silent(answer)) return Decision::kSilent;
  return words(answer) == actions_of(words(command)) ? Decision::kRight : Decision::kWrong;
}

}  // namespace brute_force
