#include "assay/verbs/score.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/verbs/some_scores_testing.h"

namespace assay::verbs {
namespace {

using Json = nlohmann::ordered_json;

TEST(ScoreDocument, BreakdownsAreListsByTheirText) {
  const Json json = to_json(ScoreReport{{"", "all", "hash"}, broken_down()});
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

TEST(ScoreDocument, MetricsAreObjectsByTheirName) {
  EXPECT_EQ(to_json(ScoreReport{{}, measured()})["metrics"].dump(),
            R"({"consistency":{"value":0.25,"parameters":{"cap":"7"},)"
            R"("figures":{"contexts":12345,"share":1.0,"of nothing":null},)"
            R"("tables":{"by level":{"columns":["level","pairs","kind"],)"
            R"("rows":[[1,0.5,"both"],[-2000,null,"one"]]}},)"
            R"("notes":["a cap was reached in 3 contexts"]},)"
            R"("gap":{"value":null,"parameters":{},"figures":{},"tables":{},"notes":[]}})");
}

}  // namespace
}  // namespace assay::verbs
