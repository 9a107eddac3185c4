// Rows of Conceptual SCAN derived from their texts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/error.h"
#include "assay/tasks/cscan/cscan_task.h"
#include "assay/tasks/cscan/row.h"

namespace assay::cscan {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

CscanTask make_cscan(const std::map<std::string, std::string>& settings) {
  return CscanTask(Params(CscanTask::static_info().params, settings, "cscan"));
}

// A context that tells two rules and shows a third one.
constexpr const char* kContext =
    "\n[walk] = RUN"
    "\n[x1 twice] = [x1] [x1]"
    "\nlook LOOK";

class CscanReaderOf : public ::testing::TestWithParam<const char*> {};

TEST_P(CscanReaderOf, ARowIsWhatItsTextTells) {
  const CscanTask task = make_cscan({{"space", GetParam()}, {"siblings", "1"}, {"examples", "20"}});
  const TextReader& reader = *task.abilities().reader;
  const auto source = task.open(3);
  Example made;
  Example derived;
  int rows = 0;
  for (std::uint64_t context = 0; context < 12; ++context) {
    const auto unit = source->unit(context);
    for (std::uint32_t item = 0; item < source->items_per_unit(); ++item) {
      if (!unit->make(item, {}, made)) continue;
      ++rows;
      reader.derive(made.input(), derived);
      ASSERT_EQ(derived.rules, made.rules) << made.input();
      made.fields[kFalsehood] = std::string();
      made.fields[kLeader] = std::int64_t{-1};
      ASSERT_EQ(derived.fields, made.fields) << made.input();
    }
  }
  EXPECT_GT(rows, 300);
}

INSTANTIATE_TEST_SUITE_P(Spaces, CscanReaderOf, ::testing::Values("b", "x", "scan"));

// Shares count of 10,000, so these are nearly nothing; what they say of each other still holds.
TEST(CscanShares, AreSharesHoweverSmall) {
  const CscanTask task =
      make_cscan({{"space", "b"}, {"shares", "1 0 0 0 0 0 0 0"}, {"examples", "20"}});
  const auto source = task.open(3);
  Example made;
  int rows = 0;
  for (std::uint64_t context = 0; context < 20; ++context) {
    const auto unit = source->unit(context);
    for (std::uint32_t item = 0; item < source->items_per_unit(); ++item) {
      rows += unit->make(item, {}, made) ? 1 : 0;
    }
  }
  EXPECT_GT(rows, 200);
}

TEST(CscanReader, TellsTheFiguresOfATextOfOnesOwn) {
  const CscanTask task = make_cscan({{"space", "b"}});
  const TextReader& reader = *task.abilities().reader;
  const std::string input = std::string("walk twice") + kContext;
  Example row;
  reader.derive(input, row);
  EXPECT_EQ(row.input(), input);
  EXPECT_EQ(row.target(), "RUN RUN (Reasoning: Monotonic)");
  EXPECT_EQ(text_at(row, kRequest), "walk twice");
  EXPECT_EQ(number_at(row, kRules), 2);
  EXPECT_EQ(number_at(row, kContextRules), 2);
  EXPECT_EQ(real_at(row, kExplicitShare), 1.0);
  EXPECT_EQ(row.rules.size(), 2U);
  EXPECT_EQ(task.defect(row), "");
  EXPECT_THAT(reader.readings(input), ElementsAre(row.target()));
}

TEST(CscanReader, NamesTheLineThatIsNotOfTheLanguage) {
  const CscanTask task = make_cscan({{"space", "b"}});
  const TextReader& reader = *task.abilities().reader;
  Example row;
  for (const char* request : {"fly twice", "walk walk", ""}) {
    EXPECT_THAT([&] { reader.derive(std::string(request) + kContext, row); },
                ThrowsMessage<Error>(HasSubstr("line 1")))
        << request;
  }
  EXPECT_THAT([&] { reader.derive(std::string("walk twice") + kContext + "\nrun SOMEWHERE", row); },
              ThrowsMessage<Error>(HasSubstr("line 5")));
}

TEST(CscanReader, KnowsNothingWithoutAContextAndRefusesOneThatContradictsItself) {
  const CscanTask task = make_cscan({{"space", "b"}});
  const TextReader& reader = *task.abilities().reader;
  Example row;
  reader.derive("walk", row);
  EXPECT_EQ(row.target(), "? (Reasoning: Defeasible)");
  EXPECT_EQ(text_at(row, kClass), name_of(ExampleClass::kCommandUnknown));
  EXPECT_EQ(number_at(row, kContextRules), 0);
  EXPECT_THAT([&] { reader.derive("walk\n[walk] = RUN\nwalk LOOK", row); },
              ThrowsMessage<Error>(HasSubstr("the context contradicts itself")));
}

}  // namespace
}  // namespace assay::cscan
