#include "assay/grammar/context_free_parse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/grammar/context_free_testing.h"

namespace assay {
namespace {

using Words = std::vector<std::string>;

std::vector<std::string_view> views(const Words& words) { return {words.begin(), words.end()}; }

std::vector<std::string> trees(const Grammar& grammar, std::string_view text) {
  std::vector<std::string> all;
  for (const Derivation& derivation : parse(grammar, 0, split_words(text), 100)) {
    all.push_back(grammar.describe(derivation));
  }
  return all;
}

std::string failure(const Grammar& grammar, std::string_view text) {
  const auto words = split_words(text);
  return explain_failure(grammar, 0, words).message(words);
}

TEST(ContextFreeParse, PrintsStructures) {
  const Grammar scan = Grammar::from_text(witness::scan_rules());
  using Trees = std::vector<std::string>;
  EXPECT_EQ(trees(scan, "jump opposite left after turn around right twice"),
            Trees{"C -> S after S(S -> V(V -> D[1] opposite D[2](D -> U left(U -> jump))), "
                  "S -> V twice(V -> D[1] around D[2](D -> turn right)))"});
  EXPECT_EQ(trees(scan, "turn"), Trees{});
  EXPECT_EQ(trees(scan, ""), Trees{});

  const Grammar bracket = Grammar::from_text({"X -> Y Y", "Y -> Z Z", "Y -> Z", "Z -> a", "Z ->"});
  EXPECT_EQ(trees(bracket, "a a a"),
            (Trees{"X -> Y Y(Y -> Z Z(Z ->, Z -> a), Y -> Z Z(Z -> a, Z -> a))",
                   "X -> Y Y(Y -> Z Z(Z -> a, Z ->), Y -> Z Z(Z -> a, Z -> a))",
                   "X -> Y Y(Y -> Z(Z -> a), Y -> Z Z(Z -> a, Z -> a))",
                   "X -> Y Y(Y -> Z Z(Z -> a, Z -> a), Y -> Z Z(Z ->, Z -> a))",
                   "X -> Y Y(Y -> Z Z(Z -> a, Z -> a), Y -> Z Z(Z -> a, Z ->))",
                   "X -> Y Y(Y -> Z Z(Z -> a, Z -> a), Y -> Z(Z -> a))"}));
}

TEST(ContextFreeParse, EveryScanCommandHasOneParse) {
  const Grammar scan = Grammar::from_text(witness::scan_rules());
  Derivation derivation;
  for (std::uint64_t rank = 0; rank < scan.count(0); ++rank) {
    scan.unrank(0, rank, derivation);
    const ParseForest forest(scan, 0, scan.words(derivation));
    ASSERT_EQ(forest.count(), 1U);
    ASSERT_EQ(forest.derivation(0), derivation);
  }
}

// Two readings of X reach the last word with different words for D[1]: a chart without them is
// wrong.
TEST(ContextFreeParse, SlicesRememberTheirWords) {
  const Grammar grammar = Grammar::from_text(
      {"S -> O X", "O ->", "O -> a", "X -> D[1] M D[1]", "M ->", "M -> b", "D -> a", "D -> b"});
  EXPECT_EQ(trees(grammar, "a b b"),
            std::vector<std::string>{"S -> O X(O -> a, X -> D[1] M D[1](D -> b, M ->))"});
  EXPECT_EQ(trees(grammar, "b b a"), std::vector<std::string>{});
}

TEST(ContextFreeParse, TellsWhereAndWhy) {
  const Grammar scan = Grammar::from_text(witness::scan_rules());
  EXPECT_EQ(failure(scan, ""), "the text ends after word 0, expected: jump, look, run, turn, walk");
  EXPECT_EQ(failure(scan, "turn"),
            "the text ends after word 1, expected: around, left, opposite, right");
  EXPECT_EQ(failure(scan, "turn twice"),
            "word 2 is \"twice\", expected: around, left, opposite, right");
  EXPECT_EQ(failure(scan, "jump around"), "the text ends after word 2, expected: left, right");
  EXPECT_EQ(failure(scan, "run thrice twice"),
            "word 3 is \"twice\", expected: after, and, end of text");
  EXPECT_EQ(
      failure(scan, "run and walk and"),
      "word 4 is \"and\", expected: around, left, opposite, right, thrice, twice, end of text");
  EXPECT_EQ(failure(scan, "hop\x01"),
            "word 1 is \"hop\\x01\", expected: jump, look, run, turn, walk");
  EXPECT_THROW(explain_failure(scan, 0, split_words("jump")), Bug);

  const Grammar same = Grammar::from_text({"X -> D[1] so D[1]", "D -> a", "D -> b"});
  EXPECT_EQ(failure(same, "a so b"), "word 3 is \"b\", expected: a");
  const Grammar empty = Grammar::from_text({"E ->"});
  EXPECT_EQ(failure(empty, "a"), "word 1 is \"a\", expected: end of text");
}

// A/k -> A/(k-1) A/(k-1) | a | (nothing). How many derivations a^n has follows from multiplying
// polynomials; the chart must give the same without writing any of them out.
TEST(ContextFreeParse, CountsAmbiguousTextsWithoutWritingThemOut) {
  constexpr std::size_t kLevels = 5;
  std::vector<RuleText> lines;
  for (std::size_t k = kLevels; k > 0; --k) {
    lines.emplace_back(fmt::format("A/{} -> A/{} A/{}", k, k - 1, k - 1));
    lines.emplace_back(fmt::format("A/{} -> a", k));
    lines.emplace_back(fmt::format("A/{} ->", k));
  }
  lines.emplace_back("A/0 -> a");
  lines.emplace_back("A/0 ->");
  const Grammar grammar = Grammar::from_text(lines);
  std::vector<std::uint64_t> counts = {1, 1};
  for (std::size_t k = 0; k < kLevels; ++k) {
    std::vector<std::uint64_t> next(counts.size() * 2 - 1, 0);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      for (std::size_t j = 0; j < counts.size(); ++j) next[i + j] += counts[i] * counts[j];
    }
    ++next[0];
    ++next[1];
    counts = next;
  }
  std::uint64_t sum = 0;
  for (std::size_t n = 0; n < counts.size(); ++n) {
    const std::vector<std::string_view> text(n, "a");
    const ParseForest forest(grammar, 0, text);
    EXPECT_EQ(forest.count(), counts[n]);
    const Derivation last = forest.derivation(forest.count() - 1);
    EXPECT_EQ(grammar.words(last), text);
    EXPECT_EQ(parse(grammar, 0, text, 3).size(), std::min<std::uint64_t>(3, counts[n]));
    sum += counts[n];
  }
  EXPECT_EQ(sum, grammar.count(0));
  const std::vector<std::string_view> long_text(5000, "a");
  EXPECT_EQ(ParseForest(grammar, 0, long_text).count(), 0U);
  EXPECT_EQ(explain_failure(grammar, 0, long_text).word, counts.size() - 1);
}

TEST(ContextFreeParse, ReadsLongTexts) {
  // A list of exactly 30 items, each a, b or a b; the last one has two unit chains.
  std::vector<RuleText> lines = {"I -> a", "I -> b", "I -> a b", "L/0 -> I", "L/0 -> J", "J -> I"};
  for (int k = 1; k < 30; ++k) lines.emplace_back(fmt::format("L/{} -> I L/{}", k, k - 1));
  const Grammar grammar = Grammar::from_text(lines);
  std::vector<std::string_view> text;
  for (int i = 0; i < 22; ++i) {
    text.push_back("a");
    text.push_back("b");
  }
  // 30 items over 22 pairs: 14 pairs are one item, 8 are two; the last item is an I or a J.
  EXPECT_EQ(ParseForest(grammar, grammar.non_terminal("L/29"), text).count(), 2U * 319770U);
}

struct Continuation {
  std::set<std::string> words;
  bool end = false;
};

ParseFailure failure_by_search(const std::vector<witness::Expanded>& all, const Words& words) {
  ParseFailure failure;
  Continuation best;
  for (const witness::Expanded& sentence : all) {
    const auto [at, unused] =
        std::mismatch(sentence.words.begin(), sentence.words.end(), words.begin(), words.end());
    const auto shared = static_cast<std::size_t>(at - sentence.words.begin());
    if (shared < failure.word) continue;
    if (shared > failure.word) best = {};
    failure.word = shared;
    if (at == sentence.words.end()) {
      best.end = true;
    } else {
      best.words.insert(*at);
    }
  }
  failure.expected.assign(best.words.begin(), best.words.end());
  failure.end_expected = best.end;
  return failure;
}

// A sentence with a few words changed, taken away or put in.
Words mutated(Stream& stream, Words words) {
  static const Words kAlphabet = {"a", "b", "c", "unknown"};
  for (std::uint64_t changes = 1 + stream.below(2); changes > 0; --changes) {
    const auto at = static_cast<std::ptrdiff_t>(stream.below(words.size() + 1));
    const std::string& word = kAlphabet[stream.below(4)];
    const std::uint64_t kind = stream.below(3);
    if (kind == 0 || at == static_cast<std::ptrdiff_t>(words.size())) {
      words.insert(words.begin() + at, word);
    } else if (kind == 1) {
      words.erase(words.begin() + at);
    } else {
      words[static_cast<std::size_t>(at)] = word;
    }
  }
  return words;
}

TEST(ContextFreeParse, RandomGrammarsAgreeWithExpansion) {
  std::uint64_t texts = 0;
  std::uint64_t failures = 0;
  for (std::uint64_t unit = 0; unit < witness::kRandomGrammars; ++unit) {
    Stream stream = witness::test_stream(unit);
    const std::vector<GrammarRule> rules = witness::random_rules(stream);
    const Grammar grammar(rules);
    const witness::Language language = witness::expand(rules);
    const auto start = static_cast<NonTerminal>(language.size() - 1);
    const auto all = language.at(std::string(grammar.name(start)));
    std::map<Words, std::set<std::uint64_t>> ranks;
    for (std::uint64_t rank = 0; rank < all.size(); ++rank) ranks[all[rank].words].insert(rank);
    for (const auto& [words, wanted] : ranks) {
      std::set<std::uint64_t> got;
      const ParseForest forest(grammar, start, views(words));
      ASSERT_EQ(forest.count(), wanted.size());
      for (std::uint64_t i = 0; i < forest.count(); ++i) {
        got.insert(grammar.rank(forest.derivation(i)));
      }
      ASSERT_EQ(got, wanted);
      ++texts;
      if (texts % 4 != 0) continue;
      const Words wrong = mutated(stream, words);
      if (ranks.contains(wrong)) continue;
      ++failures;
      ASSERT_EQ(ParseForest(grammar, start, views(wrong)).count(), 0U);
      const ParseFailure told = explain_failure(grammar, start, views(wrong));
      const ParseFailure truth = failure_by_search(all, wrong);
      ASSERT_EQ(told.message(views(wrong)), truth.message(views(wrong)));
      ASSERT_EQ(told.word, truth.word);
    }
  }
  RecordProperty("texts", static_cast<int>(texts));
  RecordProperty("failures", static_cast<int>(failures));
  EXPECT_GT(texts, 10000U);
  EXPECT_GT(failures, 1000U);
}

}  // namespace
}  // namespace assay
