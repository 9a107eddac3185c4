#include "assay/tasks/gscan/release/commands.h"

#include <array>
#include <map>

namespace assay::gscan {

namespace {

using world::Colour;
using world::Manner;
using world::Shape;
using world::Thing;
using world::Verb;

struct Adjectives {
  std::optional<Colour> colour;
  SizeWord size = SizeWord::kNone;
};

// What may stand before a noun, colours before sizes.
std::vector<Adjectives> adjectives(int count) {
  std::vector<Adjectives> all;
  if (count == 0) return {{}};
  for (const Colour colour : kColourWords) {
    if (count == 1) {
      all.push_back({colour, SizeWord::kNone});
    } else {
      for (const SizeWord size : kSizeWords) all.push_back({colour, size});
    }
  }
  if (count == 1) {
    for (const SizeWord size : kSizeWords) all.push_back({std::nullopt, size});
  }
  return all;
}

}  // namespace

std::vector<Command> all_commands(Grammar grammar) {
  const bool simple = grammar < Grammar::kNormal;
  std::vector<std::vector<Verb>> verbs;  // intransitive, then transitive
  if (grammar != Grammar::kSimpleTransitive) verbs.push_back({Verb::kWalk});
  if (grammar != Grammar::kSimpleIntransitive) verbs.push_back({Verb::kPull, Verb::kPush});
  std::vector<std::vector<Manner>> manners{{Manner::kPlainly}};
  if (grammar == Grammar::kAdverb) {
    manners.insert(manners.begin(), {kAdverbs.begin(), kAdverbs.end()});
  }
  std::vector<Command> commands;
  for (const auto& manner_words : manners) {
    for (const auto& verb_words : verbs) {
      for (int count = simple ? 1 : 2; count >= 0; --count) {
        for (const Verb verb : verb_words) {
          for (const auto& [colour, size] : adjectives(count)) {
            for (const Shape shape : kNouns) {
              for (const Manner manner : manner_words) {
                commands.push_back({verb, manner, {colour, size, shape}});
              }
            }
          }
        }
      }
    }
  }
  return commands;
}

std::string_view name_of(Grammar grammar) {
  constexpr std::array<std::string_view, 4> kNames{"simple_intrans", "simple_trans", "normal",
                                                   "adverb"};
  return kNames[static_cast<std::size_t>(grammar)];
}

std::string text_of(const Command& command) {
  std::string text(world::name_of(command.verb));
  text += command.verb == Verb::kWalk ? " to a " : " a ";
  if (command.phrase.colour) {
    text += world::name_of(*command.phrase.colour);
    text += ' ';
  }
  if (command.phrase.size != SizeWord::kNone) {
    text += name_of(command.phrase.size);
    text += ' ';
  }
  text += world::name_of(command.phrase.shape);
  if (command.manner != Manner::kPlainly) {
    text += ' ';
    text += world::name_of(command.manner);
  }
  return text;
}

// The largest grammar has the commands of all others.
std::optional<Command> find_command(std::string_view text) {
  static const std::map<std::string, Command, std::less<>> kByText = [] {
    std::map<std::string, Command, std::less<>> by_text;
    for (const Command& command : all_commands(Grammar::kAdverb)) {
      by_text.emplace(text_of(command), command);
    }
    return by_text;
  }();
  const auto found = kByText.find(text);
  return found == kByText.end() ? std::nullopt : std::optional(found->second);
}

std::vector<Thing> possible_targets(const Phrase& phrase) {
  std::vector<Thing> targets;
  // The smallest of several is never the largest there is, and the other way round.
  const int least = phrase.size == SizeWord::kBig ? 2 : 1;
  const int most = phrase.size == SizeWord::kSmall ? 3 : 4;
  for (int size = least; size <= most; ++size) {
    for (const Colour colour : kColourWords) {
      if (phrase.colour && *phrase.colour != colour) continue;
      targets.push_back({phrase.shape, colour, static_cast<std::uint8_t>(size), {}});
    }
  }
  return targets;
}

}  // namespace assay::gscan
