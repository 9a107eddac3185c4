#include "assay/core/difficulty.h"

#include <gtest/gtest.h>

#include "assay/base/error.h"

namespace assay {
namespace {

using Given = std::map<std::string, std::string>;

TaskInfo cheers() {
  TaskInfo info;
  info.name = "cheer";
  info.difficulty = {{{"times", "1"}}, {{"times", "9"}, {"word", "hooray"}}};
  return info;
}

std::string complaint(const TaskInfo& info, const std::string& level) {
  try {
    with_difficulty(info, {{"difficulty", level}});
  } catch (const Error& problem) {
    return problem.what();
  }
  return "none";
}

TEST(Difficulty, LevelsStandForParametersAndNamedOnesWin) {
  EXPECT_EQ(with_difficulty(cheers(), {{"times", "3"}}), (Given{{"times", "3"}}));
  EXPECT_EQ(with_difficulty(cheers(), {{"difficulty", "0"}}), (Given{{"times", "1"}}));
  EXPECT_EQ(with_difficulty(cheers(), {{"difficulty", "1"}, {"times", "3"}, {"loud", "1"}}),
            (Given{{"times", "3"}, {"word", "hooray"}, {"loud", "1"}}));
}

TEST(Difficulty, LevelsThatThereAreNotAreRefused) {
  for (const char* level : {"2", "-1", "1.5", "", "hard", "99999999999999999999"}) {
    EXPECT_NE(complaint(cheers(), level).find("is not a whole number from 0 to 1"),
              std::string::npos)
        << level;
  }
  TaskInfo plain = cheers();
  plain.difficulty.clear();
  EXPECT_EQ(complaint(plain, "1"), "task cheer has no levels of difficulty; set its parameters");
}

}  // namespace
}  // namespace assay
