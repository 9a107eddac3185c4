#include "score_report.h"

#include <gtest/gtest.h>

#include "assay/verbs/some_scores_testing.h"

namespace assay {
namespace {

using verbs::broken_down;
using verbs::measured;
using verbs::some_tally;

TEST(ScoreReport, AMarkThatEveryAnswerHasReadsAsAShare) {
  Score score;
  score.all = some_tally();
  EXPECT_EQ(score_text({{"", "all", ""}, score}),
            "accuracy    0.6667 of 3 answered, 0.5000 of all 4\n"
            "interval    0.2077 to 0.9385 of answered, 0.1500 to 0.8500 of all (95 %, Wilson)\n"
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

TEST(ScoreReport, BreakdownsAreTables) {
  Score score = broken_down();
  const verbs::ScoredRows rows{"", "all", ""};
  const std::string all_text = score_text({rows, score});
  score.by.clear();
  EXPECT_EQ(
      all_text.substr(score_text({rows, score}).size()),
      "\n"
      "real/0.1  accuracy     95 % interval  of all  count  right  wrong  unparsable  no answer  "
      "strict  first_wrong_step   reply\n"
      "     0.7    0.6667  0.2077 to 0.9385  0.5000      4      2      1           0          1  "
      "     1           12.0000  0.6667\n"
      "      10         -                 -  0.0000      1      0      0           0          1  "
      "     0                 -       -\n"
      "\n"
      "depth  kind    accuracy     95 % interval  of all  count  right  wrong  unparsable  no "
      "answer  "
      "strict   reply\n"
      "    2  \"\"        1.0000  0.2065 to 1.0000  1.0000      1      1      0           0        "
      "  0  "
      "     0  1.0000\n"
      "    2  a b            -                 -  0.0000      1      0      0           0          "
      "1  "
      "     0       -\n"
      "   10  größer    0.0000  0.0000 to 0.7935  0.0000      1      0      0           1          "
      "0  "
      "     0       -\n");
}

TEST(ScoreReport, MetricsSayTheirValueThenWhatItIsMadeOf) {
  const std::string all = score_text({});
  EXPECT_EQ(score_text({{}, measured()}).substr(all.size()),
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

TEST(ScoreReport, RunsAreTwoTables) {
  const auto run = [](const std::string& file, const std::string& split, int right) {
    verbs::ScoreReport report{{split, "test", ""}, {}, file};
    for (int i = 0; i < 4; ++i) {
      verbs::judge(report.score.all, i < right ? Status::kRight : Status::kWrong);
    }
    return report;
  };
  const std::vector<verbs::ScoreReport> runs = {run("a", "s", 1), run("b", "s", 3),
                                                run("c", "t", 4)};
  EXPECT_EQ(
      runs_text(runs),
      "rows    runs    mean  deviation      95 % interval\n"
      "s test     2  0.5000     0.3536  -2.6766 to 3.6766\n"
      "t test     1  1.0000          -                  -\n"
      "\n"
      "rows    run  accuracy     95 % interval  of all  count  right  wrong  unparsable  no "
      "answer\n"
      "s test  a      0.2500  0.0456 to 0.6994  0.2500      4      1      3           0        "
      "  0\n"
      "s test  b      0.7500  0.3006 to 0.9544  0.7500      4      3      1           0        "
      "  0\n"
      "t test  c      1.0000  0.5101 to 1.0000  1.0000      4      4      0           0        "
      "  0\n");
}

}  // namespace
}  // namespace assay
