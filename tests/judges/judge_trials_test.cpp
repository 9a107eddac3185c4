// Judges against brute force: answers of the solver are right, and mutants are what the checker
// says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <ostream>

#include "trials.h"

namespace assay::judges {

// GoogleTest looks for this name.
void PrintTo(const Trial& trial, std::ostream* out) {  // NOLINT(readability-identifier-naming)
  *out << trial.task;
}

namespace {

class JudgeTrial : public ::testing::TestWithParam<Trial> {};
class JudgeTrialSlow : public JudgeTrial {};

TEST_P(JudgeTrial, AgreesWithBruteForce) { hold(GetParam(), kQuick); }

TEST_P(JudgeTrialSlow, AgreesWithBruteForce) { hold(GetParam(), kWhole); }

// --- does a trial notice a judge that is wrong? --------------------------------------------------

// Takes nothing but the very text of the target.
Verdict by_the_letter(const Task&, const Example& row, std::string_view answer) {
  if (answer.find_first_not_of(" \t\r\n") == std::string_view::npos) return {};
  const bool same = answer == row.target();
  return {same ? Status::kRight : Status::kWrong, same ? 1.0 : 0.0, "", {}};
}

// Looks no further than the end of a target.
Verdict without_the_tail(const Task& task, const Example& row, std::string_view answer) {
  const bool begins = answer.starts_with(row.target());
  return task.judge(row, begins ? std::string_view(row.target()) : answer);
}

// Finds a target anywhere.
Verdict anywhere(const Task& task, const Example& row, std::string_view answer) {
  const bool found = answer.find(row.target()) != std::string_view::npos;
  return task.judge(row, found ? std::string_view(row.target()) : answer);
}

Verdict whatever_the_case(const Task& task, const Example& row, std::string_view answer) {
  const bool same = std::ranges::equal(answer, row.target(), [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  });
  return task.judge(row, same ? std::string_view(row.target()) : answer);
}

// Tokens in any order.
Verdict in_any_order(const Task& task, const Example& row, std::string_view answer) {
  std::string given(answer);
  std::string wanted = row.target();
  std::ranges::sort(given);
  std::ranges::sort(wanted);
  return task.judge(row, given == wanted ? std::string_view(row.target()) : answer);
}

Verdict with_half_a_score(const Task& task, const Example& row, std::string_view answer) {
  Verdict verdict = task.judge(row, answer);
  if (verdict.status == Status::kUnparsable) verdict.score = 0.5;
  return verdict;
}

Verdict silence_is_wrong(const Task& task, const Example& row, std::string_view answer) {
  Verdict verdict = task.judge(row, answer);
  if (!verdict.score) verdict = {Status::kWrong, 0.0, "", {}};
  return verdict;
}

TEST_P(JudgeTrial, NoticesJudgesThatAreWrong) {
  constexpr Extent kSome{300};
  const std::pair<const char*, JudgeOfTask> judges[] = {
      {"by the letter", by_the_letter},
      {"without the tail", without_the_tail},
      {"anywhere", anywhere},
      {"whatever the case", whatever_the_case},
      {"in any order", in_any_order},
      {"with half a score", with_half_a_score},
      {"silence is wrong", silence_is_wrong},
  };
  for (const auto& [name, judge] : judges) {
    EXPECT_FALSE(disagreements(GetParam(), kSome, judge).empty()) << name;
  }
}

constexpr auto kName = [](const auto& trial) { return trial.param.task; };
const auto kTrials =
    ::testing::Values(scan_trial(), cfq_trial(), logic_trial(), gscan_trial(), reascan_trial());

INSTANTIATE_TEST_SUITE_P(EveryTask, JudgeTrial, kTrials, kName);
INSTANTIATE_TEST_SUITE_P(EveryTask, JudgeTrialSlow, kTrials, kName);

}  // namespace
}  // namespace assay::judges
