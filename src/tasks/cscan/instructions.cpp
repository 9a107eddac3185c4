#include "assay/tasks/cscan/instructions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <vector>

namespace assay::cscan {

namespace {

constexpr std::string_view kBegin =
    R"(Each input is about a small language of its own. Its first line is a request. All other lines, the
context, say something about this language. Answer the request from the context.

Phrases
)";

constexpr std::string_view kContext = R"(A command is a phrase of {0}.

The context
- A rule is [left side] = output. Its left side is a phrase of any level. In it x1, x2 ... stand for
  any phrases that fit where they stand. In the output [x1] stands for what the phrase x1 means, and
  actions stand for themselves. EMPTY_STRING stands for no action at all.
- Any other line is a command and its actions. It says the same as the rule [command] = actions.
Actions: {1}

Values
A phrase has a value by some rules if they cover it: the left side of one of them has the shape of the
whole phrase, each part that stands at a variable of it has a value by these rules in the same way, and
its output with these put for the variables is the value. What stands at a variable that the output
does not use may be anything, known or not. Rules with long left sides cover more at once, and are as
good as others. A variable in a phrase has itself for its value. Nothing is concluded backwards: the
rule of "twice" and the actions of "walk twice" say nothing about "walk".

What is certain and what is plausible
All rules of the context are certain; call them M. A basic rule has a left side of one alternative of
the grammar above, with nothing but variables in it: {2}.
A basic rule that the context uses and does not tell is hidden. Hidden rules are found like this:
- Take a line of the context in which all basic rules but one are told or found. What the others give
  can be taken off its output, so the rest shows what the hidden one does. Its output has at most
  {3} symbols: variables and actions. If several outputs fit, prefer one without actions beside
  variables, then one that uses all of its variables, then a short one.
- A set of hidden rules is found if, together with the told basic rules, it gives exactly the printed
  output of every line that needs no other hidden rule, and if each of its rules is used in at least
  four of these lines. The same thing said twice counts once. Parts that stand at a variable which a
  told rule does not use do not count.
- Take the largest such set. A rule that lines contradict, or that fewer than four lines use, stays
  hidden. Often there is one.
M and the rules that were found are plausible; call them D.

A command is asked for
1. If it has a value by M: that value, Monotonic.
2. Else, if it has a value by D: that value, Defeasible.
3. Else: ?, Defeasible.

A rule is asked for: does it hold?
1. If its left side has a value by M: 1 if that is its output, 0 if not. Monotonic.
2. If, with the rule added to M, some phrase of the language has two different values: 0, Monotonic.
   Look at phrases that have its shape, and at those in which it is a part.
3. The same two steps with D instead of M: 1 or 0, Defeasible.
4. Else: ?, Defeasible.)";

constexpr std::string_view kForm =
    "REPLY (Reasoning: Monotonic) or REPLY (Reasoning: Defeasible). REPLY is the actions with one "
    "space between them, EMPTY_STRING for no action, or 1, 0 or ?.";

// The production with the levels in their places: "T and T".
std::string shape_of(const Production& production, const RuleSpace& space) {
  std::vector<std::string_view> words;
  std::size_t slot = 0;
  for (const std::string& word : production.pattern) {
    words.push_back(word.empty() ? space.levels[production.slots[slot++]] : word);
  }
  return fmt::format("{}", fmt::join(words, " "));
}

// "- S: T and T | T after T | any phrase of T, U, V, W"
std::string level_line(Level level, const RuleSpace& space) {
  std::vector<std::string> choices;
  for (const Production& production : space.productions) {
    if (production.result == level) choices.push_back(shape_of(production, space));
  }
  std::vector<std::string_view> others;
  for (std::size_t other = 0; other < space.levels.size(); ++other) {
    if (other != level && space.fits(static_cast<Level>(other), level)) {
      others.push_back(space.levels[other]);
    }
  }
  if (!others.empty()) choices.push_back(fmt::format("any phrase of {}", fmt::join(others, ", ")));
  return fmt::format("- {}: {}\n", space.levels[level], fmt::join(choices, " | "));
}

// One basic rule of each number of variables: "[x1 and x2], [x1 twice], [walk]".
std::string basic_examples(const RuleSpace& space) {
  std::vector<std::string> examples;
  for (std::size_t slots = kMostSlots + 1; slots-- > 0;) {
    for (const Production& production : space.productions) {
      if (production.slots.size() != slots) continue;
      examples.push_back(fmt::format("[{}]", production.name));
      break;
    }
  }
  return fmt::format("{}", fmt::join(examples, ", "));
}

}  // namespace

Instructions cscan_instructions(const RuleSpace& space) {
  Instructions told;
  told.rules = kBegin;
  for (std::size_t level = 0; level < space.levels.size(); ++level) {
    told.rules += level_line(static_cast<Level>(level), space);
  }
  told.rules +=
      fmt::format(kContext, space.levels[RuleSpace::kStart], fmt::join(space.actions, " "),
                  basic_examples(space), space.limits.length);
  told.vocabulary = space.actions;
  told.vocabulary.insert(told.vocabulary.end(), {std::string(kEmptyOutput), "1", "0", "?",
                                                 "Reasoning", "Monotonic", "Defeasible"});
  told.form = kForm;
  told.punctuation = "()[]:";
  return told;
}

}  // namespace assay::cscan
