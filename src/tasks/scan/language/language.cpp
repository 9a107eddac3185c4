#include "assay/tasks/scan/language/language.h"

#include <array>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/grammar/context_free_parse.h"
#include "assay/tasks/scan/vocabulary/vocabulary.h"

namespace assay::scan {

namespace {

// Rules in the order of the table. Meanings of a direction come in fours: [turn left],
// [turn right], [u left], [u right], then the same with opposite and with around.
enum Rule : RuleId {
  kAnd,
  kAfter,
  kSingle,
  kTwice,
  kThrice,
  kOnce,
  kOpposite,
  kAround,
  kDirected,
  kPlain,
  kVerbLeft,
  kVerbRight,
  kTurnLeft,
  kTurnRight,
  kFirstPrimitive,
  kFirstMeaning = kFirstPrimitive + 4,
  kFirstDirectionMeaning = kFirstMeaning + 4,
  kTwiceMeaning = kFirstDirectionMeaning + 12,
  kThriceMeaning,
  kAndMeaning,
  kAfterMeaning,
  kJoin,
};

RuleTable make_rules(int conjunctions) {
  RuleTable table;
  const bool nested = conjunctions > 1;
  const char* const grammar[] = {nested ? "C -> S and C" : "C -> S and S",
                                 nested ? "C -> S after C" : "C -> S after S",
                                 "C -> S",
                                 "S -> V twice",
                                 "S -> V thrice",
                                 "S -> V",
                                 "V -> D[1] opposite D[2]",
                                 "V -> D[1] around D[2]",
                                 "V -> D",
                                 "V -> U",
                                 "D -> U left",
                                 "D -> U right",
                                 "D -> turn left",
                                 "D -> turn right"};
  for (const char* name : grammar) table.add(name, RuleKind::kGrammar);
  for (const auto word : kPrimitives) table.add(fmt::format("U -> {}", word), RuleKind::kGrammar);
  for (const auto word : kPrimitives) table.add(fmt::format("[{}]", word), RuleKind::kMeaning);
  for (const char* manner : {"", "opposite ", "around "}) {
    for (const char* verb : {"turn", "u"}) {
      for (const auto direction : kDirections) {
        table.add(fmt::format("[{} {}{}]", verb, manner, direction), RuleKind::kMeaning);
      }
    }
  }
  for (const char* name : {"[x twice]", "[x thrice]", "[x1 and x2]", "[x1 after x2]"}) {
    table.add(name, RuleKind::kMeaning);
  }
  table.add("JOIN", RuleKind::kJoin);
  ASSAY_CHECK(table.size() == kJoin + 1);
  return table;
}

// Phrases with some numbers of modifiers: V/0 has none itself, V/1 has one.
void add_phrases(Modifiers modifiers, const RuleTable& rules, std::vector<RuleText>& lines) {
  const auto add = [&](const char* text, RuleId rule) {
    lines.emplace_back(text, std::string(rules.name(rule)));
  };
  const bool has_bare = modifiers.least <= 1;  // V/0 alone or repeated
  const bool has_modified = modifiers.most >= 1;
  if (has_bare && modifiers.most >= 1) {
    add("S -> V/0 twice", kTwice);
    add("S -> V/0 thrice", kThrice);
  }
  if (modifiers.least == 0) add("S -> V/0", kOnce);
  if (modifiers.most >= 2) {
    add("S -> V/1 twice", kTwice);
    add("S -> V/1 thrice", kThrice);
  }
  if (has_modified && modifiers.least <= 1) add("S -> V/1", kOnce);
  if (has_modified) {
    add("V/1 -> D[1] opposite D[2]", kOpposite);
    add("V/1 -> D[1] around D[2]", kAround);
  }
  if (has_bare) {
    add("V/0 -> D", kDirected);
    add("V/0 -> U", kPlain);
  }
}

// The table's grammar rules; the first three once for every depth when conjunctions nest.
Grammar make_grammar(int conjunctions, Modifiers modifiers, const RuleTable& rules) {
  std::vector<RuleText> lines;
  if (conjunctions == 1) {
    for (RuleId rule = kAnd; rule <= kSingle; ++rule)
      lines.emplace_back(std::string(rules.name(rule)));
  } else {
    for (int depth = conjunctions; depth > 0; --depth) {
      for (const auto& [rule, word] : {std::pair{kAnd, "and"}, std::pair{kAfter, "after"}}) {
        lines.emplace_back(fmt::format("C/{} -> S {} C/{}", depth, word, depth - 1),
                           std::string(rules.name(rule)));
      }
      lines.emplace_back(fmt::format("C/{} -> S", depth), std::string(rules.name(kSingle)));
    }
    lines.emplace_back("C/0 -> S", std::string(rules.name(kSingle)));
  }
  if (!modifiers.is_scan()) add_phrases(modifiers, rules, lines);
  for (RuleId rule = modifiers.is_scan() ? kTwice : kVerbLeft; rule < kFirstMeaning; ++rule) {
    lines.emplace_back(std::string(rules.name(rule)));
  }
  return Grammar::from_text(lines);
}

std::string times(const std::string& actions, int count) {
  std::string repeated = actions;
  for (int i = 1; i < count; ++i) repeated += ' ' + actions;
  return repeated;
}

// The meaning of a phrase, worked out bottom-up from its derivation.
class Interpreter {
 public:
  Interpreter(const Derivation& derivation, const std::vector<RuleId>& rule_of_production,
              Meanings meanings)
      : derivation_(derivation), rules_(rule_of_production), meanings_(meanings) {}

  // Figure 4 of Conceptual SCAN.
  std::string phrase(RuleGraph& graph) const {
    const RuleId rule = rule_at(0);
    std::string actions = verb(1, graph);
    if (rule == kOnce) return actions;
    graph.apply(rule == kTwice ? kTwiceMeaning : kThriceMeaning, {graph.root()});
    return times(actions, rule == kTwice ? 2 : 3);
  }

 private:
  RuleId rule_at(std::size_t node) const { return rules_[derivation_.nodes[node].production]; }

  std::string verb(std::size_t node, RuleGraph& graph) const {
    const RuleId rule = rule_at(node);
    if (rule == kPlain) return primitive(node + 1, graph);
    const RuleId direction = rule_at(node + 1);
    const bool right = direction == kVerbRight || direction == kTurnRight;
    const bool turns_only = direction == kTurnLeft || direction == kTurnRight;
    const RuleId manner = rule == kDirected ? 0 : rule == kOpposite ? 1 : 2;
    const RuleId meaning =
        kFirstDirectionMeaning + manner * 4 + (turns_only ? 0U : 2U) + (right ? 1U : 0U);
    std::string turn(kTurnActions[right ? 1 : 0]);
    if (rule == kOpposite) turn = times(turn, 2);
    if (turns_only) {
      graph.apply(meaning, {});
      return times(turn, rule == kAround ? 4 : 1);
    }
    const bool nests = meanings_ == Meanings::kNested && rule == kOpposite;
    if (nests) graph.apply(meaning - 2, {});  // [u opposite left] is [turn opposite left] [u]
    turn += ' ' + primitive(node + 2, graph);
    if (nests) {
      graph.apply(meaning, {graph.root() - 1, graph.root()});
    } else {
      graph.apply(meaning, {graph.root()});
    }
    return times(turn, rule == kAround ? 4 : 1);
  }

  std::string primitive(std::size_t node, RuleGraph& graph) const {
    const RuleId which = rule_at(node) - kFirstPrimitive;
    graph.apply(kFirstMeaning + which, {});
    return std::string(kPrimitiveActions[which]);
  }

  const Derivation& derivation_;
  const std::vector<RuleId>& rules_;
  Meanings meanings_;
};

}  // namespace

Language::Language(int conjunctions, Meanings meanings, Modifiers modifiers)
    : conjunctions_(conjunctions),
      meanings_(meanings),
      rules_(make_rules(conjunctions)),
      grammar_(make_grammar(conjunctions, modifiers, rules_)),
      start_(grammar_.non_terminal(conjunctions == 1 ? "C" : fmt::format("C/{}", conjunctions))),
      phrase_(grammar_.non_terminal("S")) {
  for (ProductionId id = 0; id < grammar_.production_count(); ++id) {
    rule_of_production_.push_back(*rules_.find(grammar_.production(id).name));
  }
  for (std::uint64_t rank = 0; rank < grammar_.count(phrase_); ++rank) {
    phrases_.push_back(make_phrase(rank));
  }
  for (int depth = conjunctions; depth > 0; --depth) {
    levels_.push_back(
        make_level(conjunctions == 1 ? start_ : grammar_.non_terminal(fmt::format("C/{}", depth))));
  }
}

std::uint64_t Language::count() const { return grammar_.count(start_); }

Language::Phrase Language::make_phrase(std::uint64_t rank) const {
  const Derivation derivation = grammar_.unrank(phrase_, rank);
  Phrase phrase;
  grammar_.words(derivation, phrase.words);
  phrase.grammar = grammar_graph(derivation);
  phrase.actions = Interpreter(derivation, rule_of_production_, meanings_).phrase(phrase.meaning);
  phrase.joined_words[kAnd] = " and " + phrase.words;
  phrase.joined_words[kAfter] = " after " + phrase.words;
  phrase.later_actions = " " + phrase.actions;
  return phrase;
}

// A phrase's derivation is a chain of rules with one child each, so it is read from its end.
RuleGraph Language::grammar_graph(const Derivation& derivation) const {
  RuleGraph graph;
  for (std::size_t node = derivation.nodes.size(); node-- > 0;) {
    const RuleId rule = rule_of_production_[derivation.nodes[node].production];
    if (graph.empty()) {
      graph.apply(rule, {});
    } else {
      graph.apply(rule, {graph.root()});
    }
  }
  return graph;
}

Language::Level Language::make_level(NonTerminal conjunction) const {
  const auto rules = grammar_.productions(conjunction);
  ASSAY_CHECK(rules.size() == 3);
  Level level{};
  for (std::size_t i = 0; i < rules.size(); ++i) {
    level.begins[i] = grammar_.production(rules[i]).first_rank;
    level.joints[i] = rule_of_production_[rules[i]];
  }
  level.rests = grammar_.production(rules[0]).weights[0];
  ASSAY_CHECK(level.joints[2] == kSingle);
  return level;
}

// One step of unranking at each depth, as Grammar::choose does it, without asking for anything
// twice.
Language::Chain Language::take_apart(std::uint64_t rank) const {
  Chain chain;
  for (const Level& level : levels_) {
    const std::size_t which =
        (rank >= level.begins[1] ? 1U : 0U) + (rank >= level.begins[2] ? 1U : 0U);
    rank -= level.begins[which];
    chain.joints[chain.size] = level.joints[which];
    if (which == 2) break;
    const std::uint64_t phrase = rank / level.rests;
    chain.phrases[chain.size++] = &phrases_[phrase];
    rank -= phrase * level.rests;
  }
  chain.phrases[chain.size++] = &phrases_[rank];
  return chain;
}

void Language::append_actions(const Chain& chain, std::string& actions) const {
  // From the right: what follows "and" runs later, what follows "after" runs earlier.
  std::array<const Phrase*, 2 * Chain::kMost> order{};
  std::size_t first = Chain::kMost;
  std::size_t last = Chain::kMost;
  order[first] = chain.phrases[chain.size - 1];
  for (std::size_t i = chain.size - 1; i-- > 0;) {
    const std::size_t earlier = chain.joints[i] == kAnd ? 1 : 0;  // no branch: it is a coin toss
    first -= earlier;
    last += 1 - earlier;
    order[earlier != 0 ? first : last] = chain.phrases[i];
  }
  actions += order[first]->actions;
  for (std::size_t i = first + 1; i <= last; ++i) actions += order[i]->later_actions;
}

void Language::append_graph(const Chain& chain, RuleGraph& graph) const {
  // SCAN itself has "C -> S and S"; nested conjunctions end in a "C -> S" of their own.
  const auto last_joint = [&](NodeId phrase) {
    const bool bare = conjunctions_ == 1 && chain.size == 2;
    return bare ? phrase : graph.apply(kSingle, {phrase});
  };
  std::array<NodeId, Chain::kMost> phrases{};
  for (std::size_t i = 0; i < chain.size; ++i) phrases[i] = graph.append(chain.phrases[i]->grammar);
  NodeId grammar = last_joint(phrases[chain.size - 1]);
  for (std::size_t i = chain.size - 1; i-- > 0;) {
    grammar = graph.apply(chain.joints[i], {phrases[i], grammar});
  }
  for (std::size_t i = 0; i < chain.size; ++i) phrases[i] = graph.append(chain.phrases[i]->meaning);
  NodeId meaning = phrases[chain.size - 1];
  for (std::size_t i = chain.size - 1; i-- > 0;) {
    const RuleId rule = chain.joints[i] == kAnd ? kAndMeaning : kAfterMeaning;
    meaning = graph.apply(rule, {phrases[i], meaning});
  }
  graph.apply(kJoin, {grammar, meaning});
}

void Language::make(std::uint64_t rank, std::string& command, std::string& actions,
                    RuleGraph* graph) const {
  const Chain chain = take_apart(rank);
  command = chain.phrases[0]->words;
  for (std::size_t i = 1; i < chain.size; ++i) {
    command += chain.phrases[i]->joined_words[chain.joints[i - 1]];
  }
  actions.clear();
  append_actions(chain, actions);
  if (graph != nullptr) {
    graph->clear();
    append_graph(chain, *graph);
  }
}

std::uint64_t Language::rank_of(std::string_view command) const {
  const auto words = split_words(command);
  const auto derivations = parse(grammar_, start_, words, 2);
  if (derivations.empty()) {
    fail(ErrorKind::kInput, "\"{}\" is no command: {}", printable(command),
         explain_failure(grammar_, start_, words).message(words));
  }
  ASSAY_CHECK(derivations.size() == 1);
  return grammar_.rank(derivations.front());
}

}  // namespace assay::scan
