#include "score_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

void judge(Tally& tally, Status status, std::vector<std::pair<std::string, double>> marks = {}) {
  Verdict verdict;
  verdict.status = status;
  verdict.marks = std::move(marks);
  tally.add(verdict);
}

// Three answers, of which all have the mark "reply" and one has "first_wrong_step", and a silence.
Tally some_tally() {
  Tally tally;
  judge(tally, Status::kRight, {{"strict", 1}, {"reply", 1}});
  judge(tally, Status::kRight, {{"strict", 0}, {"reply", 1}});
  judge(tally, Status::kWrong, {{"strict", 0}, {"reply", 0}, {"first_wrong_step", 12}});
  judge(tally, Status::kNoAnswer);
  return tally;
}

TEST(ScoreReport, AMarkThatEveryAnswerHasReadsAsAShare) {
  Score score;
  score.all = some_tally();
  EXPECT_EQ(score_text(score, {"", "all", ""}),
            "accuracy    0.6667 of 3 answered, 0.5000 of all 4\n"
            "count       4\n"
            "right       2\n"
            "wrong       1\n"
            "unparsable  0\n"
            "no answer   1\n"
            "strict      1 (equal to the target letter by letter)\n"
            "\n"
            "marks                     answers                mean\n"
            "first_wrong_step                1   33.3 %    12.0000\n"
            "reply                           3  100.0 %     0.6667\n"
            "\n"
            "paired by   id (the predictions have no content_hash)\n");
}

Score broken_down() {
  Score score;
  score.all = some_tally();
  score.by.push_back({"real/0.1", {"real/0.1"}, {}});
  score.by.back().groups[{0.7}] = some_tally();
  judge(score.by.back().groups[{10.0}], Status::kNoAnswer);
  score.by.push_back({"depth*kind", {"depth", "kind"}, {}});
  auto& groups = score.by.back().groups;
  judge(groups[{std::int64_t{10}, std::string("größer")}], Status::kUnparsable);
  judge(groups[{std::int64_t{2}, std::string()}], Status::kRight, {{"reply", 1}});
  judge(groups[{std::int64_t{2}, std::string("a\nb")}], Status::kNoAnswer);
  return score;
}

TEST(ScoreReport, BreakdownsAreTables) {
  Score score = broken_down();
  const ScoredRows rows{"", "all", ""};
  const std::string all_text = score_text(score, rows);
  score.by.clear();
  EXPECT_EQ(
      all_text.substr(score_text(score, rows).size()),
      "\n"
      "real/0.1  accuracy  of all  count  right  wrong  unparsable  no answer  strict  "
      "first_wrong_step   reply\n"
      "     0.7    0.6667  0.5000      4      2      1           0          1       1  "
      "         12.0000  0.6667\n"
      "      10         -  0.0000      1      0      0           0          1       0  "
      "               -       -\n"
      "\n"
      "depth  kind    accuracy  of all  count  right  wrong  unparsable  no answer  strict   "
      "reply\n"
      "    2  \"\"        1.0000  1.0000      1      1      0           0          0       0  "
      "1.0000\n"
      "    2  a b            -  0.0000      1      0      0           0          1       0       "
      "-\n"
      "   10  größer    0.0000  0.0000      1      0      0           1          0       0       "
      "-\n");
}

TEST(ScoreReport, BreakdownsAreListsByTheirText) {
  const Json json = score_json(broken_down(), {"", "all", "hash"});
  EXPECT_EQ(json["content_hash"], "hash");
  EXPECT_EQ(json["by"]["real/0.1"][0], Json::parse(R"({
      "value": 0.7, "count": 4, "right": 2, "wrong": 1, "unparsable": 0, "no_answer": 1,
      "accuracy": 0.6666666666666666, "accuracy_of_all": 0.5, "strict": 1, "marks": {
        "first_wrong_step": {"answers": 1, "total": 12.0, "mean": 12.0},
        "reply": {"answers": 3, "total": 2.0, "mean": 0.6666666666666666}}})"));
  EXPECT_EQ(json["by"]["depth*kind"][1]["value"], Json::parse(R"([2, "a\nb"])"));
  EXPECT_EQ(json["by"]["depth*kind"][1]["accuracy"], nullptr);
  EXPECT_FALSE(json.contains("metrics"));
}

Score measured() {
  Score score;
  MetricReport report;
  report.value = 0.25;
  report.figures = {{"contexts", std::int64_t{12345}}, {"share", 1.0}, {"of nothing", {}}};
  report.tables.push_back({"by level",
                           {"level", "pairs", "kind"},
                           {{std::int64_t{1}, 0.5, "both"}, {std::int64_t{-2000}, {}, "one"}}});
  report.notes = {"a cap was reached in 3 contexts"};
  const std::vector<ParamSpec> specs = {ParamSpec::number("cap", 7, 1, 9, "")};
  score.metrics.push_back({"consistency", Params(specs, {}, ""), report});
  score.metrics.push_back({"gap", {}, {}});
  return score;
}

TEST(ScoreReport, MetricsSayTheirValueThenWhatItIsMadeOf) {
  const std::string all = score_text({}, {});
  EXPECT_EQ(score_text(measured(), {}).substr(all.size()),
            "\n"
            "consistency (cap=7)  0.2500\n"
            "  contexts    12,345\n"
            "  share       1.0000\n"
            "  of nothing       -\n"
            "\n"
            "  by level\n"
            "   level   pairs  kind\n"
            "       1  0.5000  both\n"
            "  -2,000       -  one\n"
            "  note: a cap was reached in 3 contexts\n"
            "\n"
            "gap  -\n");
}

TEST(ScoreReport, MetricsAreObjectsByTheirName) {
  EXPECT_EQ(score_json(measured(), {})["metrics"].dump(),
            R"({"consistency":{"value":0.25,"parameters":{"cap":"7"},)"
            R"("figures":{"contexts":12345,"share":1.0,"of nothing":null},)"
            R"("tables":{"by level":{"columns":["level","pairs","kind"],)"
            R"("rows":[[1,0.5,"both"],[-2000,null,"one"]]}},)"
            R"("notes":["a cap was reached in 3 contexts"]},)"
            R"("gap":{"value":null,"parameters":{},"figures":{},"tables":{},"notes":[]}})");
}

}  // namespace
}  // namespace assay
