#include "assay/tasks/gscan/release/derivation.h"

#include <fmt/format.h>

#include <vector>

namespace assay::gscan {

namespace {

using world::Manner;
using world::Verb;

constexpr std::string_view kRoot = "ROOT -> VP";
constexpr std::string_view kWithAdverb = "VP -> VP RB";
constexpr std::string_view kIntransitive = "VP -> VV_intrans 'to' DP";
constexpr std::string_view kTransitive = "VP -> VV_trans DP";
constexpr std::string_view kDeterminer = "DP -> 'a' NP";
constexpr std::string_view kAdjective = "NP -> JJ NP";
constexpr std::string_view kNoun = "NP -> NN";

std::string verb_rule(Verb verb) {
  return fmt::format("VV_{} -> {}", verb == Verb::kWalk ? "intransitive" : "transitive",
                     world::name_of(verb));
}
std::string adjective_rule(std::string_view word) { return fmt::format("JJ -> {}", word); }

// The adjectives in the order they are said.
std::vector<std::string_view> adjectives_of(const Phrase& phrase) {
  std::vector<std::string_view> words;
  if (phrase.colour) words.push_back(world::name_of(*phrase.colour));
  if (phrase.size != SizeWord::kNone) words.push_back(name_of(phrase.size));
  return words;
}

template <typename Kind>
std::size_t number(Kind kind) {
  return static_cast<std::size_t>(kind);
}

std::size_t sign(int difference) { return difference < 0 ? 0 : difference == 0 ? 1 : 2; }

}  // namespace

Derivations::Derivations() {
  const auto grammar = [&](std::string_view rule) {
    return table_.add(std::string(rule), RuleKind::kGrammar);
  };
  const auto meaning = [&](std::string_view what) {
    return table_.add(fmt::format("[{}]", what), RuleKind::kMeaning);
  };
  root_ = grammar(kRoot);
  with_adverb_ = grammar(kWithAdverb);
  intransitive_ = grammar(kIntransitive);
  transitive_ = grammar(kTransitive);
  determiner_ = grammar(kDeterminer);
  adjective_ = grammar(kAdjective);
  noun_ = grammar(kNoun);
  for (const Verb verb : {Verb::kWalk, Verb::kPull, Verb::kPush}) {
    verbs_[number(verb)] = grammar(verb_rule(verb));
  }
  for (const Manner manner : kAdverbs) {
    adverbs_[number(manner)] = grammar(fmt::format("RB -> {}", world::name_of(manner)));
  }
  for (const auto shape : kNouns) {
    nouns_[number(shape)] = grammar(fmt::format("NN -> {}", world::name_of(shape)));
  }
  for (const auto colour : kColourWords) {
    colour_words_[number(colour)] = grammar(adjective_rule(world::name_of(colour)));
  }
  for (const auto size : kSizeWords)
    size_words_[number(size)] = grammar(adjective_rule(name_of(size)));

  for (const auto shape : kNouns) shapes_[number(shape)] = meaning(world::name_of(shape));
  for (const auto colour : kColourWords) colours_[number(colour)] = meaning(world::name_of(colour));
  for (std::size_t size = world::kSmallestSize; size <= world::kLargestSize; ++size) {
    sizes_[size] = meaning(fmt::format("size {}", size));
  }
  extremes_[number(SizeWord::kSmall)] = meaning("smallest");
  extremes_[number(SizeWord::kBig)] = meaning("largest");
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      if (down == 0 && right == 0) continue;
      const std::string_view where = world::bearing({1, 1}, {1 + down, 1 + right});
      bearings_[sign(down)][sign(right)] = meaning(fmt::format("to the {}", where));
    }
  }
  goings_[number(Manner::kPlainly)] = meaning("go");
  for (const Manner manner : kAdverbs) {
    goings_[number(manner)] = meaning(fmt::format("go {}", world::name_of(manner)));
  }
  for (const Verb verb : {Verb::kPull, Verb::kPush}) {
    const std::string_view word = world::name_of(verb);
    handlings_[number(verb)] = {meaning(fmt::format("{} a light thing", word)),
                                meaning(fmt::format("{} a heavy thing", word))};
  }
  join_ = table_.add("JOIN", RuleKind::kJoin);
}

void Derivations::write(const Command& command, const world::Thing& target, world::Cell agent,
                        RuleGraph& out) const {
  out.clear();
  const Phrase& phrase = command.phrase;
  NodeId node = out.apply(nouns_[number(phrase.shape)], {});
  node = out.apply(noun_, {node});
  if (phrase.size != SizeWord::kNone) {
    const NodeId word = out.apply(size_words_[number(phrase.size)], {});
    node = out.apply(adjective_, {word, node});
  }
  if (phrase.colour) {
    const NodeId word = out.apply(colour_words_[number(*phrase.colour)], {});
    node = out.apply(adjective_, {word, node});
  }
  node = out.apply(determiner_, {node});
  const NodeId verb = out.apply(verbs_[number(command.verb)], {});
  node = out.apply(command.verb == Verb::kWalk ? intransitive_ : transitive_, {verb, node});
  if (command.manner != Manner::kPlainly) {
    const NodeId manner = out.apply(adverbs_[number(command.manner)], {});
    node = out.apply(with_adverb_, {node, manner});
  }
  const NodeId root = out.apply(root_, {node});

  node = out.apply(shapes_[number(target.shape)], {});
  node = out.apply(colours_[number(target.colour)], {node});
  node = out.apply(sizes_[target.size], {node});
  if (phrase.size != SizeWord::kNone) node = out.apply(extremes_[number(phrase.size)], {node});
  const NodeId where = out.apply(
      bearings_[sign(target.cell.row - agent.row)][sign(target.cell.column - agent.column)], {});
  node = out.apply(goings_[number(command.manner)], {node, where});
  if (command.verb != Verb::kWalk) {
    node = out.apply(handlings_[number(command.verb)][is_heavy(target) ? 1 : 0], {node});
  }
  out.apply(join_, {root, node});
}

std::string derivation_text(const Command& command) {
  const auto words = adjectives_of(command.phrase);
  std::string text(kNoun);
  const auto add = [&](std::string_view rule) {
    text += ',';
    text += rule;
  };
  for (std::size_t i = 0; i < words.size(); ++i) add(kAdjective);
  add(kDeterminer);
  add(command.verb == Verb::kWalk ? kIntransitive : kTransitive);
  if (command.manner != Manner::kPlainly) add(kWithAdverb);
  add(kRoot);
  text += fmt::format(";T:{},NT:{}", world::name_of(command.verb), verb_rule(command.verb));
  if (command.verb == Verb::kWalk) add("T:to");
  add("T:a");
  for (std::size_t i = 0; i < words.size(); ++i) {
    add("T:");
    text += words[i];
    if (i > 0) continue;
    // One entry for all adjectives, the last word first.
    add("NT:");
    for (std::size_t k = words.size(); k > 0; --k) {
      if (k < words.size()) text += ':';
      text += adjective_rule(words[k - 1]);
    }
  }
  const std::string_view noun = world::name_of(command.phrase.shape);
  text += fmt::format(",T:{},NT:NN -> {}", noun, noun);
  if (command.manner == Manner::kPlainly) return text;
  const std::string_view manner = world::name_of(command.manner);
  return text + fmt::format(",T:{},NT:RB -> {}", manner, manner);
}

std::vector<std::string_view> grammar_rules(Grammar grammar) {
  std::vector<std::string_view> rules{kRoot};
  if (grammar == Grammar::kAdverb) rules.push_back(kWithAdverb);
  if (grammar != Grammar::kSimpleTransitive) rules.push_back(kIntransitive);
  if (grammar != Grammar::kSimpleIntransitive) rules.push_back(kTransitive);
  for (const auto rule : {kDeterminer, kAdjective, kNoun}) rules.push_back(rule);
  return rules;
}

}  // namespace assay::gscan
