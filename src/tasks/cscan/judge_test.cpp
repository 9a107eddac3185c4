#include "assay/tasks/cscan/judge.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <string>

namespace assay::cscan {
namespace {

class CscanJudge : public ::testing::Test {
 protected:
  CscanJudge() : space_(read_rule_space("b")), phrases_(space_), reader_(phrases_) {}

  Verdict ask(const char* target, const char* answer) const {
    return judge(target, answer, reader_);
  }
  std::map<std::string, double> marks(const char* target, const char* answer) const {
    const Verdict verdict = ask(target, answer);
    return {verdict.marks.begin(), verdict.marks.end()};
  }

 private:
  RuleSpace space_;
  PhraseTable phrases_;
  Reader reader_;
};

TEST_F(CscanJudge, ReplyAndQualifierMustBothBeRight) {
  const char* target = "RUN RUN (Reasoning: Defeasible)";
  EXPECT_EQ(ask(target, target).status, Status::kRight);
  EXPECT_EQ(ask(target, "RUN RUN (Reasoning: Monotonic)").status, Status::kWrong);
  EXPECT_EQ(ask(target, "RUN (Reasoning: Defeasible)").status, Status::kWrong);
  EXPECT_EQ(ask(target, "? (Reasoning: Defeasible)").status, Status::kWrong);
  EXPECT_EQ(ask(target, "RUN RUN").status, Status::kUnparsable);
  EXPECT_EQ(ask(target, "run run (Reasoning: Defeasible)").status, Status::kUnparsable);
  EXPECT_EQ(ask(target, "  ").status, Status::kNoAnswer);
}

TEST_F(CscanJudge, TimeGrowsWithTheLengthOfTheAnswer) {
  std::string answer;
  for (int i = 0; i < 400'000; ++i) answer += "w" + std::to_string(i) + " ";
  answer += "(Reasoning: Monotonic)";
  const auto begin = std::chrono::steady_clock::now();
  const Verdict verdict = ask("RUN RUN (Reasoning: Monotonic)", answer.c_str());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  EXPECT_EQ(verdict.status, Status::kUnparsable);
  EXPECT_LT(verdict.why.size(), 1000U);
}

TEST_F(CscanJudge, WritingOfTheQualifierIsForgiven) {
  const char* target = "1 (Reasoning: Monotonic)";
  for (const char* answer : {"1 (reasoning: monotonic)", "1 Monotonic", "1\nReasoning: Monotonic",
                             "1 ( Reasoning : Monotonic )"}) {
    const Verdict verdict = ask(target, answer);
    EXPECT_EQ(verdict.status, Status::kRight) << answer;
    EXPECT_EQ(marks(target, answer).at("strict"), 0);
  }
  EXPECT_EQ(marks(target, target).at("strict"), 1);
}

TEST_F(CscanJudge, AQualifierThatIsDeniedIsNone) {
  const char* target = "? (Reasoning: Defeasible)";
  for (const char* answer :
       {"? (Not-Reasoning: Defeasible)", "? (Reasoning: !Defeasible)", "? (Reasoning: ~Defeasible)",
        "? (Reasoning: Def\u200Beasible)", "? (Reasoning: Non-Defeasible)",
        "? (Re4soning: Defeasible)", "? (Reasoning: Defeasible?)", "? Unreasoning Defeasible"}) {
    EXPECT_NE(ask(target, answer).status, Status::kRight) << answer;
  }
}

TEST_F(CscanJudge, HalfRightIsMarked) {
  auto found = marks("1 (Reasoning: Monotonic)", "1 (Reasoning: Defeasible)");
  EXPECT_EQ(found.at("reply"), 1);
  EXPECT_EQ(found.at("qualifier"), 0);
  found = marks("1 (Reasoning: Monotonic)", "0 (Reasoning: Monotonic)");
  EXPECT_EQ(found.at("reply"), 0);
  EXPECT_EQ(found.at("qualifier"), 1);
}

// The examples of the paper's appendix N.1.
TEST_F(CscanJudge, PatternsAndSetsOfTokens) {
  auto found = marks("JUMP JUMP RUN JUMP (Reasoning: Monotonic)",
                     "WALK WALK LOOK WALK (Reasoning: Monotonic)");
  EXPECT_EQ(found.at("pattern"), 1);
  EXPECT_EQ(found.at("naive"), 0);
  EXPECT_EQ(found.at("token"), 0);
  found = marks("JUMP JUMP RUN JUMP (Reasoning: Monotonic)", "RUN JUMP (Reasoning: Monotonic)");
  EXPECT_EQ(found.at("pattern"), 0);
  EXPECT_EQ(found.at("naive"), 1);
  EXPECT_EQ(found.at("token"), 0.25);
}

TEST_F(CscanJudge, EditsTurnTheAnswerIntoTheTarget) {
  auto found =
      marks("RUN JUMP WALK (Reasoning: Monotonic)", "RUN WALK LOOK LOOK (Reasoning: Monotonic)");
  EXPECT_EQ(found.at("edit_distance"), 3);
  EXPECT_EQ(found.at("insertions") + found.at("deletions") + found.at("substitutions"), 3);
  EXPECT_EQ(found.at("deletions") - found.at("insertions"), 1);
  found = marks("RUN RUN (Reasoning: Monotonic)", "RUN (Reasoning: Monotonic)");
  EXPECT_EQ(found.at("insertions"), 1);
  EXPECT_EQ(found.at("edit_distance"), 1);
  found = marks("RUN RUN (Reasoning: Monotonic)", "RUN RUN RUN (Reasoning: Monotonic)");
  EXPECT_EQ(found.at("deletions"), 1);
  found = marks("RUN (Reasoning: Monotonic)", "LOOK (Reasoning: Monotonic)");
  EXPECT_EQ(found.at("substitutions"), 1);
}

}  // namespace
}  // namespace assay::cscan
