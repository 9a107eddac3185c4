#include "assay/verbs/rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/error.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/verbs/generate.h"

namespace assay::verbs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::uint64_t> units_of(const RowChoice& choice) {
  RowFeed feed(choice);
  std::vector<std::uint64_t> units;
  Example row;
  while (feed.next(row)) units.push_back(row.address.unit);
  return units;
}

std::string complaint(const RowChoice& choice) {
  try {
    units_of(choice);
  } catch (const Error& problem) {
    return problem.what();
  }
  return "";
}

// A data set of 20 rows of SCAN, half of them for test.
class StoredRows : public testing::Test {
 protected:
  void SetUp() override {
    const std::string recipe = folder_.put("recipe.toml",
                                           "task = \"scan\"\n"
                                           "rows = 20\n"
                                           "[[split]]\n"
                                           "name = \"half\"\n"
                                           "method = \"random\"\n"
                                           "train = \"50%\"\n");
    generate({merged_recipe({.file = recipe}).recipe, {}, folder_ / "set"});
    all_ = units_of({.what = folder_ / "set", .rows = 20});
  }
  RowChoice choice() const { return {.what = folder_ / "set"}; }

  ScratchFolder folder_;
  std::vector<std::uint64_t> all_;
};

TEST(MadeRows, AreTenUnlessMoreAreAskedFor) {
  const auto ten = units_of({.what = "scan", .seed = 7});
  ASSERT_EQ(ten.size(), kDefaultRows);
  EXPECT_EQ(ten[0], 564U);
  EXPECT_EQ(ten[1], 11413U);
  EXPECT_THAT(units_of({.what = "scan", .seed = 7, .rows = 2}), ElementsAre(564, 11413));
  EXPECT_THAT(units_of({.what = "scan", .seed = 7, .row = 1}), ElementsAre(11413));
  EXPECT_THAT(units_of({.what = "scan", .id = "scan:7:564:0"}), ElementsAre(564));
}

TEST_F(StoredRows, AreFoundByNumberIdAndPart) {
  RowChoice one = choice();
  one.row = 3;
  EXPECT_THAT(units_of(one), ElementsAre(all_[3]));
  RowChoice named = choice();
  named.id = "scan:0:" + std::to_string(all_[5]) + ":0";
  EXPECT_THAT(units_of(named), ElementsAre(all_[5]));
  RowChoice tested = choice();
  tested.part = {"half", "test"};
  RowChoice trained = choice();
  trained.part.split = "half";
  auto both = units_of(tested);
  EXPECT_EQ(both.size(), 10U);
  for (const std::uint64_t unit : units_of(trained)) both.push_back(unit);
  EXPECT_THAT(both, testing::UnorderedElementsAreArray(all_));
}

TEST_F(StoredRows, ThatAreNotThereAreNamed) {
  RowChoice far = choice();
  far.row = 20;
  EXPECT_THAT(complaint(far), HasSubstr("has 20 rows, counted from 0"));
  RowChoice strange = choice();
  strange.id = "cfq:0:0:0";
  EXPECT_THAT(complaint(strange), HasSubstr("is not an id of task scan"));
}

TEST(RowChoices, MustNotContradictThemselves) {
  EXPECT_EQ(complaint({.what = "scan", .rows = 1, .row = 1}),
            "give only one of -n, --row and --id");
  EXPECT_THAT(complaint({.what = "scan", .seed = 1, .id = "scan:0:3:0"}), HasSubstr("--seed out"));
  EXPECT_THAT(complaint({.what = "scan", .part = {"half", ""}, .row = 1}),
              HasSubstr("leave --split and --part out"));
  EXPECT_THAT(complaint({.what = "sacn"}), HasSubstr("did you mean \"scan\""));
}

}  // namespace
}  // namespace assay::verbs
