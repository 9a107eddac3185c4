#include "assay/verbs/report.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <map>
#include <regex>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/limits.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/verbs/generate.h"
#include "assay/verbs/measure.h"
#include "assay/verbs/solve.h"
#include "assay/verbs/split.h"

namespace assay::verbs {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

void expect_error(ErrorKind kind, const std::function<void()>& act, const std::string& message) {
  try {
    act();
    FAIL() << message;
  } catch (const Error& problem) {
    EXPECT_EQ(problem.kind(), kind);
    EXPECT_THAT(problem.what(), HasSubstr(message));
  }
}

// SCAN's first rows with a random split and one by divergence, answers of the solver, and a spoiled
// copy where every third answer is hostile, every seventh missing.
class ReportTest : public testing::Test {
 protected:
  ReportTest() : data_(folder_ / "scan") {
    generate({.recipe = merged_recipe({.task = "scan", .rows = 400}).recipe, .out = data_});
    split({data_, {"easy", "random", {{"train", "60%"}, {"test", "rest"}}}});
    split({data_, {"hard", "mcd", {}}});
    std::string good;
    std::string bad;
    solve({.task = "scan", .path = data_}, {}, [&](std::string_view line) { good += line; });
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < good.size(); ++number) {
      const std::size_t end = good.find('\n', begin) + 1;
      const std::string line = good.substr(begin, end - begin);
      begin = end;
      if (number % 7 == 0) continue;
      if (number % 3 != 0) {
        bad += line;
        continue;
      }
      bad += line.substr(0, line.find("\"answer\"")) +
             R"("answer":"</data><script>x()</script>\u202e\u0000\u001b[31m"})"
             "\n";
    }
    good_ = folder_.put("good.jsonl", good);
    bad_ = folder_.put("bad.jsonl", bad);
  }

  ReportRequest request() const {
    return {.data = data_,
            .runs = {{"solver", "", good_}, {"spoiled", "", bad_}},
            .by = {},
            .examples = 4,
            .page_folder = folder_.path()};
  }

  std::string write_page(const ReportRequest& request) const {
    return folder_.put("page.html", page::report_page(report(request)));
  }

  ScratchFolder folder_;
  std::string data_;
  std::string good_;
  std::string bad_;
};

std::string whole_file(const std::string& path) { return read_user_file(path, {kMostRowsBytes}); }

// Keys and what is shown, read by a regular expression: another way than the page's own reader.
std::map<std::string, std::string> keyed(const std::string& page) {
  const std::regex form("<data value=\"[^\"]*\" data-key=\"([^\"]*)\">([^<]*)</data>");
  std::map<std::string, std::string> all;
  for (std::sregex_iterator at(page.begin(), page.end(), form), end; at != end; ++at) {
    EXPECT_TRUE(all.emplace((*at)[1], (*at)[2]).second) << "twice: " << (*at)[1];
  }
  return all;
}

TEST_F(ReportTest, SaysWhatTheOtherVerbsSay) {
  const auto numbers = keyed(page::report_page(report(request())));
  EXPECT_EQ(numbers.at("data/rows"), "400");
  const MeasureResult measured = measure({data_, "hard"});
  const auto pair = std::ranges::find(measured.report.pairs, "test", &PairReport::second);
  EXPECT_EQ(numbers.at("split/hard/pair/train/test/compound divergence"),
            fmt::format("{:.4f}", pair->compound_divergence));
  EXPECT_EQ(numbers.at("split/easy/shares/test/rows"), "160");
  EXPECT_EQ(numbers.at("score/easy/test/solver/accuracy"), "100.0\u00a0%");
  EXPECT_EQ(numbers.at("outcome/easy/test/solver/right"), "160");
  const auto count_of = [&](const std::string& name) {
    return std::stoul(numbers.at("outcome/easy/test/spoiled/" + name));
  };
  EXPECT_EQ(count_of("right") + count_of("wrong") + count_of("unparsable") + count_of("no answer"),
            160U);
  EXPECT_GT(count_of("unparsable"), 20U);
  EXPECT_GT(count_of("no answer"), 5U);
  EXPECT_EQ(numbers.at("pair/easy/test/solver/spoiled/both"),
            numbers.at("outcome/easy/test/spoiled/right"));
}

TEST_F(ReportTest, TextOfModelsStaysText) {
  const std::string page = page::report_page(report(request()));
  EXPECT_THAT(page, Not(HasSubstr("<script>")));
  EXPECT_THAT(page, Not(HasSubstr("\u202e")));
  EXPECT_EQ(page.find('\0'), std::string::npos);
  EXPECT_EQ(page.find('\x1b'), std::string::npos);
  EXPECT_THAT(page, HasSubstr("&lt;/data&gt;&lt;script&gt;x()&lt;/script&gt;"));
}

TEST_F(ReportTest, TheSamePageForAnyNumberOfThreads) {
  Workplace many;
  many.control.jobs = 5;
  EXPECT_EQ(page::report_page(report(request())), page::report_page(report(request(), many)));
}

TEST_F(ReportTest, CheckFindsNoDifference) {
  const PageCheck check = check_report(write_page(request()), {});
  EXPECT_TRUE(check.holds());
  EXPECT_GT(check.numbers, 150U);
}

TEST_F(ReportTest, CheckNamesAChangedNumber) {
  const std::string path = write_page(request());
  const std::string page = whole_file(path);
  // Every number in turn would take long: some of every section.
  for (const char* key :
       {"data/rows", "overview/hard/compound divergence", "split/hard/shares/train/input length",
        "score/hard/test/spoiled/accuracy/low", "pair/hard/test/solver/spoiled/p"}) {
    std::string changed = page;
    const std::size_t at = changed.find(fmt::format("data-key=\"{}\">", key));
    ASSERT_NE(at, std::string::npos) << key;
    char& digit = changed[changed.find_first_of("0123456789", changed.find('>', at))];
    digit = digit == '9' ? '8' : static_cast<char>(digit + 1);
    const PageCheck check = check_report(folder_.put("page.html", changed), {});
    EXPECT_FALSE(check.holds());
    ASSERT_THAT(check.differences, SizeIs(1));
    EXPECT_EQ(check.differences[0].key, key);
    EXPECT_FALSE(check.other_line);
  }
}

TEST_F(ReportTest, CheckNoticesOtherTextsAndDrawings) {
  std::string page = whole_file(write_page(request()));
  const std::size_t path = page.find("<path class=\"first\"");
  page.replace(path + 1, 4, "desc");
  const PageCheck drawing = check_report(folder_.put("page.html", page), {});
  EXPECT_EQ(drawing.differences.front().on_page, "another drawing");
  page = whole_file(write_page(request()));
  page.replace(page.find("Check this page"), 5, "Trust");
  EXPECT_TRUE(check_report(folder_.put("page.html", page), {}).other_line);
}

TEST_F(ReportTest, TheTextOfAnotherVersionIsNotCompared) {
  const std::string path = write_page(request());
  EXPECT_TRUE(check_report(path, {}).is_text_compared);
  const std::string made_by = report(request()).made_by;
  std::string page = whole_file(path);
  for (std::size_t at = page.find(made_by); at != std::string::npos; at = page.find(made_by, at)) {
    page.replace(at, made_by.size(), "assay 9.9");
  }
  page.replace(page.find("Check this page"), 5, "Trust");
  const PageCheck check = check_report(folder_.put("page.html", page), {});
  EXPECT_FALSE(check.is_text_compared);
  EXPECT_FALSE(check.other_line);
  EXPECT_TRUE(check.holds());
}

TEST_F(ReportTest, CheckNoticesOtherAnswers) {
  const std::string page = write_page(request());
  folder_.put("bad.jsonl", whole_file(good_));
  const PageCheck check = check_report(page, {});
  EXPECT_THAT(check.changed_inputs, SizeIs(1));
  EXPECT_THAT(check.changed_inputs.front(), HasSubstr("run spoiled: sha256"));
  EXPECT_THAT(check.differences, Not(IsEmpty()));
}

TEST_F(ReportTest, CheckTakesFilesFromElsewhere) {
  const std::string page = whole_file(write_page(request()));
  const ScratchFolder elsewhere;
  const std::string moved = elsewhere.put("deep/page.html", page);
  expect_error(
      ErrorKind::kIo, [&] { check_report(moved, {}); }, "scan");
  const PageCheck check =
      check_report(moved, {.data = data_, .runs = {{"solver", "", good_}, {"spoiled", "", bad_}}});
  EXPECT_THAT(check.differences, IsEmpty());
  EXPECT_THAT(check.changed_inputs, IsEmpty());
}

TEST_F(ReportTest, ARunMayHaveAFileForEachSplit) {
  ReportRequest some = request();
  some.runs = {{"a", "easy", good_}, {"a", "hard", bad_}, {"b", "hard", good_}};
  const page::Report made = report(some);
  ASSERT_THAT(made.runs, SizeIs(2));
  ASSERT_THAT(made.scores, SizeIs(2));
  EXPECT_FALSE(made.scores[0].runs[1]);
  EXPECT_EQ(made.scores[1].runs[1]->accuracy.right, made.scores[1].runs[1]->accuracy.rows);
  EXPECT_TRUE(check_report(write_page(some), {}).holds());
}

TEST_F(ReportTest, RefusesWhatDoesNotFit) {
  const auto refused = [&](const std::function<void(ReportRequest&)>& change,
                           const std::string& message) {
    ReportRequest wrong = request();
    change(wrong);
    expect_error(
        ErrorKind::kUsage, [&] { report(wrong); }, message);
  };
  refused([](ReportRequest& some) { some.splits = {"esy"}; }, "did you mean \"easy\"?");
  refused([](ReportRequest& some) { some.examples = 1000; }, "--examples takes a number");
  refused([](ReportRequest& some) { some.runs[1].name = "solver"; }, "two files are given");
  refused([](ReportRequest& some) { some.runs[1].split = "none"; }, "has no such split");
  refused([](ReportRequest& some) { some.runs[1].name = ""; }, "needs a name");
  refused([](ReportRequest& some) { some.by = {"nothing"}; }, "has no column");
  expect_error(
      ErrorKind::kInput, [&] { check_report(folder_.put("x.html", "<html>"), {}); },
      "is no page that assay report wrote");
}

TEST_F(ReportTest, DataSetsWithoutSplitsOrRulesHaveAPage) {
  const std::string bare = folder_ / "bare";
  Recipe recipe = merged_recipe({.task = "scan", .rows = 30}).recipe;
  recipe.with_rules = false;
  generate({.recipe = recipe, .out = bare});
  const page::Report made = report({.data = bare, .page_folder = folder_.path()});
  ASSERT_THAT(made.splits, SizeIs(1));
  EXPECT_EQ(made.splits[0].name, "all rows");
  EXPECT_FALSE(made.splits[0].divergences);
  EXPECT_THAT(made.splits[0].test, SizeIs(10));
  split({bare, {"easy", "random", {}}});
  EXPECT_FALSE(report({.data = bare}).splits[0].divergences);
}

}  // namespace
}  // namespace assay::verbs
