// A page about a data set, as a user makes, reads and checks it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "program.h"

namespace assay::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class ReportVerb : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    scratch_ = new ScratchFolder;
    ASSERT_EQ(assay({"generate", "scan", "-n", "300", "-q", "--out", data()}).exit_code, 0);
    ASSERT_EQ(assay({"split", data(), "-q", "--name", "by_random", "--method", "random"}).exit_code,
              0);
    ASSERT_EQ(assay({"split", data(), "-q", "--name", "by_length", "--method", "length",
                     "--longest", "14"})
                  .exit_code,
              0);
    write_file(answers(), assay({"solve", "scan", data(), "-q"}).out);
  }
  static void TearDownTestSuite() { delete scratch_; }
  static std::string data() { return *scratch_ / "scan"; }
  static std::string answers() { return *scratch_ / "answers.jsonl"; }
  static std::string page() { return *scratch_ / "page.html"; }

  static Outcome report(const std::vector<std::string>& words) {
    std::vector<std::string> all = {"report", data(), "-q", "--out", page()};
    all.insert(all.end(), words.begin(), words.end());
    return assay(all);
  }

  static void expect_refused(const std::vector<std::string>& words, int code,
                             const std::string& why) {
    const Outcome outcome = assay(words);
    EXPECT_EQ(outcome.exit_code, code) << why;
    EXPECT_EQ(outcome.out, "") << why;
    EXPECT_THAT(outcome.err, HasSubstr(why));
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
  }

  static ScratchFolder* scratch_;
};

ScratchFolder* ReportVerb::scratch_ = nullptr;

TEST_F(ReportVerb, WritesOnePageThatChecks) {
  ASSERT_EQ(report({"--run", "solver=" + answers()}).exit_code, 0);
  const std::string text = read_file(page());
  for (const char* part : {"Split by_length", "Split by_random", "Some rows", "100.0",
                           "Accuracy against compound divergence"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  for (const char* banned : {"http://", "https://", "src=", "<link", "@import"}) {
    EXPECT_THAT(text, Not(HasSubstr(banned)));
  }
  EXPECT_THAT(text, Not(HasSubstr(scratch_->path()))) << "paths are relative";
  const Outcome check = assay({"report", "--check", page(), "-q"});
  EXPECT_EQ(check.exit_code, 0) << check.out << check.err;
  EXPECT_THAT(check.out, HasSubstr("are as computed"));
}

TEST_F(ReportVerb, SaysWhenTheTextWasNotCompared) {
  ASSERT_EQ(report({}).exit_code, 0);
  EXPECT_THAT(assay({"report", "--check", page(), "-q"}).out, Not(HasSubstr("not compared")));
  std::string text = read_file(page());
  const std::string key = "\"made_by\":\"";
  const std::size_t at = text.find(key);
  ASSERT_NE(at, std::string::npos);
  text.replace(at + key.size(), text.find('"', at + key.size()) - at - key.size(), "assay 9.9");
  write_file(page(), text);
  const Outcome check = assay({"report", "--check", page(), "-q"});
  EXPECT_EQ(check.exit_code, 0) << check.out;
  EXPECT_THAT(check.out,
              HasSubstr("made by another version, assay 9.9; its text was not compared"));
}

TEST_F(ReportVerb, NamesAChangedNumber) {
  ASSERT_EQ(report({}).exit_code, 0);
  std::string text = read_file(page());
  const std::string rows = "data-key=\"data/rows\">300<";
  ASSERT_NE(text.find(rows), std::string::npos);
  text.replace(text.find(rows), rows.size(), "data-key=\"data/rows\">301<");
  write_file(page(), text);
  const Outcome check = assay({"report", "--check", page(), "-q"});
  EXPECT_EQ(check.exit_code, 1);
  EXPECT_THAT(check.out, HasSubstr("data/rows: the page has 301, computed 300"));
}

TEST_F(ReportVerb, HostileAnswersStayText) {
  std::string lines = assay({"solve", "scan", data(), "-q"}).out;
  std::string hostile;
  const std::vector<std::string> texts = {
      std::string(1'000'000, '['), R"(</script><script>alert(1)</script>)",
      R"(\u0000\u001b[2J)",        R"(\u202e\u2066)",
      R"(<answer><answer>)",       R"(\" data-key=\"data/rows\">7</data>)"};
  std::size_t number = 0;
  for (const std::string& line : text_lines(lines)) {
    const std::string id = line.substr(0, line.find(",\"answer\""));
    hostile += id + ",\"answer\":\"" + texts[number++ % texts.size()] + "\"}\n";
  }
  write_file(*scratch_ / "hostile.jsonl", hostile);
  const Outcome made =
      report({"--run", "<b>x</b>=" + (*scratch_ / "hostile.jsonl"), "--examples", "40"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const std::string text = read_file(page());
  EXPECT_THAT(text, Not(HasSubstr("<script>")));
  EXPECT_THAT(text, Not(HasSubstr("<b>x")));
  EXPECT_EQ(text.find('\0'), std::string::npos);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_THAT(text, Not(HasSubstr("\u202e")));
  EXPECT_LT(text.size(), 3'000'000U);
  EXPECT_EQ(assay({"report", "--check", page(), "-q"}).exit_code, 0);
}

TEST_F(ReportVerb, RefusesWhatDoesNotFit) {
  expect_refused({"report", "-q", "--out", page()}, 2, "name a data set");
  expect_refused({"report", data(), "-q"}, 2, "give --out");
  expect_refused({"report", data(), "-q", "--out", page(), "--check", page()}, 2, "not both");
  expect_refused({"report", data(), "-q", "--out", page(), "--run", "x"}, 2,
                 "--run takes NAME[@SPLIT]=FILE, not \"x\"");
  expect_refused({"report", data(), "-q", "--out", page(), "--run", "x=" + (*scratch_ / "none")}, 4,
                 "none");
  expect_refused({"report", data(), "-q", "--out", page(), "--split", "by_lenght"}, 2,
                 "did you mean \"by_length\"?");
  write_file(*scratch_ / "other.html", "<html></html>");
  expect_refused({"report", "-q", "--check", *scratch_ / "other.html"}, 3, "is no page");
}

}  // namespace
}  // namespace assay::testing
