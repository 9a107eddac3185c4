#include "assay/pipeline/grouping.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/store/fake_task_testing.h"

namespace assay {
namespace {

using testing::ElementsAre;

class LongTask : public FakeTask {
 public:
  Features features(const Example&) const override {
    Features features;
    features.input_length = 17;
    features.output_length = 4;
    return features;
  }
};

Example example() {
  Example row;
  row.fields = {std::string("question"),
                std::string("answer"),
                true,
                std::int64_t{-7},
                0.7,
                std::vector<std::string>{"b", "a", "b"},
                std::vector<std::int64_t>{12, 3, 14},
                std::vector<double>{}};
  return row;
}

// "a|b 3": groups as they come, the values of each between blanks.
std::string groups(const std::string& text) {
  const LongTask task;
  std::string out;
  for (const GroupKey& key : Grouping(task, text).groups_of(example())) {
    out += out.empty() ? "" : "|";
    for (const ColumnValue& value : key) {
      out += &value == &key.front() ? "" : " ";
      out += std::visit([](const auto& held) { return fmt::format("{}", held); }, value);
    }
  }
  return out;
}

TEST(Grouping, IsByTheValueOfAColumnOfAnyType) {
  EXPECT_EQ(groups("target"), "answer");
  EXPECT_EQ(groups("flag"), "true");
  EXPECT_EQ(groups("number"), "-7");
  EXPECT_EQ(groups("real"), "0.7");
}

TEST(Grouping, CountsARowOnceForEachValueOfAList) {
  EXPECT_EQ(groups("texts"), "a|b");
  EXPECT_EQ(groups("numbers"), "3|12|14");
  EXPECT_EQ(groups("reals"), "");
}

TEST(Grouping, PutsNumbersIntoBucketsNamedByTheirLowerEdge) {
  EXPECT_EQ(groups("number/5"), "-10");
  EXPECT_EQ(groups("number/2.5"), "-7.5");
  EXPECT_EQ(groups("real/0.1"), "0.7");
  EXPECT_EQ(groups("real/0.5"), "0.5");
  EXPECT_EQ(groups("numbers/10"), "0|10");
  const LongTask task;
  EXPECT_EQ(Grouping(task, "number/5").groups_of(example()), (std::vector<GroupKey>{{-10L}}));
  EXPECT_EQ(Grouping(task, "real/1").groups_of(example()), (std::vector<GroupKey>{{0.0}}));
}

TEST(Grouping, CrossesColumns) {
  EXPECT_EQ(groups("texts*numbers/10"), "a 0|a 10|b 0|b 10");
  EXPECT_EQ(groups("texts*reals"), "");
  EXPECT_EQ(groups("flag*number*target"), "true -7 answer");
  const LongTask task;
  EXPECT_THAT(Grouping(task, "texts*numbers/10").columns(), ElementsAre("texts", "numbers/10"));
}

TEST(Grouping, KnowsLengthsUnlessAColumnHasThatName) {
  EXPECT_EQ(groups("input_length"), "1") << "words, whatever the task's features count";
  EXPECT_EQ(groups("input_length/5"), "0");
  EXPECT_EQ(groups("output_length"), "4");
  class OwnLength : public LongTask {
   public:
    OwnLength() {
      own_ = LongTask::schema();
      own_.fields[2].name = "input_length";
    }
    const Schema& schema() const override { return own_; }

   private:
    Schema own_;
  };
  const OwnLength task;
  EXPECT_EQ(Grouping(task, "input_length").groups_of(example()), (std::vector<GroupKey>{{true}}));
}

TEST(Grouping, SaysWhatItDoesNotUnderstand) {
  const LongTask task;
  const struct {
    const char* text;
    const char* says;
  } cases[] = {
      {"numbr", "task fake has no column \"numbr\"; did you mean \"number\""},
      {"inputlength", "did you mean \"input_length\""},
      {"", "has no column \"\""},
      {"flag*", "has no column \"\""},
      {"number/", "a number such as 5 or 0.5, not \"\""},
      {"number/0", "not \"0\""},
      {"number/-5", "not \"-5\""},
      {"number/5/5", "not \"5/5\""},
      {"texts/5", "only numbers have buckets, and column texts is list of texts"},
      {"flag/5", "column flag is bool"},
  };
  for (const auto& each : cases) {
    EXPECT_THAT([&] { Grouping(task, each.text); }, fails(ErrorKind::kUsage, each.says));
  }
  Example large = example();
  large.fields[4] = 1e300;
  EXPECT_THAT([&] { Grouping(task, "real/5").groups_of(large); },
              fails(ErrorKind::kInput, "the number 1e+300 is too large for buckets of 5"));
}

TEST(Grouping, CountsPiecesOfAVocabulary) {
  const LongTask task;
  const TokenCounter words("");
  Example row = example();
  row.fields[kInputField] = std::string("a b c");
  row.fields[kTargetField] = std::string("d e");
  const Grouping both(task, "input_pieces*target_pieces", &words);
  ASSERT_THAT(both.groups_of(row), ElementsAre(GroupKey{std::int64_t{3}, std::int64_t{2}}));
  EXPECT_FALSE(both.is_numeric());
  EXPECT_TRUE(Grouping(task, "input_pieces/2", &words).is_numeric());
  EXPECT_TRUE(Grouping(task, "number").is_numeric());
  EXPECT_FALSE(Grouping(task, "target").is_numeric());
  EXPECT_THAT([&] { Grouping(task, "input_pieces"); },
              fails(ErrorKind::kUsage, "input_pieces needs --vocabulary FILE"));
}

}  // namespace
}  // namespace assay
