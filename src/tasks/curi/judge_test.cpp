#include "assay/tasks/curi/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

namespace assay::curi {
namespace {

using testing::HasSubstr;

constexpr std::array<bool, 4> kLabels{true, false, false, true};
constexpr std::string_view kTarget = "yes no no yes";

double mark(const Verdict& verdict, std::string_view name) {
  for (const auto& [key, value] : verdict.marks) {
    if (key == name) return value;
  }
  return -1;
}

TEST(CuriJudge, AcceptsLabelsInManyWords) {
  for (const std::string_view answer :
       {"yes no no yes", "Yes, No, No, Yes", "1 0 0 1", "[1, 0, 0, 1]", "true false false true",
        "1. yes\n2. no\n3. no\n4. yes", "positive negative negative positive"}) {
    EXPECT_EQ(judge(kLabels, kTarget, answer).status, Status::kRight) << answer;
  }
  EXPECT_EQ(mark(judge(kLabels, kTarget, kTarget), "strict"), 1);
  EXPECT_EQ(mark(judge(kLabels, kTarget, "1 0 0 1"), "strict"), 0);
}

TEST(CuriJudge, AcceptsScores) {
  const Verdict right = judge(kLabels, kTarget, "0.9 0.1 0.2 0.8");
  EXPECT_EQ(right.status, Status::kRight);
  EXPECT_EQ(mark(right, "precision"), 1);
  const Verdict wrong = judge(kLabels, kTarget, "0.9 0.1 0.95 0.2");
  EXPECT_EQ(wrong.status, Status::kWrong);
  EXPECT_DOUBLE_EQ(*wrong.score, 0.5);
  EXPECT_DOUBLE_EQ(mark(wrong, "labels"), 0.5);
  // Ranked third, first, fourth, second: precision 1/2 at the first hit, 2/3 at the second.
  EXPECT_NEAR(mark(wrong, "precision"), (1.0 / 2 + 2.0 / 3) / 2, 1e-12);
  EXPECT_THAT(wrong.why, HasSubstr("2 of 4 labels are wrong, first that of scene 3"));
}

TEST(CuriJudge, TellsWhatCannotBeRead) {
  EXPECT_EQ(judge(kLabels, kTarget, "  ").status, Status::kNoAnswer);
  EXPECT_EQ(judge(kLabels, kTarget, "yes no no").status, Status::kUnparsable);
  EXPECT_EQ(judge(kLabels, kTarget, "yes no maybe yes").status, Status::kUnparsable);
  EXPECT_EQ(judge(kLabels, kTarget, "yes no nan yes").status, Status::kUnparsable);
  EXPECT_THAT(judge(kLabels, kTarget, "yes no no").why, HasSubstr("3 labels, not 4"));
}

// Whoever numbers labels says which scene each is of.
TEST(CuriJudge, NumbersMustBeInOrder) {
  for (const std::string_view answer :
       {"4. yes\n3. no\n2. no\n1. yes", "2. yes\n1. no\n3. no\n4. yes", "0: yes 1: no 2: no 3: yes",
        "1. yes no no 4. yes", "1. 1. yes 2. no 3. no 4. yes", "1. 2. 3. 4."}) {
    EXPECT_EQ(judge(kLabels, kTarget, answer).status, Status::kUnparsable) << answer;
  }
  EXPECT_THAT(judge(kLabels, kTarget, "4. yes 3. no 2. no 1. yes").why, HasSubstr("not 1 to 4"));
  EXPECT_EQ(judge(kLabels, kTarget, "1: yes\n2: no\n3: no\n4: yes").status, Status::kRight);
}

}  // namespace
}  // namespace assay::curi
