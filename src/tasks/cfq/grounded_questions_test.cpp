#include "assay/tasks/cfq/grounded_questions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "assay/base/error_testing.h"
#include "assay/tasks/cfq/cfq_testing.h"
#include "assay/tasks/cfq/row.h"

namespace assay::cfq {
namespace {

using ::testing::HasSubstr;

const CfqTask& named_cfq(const std::string& target) {
  static const CfqTask kQueries = make_cfq({{"target", "query"}, {"films", "600"}});
  static const CfqTask kAnswers = make_cfq({{"target", "answer"}, {"films", "600"}});
  return target == "query" ? kQueries : kAnswers;
}

std::vector<Example> some_rows(const CfqTask& task, std::uint64_t units, std::uint64_t seed = 5) {
  std::vector<Example> rows;
  const auto source = task.open(seed);
  for (std::uint64_t unit = 0; unit < units; ++unit) {
    Example row;
    if (source->unit(unit)->make(0, {}, row)) rows.push_back(row);
  }
  return rows;
}

bool is_closed(const Example& row) { return texts_at(row, kAnswerEntitiesColumn).empty(); }

// What a user who changes a row by hand is told.
TEST(GroundedCfq, DefectsOfSpoiltRowsAreFound) {
  const CfqTask& task = named_cfq("query");
  using Texts = std::vector<std::string>;
  std::map<std::string, std::size_t> found;
  for (const Example& row : some_rows(task, 80)) {
    ASSERT_EQ(task.defect(row), "") << row.input();
    Example other = row;
    auto& answers = std::get<Texts>(other.fields[kAnswersColumn]);
    if (is_closed(row)) {
      const bool was_yes = answers == Texts{"Yes"};
      answers = {was_yes ? "No" : "Yes"};
      EXPECT_THAT(task.defect(other), HasSubstr(was_yes ? "is No, but" : "is Yes, but"));
      ++found[was_yes ? "yes" : "no"];
    } else {
      // One answer less, with its id.
      answers.pop_back();
      std::get<Texts>(other.fields[kAnswerEntitiesColumn]).pop_back();
      EXPECT_NE(task.defect(other), "") << row.input();
      ++found["open"];
    }
    const auto& names = texts_at(row, kNamesColumn);
    if (names.size() < 2) continue;
    other = row;
    std::swap(std::get<Texts>(other.fields[kNamesColumn])[0],
              std::get<Texts>(other.fields[kNamesColumn])[1]);
    EXPECT_THAT(task.defect(other), HasSubstr("is not called"));
    other = row;
    std::get<std::string>(other.fields[kInputField]) += '?';
    EXPECT_THAT(task.defect(other), HasSubstr("is not its pattern with these names"));
    other = row;
    std::string& query = std::get<std::string>(other.fields[kTargetField]);
    const std::string& id = texts_at(row, kEntitiesColumn)[0];
    query.replace(query.find(id), id.size(), texts_at(row, kEntitiesColumn)[1]);
    EXPECT_THAT(task.defect(other), HasSubstr("the query is not its pattern"));
    ++found["named"];
  }
  for (const char* kind : {"yes", "no", "open", "named"}) EXPECT_GT(found[kind], 5U) << kind;
}

// As a flipped bit in a file leaves it: no query any more, or another one.
TEST(GroundedCfq, EveryDamageToAQueryIsADefect) {
  const CfqTask& task = named_cfq("query");
  for (const Example& row : some_rows(task, 3)) {
    for (std::size_t at = 0; at < row.target().size(); ++at) {
      Example other = row;
      std::get<std::string>(other.fields[kTargetField])[at] ^= 1;
      EXPECT_NE(task.defect(other), "") << other.target();
    }
  }
}

TEST(GroundedCfq, OpenQuestionsHaveFewAnswersAndUnitsAreThosePatterns) {
  const CfqTask& task = named_cfq("query");
  const auto patterns = cfq().open(5);
  std::size_t two = 0;
  for (const Example& row : some_rows(task, 150)) {
    Example pattern;
    ASSERT_TRUE(patterns->unit(row.address.unit)->make(0, {}, pattern));
    EXPECT_EQ(text_at(row, kPatternColumn), pattern.input());
    EXPECT_EQ(text_at(row, kPatternQueryColumn), pattern.target());
    EXPECT_EQ(row.rules, pattern.rules);
    EXPECT_LE(texts_at(row, kAnswersColumn).size(), 2U);
    two += texts_at(row, kAnswersColumn).size() == 2 ? 1 : 0;
  }
  EXPECT_GT(two, 1U);
}

TEST(GroundedCfq, BothTargetsAreAboutTheSameQuestions) {
  const auto queries = some_rows(named_cfq("query"), 30);
  const auto answers = some_rows(named_cfq("answer"), 30);
  ASSERT_EQ(queries.size(), answers.size());
  for (std::size_t at = 0; at < queries.size(); ++at) {
    EXPECT_EQ(queries[at].input(), answers[at].input());
    EXPECT_EQ(queries[at].target(), text_at(answers[at], kQueryColumn));
    EXPECT_EQ(answers[at].target(), answer_text(texts_at(queries[at], kAnswersColumn)));
  }
}

TEST(GroundedCfq, FurtherFillingsHaveOtherEntities) {
  const CfqTask task = make_cfq({{"target", "query"}, {"films", "600"}, {"fillings", "10"}});
  const auto source = task.open(5);
  EXPECT_EQ(source->items_per_unit(), 10U);
  const auto rows = some_rows(task, 20);
  const auto has_names = [](const Example& row) { return texts_at(row, kNamesColumn).size() > 1; };
  const auto chosen = std::ranges::find_if(rows, has_names);
  ASSERT_NE(chosen, rows.end());
  std::set<std::string> questions;
  std::set<std::string> patterns;
  for (std::uint32_t item = 0; item < 10; ++item) {
    Example row;
    if (!source->unit(chosen->address.unit)->make(item, {}, row)) continue;
    questions.insert(row.input());
    patterns.insert(task.canonical(row));
  }
  EXPECT_GT(questions.size(), 5U);
  EXPECT_EQ(patterns.size(), 1U);
}

// Of wrong queries some have the right answers all the same.
TEST(GroundedCfq, ExecutionIsASubScoreBesideMeaning) {
  const CfqTask& task = named_cfq("query");
  const auto mark = [](const Verdict& verdict, const std::string& name) {
    for (const auto& [each, value] : verdict.marks) {
      if (each == name) return value;
    }
    return -1.0;
  };
  std::size_t executed = 0;
  std::size_t differing = 0;
  for (const Example& row : some_rows(task, 150)) {
    const Verdict right = task.judge(row, row.target());
    EXPECT_EQ(right.status, Status::kRight);
    EXPECT_EQ(mark(right, "execution"), 1.0);
    EXPECT_EQ(mark(task.judge(row, "SELECT"), "execution"), 0.0);
    // Without its first clause.
    std::string less = row.target();
    const std::size_t begin = less.find("{\n") + 2;
    const std::size_t end = less.find(" .\n", begin);
    if (end == std::string::npos) continue;
    less.erase(begin, end + 3 - begin);
    const Verdict other = task.judge(row, less);
    EXPECT_EQ(other.status, Status::kWrong);
    ++(mark(other, "execution") == 1.0 ? executed : differing);
  }
  EXPECT_GT(executed, 10U);
  EXPECT_GT(differing, 10U);
}

TEST(GroundedCfq, AnswersInWordsAreJudgedByWhatTheyName) {
  const CfqTask& task = named_cfq("answer");
  Example row;
  reset(row, task.schema());
  row.fields[kTargetField] = "Ann Lee; Bob King";
  const auto status = [&](const std::string& answer) { return task.judge(row, answer).status; };
  EXPECT_EQ(status("Bob King;Ann Lee"), Status::kRight);
  EXPECT_EQ(status(" Ann Lee ; Bob King ; Ann Lee"), Status::kRight);
  EXPECT_EQ(status("Ann Lee"), Status::kWrong);
  const Dictionary& names = task.stored().store().dictionary();
  const std::string known = names.name(names.by_name().front());
  EXPECT_EQ(status("Ann Lee; Bob King; " + known), Status::kWrong);
  EXPECT_EQ(task.judge(row, "Ann Lee; " + known).why, "1 of 2 right, 1 wrong");
  EXPECT_EQ(status("No"), Status::kWrong);
  EXPECT_EQ(status(" ; "), Status::kNoAnswer);
  // Words that name nothing may be a sentence around the answer.
  for (const char* answer : {"Ann Lee; Bob King; Cid of Nowhere", "ann lee; bob king",
                             "The answer is Ann Lee; Bob King"}) {
    EXPECT_EQ(status(answer), Status::kUnparsable) << answer;
  }
  row.fields[kTargetField] = "Yes";
  EXPECT_EQ(status("yes"), Status::kRight);
  EXPECT_EQ(status("No"), Status::kWrong);
  EXPECT_EQ(status("Yes; No"), Status::kWrong);
  for (const std::string& answer : {std::string("Yes."), std::string("**Yes**"), known,
                                    std::string("The answer is Yes"), std::string("y%s")}) {
    EXPECT_EQ(status(answer), Status::kUnparsable) << answer;
  }
}

TEST(GroundedCfq, ParametersThatDoNotGoTogetherAreRefused) {
  EXPECT_THAT(
      [] {
        make_cfq({{"fillings", "3"}});
      },
      fails(ErrorKind::kUsage, "fillings is for questions with names"));
  EXPECT_THAT(
      [] {
        make_cfq({{"kb", "x.nt"}}).open(1);
      },
      fails(ErrorKind::kUsage, "set target=query or target=answer"));
  EXPECT_THAT(
      [] {
        make_cfq({{"target", "query"}, {"endpoint_seconds", "9"}});
      },
      fails(ErrorKind::kUsage, "endpoint_seconds is for SPARQL endpoints"));
  // Recipes and manifests would repeat it.
  EXPECT_THAT(
      [] {
        make_cfq({{"target", "query"}, {"kb", "https://me:secret@example.org/sparql"}});
      },
      fails(ErrorKind::kUsage, "put it into ~/.netrc"));
}

}  // namespace
}  // namespace assay::cfq
