// What CFQ says about answers: right by meaning, or wrong by what is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

#include "assay/tasks/cfq/cfq_task.h"
#include "assay/tasks/cfq/cfq_testing.h"
#include "assay/tasks/cfq/query/query_preprocessing.h"

namespace assay::cfq {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

Example row_of(const std::string& question) {
  Example row;
  reset(row, cfq().schema());
  row.fields[kInputField] = question;
  row.fields[kTargetField] = cfq().solve(question);
  return row;
}

std::map<std::string, double> marks_of(const Verdict& verdict) {
  return {verdict.marks.begin(), verdict.marks.end()};
}

TEST(CfqAnswers, AreRightByMeaning) {
  const Example row = row_of("Which actor did M0 's spouse marry");
  const Verdict same = cfq().judge(row, row.target());
  EXPECT_EQ(same.status, Status::kRight);
  EXPECT_EQ(same.score, 1.0);
  EXPECT_THAT(same.marks, ElementsAre(Pair("strict", 1.0)));

  const std::string filters = "FILTER ( ?x0 != ?x1 ) .\nFILTER ( ?x1 != M0 )";
  ASSERT_EQ(row.target(), open("?x0 a ns:film.actor .\n?x0" + kSpouse + "?x1 .\n?x1" + kSpouse +
                               "M0 .\n" + filters));
  const std::string other_order =
      open("FILTER ( ?x1 != M0 ) .\n?x1" + kSpouse + "M0 .\n?x0" + kSpouse +
           "?x1 .\nFILTER ( ?x0 != ?x1 ) .\n?x0 a ns:film.actor");
  const std::string other_names =
      open("?x0 a ns:film.actor .\n?x0" + kSpouse + "?x7 .\n?x7" + kSpouse +
           "M0 .\nFILTER ( ?x0 != ?x7 ) .\nFILTER ( ?x7 != M0 )");
  const std::string repeated = open("?x0 a ns:film.actor .\n?x0 a ns:film.actor .\n?x0" + kSpouse +
                                    "?x1 .\n?x1" + kSpouse + "M0 .\n" + filters + " .\n" + filters);
  for (const std::string& answer :
       {other_order, other_names, repeated, preprocess_query(row.target())}) {
    const Verdict verdict = cfq().judge(row, answer);
    EXPECT_EQ(verdict.status, Status::kRight) << answer;
    EXPECT_EQ(verdict.score, 1.0);
    EXPECT_EQ(verdict.why, "");
    EXPECT_THAT(verdict.marks, ElementsAre(Pair("strict", 0.0))) << answer;
  }
}

TEST(CfqAnswers, AreWrongByWhatIsWrong) {
  const Example row = row_of("Did M0 marry M1 and direct M2");
  const std::string filter = "FILTER ( M0 != M1 )";
  const std::string directs = "M0 ns:film.director.film M2";
  const std::string marries = "M0" + kSpouse + "M1";
  const std::string dot = " .\n";
  ASSERT_EQ(row.target(), closed(filter + dot + directs + dot + marries));
  const struct {
    std::string answer;
    std::map<std::string, double> marks;
  } cases[] = {
      {closed(filter + dot + "M0 ns:film.editor.film M2" + dot + marries),
       {{"clause_wrong_property", 1}, {"any_clause_error", 1}}},
      {closed(filter + dot + "M0 ns:film.director.film M1" + dot + marries),
       {{"clause_wrong_node", 1}, {"any_clause_error", 1}}},
      {closed(filter + dot + "M2 ns:film.film.directed_by M0" + dot + marries),
       {{"clause_wrong_both", 1}, {"any_clause_error", 1}}},
      {closed(filter + dot + marries), {{"clause_deleted", 1}, {"any_clause_error", 1}}},
      {closed(filter + dot + directs + dot + "M0 ns:film.editor.film M2" + dot + marries),
       {{"clause_inserted", 1}, {"any_clause_error", 1}}},
      {closed(directs + dot + marries), {{"filter_deleted", 1}, {"any_filter_error", 1}}},
      {closed(filter + dot + "FILTER ( M0 != M2 )" + dot + directs + dot + marries),
       {{"filter_inserted", 1}, {"any_filter_error", 1}}},
      {closed("FILTER ( M1 != M0 )" + dot + directs + dot + marries),
       {{"filter_wrong", 1}, {"any_filter_error", 1}}},
      {open(filter + dot + directs + dot + marries), {{"other_header", 1}}},
  };
  for (const auto& [answer, marks] : cases) {
    const Verdict verdict = cfq().judge(row, answer);
    EXPECT_EQ(verdict.status, Status::kWrong) << answer;
    EXPECT_EQ(verdict.score, 0.0);
    EXPECT_NE(verdict.why, "");
    auto expected = marks;
    expected["strict"] = 0.0;
    EXPECT_EQ(marks_of(verdict), expected) << answer << '\n' << verdict.why;
  }
}

TEST(CfqAnswers, MayBeUnreadableOrNone) {
  const Example row = row_of("Did M0 direct M1");
  for (const char* answer : {"yes", "SELECT count(*) WHERE {", "SELECT * WHERE {\nM0 a M1\n}"}) {
    const Verdict verdict = cfq().judge(row, answer);
    EXPECT_EQ(verdict.status, Status::kUnparsable) << answer;
    EXPECT_EQ(verdict.score, 0.0);
    EXPECT_NE(verdict.why, "");
    EXPECT_EQ(marks_of(verdict), (std::map<std::string, double>{{"malformed", 1}, {"strict", 0}}));
  }
  for (const char* answer : {"", " \n\t"}) {
    const Verdict verdict = cfq().judge(row, answer);
    EXPECT_EQ(verdict.status, Status::kNoAnswer);
    EXPECT_EQ(verdict.score, std::nullopt);
    EXPECT_TRUE(verdict.marks.empty());
  }
}

}  // namespace
}  // namespace assay::cfq
