#include "assay/pipeline/score.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "assay/store/fake_task_testing.h"
#include "assay/store/row.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::Pair;

// Of rows that share a number: are their answers all the same?
class Agreement : public Metric {
 public:
  explicit Agreement(std::int64_t least) : least_(least) {}

  void see(const Example& row, std::string_view answer, const Verdict& verdict) override {
    seen_.push_back(fmt::format("{} {} {}", row.address.unit, answer, name_of(verdict.status)));
    answers_[std::get<std::int64_t>(row.fields[3])].emplace_back(answer);
  }

  MetricReport report(const Control& /*control*/) override {
    MetricReport report;
    std::int64_t agreeing = 0;
    std::int64_t contexts = 0;
    report.tables.push_back({"contexts", {"number", "answers"}, {}});
    for (const auto& [number, answers] : answers_) {
      if (static_cast<std::int64_t>(answers.size()) < least_) continue;
      ++contexts;
      const bool all_same = std::ranges::count(answers, answers[0]) == std::ssize(answers);
      if (all_same) ++agreeing;
      if (!all_same) differing_.push_back(number);
      report.tables[0].rows.push_back({number, std::ssize(answers)});
    }
    if (contexts > 0) {
      report.value = static_cast<double>(agreeing) / static_cast<double>(contexts);
    }
    report.figures = {{"contexts", contexts}};
    return report;
  }

  void list(const std::function<void(std::string_view)>& write) const override {
    for (const std::int64_t number : differing_) write(fmt::format("{{\"number\":{}}}", number));
  }

  const std::vector<std::string>& seen() const { return seen_; }

 private:
  std::int64_t least_;
  std::vector<std::string> seen_;
  std::map<std::int64_t, std::vector<std::string>> answers_;
  std::vector<std::int64_t> differing_;
};

// A report that breaks its promise.
class Crooked : public Metric {
 public:
  void see(const Example&, std::string_view, const Verdict&) override {}
  MetricReport report(const Control&) override {
    MetricReport report;
    report.tables.push_back({"short", {"a", "b"}, {{std::int64_t{1}}}});
    return report;
  }
};

class JudgingTask : public FakeTask {
 public:
  mutable std::atomic<int> judged = 0;

  Verdict judge(const Example& row, std::string_view answer) const override {
    ++judged;
    if (answer.empty()) return {Status::kNoAnswer, std::nullopt, "empty", {}};
    if (answer == "?") return {Status::kUnparsable, 0.0, "no answer of ours", {{"reply", 0}}};
    const bool right = answer == row.target();
    return {right ? Status::kRight : Status::kWrong,
            right ? 1.0 : 0.0,
            right ? "" : "differs",
            {{"strict", right ? 1 : 0}, {"reply", 1}}};
  }
  Abilities abilities() const override {
    const auto agreement = [](const Params& params) {
      return std::make_unique<Agreement>(params.number("least"));
    };
    const auto crooked = [](const Params&) { return std::make_unique<Crooked>(); };
    return {.metrics = {{"agreement",
                         "contexts of one answer",
                         {ParamSpec::number("least", 1, 1, 100, "answers of a context")},
                         agreement,
                         "contexts that differ"},
                        {"crooked", "nothing", {}, crooked}}};
  }
};

// Row i has the target "ti", the number i % 4, the flag "i is even" and the texts "x" and "y"
// together or "x".
class Scores : public testing::Test {
 protected:
  void make(std::uint64_t rows, std::size_t input_bytes = 1) {
    const RowWriter writer(row_shape(task_), false);
    std::string bytes;
    Example row;
    for (std::uint64_t i = 0; i < rows; ++i) {
      reset(row, task_.schema());
      row.address.unit = i;
      row.fields[kInputField] = std::string(input_bytes, 'q');
      row.fields[kTargetField] = fmt::format("t{}", i);
      row.fields[2] = i % 2 == 0;
      row.fields[3] = static_cast<std::int64_t>(i % 4);
      row.fields[5] =
          i % 3 == 0 ? std::vector<std::string>{"y", "x"} : std::vector<std::string>{"x"};
      writer.append(bytes, row);
    }
    Manifest manifest;
    manifest.recipe.task = "fake";
    manifest.files.push_back({"data/all-0", "all", 0, rows, rows, bytes.size(), ""});
    manifest.parts.push_back({"all", rows, {}});
    folder_.put("data/all-0", bytes);
    manifest.columns = task_.schema();
    folder_.put(kManifestName, manifest_text(manifest));
  }

  static std::string line(std::uint64_t unit, const std::string& answer) {
    return fmt::format("{{\"id\":\"fake:0:{}:0\",\"answer\":\"{}\"}}\n", unit, answer);
  }

  Score score(const std::string& predictions, const ScoreRequest& request, unsigned jobs = 1) {
    Control control;
    control.jobs = jobs;
    ByteSource source("p", predictions);
    return score_predictions(DataSet(folder_.path()), task_, read_predictions(source, {}, control),
                             request, control);
  }

  std::vector<ChosenMetric> choose(const std::vector<std::string>& names,
                                   const std::map<std::string, std::string>& settings = {}) {
    return choose_metrics(task_, names, settings);
  }

  static const std::vector<std::string>& seen_by(const ChosenMetric& chosen) {
    return dynamic_cast<const Agreement&>(*chosen.metric).seen();
  }

  JudgingTask task_;
  ScratchFolder folder_;
};

std::string counts(const Tally& tally) {
  return fmt::format("{}: {} {} {} {}", tally.count, tally.right, tally.wrong, tally.unparsable,
                     tally.no_answer);
}

// Row 0 right, 1 wrong, 2 unparsable, 3 blank, 4 null, 5 right, 6 and 7 missing.
const char* const kEight =
    "{\"id\":\"fake:0:5:0\",\"answer\":\"t5\"}\n"
    "{\"id\":\"fake:0:0:0\",\"answer\":\"t0\"}\n"
    "{\"id\":\"fake:0:1:0\",\"answer\":\"t9\"}\n"
    "{\"id\":\"fake:0:2:0\",\"answer\":\"?\"}\n"
    "{\"id\":\"fake:0:3:0\",\"answer\":\"\"}\n"
    "{\"id\":\"fake:0:4:0\",\"answer\":null}\n";

TEST_F(Scores, MetricsSeeRowsWithAnAnswerInTheOrderOfTheData) {
  make(8);
  const auto metrics = choose({"agreement"});
  const Score result = score(kEight, {.rows = {}, .by = {}, .metrics = metrics});
  EXPECT_THAT(seen_by(metrics[0]),
              ElementsAre("0 t0 right", "1 t9 wrong", "2 ? unparsable", "5 t5 right"));
  ASSERT_EQ(result.metrics.size(), 1U);
  EXPECT_EQ(result.metrics[0].name, "agreement");
  const MetricReport& report = result.metrics[0].report;
  EXPECT_EQ(report.value, 2.0 / 3);  // of numbers 0, 1 and 2, rows 1 and 5 of number 1 differ
  EXPECT_THAT(report.figures, ElementsAre(Pair("contexts", Figure(std::int64_t{3}))));
  EXPECT_EQ(report.tables[0].rows.size(), 3U);
  std::vector<std::string> lines;
  metrics[0].metric->list([&](std::string_view line) { lines.emplace_back(line); });
  EXPECT_THAT(lines, ElementsAre("{\"number\":1}"));
}

TEST_F(Scores, MetricsSeeOnlyThePartThatIsAskedAbout) {
  make(8);
  const auto metrics = choose({"agreement"});
  score(kEight, {.rows = std::vector<std::uint64_t>{5, 2, 3}, .by = {}, .metrics = metrics});
  EXPECT_THAT(seen_by(metrics[0]), ElementsAre("2 ? unparsable", "5 t5 right"));
}

TEST_F(Scores, OtherRowsAreNotJudgedAndTheirAnswersAreNoStrangers) {
  make(8);
  const Score result =
      score(kEight + line(99, "x"),
            {.rows = std::vector<std::uint64_t>{5, 2, 2}, .by = {}, .metrics = {}});
  EXPECT_EQ(task_.judged, 2);
  EXPECT_EQ(counts(result.all), "2: 1 0 1 0");
  EXPECT_THAT(result.pairing.unknown_ids, ElementsAre("fake:0:99:0"));
}

TEST_F(Scores, AMetricOfNothingIsUndefined) {
  make(8);
  const auto metrics = choose({"agreement"});
  EXPECT_EQ(score("", {.rows = {}, .by = {}, .metrics = metrics}).metrics[0].report.value,
            std::nullopt);
}

TEST_F(Scores, SettingsGoToTheMetricsThatKnowThem) {
  make(8);
  const auto metrics = choose({"agreement"}, {{"least", "2"}});
  EXPECT_EQ(score(kEight, {.rows = {}, .by = {}, .metrics = metrics}).metrics[0].report.value, 0.0);
  EXPECT_EQ(choose({"crooked", "agreement"}, {{"least", "2"}}).size(), 2U);
  const struct {
    std::vector<std::string> names;
    std::map<std::string, std::string> settings;
    const char* says;
  } cases[] = {
      {{"agrement"}, {}, "task fake has no metric \"agrement\"; did you mean \"agreement\"?"},
      {{"agreement"}, {{"leest", "2"}}, "a parameter \"leest\"; did you mean \"least\"?"},
      {{"agreement"}, {{"least", "0"}}, "metric agreement: least=0 is not a whole number from 1"},
      {{"crooked"}, {{"least", "2"}}, "a parameter \"least\""},
      {{}, {{"least", "2"}}, "a parameter \"least\""},
  };
  for (const auto& each : cases) {
    EXPECT_THAT([&] { choose(each.names, each.settings); }, fails(ErrorKind::kUsage, each.says));
  }
  const std::vector<std::string> any = {"agreement"};
  EXPECT_THAT([&] { choose_metrics(FakeTask(), any, {}); },
              fails(ErrorKind::kUsage, "task fake has no metrics"));
}

TEST_F(Scores, ACrookedReportIsOurOwnMistake) {
  make(8);
  const auto metrics = choose({"crooked"});
  EXPECT_THROW(score(kEight, {.rows = {}, .by = {}, .metrics = metrics}), Bug);
}

TEST_F(Scores, AreBrokenDownByColumns) {
  make(8);
  ScoreRequest request;
  for (const char* by : {"flag", "texts", "number/2*flag"}) request.by.emplace_back(task_, by);
  const Score result = score(kEight, request);
  EXPECT_EQ(counts(result.all), "8: 2 1 1 4");
  ASSERT_EQ(result.by.size(), 3U);

  EXPECT_EQ(result.by[0].by, "flag");
  const auto& flags = result.by[0].groups;
  ASSERT_EQ(flags.size(), 2U);
  EXPECT_EQ(counts(flags.at({false})), "4: 1 1 0 2");  // 1 wrong, 3 blank, 5 right, 7 missing
  EXPECT_EQ(counts(flags.at({true})), "4: 1 0 1 2");   // 0 right, 2 unparsable, 4 null, 6 missing
  EXPECT_EQ(flags.at({true}).accuracy(), 0.5);
  EXPECT_EQ(flags.at({true}).strict, 1U);
  EXPECT_EQ(flags.at({true}).marks.at("reply").mean(), 0.5);
  EXPECT_EQ(flags.at({false}).marks.at("reply").mean(), 1.0);

  const auto& texts = result.by[1].groups;  // rows 0, 3 and 6 count twice
  EXPECT_EQ(counts(texts.at({std::string("x")})), "8: 2 1 1 4");
  EXPECT_EQ(counts(texts.at({std::string("y")})), "3: 1 0 0 2");

  EXPECT_THAT(result.by[2].columns, ElementsAre("number/2", "flag"));
  EXPECT_EQ(result.by[2].groups.size(), 4U);
  EXPECT_EQ(counts(result.by[2].groups.at({std::int64_t{0}, true})), "2: 1 0 0 1");
}

TEST_F(Scores, AreTheSameForAnyNumberOfThreads) {
  constexpr std::uint64_t kRows = 5000;  // some megabytes: more than one block
  make(kRows, 1000);
  std::string predictions;
  for (std::uint64_t i = 0; i < kRows; ++i) {
    if (i % 5 != 4) predictions += line(i, i % 3 == 1 ? "?" : fmt::format("t{}", i / 7 * 7));
  }
  std::vector<std::string> seen[2];
  std::string figures[2];
  for (const unsigned jobs : {1U, 4U}) {
    const auto metrics = choose({"agreement"});
    ScoreRequest request;
    request.by.emplace_back(task_, "number");
    request.metrics = metrics;
    const Score result = score(predictions, request, jobs);
    const std::size_t run = jobs == 1 ? 0 : 1;
    seen[run] = seen_by(metrics[0]);
    for (const auto& [key, tally] : result.by[0].groups) figures[run] += counts(tally) + "\n";
  }
  EXPECT_EQ(seen[0].size(), kRows / 5 * 4);
  EXPECT_EQ(seen[0], seen[1]);
  EXPECT_EQ(figures[0], figures[1]);
  std::uint64_t next = 0;
  for (const std::string& text : seen[0]) {
    if (next % 5 == 4) ++next;
    EXPECT_TRUE(text.starts_with(fmt::format("{} ", next))) << text;
    ++next;
  }
}

}  // namespace
}  // namespace assay
