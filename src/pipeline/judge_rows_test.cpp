#include "assay/pipeline/judge_rows.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "assay/pipeline/sample_tally.h"
#include "assay/pipeline/verdict_lines.h"
#include "assay/store/fake_task_testing.h"
#include "assay/store/row.h"

namespace assay {
namespace {

using testing::ElementsAre;

// Answers are one word of small letters and digits; the target is right.
class WordTask : public FakeTask {
 public:
  Verdict judge(const Example& row, std::string_view answer) const override {
    if (answer.empty()) return {Status::kNoAnswer, std::nullopt, "the answer is empty", {}};
    const bool is_word = std::ranges::all_of(
        answer, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
    if (!is_word) return {Status::kUnparsable, 0.0, "not a word", {}};
    if (answer == row.target()) return {Status::kRight, 1.0, "", {{"strict", 1}}};
    return {Status::kWrong, 0.0, "another word", {{"strict", 0}, {"length", 2.5}}};
  }
};

// Row i has the target "ti" and the unit i / 2.
class JudgeRows : public testing::Test {
 protected:
  void make(std::uint64_t rows) {
    const RowWriter writer(row_shape(task_), false);
    std::string bytes;
    Example row;
    for (std::uint64_t i = 0; i < rows; ++i) {
      reset(row, task_.schema());
      row.address = {i / 2, static_cast<std::uint32_t>(i % 2)};
      row.fields[kInputField] = std::string("q");
      row.fields[kTargetField] = fmt::format("t{}", i);
      writer.append(bytes, row);
    }
    Manifest manifest;
    manifest.recipe.task = "fake";
    manifest.content_hash = "cafe";
    manifest.files.push_back({"data/all-0", "all", 0, rows, rows, bytes.size(), ""});
    manifest.parts.push_back({"all", rows, {}});
    folder_.put("data/all-0", bytes);
    manifest.columns = task_.schema();
    folder_.put(kManifestName, manifest_text(manifest));
  }

  // "row status answer" of each, in the order they come.
  std::vector<std::string> judge(const std::string& text, const JudgingRequest& request = {},
                                 std::optional<PredictionForm> form = {}) {
    ByteSource source("p", text);
    const PredictionFile file =
        read_predictions(source, {.content_hash = "cafe", .form = form}, {});
    paired_by_ = file.paired_by;
    std::vector<std::string> seen;
    const DataSet data(folder_.path());
    pairing_ = judge_rows(data, task_, file, request, {}, [&](JudgedRow& row) {
      std::string words = fmt::format("{}", row.row);
      for (const JudgedSample& sample : row.samples) {
        words += fmt::format(" {} {}", name_of(sample.verdict.status), sample.answer);
      }
      seen.push_back(words);
      units_.push_back(row.unit);
    });
    return seen;
  }

  WordTask task_;
  ScratchFolder folder_;
  Pairing pairing_;
  PairedBy paired_by_ = PairedBy::kId;
  std::vector<std::uint64_t> units_;
};

TEST_F(JudgeRows, TakesAnswersOutOfTexts) {
  make(4);
  EXPECT_THAT(judge("{\"id\":\"fake:0:0:0\",\"answer\":\"<think>t9</think> <answer>t0</answer>\"}\n"
                    "{\"id\":\"fake:0:0:1\",\"answer\":\"**t1**.\"}\n"
                    "{\"id\":\"fake:0:1:0\",\"answer\":\"it is t2\"}\n"
                    "{\"id\":\"fake:0:1:1\",\"answer\":null}\n"),
              ElementsAre("0 right t0", "1 right t1", "2 unparsable it is t2", "3 no_answer "));
  EXPECT_EQ(units_[0], units_[1]);
  EXPECT_NE(units_[1], units_[2]);
  EXPECT_EQ(paired_by_, PairedBy::kId);
}

TEST_F(JudgeRows, StrictTakesTheWholeText) {
  make(1);
  EXPECT_THAT(
      judge("{\"id\":\"fake:0:0:0\",\"answer\":\"t0.\"}\n", {.extract = ExtractRule::kStrict}),
      ElementsAre("0 unparsable t0."));
}

TEST_F(JudgeRows, SamplesComeInTheirOrder) {
  make(2);
  EXPECT_THAT(judge("{\"id\":\"fake:0:0:0\",\"answer\":[\"t0\",null,\"x\"]}\n"),
              ElementsAre("0 right t0 no_answer  wrong x", "1 no_answer "));
  EXPECT_EQ(pairing_.missing, 1U);
  EXPECT_THAT(pairing_.missing_ids, ElementsAre("fake:0:0:1"));
}

TEST_F(JudgeRows, OfInspectRepeatedIdsAreSamples) {
  make(1);
  const std::string sample =
      R"({"id":"fake:0:0:0","output":{"choices":[{"message":{"content":"t0"}}]}})";
  EXPECT_THAT(judge(R"({"version":2,"eval":{},"samples":[)" + sample + "," + sample + "]}"),
              ElementsAre("0 right t0 right t0"));
  EXPECT_EQ(pairing_.duplicate, 0U);
}

TEST_F(JudgeRows, ElsewhereTheFirstOfRepeatedIdsCounts) {
  make(1);
  EXPECT_THAT(judge("{\"id\":\"fake:0:0:0\",\"answer\":\"t0\"}\n"
                    "{\"id\":\"fake:0:0:0\",\"answer\":\"x\"}\n"
                    "{\"id\":\"fake:0:9:0\",\"answer\":\"x\"}\n"),
              ElementsAre("0 right t0"));
  EXPECT_EQ(pairing_.duplicate, 1U);
  EXPECT_THAT(pairing_.duplicate_ids, ElementsAre("fake:0:0:0"));
  EXPECT_THAT(pairing_.unknown_ids, ElementsAre("fake:0:9:0"));
}

TEST_F(JudgeRows, LinesFollowTheRowsThatAreAskedAbout) {
  make(5);
  EXPECT_THAT(judge("t0\nt1\nx\n\nt4\n"),
              ElementsAre("0 right t0", "1 right t1", "2 wrong x", "3 no_answer ", "4 right t4"));
  EXPECT_EQ(paired_by_, PairedBy::kPlace);
  // In the order of the part, which repeats a row; told in the order of the data.
  const std::vector<std::uint64_t> rows = {3, 1, 3};
  EXPECT_THAT(judge("t3\nt1\nx\n", {.rows = rows}), ElementsAre("1 right t1", "3 right t3"));
  EXPECT_THAT([&] { judge("t0\nt1\n"); },
              fails(ErrorKind::kInput, "p: has 2 predictions, but 5 rows are asked about"));
}

TEST_F(JudgeRows, ATargetThatIsRepeatedMustBeThatOfTheRow) {
  make(2);
  EXPECT_THAT(
      judge(R"([{"prediction":["t0"],"target":["t0"]},{"prediction":["x"],"target":["t1"]}])"),
      ElementsAre("0 right t0", "1 wrong x"));
  EXPECT_THAT(
      [&] {
        judge(R"([{"prediction":["t0"],"target":["t1"]},{"prediction":["x"],"target":["t0"]}])");
      },
      fails(ErrorKind::kInput, "repeats the target t1, but the row has t0"));
}

TEST_F(JudgeRows, AFailedRequestIsNoAnswerAndACutOneSaysSo) {
  make(2);
  std::vector<std::string> whys;
  ByteSource source(
      "p",
      "{\"custom_id\":\"fake:0:0:0\",\"error\":{\"code\":500}}\n"
      "{\"custom_id\":\"fake:0:0:1\",\"response\":{\"status_code\":200,\"body\":{\"choices\":[{"
      "\"message\":{\"content\":\"t\"},\"finish_reason\":\"length\"}]}}}\n");
  const PredictionFile file = read_predictions(source, {}, {});
  judge_rows(DataSet(folder_.path()), task_, file, {}, {},
             [&](JudgedRow& row) { whys.push_back(row.samples[0].verdict.why); });
  EXPECT_THAT(whys, ElementsAre("the request failed",
                                "the text was cut off at a limit of length; another word"));
}

TEST_F(JudgeRows, PredictionsAboutOtherDataAreRefused) {
  make(1);
  EXPECT_THAT([&] { judge("{\"id\":\"other:0:0:0\",\"answer\":\"t0\"}\n"); },
              fails(ErrorKind::kInput, "not one of 1 ids is of a row of"));
  EXPECT_THAT(
      [&] { judge("{\"id\":\"fake:0:0:0\",\"answer\":\"t0\",\"content_hash\":\"f00d\"}\n"); },
      fails(ErrorKind::kInput, "p:1: is about data with content hash f00d"));
  EXPECT_THAT([&] { judge("{\"id\":\"fake:0:0:0\",\"ans"); },
              fails(ErrorKind::kInput, "the file ends in the middle of this line"));
}

TEST_F(JudgeRows, VerdictLinesSayWhatWasRead) {
  make(1);
  ByteSource source("p", "<think>b</think>Answer: x\xff\n");
  const PredictionFile file = read_predictions(source, {}, {});
  std::string lines;
  judge_rows(DataSet(folder_.path()), task_, file, {}, {},
             [&](JudgedRow& row) { append_verdict_lines(lines, row); });
  EXPECT_EQ(lines,
            "{\"id\":\"fake:0:0:0\",\"sample\":0,\"status\":\"unparsable\",\"score\":0.0,"
            "\"why\":\"not a word\",\"marks\":{},\"extracted\":\"x\\\\xff\",\"mark\":\"lead\","
            "\"reasoning\":true,\"state\":\"said\"}\n");
}

JudgedSample sample_with(Status status, const std::string& answer) {
  JudgedSample sample;
  sample.state = Sample::State::kSaid;
  sample.verdict.status = status;
  sample.answer = answer;
  return sample;
}

// Against all subsets, one by one.
TEST(SampleTally, PassAtKIsTheShareOfSubsetsWithARightOne) {
  for (unsigned n = 1; n <= 8; ++n) {
    for (unsigned right = 0; right <= n; ++right) {
      for (unsigned k = 1; k <= n; ++k) {
        double subsets = 0;
        double passing = 0;
        for (unsigned bits = 0; bits < 1U << n; ++bits) {
          if (static_cast<unsigned>(__builtin_popcount(bits)) != k) continue;
          ++subsets;
          if ((bits & ((1U << right) - 1)) != 0) ++passing;
        }
        EXPECT_NEAR(pass_at(k, right, n), passing / subsets, 1e-12) << n << right << k;
      }
    }
  }
}

TEST(SampleTally, MajorityIsTheAnswerGivenMostOften) {
  using S = std::vector<JudgedSample>;
  const JudgedSample right = sample_with(Status::kRight, "a b");
  const JudgedSample wrong = sample_with(Status::kWrong, "c");
  const JudgedSample garbled = sample_with(Status::kUnparsable, "?");
  EXPECT_EQ(majority_of(S{wrong, right, sample_with(Status::kRight, " a\n b ")}), 1U);
  EXPECT_EQ(majority_of(S{wrong, right}), 0U);
  EXPECT_EQ(majority_of(S{garbled, garbled, right}), 2U);
  EXPECT_EQ(majority_of(S{garbled, garbled}), 0U);
}

TEST(SampleTally, SaysOnlyWhatEveryRowHasSamplesFor) {
  SampleTally tally;
  const auto row = [](std::uint64_t unit, std::vector<JudgedSample> samples) {
    JudgedRow judged;
    judged.unit = unit;
    judged.samples = std::move(samples);
    return judged;
  };
  const JudgedSample right = sample_with(Status::kRight, "a");
  const JudgedSample wrong = sample_with(Status::kWrong, "b");
  JudgedSample failed = sample_with(Status::kNoAnswer, "");
  failed.state = Sample::State::kFailed;
  tally.add(row(1, {right, wrong, wrong, failed}));
  tally.add(row(2, {wrong, wrong, right, right}));
  tally.settle();
  EXPECT_EQ(tally.least(), 3U);
  EXPECT_EQ(tally.most(), 4U);
  const auto pass = tally.pass_at();
  ASSERT_EQ(pass.size(), 2U);  // k = 1 and 2; not 3, which the second row has not, nor 4
  EXPECT_NEAR(pass[0].mean, (1.0 / 3 + 0.5) / 2, 1e-12);
  EXPECT_NEAR(pass[1].mean, (2.0 / 3 + 5.0 / 6) / 2, 1e-12);
  EXPECT_EQ(tally.majority().right, 0U);
}

}  // namespace
}  // namespace assay
