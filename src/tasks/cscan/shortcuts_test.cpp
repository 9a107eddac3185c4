#include "assay/tasks/cscan/shortcuts.h"

#include <gtest/gtest.h>

#include <string>

#include "assay/base/error.h"
#include "assay/base/random.h"
#include "assay/tasks/cscan/row.h"

namespace assay::cscan {
namespace {

class CscanShortcuts : public ::testing::Test {
 protected:
  // The answer of first-words.
  std::string say(const std::string& input) const {
    Example row;
    reset(row, cscan_schema());
    row.fields[kInput] = input;
    Stream chance(stream_key(0, "none"), {});
    return first_words_.answer(row, chance);
  }
  // The solver's, which reads all.
  std::string solve(const std::string& input) const { return solver_.solve(input); }

  static std::string lines(const std::string& line, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += line + '\n';
    return text;
  }

 private:
  Solver solver_{read_rule_space("b")};
  Shortcut first_words_ = cscan_shortcuts(solver_).back();
};

constexpr const char* kUnknown = "? (Reasoning: Defeasible)";

TEST_F(CscanShortcuts, ReadASmallContextToItsEnd) {
  EXPECT_EQ(say("walk"), kUnknown);
  EXPECT_EQ(say("walk\n"), kUnknown);
  EXPECT_EQ(say("walk\n[walk] = RED"), "RED (Reasoning: Monotonic)");
  EXPECT_EQ(say("walk twice\n[x1 twice] = [x1] [x1]\n[walk] = RED\n"),
            "RED RED (Reasoning: Monotonic)");
}

TEST_F(CscanShortcuts, ReadTwoHundredWordsInWholeLines) {
  const std::string rule = "[walk] = RED\n";  // three words
  const std::string fits = "walk\n" + lines("run BLUE", 98) + rule;
  const std::string does_not = "walk\n" + lines("run BLUE", 99) + rule;
  EXPECT_EQ(say(fits), "RED (Reasoning: Monotonic)");
  EXPECT_EQ(say(does_not), kUnknown);
  EXPECT_EQ(solve(does_not), "RED (Reasoning: Monotonic)");
  EXPECT_EQ(say("run\n" + lines("run BLUE", 300)), "BLUE (Reasoning: Monotonic)");
}

TEST_F(CscanShortcuts, HaveNoAnswerToWhatIsNotOfTheLanguage) {
  EXPECT_THROW(say("walk\nfly RED\n"), Error);
}

}  // namespace
}  // namespace assay::cscan
