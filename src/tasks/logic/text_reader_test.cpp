// Rows of LogicInference derived from their questions.
#include "assay/tasks/logic/text_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "assay/base/error.h"
#include "assay/tasks/logic/logic_task.h"
#include "assay/tasks/logic/row.h"

namespace assay::logic {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

LogicTask make_logic(const std::map<std::string, std::string>& settings) {
  return LogicTask(Params(LogicTask::static_info().params, settings, "logic"));
}

template <typename See>
void for_rows(const Task& task, std::uint64_t units, const See& see) {
  const auto source = task.open(17);
  Example row;
  for (std::uint64_t index = 0; index < units; ++index) {
    const auto unit = source->unit(index);
    for (std::uint32_t item = 0; item < source->items_per_unit(); ++item) {
      if (unit->make(item, {}, row)) see(row);
    }
  }
}

bool has_chain(const Example& row) {
  const std::string& outcome = text_at(row, kAnswer);
  return outcome == name_of(Outcome::kYes) || outcome == name_of(Outcome::kRefutedLater);
}

class LogicReaderOf : public ::testing::TestWithParam<const char*> {};

// The rules of a row in order, without the numbers that tell forms of one rule apart: a step may
// have several, such as modus tollens by ~q or by q.
std::vector<std::string> rule_names(const LogicTask& task, const Example& row) {
  std::vector<std::string> names;
  for (NodeId node = 0; node < row.rules.size(); ++node) {
    std::string name(task.rules().name(row.rules.rule(node)));
    if (const auto end = name.find_last_not_of("0123456789"); name[end] == ' ') name.resize(end);
    names.push_back(std::move(name));
  }
  return names;
}

// All that may differ is which of several chains is shown, and the form of lonely facts.
TEST_P(LogicReaderOf, ARowIsWhatItsTextTells) {
  const LogicTask task = make_logic({{"answer", GetParam()}});
  int rows = 0;
  int other_targets = 0;
  int other_formulas = 0;
  for_rows(task, 300, [&](const Example& made) {
    ++rows;
    Example derived;
    task.abilities().reader->derive(made.input(), derived);
    EXPECT_EQ(derived.input(), made.input());
    EXPECT_EQ(text_at(derived, kType), text_at(made, kType)) << made.input();
    EXPECT_EQ(text_at(derived, kAnswer), text_at(made, kAnswer)) << made.input();
    EXPECT_EQ(task.canonical(derived), task.canonical(made)) << made.input();
    EXPECT_EQ(task.judge(made, derived.target()).status, Status::kRight) << made.input();
    EXPECT_EQ(task.defect(derived), "") << made.input();
    const bool same_formulas = texts_at(derived, kPremises) == texts_at(made, kPremises) &&
                               text_at(derived, kAsked) == text_at(made, kAsked);
    other_formulas += same_formulas ? 0 : 1;
    EXPECT_TRUE(same_formulas || text_at(made, kType) == "3b") << made.input();
    if (derived.target() == made.target()) {
      EXPECT_EQ(rule_names(task, derived), rule_names(task, made)) << made.input();
      EXPECT_EQ(texts_at(derived, kChain), texts_at(made, kChain)) << made.input();
    } else {
      ++other_targets;
      EXPECT_TRUE(has_chain(made)) << made.input();
    }
  });
  EXPECT_GT(rows, 2500);
  EXPECT_LT(other_targets, rows / 5);
  EXPECT_LT(other_formulas, rows / 200);
}

INSTANTIATE_TEST_SUITE_P(Places, LogicReaderOf, ::testing::Values("end", "beginning"));

TEST(LogicReader, TellsTheRulesOfAQuestionOfOnesOwn) {
  const LogicTask task = make_logic({});
  const TextReader& reader = *task.abilities().reader;
  const std::string input =
      "Consider the following premises. p -> q. q -> r. p. Can we infer r from them?";
  Example row;
  reader.derive(input, row);
  EXPECT_EQ(text_at(row, kType), "3a");
  EXPECT_EQ(text_at(row, kAnswer), "yes");
  EXPECT_THAT(texts_at(row, kPremises), ElementsAre("p -> q", "q -> r", "p"));
  EXPECT_EQ(text_at(row, kAsked), "r");
  EXPECT_EQ(texts_at(row, kChain).size(), 2U);
  EXPECT_EQ(row.rules.size(), 8U);  // three premises, two steps, answer, what is asked, type
  EXPECT_EQ(task.rules().name(row.rules.rule(row.rules.root())), "type 3a");
  EXPECT_THAT(reader.readings(input), ElementsAre(row.target()));
}

TEST(LogicReader, SaysWhyATextIsNoQuestion) {
  const LogicTask task = make_logic({});
  Example row;
  EXPECT_THAT([&] { task.abilities().reader->derive("Who directed M0", row); },
              ThrowsMessage<Error>(HasSubstr("no question: ")));
}

// Their answers may be wrong, so that edition has no reader; the sound one reads its questions.
TEST(LogicReader, TheQuestionsOfTheReleaseAreReadAndNotItsAnswers) {
  const LogicTask release = make_logic(
      {{"edition", "published"}, {"problems", "200"}, {"variations", "2"}, {"examples", "1000"}});
  EXPECT_EQ(release.abilities().reader, nullptr);
  const LogicTask sound = make_logic({});
  for_rows(release, 1, [&](const Example& made) {
    Example derived;
    sound.abilities().reader->derive(made.input(), derived);
    EXPECT_EQ(sound.judge(made, derived.target()).status, Status::kRight) << made.input();
    EXPECT_EQ(text_at(derived, kType), text_at(made, kType)) << made.input();
    EXPECT_FALSE(derived.rules.empty());
  });
}

}  // namespace
}  // namespace assay::logic
