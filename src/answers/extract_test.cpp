#include "assay/answers/extract.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace assay {
namespace {

struct Case {
  std::string text;
  std::string answer;
  AnswerMark mark;
};

void expect_cases(ExtractRule rule, const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    std::string buffer;
    const Extraction found = extract_answer(c.text, rule, buffer);
    EXPECT_EQ(found.answer, c.answer) << c.text;
    EXPECT_EQ(name_of(found.mark), name_of(c.mark)) << c.text;
    EXPECT_EQ(found.mark == AnswerMark::kNone, !found.problem.empty()) << c.text;
  }
}

TEST(Extract, BareTextIsTheAnswer) {
  expect_cases(ExtractRule::kAuto, {{"A B", "A B", AnswerMark::kBare},
                                    {" \n A B\r\n", "A B", AnswerMark::kBare},
                                    {"", "", AnswerMark::kBare},
                                    {"the answers are A", "the answers are A", AnswerMark::kBare},
                                    {"an answer A", "an answer A", AnswerMark::kBare},
                                    {"answer isolated", "answer isolated", AnswerMark::kBare},
                                    {"a < b", "a < b", AnswerMark::kBare}});
}

TEST(Extract, FollowsExplicitMarks) {
  expect_cases(ExtractRule::kAuto,
               {{"So it is <answer> A B </answer> I think.", "A B", AnswerMark::kTags},
                {"<ANSWER>A</ANSWER>", "A", AnswerMark::kTags},
                {"thus \\boxed{A {B} C}.", "A {B} C", AnswerMark::kBoxed},
                {"$\\boxed{\\text{A B}}$", "A B", AnswerMark::kBoxed},
                {R"({"answer": "A\nB"})", "A\nB", AnswerMark::kJson},
                {R"({"why": "x", "answer": [1, 2]})", "[1,2]", AnswerMark::kJson},
                {"Answer: A B", "A B", AnswerMark::kLead},
                {"Let me see. The final answer is A", "A", AnswerMark::kLead},
                {"the answer is: A", "A", AnswerMark::kLead},
                {"ANSWER:\nA\nB", "A\nB", AnswerMark::kLead},
                {"**Answer:** A", "A", AnswerMark::kLead},
                {"**Answer**: A", "A", AnswerMark::kLead},
                {"**Answer: A**", "A", AnswerMark::kLead},
                {"So:\n**The final answer is A**\n", "A", AnswerMark::kLead},
                {"Answer: **A** or **B**", "**A** or **B**", AnswerMark::kLead},
                {"\\boxed{\\mathrm{A\\_B}}", "A_B", AnswerMark::kBoxed},
                {"\\boxed{\\text{A} or \\text{B}}", "\\text{A} or \\text{B}", AnswerMark::kBoxed},
                {"~~~\nA\n```\n~~~", "A\n```", AnswerMark::kFence},
                {"Some steps.\n\n## Final Answer\n\nA", "A", AnswerMark::kLead},
                {"Here:\n```sparql\nSELECT 1\n```\nDone.", "SELECT 1", AnswerMark::kFence},
                {"```\nA\nB\n```", "A\nB", AnswerMark::kFence}});
}

TEST(Extract, UnwrapsAMarkInsideAnother) {
  expect_cases(ExtractRule::kAuto,
               {{"Answer:\n```\nA\n```", "A", AnswerMark::kFence},
                {"<answer>\n```\nA\n```\n</answer>", "A", AnswerMark::kTags},
                {"```json\n{\"answer\": \"A\"}\n```", "A", AnswerMark::kFence},
                {"<answer>{\"answer\": \"A\"}</answer>", "A", AnswerMark::kTags},
                {"```\nwork\n```\nSo the answer is A", "A", AnswerMark::kLead},
                {"The answer is below.\n```\nA\n```", "A", AnswerMark::kFence},
                {"```\nThe answer is A\n```\nDone.", "The answer is A", AnswerMark::kFence}});
}

TEST(Extract, DropsReasoning) {
  expect_cases(
      ExtractRule::kAuto,
      {{"<think>maybe <answer>Z</answer></think>A", "A", AnswerMark::kBare},
       {"first Z\n</think>\n<answer>A</answer>", "A", AnswerMark::kTags},
       {"<think>a</think> Z <think>b</think> A", "A", AnswerMark::kBare},
       {"<Thinking>Z</Thinking>A", "A", AnswerMark::kBare},
       {"<reasoning>Z</reasoning>A", "A", AnswerMark::kBare},
       {"A <think>or Z", "A", AnswerMark::kBare},
       {"<think class='a'>Z</think >A", "A", AnswerMark::kBare},
       {"<thought>Z</thought>A", "A", AnswerMark::kBare},
       {"[THINK]Z[/THINK]A", "A", AnswerMark::kBare},
       {"<scratchpad>the answer is A", "", AnswerMark::kNone},
       {"<|channel|>analysis<|message|>Z<|end|><|start|>assistant<|channel|>final<|message|>"
        "<answer>A</answer><|return|>",
        "A", AnswerMark::kTags},
       {"<|channel|>analysis<|message|>A", "", AnswerMark::kNone},
       {"<thinker> [thinks] A", "<thinker> [thinks] A", AnswerMark::kBare},
       {"<think>A</think>", "", AnswerMark::kNone},
       {"<think>the answer is A", "", AnswerMark::kNone}});
  std::string buffer;
  EXPECT_TRUE(extract_answer("<think>b</think>A", ExtractRule::kAuto, buffer).has_reasoning);
  EXPECT_FALSE(extract_answer("A", ExtractRule::kAuto, buffer).has_reasoning);
}

TEST(Extract, MarksThatDisagreeAreNoAnswer) {
  expect_cases(ExtractRule::kAuto,
               {{"<answer>Z</answer> or <answer>A</answer>", "", AnswerMark::kNone},
                {"<answer>A</answer>, that is, <answer> A </answer>", "A", AnswerMark::kTags},
                {"\\boxed{A} \\boxed{B}", "", AnswerMark::kNone},
                {"```\nA\n```\n```\nB\n```", "", AnswerMark::kNone},
                {"```\nA\n```\nNo:\n```\nB", "", AnswerMark::kNone},
                {"<answer>Z <answer>A</answer>", "", AnswerMark::kNone},
                {"<answer>A</answer> or <answer>B", "", AnswerMark::kNone},
                {"\\boxed{A} or \\boxed{B", "", AnswerMark::kNone},
                {"\\boxed{A} or <answer>B", "", AnswerMark::kNone},
                {"<answer>A</answer> The answer is B", "", AnswerMark::kNone},
                {"<answer>A</answer> \\boxed{B}", "", AnswerMark::kNone},
                {"\\boxed{A}\n```\nB\n```", "", AnswerMark::kNone},
                {"<answer>A</answer> The answer is **A**.", "A", AnswerMark::kTags},
                {"<answer>A</answer> Final answer: $\\boxed{A}$.", "A", AnswerMark::kTags},
                {"\\boxed{B} <answer>A</answer>", "A", AnswerMark::kTags},
                {"Answer: A\nAnswer: B", "", AnswerMark::kNone}});
}

TEST(Extract, MarksThatAreDeniedAreNoAnswer) {
  expect_cases(ExtractRule::kAuto,
               {{"It isn't <answer>A</answer>.", "", AnswerMark::kNone},
                {"It isn\u2019t \\boxed{A}.", "", AnswerMark::kNone},
                {"This is **not** the answer:\n\n<answer>A</answer>", "", AnswerMark::kNone},
                {"The answer is not\n\\boxed{A}", "", AnswerMark::kNone},
                {"The answer is none of these:\n```\nA\n```", "", AnswerMark::kNone},
                {"<answer>A</answer> is clearly wrong.", "", AnswerMark::kNone},
                {"<answer>A</answer>? No.", "", AnswerMark::kNone},
                {"Wrong answer: A", "Wrong answer: A", AnswerMark::kBare},
                {"It is not so the answer is A", "It is not so the answer is A", AnswerMark::kBare},
                {"Wrong answer: B\nRight answer: A", "A", AnswerMark::kLead},
                {"That is wrong. The answer is A", "A", AnswerMark::kLead},
                {"It is not B, so the answer is A", "A", AnswerMark::kLead},
                {"It is not hard.\n<answer>A</answer>", "A", AnswerMark::kTags},
                {"24. yes\n25. no\n<answer>A</answer>", "A", AnswerMark::kTags},
                {"Not all are needed\n\n```\nA\n```", "A", AnswerMark::kFence},
                {"<answer>A</answer>, not B", "A", AnswerMark::kTags}});
}

TEST(Extract, JsonWithTwoAnswersIsNone) {
  const std::string twice = R"({"answer": "B", "\u0061nswer": "A"})";
  expect_cases(ExtractRule::kAuto,
               {{twice, twice, AnswerMark::kBare},
                {"<answer>" + twice + "</answer>", twice, AnswerMark::kTags},
                {R"({"a": {"answer": "B"}, "answer": "A"})", "A", AnswerMark::kJson}});
}

TEST(Extract, ALeadMayBePartOfTheAnswer) {
  std::string buffer;
  const Extraction found =
      extract_answer("Answer: From P: so the answer is yes.", ExtractRule::kAuto, buffer);
  EXPECT_EQ(found.mark, AnswerMark::kNone);
  EXPECT_EQ(found.whole, "Answer: From P: so the answer is yes.");
  EXPECT_EQ(found.announced, "From P: so the answer is yes.");
  EXPECT_EQ(extract_answer("A", ExtractRule::kAuto, buffer).whole, "");
  EXPECT_EQ(extract_answer("<answer>A</answer>", ExtractRule::kAuto, buffer).whole, "");
}

// The answer stands in the text, and is not what the text gives as its answer.
TEST(Extract, NeverDigsOutAnAnswer) {
  for (const std::string text :
       {"the answer is not A", "A or B", "I would say A", "A, because B", "<answer>A", "A</answer>",
        "\\boxed{A", "```\nA", "```A```", "{\"result\": \"A\"}", "Answer: A. But I am not sure.",
        "<answer>A and B</answer>", "It is A.\nThat is all.", "`A` or `B`", "answer A"}) {
    std::string buffer;
    EXPECT_NE(extract_answer(text, ExtractRule::kAuto, buffer).answer, "A") << text;
  }
}

TEST(Extract, RulesAskedForTakeTheLast) {
  const std::string all =
      "<answer>Z</answer> <answer>A</answer>\n```\nC\n```\n```\nD\n```\n\\boxed{E} "
      "\\boxed{F}\n\nG\n";
  expect_cases(ExtractRule::kTags, {{all, "A", AnswerMark::kTags}, {"A", "", AnswerMark::kNone}});
  expect_cases(ExtractRule::kFence, {{all, "D", AnswerMark::kFence}, {"A", "", AnswerMark::kNone}});
  expect_cases(ExtractRule::kBoxed, {{all, "F", AnswerMark::kBoxed}, {"A", "", AnswerMark::kNone}});
  expect_cases(ExtractRule::kLastLine,
               {{all, "G", AnswerMark::kLastLine}, {"A", "A", AnswerMark::kLastLine}});
  expect_cases(ExtractRule::kStrict,
               {{" <answer>A</answer>\n", " <answer>A</answer>\n", AnswerMark::kBare}});
}

TEST(Extract, RulesHaveNames) {
  for (const std::string_view name : extract_rule_names()) EXPECT_TRUE(extract_rule(name)) << name;
  EXPECT_EQ(extract_rule("last-line"), ExtractRule::kLastLine);
  EXPECT_FALSE(extract_rule("Auto"));
}

TEST(Undressed, TakesOffOneThingAtATime) {
  EXPECT_EQ(undressed("A."), "A");
  EXPECT_EQ(undressed("**A**"), "A");
  EXPECT_EQ(undressed("`A`"), "A");
  EXPECT_EQ(undressed("__A_B__"), "A_B");
  EXPECT_EQ(undressed("\"A B\""), "A B");
  EXPECT_EQ(undressed("\"A.\""), "A.");
  EXPECT_EQ(undressed("$A$"), "A");
  EXPECT_FALSE(undressed("A"));
  EXPECT_FALSE(undressed(""));
  EXPECT_FALSE(undressed("\"A\" or \"B\""));
  EXPECT_FALSE(undressed("`A` `B`"));
}

TEST(Extract, IsLinearInHostileTexts) {
  constexpr std::size_t kBytes = 1'000'000;
  for (const std::string piece : {"answer",
                                  "answer ",
                                  "# answer\n",
                                  "answer:",
                                  "<",
                                  "<answer>",
                                  "</answer>",
                                  "<think>",
                                  "</think>",
                                  "```\n",
                                  "`",
                                  "\\boxed{",
                                  "}",
                                  "{",
                                  "{\"answer\":",
                                  ".",
                                  " ",
                                  "\n",
                                  "\\boxed{}",
                                  "answer* ",
                                  "<answer></answer>",
                                  "not <answer></answer>",
                                  "not the answer is ",
                                  "~~~\n",
                                  "~~~\n```\n",
                                  "[think]",
                                  "<think ",
                                  "<|channel|>",
                                  "<|channel|>final<|message|>",
                                  "**answer: ",
                                  "isn't ",
                                  "\\text{",
                                  "\\_"}) {
    std::string text;
    while (text.size() < kBytes) text += piece;
    const auto begin = std::chrono::steady_clock::now();
    std::string buffer;
    extract_answer(text, ExtractRule::kAuto, buffer);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(took.count(), 5) << piece;  // a quadratic one takes hours
  }
}

}  // namespace
}  // namespace assay
