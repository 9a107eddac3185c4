#include "assay/tasks/cscan/consistency/consistency.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "assay/tasks/cscan/consistency/consistency_sum.h"

namespace assay::cscan {
namespace {

constexpr const char* kYes = "1 (Reasoning: Monotonic)";
constexpr const char* kMonotonic = " (Reasoning: Monotonic)";
constexpr const char* kDefeasible = " (Reasoning: Defeasible)";

struct Prediction {
  std::string request;
  std::string answer;
};

// Predictions named a, b, c ... in one context.
class Context {
 public:
  Context(const RuleSpace& space, const std::vector<Prediction>& predictions)
      : space_(space), phrases_(space_), reader_(phrases_) {
    for (const Prediction& prediction : predictions) {
      const auto request = reader_.request(prediction.request);
      const auto answer = reader_.answer(prediction.answer);
      EXPECT_TRUE(request) << prediction.request;
      EXPECT_TRUE(answer) << prediction.answer;
      const auto assertion = asserted_by(request.value(), answer.value());
      EXPECT_TRUE(assertion) << prediction.request;
      assertions_.push_back(assertion.value());
    }
  }

  ContextSets find(ConsistencyReading reading) const {
    return find_consistency_sets(phrases_, assertions_, reading);
  }

  // "implication ce>e": the members, and which of them is the conclusion.
  std::vector<std::string> texts(ConsistencyReading reading) const {
    std::vector<std::string> texts;
    for (const ConsistencySet& set : find(reading).sets) {
      std::string& text = texts.emplace_back(name_of(set.kind));
      text += ' ';
      for (const std::uint32_t member : set.members) text += name(member);
      if (set.conclusion) text += std::string(">") + name(*set.conclusion);
    }
    return texts;
  }

  std::optional<double> consistency(ConsistencyReading reading) const {
    ConsistencyCounts counts;
    counts.add(find(reading));
    return counts.consistency();
  }

 private:
  static char name(std::uint32_t member) { return static_cast<char>('a' + member); }

  RuleSpace space_;
  PhraseTable phrases_;
  Reader reader_;
  std::vector<Assertion> assertions_;
};

std::string times(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i) all += (i == 0 ? "" : " ") + text;
  return all;
}

RuleSpace illustration_space() {
  return parse_rule_space(R"(
grammar = """
S -> T after T | T
T -> U twice | U
U -> walk | jump | eat
"""
actions = "WALK JUMP EAT"
rules = 5
explicit = "5"
repeats = 4
length = 8
most_input = 100
most_output = 100
)",
                          "illustration.toml");
}

// Appendix D.5, with x1 and x2 for u, x and y.
Context illustration() {
  return {illustration_space(),
          {{"[x1 twice] = [x1] [x1]", kYes},                                         // a
           {"[x1 after x2] = [x2] [x1]", kYes},                                      // b
           {"[walk] = WALK", kYes},                                                  // c
           {"[jump] = JUMP", kYes},                                                  // d
           {"walk", std::string("WALK") + kMonotonic},                               // e
           {"eat twice", std::string("EAT EAT") + kMonotonic},                       // f
           {"walk twice", std::string("WALK WALK WALK WALK") + kMonotonic},          // g
           {"jump twice", std::string("JUMP JUMP") + kDefeasible},                   // h
           {"walk after walk", std::string("WALK WALK") + kMonotonic},               // i
           {"jump after walk", std::string("WALK JUMP") + kDefeasible},              // j
           {"walk after jump", std::string("WALK JUMP") + kMonotonic},               // k
           {"walk twice after jump", std::string("JUMP WALK WALK") + kMonotonic}}};  // l
}

const std::vector<std::string> kIllustrationSets = {
    "implication ce>e",
    "implication bci>i",
    "implication bei>i",
    "implication abcdl>l",
    "implication abdel>l",
    "reply contradiction acg>g",
    "reply contradiction aeg>g",
    "reply contradiction bcdk>k",
    "reply contradiction bdek>k",
    "reply contradiction bdgl>l",
    "qualifier contradiction adh>h",
    "qualifier contradiction bcdj>j",
    "qualifier contradiction bdej>j",
};

TEST(CscanConsistency, TheIllustrationHasFiveImplicationsAndEightContradictions) {
  const Context context = illustration();
  for (const auto reading : {ConsistencyReading::kPaper, ConsistencyReading::kFull}) {
    EXPECT_EQ(context.texts(reading), kIllustrationSets);
    EXPECT_NEAR(context.consistency(reading).value(), 38.5, 0.05);
  }
}

TEST(CscanConsistency, ALearnerMayBeConsistentAndWrong) {
  const RuleSpace space = read_rule_space("b");
  const auto learner = [&](const char* twice, const char* walk, const std::string& reply) {
    return Context(space, {{twice, kYes}, {walk, kYes}, {"walk twice", reply + kMonotonic}});
  };
  const char* twice = "[x1 twice] = [x1] [x1]";
  const Context golden = learner(twice, "[walk] = WALK", "WALK WALK");
  const Context a = learner(twice, "[walk] = WALK", "JUMP JUMP");
  const Context b = learner("[x1 twice] = [x1] [x1] [x1]", "[walk] = JUMP", "JUMP JUMP JUMP");
  for (const auto reading : {ConsistencyReading::kPaper, ConsistencyReading::kFull}) {
    EXPECT_EQ(golden.consistency(reading), 100.0);
    EXPECT_EQ(a.consistency(reading), 0.0);
    EXPECT_EQ(b.consistency(reading), 100.0);
    EXPECT_EQ(Context(space, {{twice, kYes}, {"[walk] = WALK", kYes}}).consistency(reading),
              std::nullopt);
  }
}

struct TypedCase {
  const char* name;
  std::vector<Prediction> predictions;
  About about;
  int type;
  bool in_paper;
};

std::vector<TypedCase> published_contradictions() {
  const std::string five_times = times(6, "[x1] [x1] [x1] [x2] [x2] [x2] [x1] [x1] [x1] [x2] [x2]");
  return {
      // The right sides of size 2 are shortened; what differs still does.
      {"two rules",
       {{"[drive left 5x framing x1 x2] = [x1] [x2] [x1] DTURN LOOK [x1] [x2]", kYes},
        {"[drive left 5x framing x1 x2] = [x1] [x1] [x1] DTURN LOOK [x2] [x2]", kYes}},
       About::kRule,
       1,
       true},
      {"a rule without variables and a command",
       {{"[run zigzag left after run fast around left] = PEEK PEEK RUN PEEK",
         std::string("1") + kDefeasible},
        {"run zigzag left after run fast around left",
         std::string("PEEK PEEK RUN PEEK PEEK") + kDefeasible}},
       About::kCommand,
       2,
       true},
      {"two rules compose to contradict a third",
       {{"[x1 cautiously x2] = [x1] [x1] [x1] [x2] [x2] [x2] [x1] [x1] [x1] [x2] [x2]", kYes},
        {"[walk] = RIDE RIDE", kYes},
        {"[walk cautiously x1] = RIDE RIDE RIDE [x1] [x1] [x1] RIDE RIDE RIDE [x1] [x1]", kYes}},
       About::kRule,
       1,
       true},
      {"two rules compose to contradict a command",
       {{"[run opposite up thrice following x1] = " + times(3, "LOOK LOOK RUN LOOK") + " [x1] " +
             times(2, "LOOK LOOK RUN LOOK [x1]"),
         kYes},
        {"run opposite up thrice following run zigzag",
         times(4, "LOOK LOOK RUN LOOK") + " " + times(2, "LOOK LOOK LOOK RUN LOOK LOOK") +
             kMonotonic},
        {"[run zigzag] = LOOK", kYes}},
       About::kCommand,
       2,
       true},
      // Not printed; in the words of its type.
      {"three rules compose to contradict a command",
       {{"[x1 5x] = [x1] [x1]", kYes},
        {"[x1 fast] = [x1] LOOK", kYes},
        {"[walk] = RIDE", kYes},
        {"walk fast 5x", std::string("RIDE LOOK RIDE") + kMonotonic}},
       About::kCommand,
       1,
       true},
      {"rules compose to contradict what others compose to",
       {{"[x1 cautiously x2 5x] = " + five_times, kYes},
        {"[walk cautiously x1] = RIDE RIDE RIDE [x1] [x1] [x1] RIDE RIDE RIDE [x1] [x1]", kYes},
        {"[x1 5x] = [x1] [x1] [x1] [x1] [x1] [x1]", std::string("1") + kDefeasible},
        {"[walk] = RIDE RIDE", kYes}},
       About::kComposition,
       2,
       false},
      // Not printed; in the words of its type.
      {"three rules compose to contradict a rule",
       {{"[x1 5x] = [x1] [x1]", kYes},
        {"[x1 x2] = [x2] [x1]", kYes},
        {"[up] = FLY", kYes},
        {"[x1 up 5x] = FLY [x1] FLY FLY", kYes}},
       About::kRule,
       3,
       true},
  };
}

TEST(CscanConsistency, PublishedContradictionsHaveTheirTypes) {
  const RuleSpace space = read_rule_space("x");
  for (const TypedCase& one : published_contradictions()) {
    const Context context(space, one.predictions);
    const ContextSets full = context.find(ConsistencyReading::kFull);
    ASSERT_EQ(full.sets.size(), 1U) << one.name;
    EXPECT_EQ(full.sets[0].kind, SetKind::kReplyContradiction) << one.name;
    EXPECT_EQ(full.sets[0].members.size(), one.predictions.size()) << one.name;
    EXPECT_EQ(full.sets[0].about, one.about) << one.name;
    EXPECT_EQ(published_type(one.predictions.size(), one.about), one.type) << one.name;
    const ContextSets paper = context.find(ConsistencyReading::kPaper);
    EXPECT_EQ(paper.sets, one.in_paper ? full.sets : std::vector<ConsistencySet>()) << one.name;
  }
}

TEST(CscanConsistency, NothingMinimalLiesAroundAContradiction) {
  const Context context(read_rule_space("b"),
                        {{"[x1 and x2] = [x1] [x2]", kYes},
                         {"[walk] = RUN", kYes},
                         {"walk", std::string("JUMP") + kMonotonic},
                         {"walk and walk", std::string("RUN JUMP") + kMonotonic}});
  const std::vector<std::string> sets = {"reply contradiction bc>c", "reply contradiction abd>d",
                                         "reply contradiction acd>d"};
  EXPECT_EQ(context.texts(ConsistencyReading::kPaper), sets);
  EXPECT_EQ(context.texts(ConsistencyReading::kFull), sets);
}

TEST(CscanConsistency, NothingFollowsFromMoreThanItNeeds) {
  // Either of two ways to "walk left" serves both times; both ways together are too much.
  const Context context(read_rule_space("b"), {{"[x1 and x2] = [x1] [x2]", kYes},
                                               {"[walk left] = WALK RUN", kYes},
                                               {"[x1 left] = [x1] RUN", kYes},
                                               {"[walk] = WALK", kYes},
                                               {"walk left and walk left",
                                                std::string("WALK RUN WALK RUN") + kMonotonic}});
  const std::vector<std::string> sets = {"implication abe>e", "implication bcd>b",
                                         "implication acde>e"};
  EXPECT_EQ(context.texts(ConsistencyReading::kPaper), sets);
  EXPECT_EQ(context.texts(ConsistencyReading::kFull), sets);
}

TEST(CscanConsistency, OnlyTheFullReadingAsksWhetherPremisesAgree) {
  // They do not about "walk left", which nobody asserts.
  const Context context(read_rule_space("b"),
                        {{"[x1 and x2] = [x1] [x2]", kYes},
                         {"[walk x1] = WALK", kYes},
                         {"[x1 left] = LOOK", kYes},
                         {"jump left and walk right", std::string("LOOK WALK") + kMonotonic}});
  EXPECT_EQ(context.texts(ConsistencyReading::kPaper),
            std::vector<std::string>{"implication abcd>d"});
  EXPECT_EQ(context.texts(ConsistencyReading::kFull),
            std::vector<std::string>{"reply contradiction bc"});
}

TEST(CscanConsistency, WhatIsLeftOutNeedNotBeKnown) {
  const Context context(read_rule_space("b"),
                        {{"[run around x1 thrice] = EMPTY_STRING", kYes},
                         {"run around left thrice", std::string("EMPTY_STRING") + kMonotonic},
                         {"run around right thrice", std::string("RUN") + kMonotonic}});
  EXPECT_EQ(context.texts(ConsistencyReading::kPaper),
            (std::vector<std::string>{"implication ab>b", "reply contradiction ac>c"}));
}

TEST(CscanConsistency, EqualPredictionsAreOne) {
  const Prediction walk = {"walk", std::string("RUN") + kMonotonic};
  const Context context(read_rule_space("b"), {walk, walk, {"[walk] = RUN", kYes}, walk});
  EXPECT_EQ(context.texts(ConsistencyReading::kFull), std::vector<std::string>{"implication ac>a"});
  EXPECT_EQ(context.find(ConsistencyReading::kFull).repeated, 2U);
}

// Ten rules for each production of a long command, and one whose values would fill any memory.
TEST(CscanConsistency, WildPredictionsAreCutOff) {
  std::vector<Prediction> many;
  std::vector<Prediction> long_ones;
  for (const char* left : {"x1 and x2", "x1 twice", "x1 around x2", "walk", "left"}) {
    const bool has_variables = left[0] == 'x';
    const std::string right = has_variables ? "[x1]" : "RUN";
    for (int i = 1; i <= 10; ++i) {
      many.push_back({fmt::format("[{}] = {}", left, times(i, right)), kYes});
    }
    long_ones.push_back({fmt::format("[{}] = {}", left, times(1'000, right)), kYes});
  }
  for (auto* predictions : {&many, &long_ones}) {
    predictions->push_back({"walk around left twice and walk", std::string("RUN") + kMonotonic});
  }
  for (const auto reading : {ConsistencyReading::kPaper, ConsistencyReading::kFull}) {
    const ContextSets found = Context(read_rule_space("b"), many).find(reading);
    EXPECT_TRUE(found.is_capped);
    EXPECT_GT(found.sets.size(), 500U);
    EXPECT_LT(found.sets.size(), 10'000U);
    const ContextSets none = Context(read_rule_space("b"), long_ones).find(reading);
    EXPECT_TRUE(none.is_capped);
    EXPECT_TRUE(none.sets.empty());
  }
}

}  // namespace
}  // namespace assay::cscan
