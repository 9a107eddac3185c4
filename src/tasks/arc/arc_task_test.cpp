// Rows of the task: how they are judged, checked, dealt and drawn.
#include "assay/tasks/arc/arc_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "assay/base/error.h"
#include "assay/base/text.h"
#include "assay/tasks/arc/row.h"

namespace assay::arc {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kMixedPattern = "$OBJ_0 ^ $OBJ_1 & $OBJ_2 ^ $OBJ_3";

TEST(ArcTasks, RefuseWhatIsNoPatternOrOperation) {
  const auto make = [](const std::map<std::string, std::string>& params) {
    return ArcTask(Params(ArcTask::static_info().params, params, "arc"));
  };
  EXPECT_THROW(make({{"pattern", "all"}}), Error);
  EXPECT_THROW(make({{"pattern", "$OBJ_0 ^ $OBJ_1 ^ $OBJ_2 ^ $OBJ_3 ^ $OBJ_4"}}), Error);
  EXPECT_THROW(make({{"operations", "draw,move"}}), Error);
  EXPECT_NO_THROW(make({{"operations", "draw,remove"}, {"pattern", kMixedPattern}}));
}

class ArcRows : public ::testing::Test {
 protected:
  Example row(std::uint64_t unit) const {
    Example example;
    EXPECT_TRUE(task_.open(0)->unit(unit)->make(0, {}, example));
    return example;
  }
  double mark(const Verdict& verdict, std::string_view name) const {
    for (const auto& [known, value] : verdict.marks) {
      if (known == name) return value;
    }
    return -1;
  }

  ArcTask task_{Params(ArcTask::static_info().params, {}, "arc")};
};

TEST_F(ArcRows, AreJudgedByTheCell) {
  const Example example = row(5);
  std::string spaced;
  for (const char sign : example.target()) spaced += sign == ',' ? ",\n " : std::string(1, sign);
  const Verdict right = task_.judge(example, spaced);
  EXPECT_EQ(right.status, Status::kRight);
  EXPECT_EQ(mark(right, "strict"), 0);
  EXPECT_EQ(mark(right, "cells"), 1);
  EXPECT_EQ(mark(right, "referent"), 1);
  const Verdict small = task_.judge(example, "[[0,1],[2,3]]");
  EXPECT_EQ(small.status, Status::kWrong);
  EXPECT_EQ(small.why, "the grid is 2 by 2, not 30 by 30");
  EXPECT_EQ(mark(small, "shape"), 0);
  EXPECT_EQ(task_.judge(example, "blue").status, Status::kUnparsable);
  EXPECT_EQ(task_.judge(example, "[[0,1],[2]]").status, Status::kUnparsable);
  EXPECT_EQ(task_.judge(example, example.target() + example.target()).status, Status::kUnparsable);
}

TEST_F(ArcRows, TellTheRightThingFromTheRightChange) {
  Example example = row(0);
  const std::string_view input = example.input();
  // The test input itself changes nothing.
  const auto at = input.rfind("[[");
  const std::string unchanged(input.substr(at, input.rfind("]]") + 2 - at));
  const Verdict same = task_.judge(example, unchanged);
  EXPECT_EQ(same.status, Status::kWrong);
  EXPECT_EQ(mark(same, "referent"), 0);
  EXPECT_GT(mark(same, "cells"), 0.98);
  EXPECT_LT(mark(same, "cells"), 1);
  // The right answer, where another operation is asked for.
  const bool removes = std::get<std::string>(example.fields[kOperation]) == "remove";
  example.fields[kOperation] = std::string(removes ? "draw blue" : "remove");
  const Verdict other = task_.judge(example, example.target());
  EXPECT_EQ(other.status, Status::kWrong);
  EXPECT_EQ(mark(other, "referent"), 1);
  EXPECT_THAT(other.why, HasSubstr("the right thing is changed in another way"));
}

TEST_F(ArcRows, DefectsAreFoundInEveryColumn) {
  const Example example = row(7);
  EXPECT_EQ(task_.defect(example), "");
  Example other = example;
  other.fields[kRule] = "remove the circle";
  EXPECT_EQ(task_.defect(other), "the structure tells another rule");
  other = example;
  std::int64_t& size = std::get<std::vector<std::int64_t>>(other.fields[kWorlds])[3];
  size = size == 1 ? 2 : 1;
  EXPECT_NE(task_.defect(other), "");
  other = example;
  other.fields[kStructure] = std::int64_t{1};
  EXPECT_NE(task_.defect(other), "");
  other.fields[kStructure] = std::int64_t{-1};
  EXPECT_THROW(task_.defect(other), Error);
  other = example;
  std::get<std::vector<std::int64_t>>(other.fields[kWorlds]).pop_back();
  EXPECT_THROW(task_.defect(other), Error);
}

TEST_F(ArcRows, AreTheSameWhateverTheOrderOfPairs) {
  const Example example = row(4);
  Example other = example;
  auto& numbers = std::get<std::vector<std::int64_t>>(other.fields[kWorlds]);
  const std::ptrdiff_t first = 1 + 5 * numbers[0];
  const std::ptrdiff_t second = 1 + 5 * numbers[static_cast<std::size_t>(first)];
  std::rotate(numbers.begin(), numbers.begin() + first, numbers.begin() + first + second);
  EXPECT_NE(numbers, std::get<std::vector<std::int64_t>>(example.fields[kWorlds]));
  EXPECT_EQ(task_.canonical(other), task_.canonical(example));
  EXPECT_NE(task_.canonical(row(7)), task_.canonical(example));
}

TEST_F(ArcRows, HoldoutsKeepOutWhatTheySay) {
  std::map<std::string, std::map<Place, int>> places;
  for (std::uint64_t unit = 0; unit < 900; ++unit) {
    const Example example = row(unit);
    for (const Holdout& holdout : task_.holdouts()) {
      const Deal deal = holdout.bind(Params(holdout.params, {}, holdout.name))(example);
      ++places[holdout.name][deal.place];
      const auto& rule = text_at(example, kRule);
      const bool both = rule.find(" and change to") != std::string::npos;
      if (holdout.name == "combination") {
        EXPECT_EQ(deal.place == Place::kTest, both);
      }
      if (holdout.name == "made" && deal.place == Place::kTrain && both) {
        EXPECT_THAT(rule, Not(StartsWith("draw yellow and change to a square")));
      }
    }
  }
  for (const char* name : {"combination", "made", "relations", "clauses"}) {
    EXPECT_GT(places[name][Place::kTest], 0) << name;
    EXPECT_GT(places[name][Place::kTrain], 400) << name;
  }
  EXPECT_GT(places["made"][Place::kUnused], 0);
  EXPECT_EQ(places["random"][Place::kAny], 900);
}

TEST_F(ArcRows, QuestionsGiveNothingAway) {
  const Example example = row(2);
  const auto question = task_.picture(example, Reveal::kQuestion);
  const auto answer = task_.picture(example, Reveal::kAnswer);
  EXPECT_THAT(answer.description, HasSubstr("The rule: " + answer.title));
  EXPECT_THAT(question.title + question.description, Not(HasSubstr(answer.title)));
  const std::string told = task_.sketch(example, Reveal::kAnswer);
  const std::string asked = task_.sketch(example, Reveal::kQuestion);
  EXPECT_THAT(told, StartsWith("pair 1 "));
  const auto from_test = [](const std::string& text) { return text.substr(text.find("\ntest")); };
  EXPECT_THAT(from_test(told), HasSubstr(" -> "));
  EXPECT_THAT(from_test(told), HasSubstr("Rule: "));
  EXPECT_THAT(from_test(asked), Not(HasSubstr("->")));
  EXPECT_THAT(from_test(asked), Not(HasSubstr("Rule")));
  EXPECT_EQ(told.substr(0, told.find("\ntest")), asked.substr(0, asked.find("\ntest")));
}

TEST_F(ArcRows, SketchesFitATerminal) {
  for (std::uint64_t unit = 0; unit < 150; ++unit) {
    const std::string text = task_.sketch(row(unit), Reveal::kAnswer);
    // `show` puts the id, input and target above, and an empty line; the last line is for the
    // shell.
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 24 - 4 - 1) << text;
    for (const std::string_view line : split_text(text, '\n')) EXPECT_LE(line.size(), 80U) << line;
  }
}

}  // namespace
}  // namespace assay::arc
