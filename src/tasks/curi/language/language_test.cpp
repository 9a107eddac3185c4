#include "assay/tasks/curi/language/language.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string>

#include "assay/base/error.h"
#include "assay/tasks/curi/language/bans.h"
#include "assay/tasks/curi/language/drawn_concepts_testing.h"
#include "assay/tasks/curi/language/spelling.h"
#include "assay/tasks/curi/language/text_grammar_testing.h"
#include "assay/tasks/curi/language/tree.h"

namespace assay::curi {
namespace {

using Counts = std::map<std::string, double>;

Words words_of(const Concept& words) {
  return split_at_blanks(postfix_text(words, Spelling::kPublished));
}

// Operators alone, or also all the rest with every constant replaced by its sort: sentences that
// are alike fall together, few kinds or many.
struct Kinds {
  std::string outline;
  std::string skeleton;
};

Kinds kinds_of(const Words& words) {
  static const std::set<std::string> kOperators{"and", "or",      "not",      "=",
                                                ">",   "exists=", "for-all=", "count="};
  static const std::map<std::string, std::string> kSorts{
      {"gray", "C"},      {"red", "C"},    {"blue", "C"},   {"green", "C"}, {"brown", "C"},
      {"purple", "C"},    {"cyan", "C"},   {"yellow", "C"}, {"cube", "SH"}, {"sphere", "SH"},
      {"cylinder", "SH"}, {"rubber", "M"}, {"metal", "M"},  {"0.7", "SI"},  {"0.35", "SI"}};
  Kinds kinds;
  for (const std::string& word : words) {
    if (kOperators.contains(word)) kinds.outline += word + " ";
    const auto found = kSorts.find(word);
    const bool is_digit = word.size() == 1 && word[0] >= '1' && word[0] <= '8';
    kinds.skeleton += (is_digit ? "D" : (found == kSorts.end() ? word : found->second)) + " ";
  }
  return kinds;
}

struct Sample {
  Counts outlines;
  Counts skeletons;

  void add(const Words& words) {
    const Kinds kinds = kinds_of(words);
    ++outlines[kinds.outline];
    ++skeletons[kinds.skeleton];
  }
};

Sample drawn_by_witness(int limit, int tries, std::uint64_t count) {
  const WitnessGrammar grammar;
  const Key key = stream_key(7, "curi witness");
  Sample sample;
  for (std::uint64_t unit = 0; unit < count; ++unit) {
    Stream stream(key, {.unit = unit});
    std::optional<Words> words;
    while (!words) words = grammar.expand("START", 0, limit, tries, stream);
    sample.add(*words);
  }
  return sample;
}

Sample drawn_by_language(std::uint32_t limit, std::uint64_t count, std::uint64_t seed = 1) {
  Sample sample;
  for (const Concept& words : drawn_concepts(limit, count, seed)) sample.add(words_of(words));
  return sample;
}

double sum_of(const Counts& counts) {
  double sum = 0;
  for (const auto& [kind, count] : counts) sum += count;
  return sum;
}

// How many standard deviations the chi-square of two samples lies above what one law gives. Kinds
// that are seldom in both are one kind.
double excess(const Counts& a, const Counts& b) {
  std::map<std::string, std::pair<double, double>> cells;
  const auto add = [&](const std::string& kind) {
    const auto in_a = a.find(kind);
    const auto in_b = b.find(kind);
    const double of_a = in_a == a.end() ? 0 : in_a->second;
    const double of_b = in_b == b.end() ? 0 : in_b->second;
    auto& cell = cells[of_a + of_b >= 20 ? kind : "seldom"];
    cell.first += of_a;
    cell.second += of_b;
  };
  std::set<std::string> kinds;
  for (const auto& [kind, count] : a) kinds.insert(kind);
  for (const auto& [kind, count] : b) kinds.insert(kind);
  for (const std::string& kind : kinds) add(kind);
  const double from_b_to_a = std::sqrt(sum_of(a) / sum_of(b));
  double chi_square = 0;
  for (const auto& [kind, cell] : cells) {
    const double difference = cell.first / from_b_to_a - cell.second * from_b_to_a;
    chi_square += difference * difference / (cell.first + cell.second);
  }
  const double freedom = static_cast<double>(cells.size()) - 1;
  return (chi_square - freedom) / std::sqrt(2 * freedom);
}

void expect_one_law(const Sample& a, const Sample& b) {
  EXPECT_LT(std::abs(excess(a.outlines, b.outlines)), 4);
  EXPECT_LT(std::abs(excess(a.skeletons, b.skeletons)), 4);
}

TEST(Language, DrawsByTheLawOfRetries) {
  expect_one_law(drawn_by_language(5, 60'000), drawn_by_witness(5, 0, 60'000));
  expect_one_law(drawn_by_language(6, 60'000), drawn_by_witness(6, 0, 60'000));
}

TEST(Language, AnotherLawWouldBeSeen) {
  const Sample ours = drawn_by_language(5, 60'000);
  Sample again = drawn_by_language(5, 60'000, 2);
  expect_one_law(ours, again);
  EXPECT_GT(excess(ours.outlines, drawn_by_language(6, 60'000, 2).outlines), 50);
  // One sentence in a hundred says "or" instead of "and".
  const double moved = 600;
  again.outlines["= = and exists= "] -= moved;
  again.outlines["= = or exists= "] += moved;
  EXPECT_GT(excess(ours.outlines, again.outlines), 50);
  // One in a hundred compares the other way round.
  again.skeletons["x color? C = lambda S. exists= "] -= moved;
  again.skeletons["C x color? = lambda S. exists= "] += moved;
  EXPECT_GT(excess(ours.skeletons, again.skeletons), 10);
}

TEST(LanguageSlow, GivingUpAfterTwelveTriesShowsInNoFigure) {
  for (const int limit : {5, 6}) {
    const Sample endless = drawn_by_witness(limit, 0, 150'000);
    const Sample twelve = drawn_by_witness(limit, 12, 150'000);
    const Sample ours = drawn_by_language(static_cast<std::uint32_t>(limit), 1'000'000);
    std::printf("depth %d, deviations from endless tries: %.2f %.2f; from twelve: %.2f %.2f\n",
                limit, excess(ours.outlines, endless.outlines),
                excess(ours.skeletons, endless.skeletons), excess(ours.outlines, twelve.outlines),
                excess(ours.skeletons, twelve.skeletons));
    expect_one_law(ours, endless);
    expect_one_law(ours, twelve);
  }
}

// At depth 5 the weights can be added up by hand: three quarters of all pairs of operands are not
// both constants; "and", "or", "not" and counts do not fit under a connective.
TEST(Language, BodiesAtDepthFiveHaveTheirClosedForm) {
  constexpr std::uint64_t kDraws = 400'000;
  std::map<std::string, double> tops;
  std::map<std::string, double> under_connective;
  double for_all = 0;
  for (const Concept& words : drawn_concepts(5, kDraws)) {
    const Tree tree = tree_of(words);
    for_all += tree.quantifier == Quantifier::kForAll ? 1 : 0;
    const auto name = [&](const Node& node) -> std::string {
      static constexpr std::array<const char*, 8> kNames{"and", "or",  "not", "=",
                                                         ">",   "all", "any", "count"};
      const auto kind = static_cast<std::size_t>(node.kind);
      if (node.kind <= NodeKind::kNot) return kNames[kind];
      const Node& left = tree.nodes[node.left];
      const bool is_number = left.kind == NodeKind::kCount || left.is_number;
      const auto property =
          std::min(static_cast<int>(left.property), static_cast<int>(Property::kLocationX));
      return kNames[kind] + (is_number ? "n" : std::to_string(property));
    };
    const Node& body = tree.body();
    ++tops[name(body)];
    if (body.kind > NodeKind::kNot) continue;
    ++under_connective[name(tree.nodes[body.left])];
    if (body.kind != NodeKind::kNot) ++under_connective[name(tree.nodes[body.right])];
  }
  const auto check = [](const std::map<std::string, double>& counts, const std::string& kind,
                        double share) {
    double total = 0;
    for (const auto& [each, count] : counts) total += count;
    ASSERT_TRUE(counts.contains(kind)) << kind;
    const double deviation = std::sqrt(total * share * (1 - share));
    EXPECT_NEAR(counts.at(kind), total * share, 4 * deviation) << kind;
  };
  const std::map<std::string, double> atoms{
      {"=0", 2.25}, {"=1", 2.25}, {"=2", 2.25}, {"=3", 0.375}, {"=4", 0.375}, {">3", 0.75},
      {">4", 0.75}, {"all0", 1},  {"all1", 1},  {"all2", 1},   {"all3", 1},   {"all4", 1},
      {"any0", 1},  {"any1", 1},  {"any2", 1},  {"any3", 1},   {"any4", 1}};
  for (const auto& [kind, weight] : atoms) {
    check(tops, kind, weight / 24.625);
    check(under_connective, kind, weight / 19.0);
  }
  check(tops, "and", 3 / 24.625);
  check(tops, "or", 0.5 / 24.625);
  check(tops, "not", 1 / 24.625);
  check(tops, "=n", 0.375 / 24.625);
  check(tops, ">n", 0.75 / 24.625);
  EXPECT_EQ(tops.size(), atoms.size() + 5);
  EXPECT_EQ(under_connective.size(), atoms.size());
  EXPECT_NEAR(for_all, kDraws / 2.0, 4 * std::sqrt(kDraws / 4.0));
}

TEST(Language, WholeSentencesHaveTheirClosedForm) {
  constexpr double kDraws = 1'000'000;
  std::map<std::string, double> counts;
  for (const Concept& words : drawn_concepts(5, static_cast<std::uint64_t>(kDraws))) {
    ++counts[postfix_text(words, Spelling::kPublished)];
  }
  const double color = 2.25 / 24.625;
  const std::map<std::string, double> shares{
      // of pairs that are not both constants: 1/3 x with x, 1/3 x with a constant
      {"x color? red = lambda S. exists=", color / 3 / 8 / 2},
      {"red x color? = lambda S. for-all=", color / 3 / 8 / 2},
      {"x color? x color? = lambda S. exists=", color / 3 / 2},
      {"x locationX? x locationY? > lambda S. exists=", 0.75 / 24.625 / 3 / 4 / 2},
      {"8 x locationY? > lambda S. exists=", 0.75 / 24.625 / 3 / 8 / 2 / 2},
      {"S material? metal exists= lambda S. exists=", 1 / 24.625 / 2 / 4 / 2},
      {"non-x-S shape? x shape? for-all= lambda S. exists=", 1 / 24.625 / 2 / 2 / 2},
      {"S size? 0.7 count= 2 = lambda S. exists=", 0.375 / 24.625 / 3 * (1.0 / 5 / 2 / 4) / 3 / 2},
      {"x shape? cube = not lambda S. exists=", 1 / 24.625 * (2.25 / 19) / 3 / 3 / 2},
      {"x material? metal = S size? 0.35 exists= and lambda S. for-all=",
       3 / 24.625 * (2.25 / 19 / 3 / 2) * (1.0 / 19 / 2 / 4) / 2},
  };
  for (const auto& [text, share] : shares) {
    EXPECT_NEAR(counts[text], kDraws * share, 4 * std::sqrt(kDraws * share)) << text;
  }
}

TEST(Language, TheLongestSentenceJustFits) {
  const WitnessGrammar grammar;
  EXPECT_EQ(grammar.longest(5), 14U);
  EXPECT_EQ(grammar.longest(6), kMostTokens + 1);  // "lambda S." counts as two
  for (const std::uint32_t depth : {5U, 6U}) {
    std::uint32_t longest = 0;
    std::uint32_t shortest = 100;
    for (const Concept& words : drawn_concepts(depth, 300'000)) {
      longest = std::max(longest, length_of(words));
      shortest = std::min(shortest, length_of(without_quantifier(words)));
    }
    EXPECT_EQ(shortest, 6U);
    EXPECT_EQ(longest, depth == 5 ? 14U : kMostTokens + 1);
  }
}

TEST(Language, OtherDepthsAreNotOffered) {
  for (const std::uint32_t depth : {0U, 4U, 7U}) {
    EXPECT_THROW((Language{depth}), Error) << depth;
  }
}

TEST(Language, SameStreamSameConcept) {
  const auto first = drawn_concepts(6, 3, 42);
  EXPECT_EQ(first, drawn_concepts(6, 3, 42));
  EXPECT_NE(first, drawn_concepts(6, 3, 43));
}

// Published data depend on these: another order of productions, say, gives other concepts.
TEST(Language, DrawsWhatItAlwaysDrew) {
  std::string text;
  for (const Concept& words : drawn_concepts(5, 6, 42)) {
    text += postfix_text(words, Spelling::kSound) + "\n";
  }
  EXPECT_EQ(text,
            "x size? large > lambda S. exists=\n"
            "S shape? x shape? any lambda S. exists=\n"
            "purple x color? = lambda S. exists=\n"
            "non-x-S size? small all lambda S. for-all=\n"
            "x locationX? x locationY? > lambda S. for-all=\n"
            "non-x-S locationY? x locationY? all lambda S. for-all=\n");
}

TEST(LanguageSlow, TwoMillionDrawsAndTheirFunnel) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<Concept> drawn = drawn_concepts(5, 2'000'000);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  const auto text_of = [](const Concept& words) {
    return std::string_view(reinterpret_cast<const char*>(words.tokens.data()), words.count);
  };
  std::ranges::sort(drawn, {}, text_of);
  drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
  std::map<Ban, double> counts;
  for (const Concept& words : drawn) ++counts[ban_of(words, Bans::kPublished)];
  std::printf("2000000 draws in %.2f s: %zu distinct; ", took.count(), drawn.size());
  for (const auto& [ban, count] : counts) {
    std::printf("%.0f %s; ", count, std::string(name_of(ban)).c_str());
  }
  std::printf("\n");
  const auto expect_near = [](double got, double known) { EXPECT_NEAR(got, known, 0.02 * known); };
  expect_near(static_cast<double>(drawn.size()), 94'372);
  expect_near(counts[Ban::kForAllOthers], 25'129);
  expect_near(counts[Ban::kSelfComparison], 8'459);
  expect_near(counts[Ban::kOwnProperty], 16'423);
  expect_near(counts[Ban::kNone], 44'361);
}

}  // namespace
}  // namespace assay::curi
