#include "assay/tasks/gscan/release/derivation.h"

#include <fmt/format.h>

#include <vector>

#include "assay/grounded/rule_tables.h"

namespace assay::gscan {

namespace {

using grounded::number_of;
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

}  // namespace

Derivations::Derivations() {
  const auto grammar = [&](std::string_view rule) {
    return grounded::add_grammar(table_, std::string(rule));
  };
  const auto meaning = [&](std::string_view what) { return grounded::add_meaning(table_, what); };
  root_ = grammar(kRoot);
  with_adverb_ = grammar(kWithAdverb);
  intransitive_ = grammar(kIntransitive);
  transitive_ = grammar(kTransitive);
  determiner_ = grammar(kDeterminer);
  adjective_ = grammar(kAdjective);
  noun_ = grammar(kNoun);
  for (const Verb verb : {Verb::kWalk, Verb::kPull, Verb::kPush}) {
    verbs_[number_of(verb)] = grammar(verb_rule(verb));
  }
  for (const Manner manner : kAdverbs) {
    adverbs_[number_of(manner)] = grammar(fmt::format("RB -> {}", world::name_of(manner)));
  }
  for (const auto shape : kNouns) {
    nouns_[number_of(shape)] = grammar(fmt::format("NN -> {}", world::name_of(shape)));
  }
  for (const auto colour : kColourWords) {
    colour_words_[number_of(colour)] = grammar(adjective_rule(world::name_of(colour)));
  }
  for (const auto size : kSizeWords) {
    size_words_[number_of(size)] = grammar(adjective_rule(name_of(size)));
  }

  for (const auto shape : kNouns) shapes_[number_of(shape)] = meaning(world::name_of(shape));
  for (const auto colour : kColourWords) {
    colours_[number_of(colour)] = meaning(world::name_of(colour));
  }
  for (std::size_t size = world::kSmallestSize; size <= world::kLargestSize; ++size) {
    sizes_[size] = meaning(fmt::format("size {}", size));
  }
  extremes_[number_of(SizeWord::kSmall)] = meaning("smallest");
  extremes_[number_of(SizeWord::kBig)] = meaning("largest");
  deeds_ = grounded::DeedDerivations(table_, kAdverbs, std::array{Verb::kPull, Verb::kPush});
  join_ = table_.add("JOIN", RuleKind::kJoin);
}

void Derivations::write(const Command& command, const world::Thing& target, world::Cell agent,
                        RuleGraph& out) const {
  out.clear();
  const Phrase& phrase = command.phrase;
  NodeId node = out.apply(nouns_[number_of(phrase.shape)], {});
  node = out.apply(noun_, {node});
  if (phrase.size != SizeWord::kNone) {
    const NodeId word = out.apply(size_words_[number_of(phrase.size)], {});
    node = out.apply(adjective_, {word, node});
  }
  if (phrase.colour) {
    const NodeId word = out.apply(colour_words_[number_of(*phrase.colour)], {});
    node = out.apply(adjective_, {word, node});
  }
  node = out.apply(determiner_, {node});
  const NodeId verb = out.apply(verbs_[number_of(command.verb)], {});
  node = out.apply(command.verb == Verb::kWalk ? intransitive_ : transitive_, {verb, node});
  if (command.manner != Manner::kPlainly) {
    const NodeId manner = out.apply(adverbs_[number_of(command.manner)], {});
    node = out.apply(with_adverb_, {node, manner});
  }
  const NodeId root = out.apply(root_, {node});

  node = out.apply(shapes_[number_of(target.shape)], {});
  node = out.apply(colours_[number_of(target.colour)], {node});
  node = out.apply(sizes_[target.size], {node});
  if (phrase.size != SizeWord::kNone) node = out.apply(extremes_[number_of(phrase.size)], {node});
  node = deeds_.write(node, target, agent, command.verb, command.manner, out);
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
