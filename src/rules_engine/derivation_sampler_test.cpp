#include "assay/rules_engine/derivation_sampler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace assay::rules {
namespace {

// All rules of the tree in the order they were applied.
std::string spelled(const DerivationTree& tree, std::uint32_t root, const RuleSet& rules) {
  std::string text = rules.grammar[tree.node(root).rule].name;
  if (tree.constituents(root).empty()) return text;
  text += '(';
  for (const auto child : tree.constituents(root)) text += spelled(tree, child, rules) + ' ';
  text.back() = ')';
  return text;
}

std::map<std::string, int> draw_many(const std::string& text, std::uint32_t size, int draws) {
  const std::vector<RuleSource> sources{{"test.rules", text}};
  const RuleSet rules = read_rules(sources);
  const FeatureGrammar grammar(rules, {});
  const DerivationSampler sampler(grammar, rules, size);
  EXPECT_TRUE(sampler.has(size));
  std::map<std::string, int> counts;
  DerivationTree tree;
  for (int i = 0; i < draws; ++i) {
    Stream stream(stream_key(5, "sampler"), {Purpose::kUnit, static_cast<std::uint64_t>(i), 0, 0});
    const std::uint32_t root = sampler.draw(size, stream, tree);
    EXPECT_EQ(tree.node(root).size, size);
    ++counts[spelled(tree, root, rules)];
  }
  return counts;
}

// Within five standard deviations of the expected number.
void expect_share(const std::map<std::string, int>& counts, const std::string& tree, int draws,
                  double share) {
  const double expected = draws * share;
  const auto at = counts.find(tree);
  ASSERT_NE(at, counts.end()) << tree;
  EXPECT_NEAR(at->second, expected, 5 * std::sqrt(expected * (1 - share))) << tree;
}

constexpr const char* kLists = R"(%grammar
S=LIST:
  S/_x → LIST/_x
LIST=X:
  LIST/_x → X/_x
LIST=LIST_X:
  LIST/_x ⊓ _y → LIST/_x ',' X/_y
X=NOUN:
  X/_x → NOUN/_x
X=ADJ_NOUN:
  X/_x → 'big' NOUN/_x
NOUN=CAT:
  NOUN/Cat → 'cat'
NOUN=DOG:
  NOUN/Dog → 'dog'
)";

TEST(DerivationSampler, MakesEveryShapeOfASizeEquallyOftenThenWordsEvenly) {
  // Of 7 rules: S, LIST_X, LIST=X and two X of two rules each; 2 x 2 shapes, 2 x 2 words.
  constexpr int kDraws = 40'000;
  const auto counts = draw_many(kLists, 7, kDraws);
  EXPECT_EQ(counts.size(), 16U);
  for (const auto& [tree, count] : counts) expect_share(counts, tree, kDraws, 1.0 / 16);
}

TEST(DerivationSampler, KnowsWhichSizesThereAre) {
  const std::vector<RuleSource> sources{{"test.rules", kLists}};
  const RuleSet rules = read_rules(sources);
  const FeatureGrammar grammar(rules, {});
  const DerivationSampler sampler(grammar, rules, 12);
  for (std::uint32_t size = 0; size <= 20; ++size) {
    EXPECT_EQ(sampler.has(size), size == 4 || size == 7 || size == 10) << size;
  }
}

TEST(DerivationSampler, FollowsWeights) {
  std::string text = kLists;
  text.replace(text.find("X=ADJ_NOUN:"), 11, "X=ADJ_NOUN: *3");
  constexpr int kDraws = 40'000;
  const auto counts = draw_many(text, 4, kDraws);
  expect_share(counts, "S=LIST(LIST=X(X=ADJ_NOUN(NOUN=CAT)))", kDraws, 3.0 / 8);
  expect_share(counts, "S=LIST(LIST=X(X=NOUN(NOUN=DOG)))", kDraws, 1.0 / 8);
}

TEST(DerivationSampler, KeepsFeaturesTogether) {
  const auto counts = draw_many(R"(%grammar
S=PAIR:
  S/_x ⊓ _y → A(kind:$k)/_x A(kind:$k)/_y
A=B/one:
  A(kind:one)/_x → B(of:one)/_x
A=B/two:
  A(kind:two)/_x → B(of:two)/_x
B=ONE:
  B(of:one)/One → 'one'
B=TWO:
  B(of:two)/Two → 'two'
)",
                                5, 2000);
  EXPECT_EQ(counts.size(), 2U);
  expect_share(counts, "S=PAIR(A=B/one(B=ONE) A=B/one(B=ONE))", 2000, 0.5);
}

}  // namespace
}  // namespace assay::rules
