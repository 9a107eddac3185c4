#include "assay/pipeline/make_split.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "assay/base/child_process_testing.h"
#include "assay/base/hash.h"
#include "assay/pipeline/verify.h"
#include "assay/pipeline/written_set_testing.h"
#include "assay/store/fake_task_testing.h"

namespace assay {
namespace {

// Rows are the same example when their inputs are; a pattern is the first letter.
class RepeatingTask : public FakeTask {
 public:
  Verdict judge(const Example&, std::string_view) const override {
    return {Status::kRight, 1.0, "", {{"strict", 1}}};
  }
  std::string canonical(const Example& row) const override { return row.input(); }
  Features features(const Example& row) const override {
    return {"", row.input().substr(0, 1), row.input().substr(0, 1),
            static_cast<std::uint32_t>(row.input().size()),
            static_cast<std::uint32_t>(row.input().size())};
  }
};

class Repeated : public testing::Test {
 protected:
  Repeated() {
    std::vector<Example> rows(200);
    for (std::uint64_t i = 0; i < rows.size(); ++i) {
      reset(rows[i], task_.schema());
      rows[i].address = {i, 0};
      rows[i].fields[kInputField] = std::string(1 + i * i % 7, static_cast<char>('a' + i * 11 % 9));
    }
    put_data_set(folder_, task_, 0, std::move(rows));
  }

  SplitFile made(const std::string& method, EqualRows equal) const {
    SplitSpec spec{"s", method, {{"train", "30%"}, {"dev", "20%"}, {"test", "20%"}}};
    if (method == "length") spec.set("longest", std::uint64_t{3});
    return made(spec, equal);
  }
  SplitFile made(const SplitSpec& spec, EqualRows equal = EqualRows::kTogether) const {
    const DataSet data(folder_.path());
    SplitSession rows(data, task_, control_, equal);
    return make_split(rows, spec);
  }
  // What verify says of a split, once it stands on disk.
  std::string verdict(const SplitFile& file) const {
    folder_.put("splits/s.json", split_text(file));
    for (const Check& check : verify(folder_.path(), task_, {})) {
      if (check.name == "split s") return check.holds ? "holds" : check.detail;
    }
    return "no split";
  }

  RepeatingTask task_;
  Control control_;
  ScratchFolder folder_;
};

TEST_F(Repeated, RowsGoTogetherAndVerifyHolds) {
  for (const char* method : {"random", "group", "length", "pattern"}) {
    const SplitFile file = made(method, EqualRows::kTogether);
    EXPECT_FALSE(file.split.train.empty()) << method;
    EXPECT_FALSE(file.split.test.empty()) << method;
    EXPECT_EQ(verdict(file), "holds") << method;
  }
}

// Files of the first format were dealt row by row, and are checked as they were dealt.
TEST_F(Repeated, RowsOfTheFirstFormatAreDealtOneByOne) {
  for (const char* method : {"length", "pattern"}) {
    SplitFile file = made(method, EqualRows::kApart);
    EXPECT_NE(file.split, made(method, EqualRows::kTogether).split) << method;
    EXPECT_NE(verdict(file), "holds") << method;  // it says that it is of format 2
    file.format = 1;
    EXPECT_EQ(split_text(file).find("format"), std::string::npos);
    EXPECT_EQ(verdict(file), "holds") << method;
  }
  SplitFile leaky = made("random", EqualRows::kApart);
  leaky.format = 1;
  EXPECT_THAT(verdict(leaky), testing::HasSubstr("held-out rows also stand in train"));
}

TEST_F(Repeated, SizesThatAreMissedAreNoted) {
  EXPECT_THAT(made("random", EqualRows::kTogether).notes, testing::SizeIs(testing::Le(1)));
  const SplitFile file = made({"s", "random", {{"train", "0"}, {"dev", "1"}, {"test", "rest"}}});
  EXPECT_TRUE(file.split.dev.empty());
  EXPECT_THAT(file.notes,
              testing::ElementsAre("dev has 0 of 1 rows: equal rows go together and did not fit"));
}

TEST_F(Repeated, WrongSidesForDevAreNamed) {
  const auto expect = [&](const SplitSpec& spec, const char* says) {
    EXPECT_THAT([&] { made(spec); }, fails(ErrorKind::kUsage, says));
  };
  expect({"s", "random", {{"dev_from", "both"}}}, "\"dev_from\" is \"both\"");
  expect({"s", "length", {{"longest", std::uint64_t{3}}, {"dev_from", "train"}}},
         "--dev-from needs --dev");
  expect({"s", "follow", {{"of", "r"}, {"dev_from", "train"}}},
         "split method follow has no \"dev_from\"");
}

// What makes a claim is nothing but its values: one more, or one of another kind, is refused.
TEST_F(Repeated, ClaimsWithStrangeValuesDoNotHold) {
  SplitFile file = made("random", EqualRows::kTogether);
  file.claim.set("longest", std::uint64_t{3});
  EXPECT_THAT(verdict(file), testing::HasSubstr("split method random has no \"longest\""));
  file = made("random", EqualRows::kTogether);
  file.claim.set("seed", "0");
  EXPECT_THAT(verdict(file), testing::HasSubstr("\"seed\" must be a whole number"));
  file = made("length", EqualRows::kTogether);
  std::swap(file.claim.values[0], file.claim.values[1]);
  EXPECT_THAT(verdict(file), testing::EndsWith("the file was changed after it was written"));
}

// Neither "holds" nor "does not hold": nobody could look.
TEST_F(Repeated, SplitsThatCannotBeReadGiveNoVerdict) {
  ASSERT_EQ(verdict(made("random", EqualRows::kTogether)), "holds");
  const auto verify_without_rights = [&] {
    Child child([&] {
      give_up_rights();
      return outcome_of([&] { verify(folder_.path(), task_, {}); });
    });
    return child.wait();
  };
  using std::filesystem::perms;
  std::filesystem::permissions(folder_.path(), perms(0755));
  EXPECT_EQ(verify_without_rights(), 0);
  for (const perms rights : {perms(0444), perms(0)}) {
    std::filesystem::permissions(folder_ / "splits", rights);
    EXPECT_EQ(verify_without_rights(), kIoOutcome);
  }
}

// One pass over the rows for all splits gives what a pass for each gives.
TEST_F(Repeated, SplitsOfOneSessionAreThoseOfTheirOwn) {
  const DataSet data(folder_.path());
  SplitSession rows(data, task_, control_);
  for (const char* method : {"random", "group", "pattern", "random"}) {
    const SplitSpec spec{"s", method, {{"train", "30%"}, {"dev", "20%"}, {"test", "20%"}}};
    EXPECT_EQ(split_text(make_split(rows, spec)), split_text(made(spec))) << method;
  }
}

}  // namespace
}  // namespace assay
