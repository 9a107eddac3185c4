#include "assay/tasks/scan/holdouts.h"

#include <algorithm>
#include <array>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/scan/vocabulary/vocabulary.h"

namespace assay::scan {

namespace {

// Whole words: " jump around right " contains " around right ".
std::string padded(std::string_view words) { return fmt::format(" {} ", words); }

bool contains(const std::string& command, const std::string& words) {
  return command.find(words) != std::string::npos;
}

template <std::size_t Size>
bool is_one_of(std::string_view word, const std::array<std::string_view, Size>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Predicate hold_out_primitive(const Params& params) {
  const std::string held_out = padded(params.text("words"));
  return [held_out](const Example& row) -> Deal {
    const std::string command = padded(row.input());
    if (command == held_out) return {Place::kTrain, true, false};
    if (contains(command, held_out)) return {Place::kTest, false, true};
    return {Place::kTrain, false, false};
  };
}

// "jump around right" or "around right": an optional verb, an optional manner, a direction.
struct Template {
  std::string verb;
  std::string rest;
};

Template parse_template(const std::string& text) {
  auto words = split_words(text);
  Template result;
  if (!words.empty() && is_one_of(words.front(), kPrimitives)) {
    result.verb = words.front();
    words.erase(words.begin());
  }
  const bool manner =
      words.size() == 2 && (words.front() == "opposite" || words.front() == "around");
  if ((words.size() != 1 && !manner) || !is_one_of(words.back(), kDirections)) {
    fail(ErrorKind::kUsage,
         "\"{}\" is not a template; write [walk|look|run|jump] [opposite|around] left|right",
         printable(text));
  }
  result.rest = fmt::format("{}{}{}", manner ? words.front() : "", manner ? " " : "", words.back());
  return result;
}

Predicate hold_out_template(const Params& params) {
  const Template wanted = parse_template(params.text("template"));
  const std::string turning = padded("turn " + wanted.rest);
  std::vector<std::string> tested;
  for (const auto verb : kPrimitives) {
    if (wanted.verb.empty() || wanted.verb == verb) {
      tested.push_back(padded(fmt::format("{} {}", verb, wanted.rest)));
    }
  }
  return [turning, tested](const Example& row) -> Deal {
    const std::string command = padded(row.input());
    if (contains(command, turning)) return {Place::kUnused, false, false};
    for (const std::string& words : tested) {
      if (contains(command, words)) return {Place::kTest, false, false};
    }
    return {Place::kTrain, false, false};
  };
}

constexpr std::array<std::string_view, 3> kFillers = {"look", "walk", "run"};

// How many of the fillers, in their order, must be allowed for a command: 4 when none suffices.
std::size_t fillers_needed(const std::string& command) {
  constexpr std::string_view kHeldOut = " around right ";
  std::size_t needed = 0;
  for (std::size_t at = command.find(kHeldOut); at != std::string::npos;
       at = command.find(kHeldOut, at + 1)) {
    const std::size_t begin = command.rfind(' ', at - 1) + 1;
    const std::string_view verb = std::string_view(command).substr(begin, at - begin);
    const auto which = std::find(kFillers.begin(), kFillers.end(), verb) - kFillers.begin();
    needed = std::max(needed, static_cast<std::size_t>(which) + 1);
  }
  return needed;
}

Predicate hold_out_fillers(const Params& params) {
  const auto allowed = static_cast<std::size_t>(params.number("fillers"));
  return [allowed](const Example& row) -> Deal {
    const std::string command = padded(row.input());
    const std::size_t needed = fillers_needed(command);
    if (needed <= allowed) return {Place::kTrain, false, false};
    if (contains(command, " jump around right ") && !contains(command, " turn around right ")) {
      return {Place::kTest, false, false};
    }
    return {Place::kUnused, false, needed == allowed + 1 && needed <= kFillers.size()};
  };
}

ParamSpec free_text(std::string name, std::string default_text, std::string summary) {
  ParamSpec spec;
  spec.name = std::move(name);
  spec.default_text = std::move(default_text);
  spec.summary = std::move(summary);
  return spec;
}

}  // namespace

std::vector<Holdout> holdouts() {
  return {
      {"primitive",
       "words seen only alone in training, tested wherever they are composed; shots move composed "
       "ones into training",
       {ParamSpec::choice("words", "jump",
                          {"walk", "look", "run", "jump", "turn left", "turn right"},
                          "the words held out")},
       hold_out_primitive},
      {"template",
       "a template tested with its verbs; commands that show it with \"turn\" are left out",
       {free_text("template", "around right", "[verb] [opposite|around] left|right")},
       hold_out_template},
      {"filler",
       "\"jump around right\" tested, training shows \"around right\" with the first n of look, "
       "walk, run; shots show the next one",
       {ParamSpec::number("fillers", 0, 0, 3, "how many verbs training shows")},
       hold_out_fillers},
  };
}

}  // namespace assay::scan
