#include "assay/grammar/context_free.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/grammar/context_free_parse.h"
#include "assay/grammar/context_free_testing.h"

namespace assay {
namespace {

using witness::scan_rules;
using witness::test_stream;

std::string text_of(const Grammar& grammar, const Derivation& derivation) {
  std::string text;
  grammar.words(derivation, text);
  return text;
}

// SCAN with a bounded recursion: C/k -> S and C/(k-1) | S after C/(k-1) | S, C/0 -> S.
std::vector<RuleText> bounded_scan_rules(int bound) {
  std::vector<RuleText> rules = scan_rules();
  rules.erase(rules.begin(), rules.begin() + 3);
  for (int k = bound; k > 0; --k) {
    rules.emplace_back(fmt::format("C/{} -> S and C/{}", k, k - 1), "C -> S and C");
    rules.emplace_back(fmt::format("C/{} -> S after C/{}", k, k - 1), "C -> S after C");
    rules.emplace_back(fmt::format("C/{} -> S", k), "C -> S");
  }
  rules.emplace_back("C/0 -> S", "C -> S");
  return rules;
}

std::string error_of(const std::vector<RuleText>& lines) {
  try {
    Grammar::from_text(lines);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "no error";
}

TEST(ContextFree, CountsScan) {
  const Grammar grammar = Grammar::from_text(scan_rules());
  EXPECT_EQ(grammar.count(grammar.non_terminal("C")), 20910U);
  EXPECT_EQ(grammar.count(grammar.non_terminal("S")), 102U);
  EXPECT_EQ(grammar.count(grammar.non_terminal("V")), 34U);
  EXPECT_EQ(grammar.count(grammar.non_terminal("D")), 10U);
  std::set<std::string> commands;
  for (std::uint64_t rank = 0; rank < 20910; ++rank) {
    commands.insert(text_of(grammar, grammar.unrank(0, rank)));
  }
  EXPECT_EQ(commands.size(), 20910U);
  EXPECT_TRUE(commands.contains("jump around left twice after turn opposite right"));
}

TEST(ContextFree, PrintsStructures) {
  const Grammar grammar = Grammar::from_text(scan_rules());
  struct Row {
    std::uint64_t rank;
    std::string words;
    std::string tree;
  };
  const std::vector<Row> rows = {
      {0, "walk left twice and walk left twice",
       "C -> S and S(S -> V twice(V -> D(D -> U left(U -> walk))), "
       "S -> V twice(V -> D(D -> U left(U -> walk))))"},
      {1, "walk left twice and look left twice",
       "C -> S and S(S -> V twice(V -> D(D -> U left(U -> walk))), "
       "S -> V twice(V -> D(D -> U left(U -> look))))"},
      {2 * 102 * 102 + 10, "walk opposite left twice",
       "C -> S(S -> V twice(V -> D[1] opposite D[2](D -> U left(U -> walk))))"},
      {20909, "jump", "C -> S(S -> V(V -> U(U -> jump)))"},
  };
  for (const Row& row : rows) {
    const Derivation derivation = grammar.unrank(0, row.rank);
    EXPECT_EQ(text_of(grammar, derivation), row.words);
    EXPECT_EQ(grammar.describe(derivation), row.tree);
    EXPECT_EQ(grammar.rank(derivation), row.rank);
  }
}

TEST(ContextFree, EmptySidesAndRepeatedSlices) {
  const Grammar grammar = Grammar::from_text({
      "T -> P[2] so P[1] so P[2] M",
      "T ->",
      "P -> E O",
      "E -> e",
      "E -> a",
      "O -> o",
      "M -> O",
      "M ->",
  });
  const std::vector<std::string> rows = {"o so e so o o", "o so e so o", "o so a so o o",
                                         "o so a so o", ""};
  ASSERT_EQ(grammar.count(0), rows.size());
  for (std::uint64_t rank = 0; rank < rows.size(); ++rank) {
    EXPECT_EQ(text_of(grammar, grammar.unrank(0, rank)), rows[rank]);
  }
  EXPECT_EQ(grammar.describe(grammar.unrank(0, 4)), "T ->");
  std::string text = "before:";
  grammar.words(grammar.unrank(grammar.non_terminal("P"), 0), text);
  EXPECT_EQ(text, "before:e o");
}

TEST(ContextFree, RulesHoldWordsThatLookLikeSymbols) {
  const Grammar grammar(
      {{"S", {Symbol::word("->"), Symbol::child("D"), Symbol::word("D[1]")}, "odd"},
       {"D", {Symbol::word("S")}}});
  EXPECT_EQ(text_of(grammar, grammar.unrank(0, 0)), "-> S D[1]");
  EXPECT_EQ(grammar.describe(grammar.unrank(0, 0)), "odd(D -> S)");
}

TEST(ContextFree, SampleIsOneDrawAndUnrank) {
  const Grammar grammar = Grammar::from_text(scan_rules());
  const NonTerminal verb = grammar.non_terminal("V");
  Stream samples = test_stream(0);
  Stream draws = test_stream(0);
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 1000; ++i) {
    const Derivation derivation = grammar.sample(verb, samples);
    EXPECT_EQ(grammar.rank(derivation), draws.below(34));
    seen.insert(grammar.rank(derivation));
  }
  EXPECT_EQ(seen.size(), 34U);
}

TEST(ContextFree, BoundedRecursionFitsUpToSeven) {
  std::uint64_t expected = 102;
  for (int bound = 0; bound <= 7; ++bound) {
    const Grammar grammar = Grammar::from_text(bounded_scan_rules(bound));
    const NonTerminal start = grammar.non_terminal(fmt::format("C/{}", bound));
    EXPECT_EQ(grammar.count(start), expected);
    for (const std::uint64_t rank : {std::uint64_t{0}, expected / 3, expected - 1}) {
      EXPECT_EQ(grammar.rank(grammar.unrank(start, rank)), rank);
    }
    expected = expected * 204 + 102;
  }
  EXPECT_EQ(error_of(bounded_scan_rules(8)),
            "non-terminal C/8 has more derivations than 64 bits can count, at production "
            "\"C -> S and C\"; lower the bound of its recursion or take productions away");
}

TEST(ContextFree, RefusesBadGrammars) {
  struct Row {
    std::vector<RuleText> lines;
    std::string message;
  };
  const std::vector<Row> rows = {
      {{"A -> x", "A -> A y"},
       "non-terminal A is recursive (A -> A), so its derivations are endless; write the recursion "
       "out "
       "to a bound, as A/2, A/1, A/0"},
      {{"S -> C", "C -> S and", "C -> c"},
       "non-terminal S is recursive (S -> C -> S), so its derivations are endless; write the "
       "recursion out to a bound, as S/2, S/1, S/0"},
      {{"A -> b", {"A ->  b", "other"}},
       "production \"other\" is declared twice for A; remove one"},
      {{"A -> D[1]"},
       "production \"A -> D[1]\": unknown non-terminal \"D\"; give it a production of its own"},
      {{"A b"},
       "production \"A b\" has no arrow after one left-hand symbol; write \"S -> V twice\""},
      {{""}, "production \"\" has no arrow after one left-hand symbol; write \"S -> V twice\""},
      {{"A -> b -> c"}, "production \"A -> b -> c\" has two arrows; write one production a line"},
      {{"A -> D[1] x", "D -> a b"},
       "production \"A -> D[1] x\": D has 2 words; slices need a child of one fixed length and "
       "must "
       "mention each of its words, D[1], D[2] and so on"},
      {{"A -> x D[2]", "D -> a b"},
       "production \"A -> x D[2]\": D has 2 words; slices need a child of one fixed length and "
       "must "
       "mention each of its words, D[1], D[2] and so on"},
      {{"A -> D[1] D[2]", "D -> a b", "D -> a"},
       "production \"A -> D[1] D[2]\": D has 1 to 2 words; slices need a child of one fixed length "
       "and must mention each of its words, D[1], D[2] and so on"},
      {{"A -> D[0] D[1]", "D -> a b"},
       "production \"A -> D[0] D[1]\": D has 2 words; slices need a child of one fixed length and "
       "must mention each of its words, D[1], D[2] and so on"},
      {{"A -> D[4294967295]", "D ->"},
       "production \"A -> D[4294967295]\": D has 0 words; slices need a child of one fixed length "
       "and "
       "must mention each of its words, D[1], D[2] and so on"},
  };
  for (const Row& row : rows) EXPECT_EQ(error_of(row.lines), row.message);
  EXPECT_THROW(Grammar({{"A", {Symbol::child("B")}}}), Error);
  EXPECT_THROW(Grammar({{"A", {Symbol::word("two words")}}}), Error);
  EXPECT_THROW(Grammar({{"A", {Symbol::word("")}}}), Error);
  const Grammar grammar = Grammar::from_text({"Verb -> walk"});
  EXPECT_THROW(grammar.non_terminal("Vreb"), Error);
  EXPECT_THROW(grammar.unrank(0, 1), Bug);
}

TEST(ContextFree, ManyWordsDoNotOverflowLengths) {
  std::vector<RuleText> lines = {"A0 -> a"};
  for (int i = 1; i < 80; ++i) lines.emplace_back(fmt::format("A{} -> A{} A{}", i, i - 1, i - 1));
  const Grammar grammar = Grammar::from_text(lines);
  EXPECT_EQ(grammar.count(79), 1U);
  EXPECT_EQ(grammar.length(10).longest, 1024U);
  EXPECT_EQ(grammar.length(79).shortest, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(ParseForest(grammar, 79, split_words("a a a")).count(), 0U);
}

TEST(ContextFree, RandomGrammarsAgreeWithExpansion) {
  std::uint64_t derivations = 0;
  std::uint64_t slices = 0;
  for (std::uint64_t unit = 0; unit < witness::kRandomGrammars; ++unit) {
    Stream stream = test_stream(unit);
    const std::vector<GrammarRule> rules = witness::random_rules(stream);
    const witness::Language language = witness::expand(rules);
    const Grammar grammar(rules);
    Derivation derivation;
    for (NonTerminal nt = 0; nt < language.size(); ++nt) {
      const auto& all = language.at(std::string(grammar.name(nt)));
      ASSERT_EQ(grammar.count(nt), all.size());
      std::set<Derivation> distinct;
      for (std::uint64_t rank = 0; rank < all.size(); ++rank) {
        grammar.unrank(nt, rank, derivation);
        ASSERT_EQ(grammar.describe(derivation), all[rank].tree);
        ASSERT_EQ(text_of(grammar, derivation), fmt::format("{}", fmt::join(all[rank].words, " ")));
        ASSERT_EQ(grammar.rank(derivation), rank);
        distinct.insert(derivation);
      }
      ASSERT_EQ(distinct.size(), all.size());
      derivations += all.size();
    }
    for (ProductionId id = 0; id < grammar.production_count(); ++id) {
      slices += grammar.production(id).sliced.size();
    }
  }
  RecordProperty("derivations", static_cast<int>(derivations));
  EXPECT_GT(derivations, 20000U);
  RecordProperty("slices", static_cast<int>(slices));
  EXPECT_GT(slices, 300U);
}

}  // namespace
}  // namespace assay
