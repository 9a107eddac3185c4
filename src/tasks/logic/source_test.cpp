#include "assay/tasks/logic/source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <thread>

#include "assay/tasks/logic/judge.h"
#include "assay/tasks/logic/published/edition_testing.h"
#include "assay/tasks/logic/row.h"

namespace assay::logic {
namespace {

class LogicEditions : public testing::Test {
 protected:
  std::unique_ptr<Source> sound(std::uint64_t seed = 3) {
    return open_sound({{5, 15, 25, 30, 15, 10}, 35, 4, AnswerPlace::kEnd}, book_, derivations_,
                      seed);
  }

  RuleBook book_;
  Derivations derivations_{book_};
};

TEST_F(LogicEditions, SoundRowsAreTheSameInAnyOrderOnAnyThread) {
  const auto source = sound();
  std::map<std::pair<std::uint64_t, std::uint32_t>, Example> rows;
  for (std::uint64_t unit = 0; unit < 200; ++unit) {
    for (std::uint32_t item = 0; item < 4; ++item) {
      ASSERT_TRUE(source->unit(unit)->make(item, {}, rows[{unit, item}]));
    }
  }
  std::jthread([&] {
    const auto again = sound();
    Example row;
    for (auto at = rows.rbegin(); at != rows.rend(); ++at) {
      ASSERT_TRUE(again->unit(at->first.first)->make(at->first.second, {}, row));
      EXPECT_EQ(row, at->second);
    }
  }).join();
}

TEST_F(LogicEditions, SoundTargetsAreRightAndTheirGraphsShowTheChain) {
  const auto source = sound();
  std::set<std::string> types;
  Example row;
  for (std::uint64_t unit = 0; unit < 300; ++unit) {
    for (std::uint32_t item = 0; item < 4; ++item) {
      ASSERT_TRUE(source->unit(unit)->make(item, {}, row));
      types.insert(text_at(row, kType));
      const Verdict verdict = judge(row.input(), row.target(), book_, Rigour::kChains);
      ASSERT_EQ(verdict.status, Status::kRight) << row.input() << '\n' << verdict.why;
      EXPECT_EQ(derivations_.rules().name(row.rules.rule(row.rules.root())),
                "type " + text_at(row, kType));
      std::size_t inferences = 0;
      std::set<NodeId> used;
      for (NodeId node = 0; node < row.rules.size(); ++node) {
        const RuleKind kind = derivations_.rules().kind(row.rules.rule(node));
        inferences += kind == RuleKind::kInference ? 1 : 0;
        used.insert(row.rules.inputs(node).begin(), row.rules.inputs(node).end());
      }
      EXPECT_EQ(inferences, texts_at(row, kChain).size());
      EXPECT_EQ(used.size() + 1, row.rules.size());  // all but the root is an input
    }
  }
  EXPECT_THAT(types, testing::ElementsAre("1", "2a", "2b", "3a", "3b"));
}

TEST_F(LogicEditions, PublishedRowsAreTheReleaseWithItsHalves) {
  const published::Settings settings = published::sample_settings();
  const auto source = open_published(settings, book_, derivations_, {}, 0);
  const published::Edition edition(settings);
  ASSERT_EQ(source->items_per_unit(), edition.examples().size());
  const auto unit = source->unit(0);
  Example row;
  for (std::uint32_t item = 0; item < source->items_per_unit(); ++item) {
    const published::Example& example = edition.examples()[item];
    ASSERT_TRUE(unit->make(item, {}, row));
    EXPECT_EQ(row.input(), example.input);
    EXPECT_EQ(row.target(), example.target);
    EXPECT_EQ(text_at(row, kHalf), example.test ? "test" : "train");
    EXPECT_EQ(texts_at(row, kPremises).size(), example.premises);
    EXPECT_FALSE(row.rules.empty());
  }
}

}  // namespace
}  // namespace assay::logic
