#include "assay/pipeline/judge_lines.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/base/limits.h"
#include "assay/store/fake_task_testing.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

class EchoTask : public FakeTask {
 public:
  Verdict judge(const Example& row, std::string_view answer) const override {
    if (answer.empty()) return {Status::kNoAnswer, std::nullopt, "the answer is empty", {}};
    if (answer == "!") fail(ErrorKind::kInput, "the row is no good");
    const bool is_right = answer == row.target() && number_at(row, 3) == 7;
    return {is_right ? Status::kRight : Status::kWrong, is_right ? 1.0 : 0.0, "", {}};
  }
};

// A row of the fake task, with something more that is passed over.
std::string line(const std::string& more) {
  return R"({"flag":true,"more":{"a":[1]},"input":"q","target":"t","number":7,"real":0.5,"texts":[],)"
         R"("numbers":[1],"reals":[],)" +
         more + "}\n";
}

JudgedLines judge(const std::string& text, std::vector<nlohmann::json>& verdicts,
                  unsigned jobs = 1) {
  ByteSource source("lines", text);
  Control control;
  control.jobs = jobs;
  std::string out;
  JudgedLines result = judge_lines(EchoTask(), source, ExtractRule::kAuto, control,
                                   [&](std::string_view bytes) { out += bytes; });
  for (std::size_t at = 0; at < out.size();) {
    const std::size_t end = out.find('\n', at);
    verdicts.push_back(nlohmann::json::parse(out.substr(at, end - at)));
    at = end + 1;
  }
  return result;
}

TEST(JudgeLines, EachSampleGetsAVerdict) {
  std::vector<nlohmann::json> verdicts;
  const JudgedLines result =
      judge(line(R"("id":"a","answer":"<answer>t</answer>")") + "\n" +
                line(R"("id":5,"prediction":["x","t"])") + line(R"("answer":null)"),
            verdicts);
  EXPECT_EQ(result.count, 3U);
  EXPECT_EQ(result.failed, 0U);
  ASSERT_THAT(verdicts, SizeIs(4));
  EXPECT_EQ(verdicts[0]["id"], "a");
  EXPECT_EQ(verdicts[0]["status"], "right");
  EXPECT_EQ(verdicts[0]["mark"], "tags");
  EXPECT_EQ(verdicts[1]["id"], "5");
  EXPECT_EQ(verdicts[1]["status"], "wrong");
  EXPECT_EQ(verdicts[2]["sample"], 1);
  EXPECT_EQ(verdicts[2]["status"], "right");
  EXPECT_EQ(verdicts[3]["id"], nullptr);
  EXPECT_EQ(verdicts[3]["status"], "no_answer");
}

TEST(JudgeLines, WhatCannotBeJudgedIsToldAndTheRestGoesOn) {
  std::vector<nlohmann::json> verdicts;
  const JudgedLines result =
      judge("nonsense\n" + line(R"("id":"b")") + "{\"id\":\"c\",\"answer\":\"t\"}\n" +
                line(R"("answer":3)") + line(R"("id":"e","answer":["t","!"])") +
                line(R"("answer":"t","prediction":"t")") + line(R"("id":"g","answer":"t")"),
            verdicts);
  EXPECT_EQ(result.count, 7U);
  EXPECT_EQ(result.failed, 6U);
  EXPECT_THAT(result.problems, SizeIs(5));
  EXPECT_THAT(result.problems[0], HasSubstr("lines:1: is not a JSON object"));
  EXPECT_THAT(result.problems[1], HasSubstr("lines:2: the key \"answer\" is missing"));
  ASSERT_THAT(verdicts, SizeIs(7));
  EXPECT_EQ(verdicts[0]["id"], nullptr);
  EXPECT_EQ(verdicts[1]["id"], "b");
  EXPECT_EQ(verdicts[2]["error"], "the key \"input\" of the row is missing");
  EXPECT_EQ(verdicts[3]["error"], "the value of \"answer\" is not a text");
  EXPECT_EQ(verdicts[4]["error"], "the row is no good");
  EXPECT_EQ(verdicts[5]["error"], "there is both \"answer\" and \"prediction\"");
  EXPECT_EQ(verdicts[6]["status"], "right");
}

TEST(JudgeLines, TheSameForAnyNumberOfThreads) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) {
    text += line(fmt::format(R"("id":"{}","answer":"{}")", i, i % 3 == 0 ? "t" : "x"));
  }
  std::vector<nlohmann::json> one;
  std::vector<nlohmann::json> four;
  judge(text, one, 1);
  judge(text, four, 4);
  EXPECT_THAT(one, SizeIs(20'000));
  EXPECT_EQ(one, four);
}

TEST(JudgeLines, ABrokenAnswerIsJudgedAndABrokenRowIsNot) {
  std::vector<nlohmann::json> verdicts;
  std::string row = line(R"("id":"b","answer":"t")");
  row.replace(row.find("\"q\""), 3, "\"q\xE2\"");
  const JudgedLines result = judge(
      line(R"("id":"a","answer":"\ud83d")") + row + line(R"("id":"c","answer":"t")"), verdicts);
  EXPECT_EQ(result.failed, 1U);
  ASSERT_THAT(verdicts, SizeIs(3));
  EXPECT_EQ(verdicts[0]["status"], "wrong");
  EXPECT_EQ(verdicts[0]["extracted"], "\uFFFD");
  EXPECT_THAT(std::string(verdicts[1]["error"]), HasSubstr("\"input\" is no UTF-8"));
  EXPECT_EQ(verdicts[2]["status"], "right");
}

TEST(JudgeLines, ALineThatIsTooLongIsAnErrorOfThatLine) {
  const std::string right = line(R"("id":"a","answer":"t")");
  for (const std::uint64_t bytes : {std::uint64_t{17} << 20U, kMostAnswerLineBytes}) {
    std::vector<nlohmann::json> verdicts;
    std::string text = right;
    text += line(R"("id":"b","answer":")" + std::string(bytes, 'x') + '"');
    text += right;
    text += right;
    const JudgedLines result = judge(text, verdicts);
    ASSERT_THAT(verdicts, SizeIs(4));
    const bool is_too_long = bytes == kMostAnswerLineBytes;
    EXPECT_EQ(result.failed, is_too_long ? 1U : 0U);
    EXPECT_EQ(verdicts[1].contains("error"), is_too_long);
    EXPECT_EQ(verdicts[3]["status"], "right");
    if (!is_too_long) continue;
    EXPECT_THAT(std::string(verdicts[1]["error"]), HasSubstr("longer than 67,108,864 bytes"));
    ASSERT_THAT(result.problems, SizeIs(1));
    EXPECT_THAT(result.problems[0], HasSubstr("lines:2: "));
  }
}

}  // namespace
}  // namespace assay
