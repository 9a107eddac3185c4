#include "assay/tasks/cscan/solver/contradictions.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/cscan/solver/context_maker_testing.h"
#include "assay/tasks/cscan/solver/exhaustive_testing.h"
#include "assay/tasks/cscan/solver/own_spaces_testing.h"
#include "assay/tasks/cscan/solver/reader.h"

namespace assay::cscan::solving {
namespace {

constexpr ProductionSet kAll = ~ProductionSet{0};

struct Counts {
  std::size_t checks = 0;
  std::size_t contradictions = 0;
  std::size_t kept_with_unused = 0;  // rules that leave a variable out
};

std::string random_rule(const AllPhrases& phrases, const RuleSpace& space, Stream& stream) {
  const bool is_inner = stream.below(3) != 0;
  const std::size_t skipped = is_inner ? phrases.variables_alone() : 0;
  const auto& list = is_inner ? phrases.inner() : phrases.start();
  const std::size_t pick = stream.below(list.size() - skipped);
  int variables = 0;
  std::string text = "[" + phrases.text(list[skipped + pick], variables) + "] =";
  // A single variable often: what changes nothing lets much overlap and still agree.
  const bool is_short = stream.below(2) == 0;
  const std::uint64_t length = is_short ? 1 : stream.below(4);
  if (length == 0) text += " EMPTY_STRING";
  for (std::uint64_t i = 0; i < length; ++i) {
    const bool is_variable = variables != 0 && (is_short || stream.below(3) != 0);
    const std::uint64_t number =
        stream.below(is_variable ? static_cast<std::uint64_t>(variables) : 2);
    text += is_variable ? " [x" + std::to_string(number + 1) + "]" : " " + space.actions[number];
  }
  return text;
}

// Rules drawn at random and kept while nothing contradicts anything. Few words and short right
// sides, so that they overlap often.
void grow_random_knowledge(const RuleSpace& space, ProductionSet productions, std::uint64_t number,
                           Counts& counts) {
  const Reader reader(space);
  const AllPhrases phrases(space, productions);
  Stream stream(stream_key(5, "contradictions"), {.purpose = Purpose::kUnit, .unit = number});
  std::vector<Rule> rules;
  Knowledge knowledge;
  for (int step = 0; step < 40; ++step) {
    const std::string text = random_rule(phrases, space, stream);
    Rule rule = reader.read_item(text, 1);
    const std::vector<Output> known = knowledge.values(rule.left);
    const bool repeats = stream.below(4) != 0;
    if (!known.empty() && repeats) rule = Rule(rule.left, known.front());
    rules.push_back(rule);
    const bool expected = ExhaustiveWitness(phrases, rules).has_contradiction();
    EXPECT_EQ(contradicts(knowledge, rule), expected) << text << " in " << number;
    ++counts.checks;
    if (expected) {
      ++counts.contradictions;
      rules.pop_back();
    } else {
      knowledge.add(rule);
      if (rule.needed.count() < rule.variables) ++counts.kept_with_unused;
    }
  }
  const ExhaustiveWitness witness(phrases, rules);
  for (const auto* list : {&phrases.inner(), &phrases.start()}) {
    for (const auto& phrase : *list) {
      if (phrase.production < 0) continue;
      int variables = 0;
      const std::string text = phrases.text(phrase, variables);
      const std::vector<Output> values =
          knowledge.values(reader.read_item("[" + text + "] = EMPTY_STRING", 1).left);
      ASSERT_EQ(std::set<Output>(values.begin(), values.end()), witness.values(phrase)) << text;
    }
  }
}

ProductionSet named(const RuleSpace& space, const std::set<std::string>& names) {
  ProductionSet set = 0;
  for (std::size_t p = 0; p < space.productions.size(); ++p) {
    if (names.contains(space.productions[p].name)) set |= only(static_cast<ProductionId>(p));
  }
  return set;
}

void grow_in_many_spaces(std::uint64_t units, Counts& counts) {
  const RuleSpace b = read_rule_space("b");
  const ProductionSet few =
      named(b, {"x1 and x2", "x1 twice", "x1 opposite x2", "x1 x2", "walk", "run", "left"});
  const RuleSpace polite = polite_space();
  for (std::uint64_t unit = 0; unit < units; ++unit) {
    grow_random_knowledge(b, few, unit, counts);
    grow_random_knowledge(polite, kAll, unit, counts);
  }
}

// A part whose value is a variable again is not the variable itself.
TEST(Contradictions, ReachBehindRulesThatChangeNothing) {
  const RuleSpace b = read_rule_space("b");
  const Reader reader(b);
  Knowledge knowledge;
  for (const char* text : {"[x1 and x2] = [x1]", "[x1 opposite x2] = [x1]", "[x1 x2] = BLUE",
                           "[x1 opposite x2 twice] = [x1]", "[x1 x2 twice] = RED"}) {
    const Rule rule = reader.read_item(text, 1);
    EXPECT_FALSE(contradicts(knowledge, rule)) << text;
    knowledge.add(rule);
  }
  // "x1 x2 twice and walk" is RED by the first rule and BLUE by this one.
  EXPECT_TRUE(contradicts(knowledge, reader.read_item("[x1 twice and walk] = [x1]", 1)));
}

TEST(Contradictions, AreThoseThatLookingAtAllPhrasesFinds) {
  Counts counts;
  grow_in_many_spaces(25, counts);
  EXPECT_EQ(counts.checks, 2'000);
  EXPECT_GT(counts.contradictions, 300);
  EXPECT_GT(counts.kept_with_unused, 300);
}

TEST(ContradictionsSlow, AreThoseThatLookingAtAllPhrasesFinds) {
  Counts counts;
  grow_in_many_spaces(1'000, counts);
  const RuleSpace sums = sum_space();
  for (std::uint64_t unit = 0; unit < 20; ++unit) {
    grow_random_knowledge(sums, kAll, unit, counts);
  }
  EXPECT_EQ(counts.checks, 80'800);
  EXPECT_GT(counts.contradictions, 10'000);
}

}  // namespace
}  // namespace assay::cscan::solving
