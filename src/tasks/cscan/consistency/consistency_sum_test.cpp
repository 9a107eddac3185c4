#include "assay/tasks/cscan/consistency/consistency_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "assay/tasks/cscan/consistency/random_predictions_testing.h"

namespace assay::cscan {
namespace {

constexpr const char* kOne = "1 (Reasoning: Monotonic)";
constexpr ConsistencyReading kReadings[] = {ConsistencyReading::kPaper, ConsistencyReading::kFull};

class CscanConsistencySum : public testing::Test {
 protected:
  ConsistencySum two_contexts() const {
    ConsistencySum sum(phrases_, reader_, ConsistencyReading::kPaper);
    sum.add("one", "1", "[walk] = RUN", kOne);
    sum.add("two", "2", "[walk] = RUN", kOne);
    sum.add("one", "3", "[x4 twice] = [x4] [x4]", kOne);
    sum.add("one", "4", "walk twice", "RUN RUN (Reasoning: Defeasible)");
    sum.add("one", "5", "[walk] = RUN RUN", "0 (Reasoning: Monotonic)");
    sum.add("one", "6", "run", "? (Reasoning: Defeasible)");
    sum.add("one", "7", "run", "what?");
    sum.add("one", "8", "run", kOne);
    sum.add("one", "9", "[run] = RUN", "RUN (Reasoning: Monotonic)");
    sum.add("two", "10", "walk", "JUMP (Reasoning: Defeasible)");
    sum.add("two", "11", "[walk] = RUN", kOne);
    sum.add("one", "12", "walk", "RUN (Reasoning: Monotonic)");
    return sum;
  }

  // Contexts of the samples, their predictions in order or the other way round.
  ConsistencySum sampled(const samples::Mix& mix, std::uint64_t contexts,
                         ConsistencyReading reading, bool is_reversed = false,
                         const ConsistencyLimits& limits = {}) const {
    const samples::TreeDraw trees(phrases_);
    const Key key = stream_key(3, "consistency of samples");
    ConsistencySum sum(phrases_, reader_, reading, limits);
    for (std::uint64_t context = 0; context < contexts; ++context) {
      Stream stream(key, {Purpose::kUnit, context, 0, 0});
      auto predictions = samples::predictions(phrases_, trees, mix, stream);
      if (is_reversed) std::ranges::reverse(predictions);
      for (const samples::Prediction& one : predictions) {
        std::string request;
        std::string answer;
        append_request(request, one.request, phrases_);
        append_answer(answer, one.answer, space_);
        sum.add(std::to_string(context), "", request, answer);
      }
    }
    return sum;
  }

  static Control on(unsigned jobs) {
    Control control;
    control.jobs = jobs;
    return control;
  }

  RuleSpace space_ = read_rule_space("b");
  PhraseTable phrases_{space_};
  Reader reader_{phrases_};
};

TEST_F(CscanConsistencySum, CountsOverContexts) {
  const ConsistencyReport report = two_contexts().report(on(2));
  EXPECT_EQ(report.predictions, 12U);
  EXPECT_EQ(report.assertions, 7U);
  EXPECT_EQ(report.unread, 1U);
  EXPECT_EQ(report.contexts, 2U);
  ConsistencyCounts counts;
  counts.implications = 1;
  counts.reply_contradictions = 1;
  counts.qualifier_contradictions = 2;
  counts.repeated = 1;
  counts.implication_sizes = {{2, 1}};
  counts.contradiction_sizes = {{2, 1}, {3, 2}};
  counts.contradiction_types = {{{2, About::kCommand}, 1}, {{3, About::kCommand}, 2}};
  EXPECT_EQ(report.counts, counts);
  EXPECT_EQ(report.counts.consistency(), 25.0);
  EXPECT_EQ(ConsistencyCounts().consistency(), std::nullopt);
}

TEST_F(CscanConsistencySum, ListsEverySet) {
  std::vector<std::string> lines;
  two_contexts().list([&](std::string_view line) { lines.emplace_back(line); });
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0],
            R"j({"kind":"implication","size":2,"about":"command","conclusion":"12","members":[)j"
            R"j({"id":"1","request":"[walk] = RUN","answer":"1 (Reasoning: Monotonic)"},)j"
            R"j({"id":"12","request":"walk","answer":"RUN (Reasoning: Monotonic)"}]})j");
  EXPECT_EQ(
      lines[1],
      R"j({"kind":"contradiction","of":"qualifier","size":3,"about":"command","type":2,)j"
      R"j("conclusion":"4","members":[)j"
      R"j({"id":"1","request":"[walk] = RUN","answer":"1 (Reasoning: Monotonic)"},)j"
      R"j({"id":"3","request":"[x1 twice] = [x1] [x1]","answer":"1 (Reasoning: Monotonic)"},)j"
      R"j({"id":"4","request":"walk twice","answer":"RUN RUN (Reasoning: Defeasible)"}]})j");
  EXPECT_EQ(lines[3],
            R"j({"kind":"contradiction","of":"reply","size":2,"about":"command","type":2,)j"
            R"j("conclusion":"10","members":[)j"
            R"j({"id":"2","request":"[walk] = RUN","answer":"1 (Reasoning: Monotonic)"},)j"
            R"j({"id":"10","request":"walk","answer":"JUMP (Reasoning: Defeasible)"}]})j");
}

TEST_F(CscanConsistencySum, WhoKnowsTheRulesIsConsistent) {
  for (const auto reading : kReadings) {
    const auto counts = sampled({.basis = 14}, 3, reading).report(on(1)).counts;
    EXPECT_EQ(counts.consistency(), 100.0);
    EXPECT_GT(counts.implications, 1'000U);
  }
}

TEST_F(CscanConsistencySum, NeitherThreadsNorTheOrderOfPredictionsMatter) {
  const samples::Mix mix = {.commands = 150, .rules = 80, .silent = 20, .basis = 20, .wrong = 30};
  for (const auto reading : kReadings) {
    const auto counts = sampled(mix, 6, reading).report(on(1)).counts;
    EXPECT_GT(counts.contradictions(), 1'000U);
    EXPECT_LT(counts.consistency().value(), 50.0);
    EXPECT_EQ(sampled(mix, 6, reading).report(on(3)).counts, counts);
    EXPECT_EQ(sampled(mix, 6, reading, true).report(on(2)).counts, counts);
  }
}

TEST_F(CscanConsistencySum, LimitsCutOffAtTheSamePlace) {
  const samples::Mix mix = {.commands = 60, .rules = 30, .silent = 0, .basis = 84, .wrong = 80};
  const ConsistencyLimits limits = {.per_side = 200, .per_context = 5'000};
  for (const auto reading : kReadings) {
    const auto counts = sampled(mix, 2, reading, false, limits).report(on(1)).counts;
    EXPECT_EQ(counts.capped_contexts, 2U);
    EXPECT_GT(counts.contradictions(), 500U);
    EXPECT_LT(counts.contradictions(), 20'000U);
    EXPECT_EQ(sampled(mix, 2, reading, true, limits).report(on(2)).counts, counts);
  }
}

}  // namespace
}  // namespace assay::cscan
