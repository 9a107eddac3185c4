#include "assay/tasks/cscan/theory/theory.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "assay/tasks/cscan/theory/closure.h"
#include "assay/tasks/cscan/theory/decision.h"
#include "assay/tasks/cscan/theory/text.h"

namespace assay::cscan {
namespace {

class Desk {
 public:
  Desk() : space_(read_rule_space("b")), phrases_(space_), reader_(phrases_) {}

  Theory theory(std::initializer_list<const char*> lines) const {
    std::vector<Rule> rules;
    for (const char* line : lines) rules.push_back(reader_.item(line).value().rule);
    return {phrases_, rules};
  }
  Tree tree(const char* text) const { return reader_.tree(text).value(); }
  Rule rule(const char* text) const { return reader_.rule(text).value(); }
  std::string value(const Theory& theory, const char* text) const {
    Output output;
    switch (theory.evaluate(tree(text), output)) {
      case Known::kNo:
        return "?";
      case Known::kTwice:
        return "two values";
      case Known::kYes:
        break;
    }
    std::string out;
    append_output(out, output, space_);
    return out;
  }
  const PhraseTable& phrases() const { return phrases_; }

 private:
  RuleSpace space_;
  PhraseTable phrases_;
  Reader reader_;
};

TEST(CscanTheory, RulesCompose) {
  const Desk desk;
  const Theory theory = desk.theory({"[x1 and x2] = [x2] [x1] [x2]", "[x1 twice] = [x1] [x1]",
                                     "[walk] = RUN", "[x1 x2] = [x2] [x1]", "[left] = RED"});
  EXPECT_EQ(desk.value(theory, "walk left twice and walk"), "RUN RED RUN RED RUN RUN");
  EXPECT_EQ(desk.value(theory, "x1 left twice and x2 x3"), "[x3] [x2] RED [x1] RED [x1] [x3] [x2]");
  EXPECT_EQ(desk.value(theory, "walk right"), "?");
  EXPECT_EQ(desk.value(theory, "x1 and jump"), "?");
  EXPECT_FALSE(theory.has_conflict());
}

TEST(CscanTheory, NothingIsInferredBackwards) {
  const Desk desk;
  const Theory theory = desk.theory({"[x1 thrice] = [x1] [x1] [x1]", "look thrice RED RED RED"});
  EXPECT_EQ(desk.value(theory, "look"), "?");
}

TEST(CscanTheory, ADroppedVariableMayBeAnything) {
  const Desk desk;
  const Theory theory = desk.theory(
      {"[run around x1 thrice] = EMPTY_STRING", "[x1 and x2] = [x2] [x1] [x2]", "[run] = PURPLE"});
  EXPECT_EQ(desk.value(theory, "run and run around right thrice"), "PURPLE");
  EXPECT_EQ(desk.value(theory, "run around right thrice and jump"), "?");
}

TEST(CscanTheory, ConflictsAreFoundInsideAndAbove) {
  const Desk desk;
  const Theory inside = desk.theory({"[x1 twice] = [x1] [x1]", "[walk] = RUN"});
  EXPECT_FALSE(inside.conflicts_with(desk.rule("[walk twice] = RUN RUN")));
  EXPECT_TRUE(inside.conflicts_with(desk.rule("[walk twice] = RUN")));
  // Nobody says what jump means, but x1 left cannot mean both.
  EXPECT_TRUE(desk.theory({"[x1 x2] = [x1] [x2]", "[left] = RED"})
                  .conflicts_with(desk.rule("[x1 left] = RED [x1]")));
  const Theory above = desk.theory({"[x1 x2] = [x1] [x1] [x2]", "[look x1] = WHITE WHITE [x1]"});
  EXPECT_TRUE(above.conflicts_with(desk.rule("[look] = WHITE YELLOW")));
  EXPECT_FALSE(above.conflicts_with(desk.rule("[look] = WHITE")));
  const Theory sides = desk.theory({"[x1 and x2 twice] = [x2] [x1]", "[x1 twice] = [x1] [x1]"});
  EXPECT_TRUE(sides.conflicts_with(desk.rule("[x1 twice and x2] = [x1] [x2]")));
  EXPECT_TRUE(sides.conflicts_with(desk.rule("[x1 and x2] = [x2] [x1]")));
  EXPECT_FALSE(sides.conflicts_with(desk.rule("[x1 after x2] = [x2] [x1]")));
}

// "look opposite left twice" is an instance of "x1 opposite x2 twice", whose value says nothing of
// it while "left" has none; yet "look opposite left" has one.
TEST(CscanTheory, ConflictsOfWhatIsToldAsItIsAreFound) {
  const Desk desk;
  const Theory theory = desk.theory({"[x1 and x2] = [x1] [x1] [x2]",
                                     "[x1 twice and x2 thrice] = [x1] [x1] [x1] [x1] [x2]",
                                     "[x1 thrice] = [x1]", "[x1 opposite x2] = [x1] [x1] [x2]",
                                     "[x1 opposite x2 twice] = [x1] [x1] [x2] [x1] [x1] [x2]",
                                     "[look] = WHITE", "[x1 opposite left] = [x1] [x1] LTURN"});
  EXPECT_FALSE(theory.has_conflict());
  EXPECT_EQ(desk.value(theory, "look opposite left twice"), "?");
  EXPECT_TRUE(
      theory.conflicts_with(desk.rule("[look opposite left twice] = WHITE LTURN WHITE LTURN")));
  EXPECT_FALSE(theory.conflicts_with(
      desk.rule("[look opposite left twice] = WHITE WHITE LTURN WHITE WHITE LTURN")));
}

TEST(CscanTheory, AllFourteenRulesSettleEverything) {
  const Desk desk;
  const Theory theory = desk.theory(
      {"[x1 and x2] = [x1] [x2]", "[x1 after x2] = [x2] [x1]", "[x1 twice] = [x1] [x1]",
       "[x1 thrice] = [x1]", "[x1 opposite x2] = [x2] [x1]", "[x1 around x2] = [x2] [x1] [x2]",
       "[x1 x2] = [x1] [x2]", "[walk] = WALK", "[run] = RUN", "[jump] = JUMP", "[look] = LOOK",
       "[turn] = RED", "[left] = LTURN", "[right] = RTURN"});
  EXPECT_EQ(Closure(theory, Closure::Kind::kAll).weight(), 64'981U);
  EXPECT_EQ(Closure(theory, Closure::Kind::kCommands).weight(), 22'155U);
}

TEST(CscanTheory, OverlappingRulesAreDrawnEvenly) {
  const Desk desk;
  // Six trees; "walk and walk" is covered by three rules.
  const Theory theory = desk.theory({"[x1 and x2] = [x1] [x2]", "[x1 and walk] = [x1] RUN",
                                     "[walk and walk] = RUN RUN", "[walk] = RUN", "[run] = RED"});
  const Closure closure(theory, Closure::Kind::kCommands);
  Stream stream(stream_key(1, "draws"), {});
  std::vector<int> counts(6);
  constexpr int kDraws = 60'000;
  for (int i = 0; i < kDraws; ++i) {
    const Tree tree = closure.draw(stream);
    const std::vector<Tree> all = {desk.tree("walk"),          desk.tree("run"),
                                   desk.tree("walk and walk"), desk.tree("walk and run"),
                                   desk.tree("run and walk"),  desk.tree("run and run")};
    const auto at = std::ranges::find(all, tree);
    ASSERT_NE(at, all.end());
    ++counts[static_cast<std::size_t>(at - all.begin())];
  }
  for (const int count : counts) EXPECT_NEAR(count, kDraws / 6.0, 500);
}

}  // namespace
}  // namespace assay::cscan
