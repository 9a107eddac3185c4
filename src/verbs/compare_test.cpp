#include "assay/verbs/compare.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "assay/base/error.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/verbs/compare_splits.h"
#include "assay/verbs/generate.h"
#include "assay/verbs/measure.h"
#include "assay/verbs/rows.h"
#include "assay/verbs/split.h"

namespace assay::verbs {
namespace {

using testing::HasSubstr;

class CompareVerb : public testing::Test {
 protected:
  CompareVerb() {
    generate({.recipe = merged_recipe({.task = "scan", .rows = 120}).recipe, .out = data_});
    RowFeed feed({.what = data_, .rows = 120});
    for (Example row; feed.next(row);) rows_.push_back(row);
  }

  // Answers that are wrong in every `step`-th row: with a word less, or else with one more.
  std::string run(const std::string& name, std::size_t step, bool shorter) const {
    std::string lines;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      std::string answer = rows_[row].target();
      if (row % step == 0)
        answer = shorter ? answer.substr(0, answer.rfind(' ')) : fmt::format("{} I_RUN", answer);
      lines +=
          fmt::format(R"({{"id":"{}","answer":"{}"}})", id_of("scan", rows_[row]), answer) + '\n';
    }
    return folder_.put(name, lines);
  }

  ScratchFolder folder_;
  std::string data_ = folder_ / "set";
  std::vector<Example> rows_;
};

TEST_F(CompareVerb, PairsRowsById) {
  const std::string a = run("a.jsonl", 4, true);
  const std::string b = run("b.jsonl", 6, false);
  const Comparison comparison = compare({data_, {a, b}}).comparison;
  ASSERT_EQ(comparison.pairs.size(), 1U);
  // Of 120 rows, 30 and 20 are wrong, 10 by both.
  const PairedTally expected{.both = 80, .only_first = 10, .only_second = 20, .neither = 10};
  EXPECT_EQ(comparison.pairs[0].all.tally, expected);
  EXPECT_EQ(comparison.missed_by_all, 10U);
  EXPECT_EQ(comparison.runs[0].longer, 0U);
  EXPECT_GT(comparison.runs[0].shorter, 25U);  // one word cannot be left out of one
  EXPECT_EQ(comparison.runs[1].longer, 20U);
  EXPECT_EQ(comparison.missed_ids.front(), id_of("scan", rows_[0]));
  EXPECT_EQ(comparison.pairs[0].only_first.front(), id_of("scan", rows_[6]));
  EXPECT_EQ(comparison.pairs[0].only_second.front(), id_of("scan", rows_[4]));
}

TEST_F(CompareVerb, ComparesGroupsThatCoverAllRows) {
  const std::string a = run("a.jsonl", 4, true);
  const std::string b = run("b.jsonl", 6, false);
  const auto report = compare({.data = data_, .predictions = {a, b}, .by = {"output_length/10"}});
  std::uint64_t rows = 0;
  for (const auto& group : report.comparison.pairs[0].by[0].groups) {
    rows += group.rows.tally.rows();
    EXPECT_GE(group.rows.adjusted, group.rows.probability);
  }
  EXPECT_EQ(rows, 120U);
}

TEST_F(CompareVerb, IsTheSameOnAnyNumberOfThreads) {
  const CompareRequest request{.data = data_,
                               .predictions = {run("a.jsonl", 4, true), run("b.jsonl", 6, false)},
                               .by = {"output_length"}};
  Workplace many;
  many.control.jobs = 4;
  EXPECT_EQ(to_json(compare(request)), to_json(compare(request, many)));
}

void expect_error(const std::function<void()>& act, ErrorKind kind, const std::string& message) {
  try {
    act();
    FAIL() << message;
  } catch (const Error& problem) {
    EXPECT_EQ(problem.kind(), kind) << problem.what();
    EXPECT_THAT(problem.what(), HasSubstr(message));
  }
}

TEST_F(CompareVerb, RefusesWhatCannotBeCompared) {
  const std::string a = run("a.jsonl", 4, true);
  const std::string other = folder_.put(
      "other.jsonl",
      fmt::format(R"({{"id":"{}","answer":"","content_hash":"00"}})", id_of("scan", rows_[0])));
  expect_error([&] { compare({data_, {a, other}}); }, ErrorKind::kInput, "content hash 00");
  expect_error([&] { compare({data_, {a}}); }, ErrorKind::kUsage, "name 2 to 100 files");
  expect_error(
      [&] {
        compare({.data = data_, .predictions = {a, a}, .extract = "magic"});
      },
      ErrorKind::kUsage, "compare: there is no --extract");
  expect_error(
      [&] {
        compare({.data = data_, .predictions = {a, a}, .form = "magic"});
      },
      ErrorKind::kUsage, "compare: there is no --form");
}

TEST(CompareDocument, HasRunsPairsAndWhatAllMiss) {
  CompareReport report{{"", "all", "hash"}, {}};
  Comparison& comparison = report.comparison;
  comparison.rows = 4;
  comparison.units = 2;
  comparison.runs = {{.name = "a", .right = 3, .wrong = 1, .shorter = 1, .accuracy = 0.75},
                     {.name = "b", .paired_by = PairedBy::kIdAndContentHash, .right = 2}};
  PairComparison pair{0, 1};
  pair.all = {{.both = 2, .only_first = 1, .neither = 1}, 0.25, {0, 0.5}, 1, 1};
  pair.only_first = {"scan:0"};
  pair.by = {{"kind", {"kind"}, {{{std::int64_t{7}}, pair.all}}}};
  comparison.pairs = {pair};
  comparison.missed_by_all = 1;
  comparison.missed_by_chance = 0.5;
  EXPECT_EQ(
      to_json(report).dump(),
      R"({"rows":4,"units":2,"split":null,"part":"all","content_hash":"hash","runs":[)"
      R"({"run":"a","paired_by":"id","right":3,"wrong":1,"unparsable":0,"no_answer":0,)"
      R"("missing":0,"accuracy_of_all":0.75,"interval":[0.0,0.0],"shorter":1,"longer":0},)"
      R"({"run":"b","paired_by":"id+content_hash","right":2,"wrong":0,"unparsable":0,)"
      R"("no_answer":0,"missing":0,"accuracy_of_all":0.0,"interval":[0.0,0.0],"shorter":0,)"
      R"("longer":0}],"pairs":[{"first":"a","second":"b","rows":4,"both":2,"only_first":1,)"
      R"("only_second":0,"neither":1,"difference":0.25,"interval":[0.0,0.5],"p":1.0,"p_holm":1.0,)"
      R"("smallest_detectable":null,"only_first_ids":["scan:0"],"only_second_ids":[],"by":{"kind":[)"
      R"({"value":7,"rows":4,"both":2,"only_first":1,"only_second":0,"neither":1,"difference":0.25,)"
      R"("interval":[0.0,0.5],"p":1.0,"p_holm":1.0}]}}],)"
      R"("missed_by_all":{"rows":1,"by_chance":0.5,"ids":[]}})");
}

TEST_F(CompareVerb, SetsAccuracyBesideFiguresOfTheSplit) {
  using Named = std::pair<const char*, std::uint64_t>;
  for (const auto& [name, seed] : {Named{"one", 1}, Named{"two", 2}, Named{"three", 3}}) {
    SplitRequest request{data_, {name, "random", {}}};
    request.spec.set("seed", seed);
    split(request);
  }
  run("a.jsonl", 4, true);
  const std::string table = folder_.put(
      "runs.jsonl", R"({"run":"ours","data":"set","split":"one","predictions":"a.jsonl"})"
                    "\n\n"
                    R"({"run":"ours","data":"set","split":"two","accuracy":0.5})"
                    "\n"
                    R"({"run":"ours","data":"set","split":"three","part":"test","accuracy":0.25})"
                    "\n");
  const CompareSplitsReport report = compare_splits({table});
  ASSERT_EQ(report.points.size(), 3U);
  const auto measured = measure({data_, "two"}).report.pairs[0];
  EXPECT_EQ(report.points[1].compound_divergence, measured.compound_divergence);
  EXPECT_EQ(report.points[1].output_length_ratio, measured.output_length_ratio);
  EXPECT_EQ(report.points[1].accuracy, 0.5);
  EXPECT_FALSE(report.points[1].rows);
  EXPECT_EQ(report.points[0].rows, 24U);
  ASSERT_EQ(report.fits.size(), 4U);
  std::vector<double> x;
  std::vector<double> y;
  for (const SplitPoint& point : report.points) {
    x.push_back(point.compound_divergence);
    y.push_back(point.accuracy);
  }
  EXPECT_EQ(report.fits[0].figure, "compound_divergence");
  EXPECT_EQ(report.fits[0].line.value().r_squared, fit_line(x, y)->r_squared);
}

TEST_F(CompareVerb, NamesTheLineOfATableThatIsWrong) {
  const auto expect_refused = [&](const std::string& line, const std::string& why) {
    const std::string table = folder_.put("runs.jsonl", "\n" + line + "\n");
    expect_error([&] { compare_splits({table}); }, ErrorKind::kInput, table + ":2: " + why);
  };
  expect_refused("[]", "is no JSON object");
  expect_refused(R"({"data":"set"})", "\"run\"");
  expect_refused(R"({"run":"a","data":"set"})", "needs either");
  expect_refused(R"({"run":"a","data":"set","accuracy":7})", "\"accuracy\" is no number");
  const std::string empty = folder_.put("runs.jsonl", "\n");
  expect_error([&] { compare_splits({empty}); }, ErrorKind::kInput, "has no runs");
}

}  // namespace
}  // namespace assay::verbs
