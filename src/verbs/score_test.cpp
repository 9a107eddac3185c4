#include "assay/verbs/score.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/base/error_testing.h"
#include "assay/verbs/score_summary.h"
#include "assay/verbs/some_scores_testing.h"

namespace assay::verbs {
namespace {

using Json = nlohmann::ordered_json;

TEST(ScoreDocument, BreakdownsAreListsByTheirText) {
  const Json json = to_json(ScoreReport{{"", "all", "hash"}, broken_down()});
  EXPECT_EQ(json["content_hash"], "hash");
  Json group = json["by"]["real/0.1"][0];
  // Wilson's, worked by hand.
  EXPECT_NEAR(group["accuracy_interval"][0].get<double>(), 0.207659601, 1e-9);
  EXPECT_NEAR(group["accuracy_interval"][1].get<double>(), 0.938508055, 1e-9);
  EXPECT_NEAR(group["accuracy_of_all_interval"][0].get<double>(), 0.150038989, 1e-9);
  EXPECT_NEAR(group["accuracy_of_all_interval"][1].get<double>(), 0.849961011, 1e-9);
  group.erase("accuracy_interval");
  group.erase("accuracy_of_all_interval");
  EXPECT_EQ(group, Json::parse(R"({
      "value": 0.7, "count": 4, "right": 2, "wrong": 1, "unparsable": 0, "no_answer": 1,
      "accuracy": 0.6666666666666666, "accuracy_of_all": 0.5,
      "effective_answers": 3.0, "strict": 1, "marks": {
        "first_wrong_step": {"answers": 1, "total": 12.0, "mean": 12.0},
        "reply": {"answers": 3, "total": 2.0, "mean": 0.6666666666666666}}})"));
  EXPECT_EQ(json["by"]["depth*kind"][1]["value"], Json::parse(R"([2, "a\nb"])"));
  EXPECT_EQ(json["by"]["depth*kind"][1]["accuracy"], nullptr);
  EXPECT_FALSE(json.contains("metrics"));
}

TEST(ScoreDocument, MetricsAreObjectsByTheirName) {
  EXPECT_EQ(to_json(ScoreReport{{}, measured()})["metrics"].dump(),
            R"({"consistency":{"value":0.25,"parameters":{"cap":"7"},)"
            R"("figures":{"contexts":12345,"share":1.0,"of nothing":null},)"
            R"("tables":{"by level":{"columns":["level","pairs","kind"],)"
            R"("rows":[[1,0.5,"both"],[-2000,null,"one"]]}},)"
            R"("notes":["a cap was reached in 3 contexts"]},)"
            R"("gap":{"value":null,"parameters":{},"figures":{},"tables":{},"notes":[]}})");
}

ScoreReport run_with(std::uint64_t right, std::uint64_t wrong, const std::string& split = "") {
  ScoreReport report{{split, "test", "hash"}, {}, "p.jsonl"};
  report.score.by.push_back({"depth", {"depth"}, {}});
  for (std::uint64_t i = 0; i < right + wrong; ++i) {
    const Status status = i < right ? Status::kRight : Status::kWrong;
    judge(report.score.all, status);
    judge(report.score.by[0].groups[{std::int64_t{i < right + 1 ? 1 : 2}}], status);
  }
  return report;
}

TEST(ScoreDocument, SeveralRunsHaveMeanAndDeviation) {
  const std::vector<ScoreReport> runs = {run_with(2, 8), run_with(3, 7), run_with(7, 3),
                                         run_with(5, 5, "length")};
  const Json json = to_json(std::span(runs));
  ASSERT_EQ(json["runs"].size(), 4U);
  EXPECT_EQ(json["runs"][1]["file"], "p.jsonl");
  EXPECT_EQ(json["runs"][1]["accuracy"], 0.3);
  ASSERT_EQ(json["summary"].size(), 2U);
  const Json& all = json["summary"][0];
  EXPECT_EQ(all["split"], nullptr);
  EXPECT_EQ(all["accuracy"]["runs"], 3);
  EXPECT_NEAR(all["accuracy"]["mean"].get<double>(), 0.4, 1e-12);
  EXPECT_NEAR(all["accuracy"]["deviation"].get<double>(), 0.2645751311064591, 1e-12);
  EXPECT_EQ(all["by"]["depth"].size(), 2U);
  EXPECT_EQ(all["by"]["depth"][0]["value"], 1);
  EXPECT_EQ(json["summary"][1]["split"], "length");
  EXPECT_EQ(json["summary"][1]["accuracy"]["deviation"], nullptr);
  EXPECT_EQ(to_json(std::span(runs).first(1))["accuracy"], 0.2);
}

TEST(ScorePlot, IsOfNumbersAndOneSplit) {
  const std::vector<ScoreReport> runs = {run_with(2, 8), run_with(3, 7)};
  const PointPlot plot = score_plot(runs);
  ASSERT_EQ(plot.points.size(), 2U);
  EXPECT_EQ(plot.points[0].x, 1);
  EXPECT_EQ(plot.x_title, "depth");
  const PointPlot one = score_plot(std::span(runs).first(1));
  EXPECT_NEAR(one.points[0].y, 2.0 / 3, 1e-12);
  EXPECT_NEAR(one.points[0].y_low.value(), 0.207659601, 1e-9);
  const std::vector<ScoreReport> both = {run_with(2, 8), run_with(5, 5, "length")};
  EXPECT_THAT([&] { score_plot(both); }, fails(ErrorKind::kUsage, "--svg plots one split"));
}

}  // namespace
}  // namespace assay::verbs
