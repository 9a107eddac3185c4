// The task that core/task.h opens with, taken from there by the build, runs.
#include "assay/core/task.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "assay/base/error.h"
#include "assay/base/text.h"

namespace assay {
namespace {

#include ASSAY_EXAMPLE

TEST(SmallTask, MakesWhatItSolves) {
  const CheerTask task{Params()};
  const auto source = task.open(7);
  Example row;
  for (std::uint64_t unit = 0; unit < *source->unit_count(); ++unit) {
    ASSERT_TRUE(source->unit(unit)->make(0, {}, row));
    EXPECT_EQ(task.solve(row.input()), row.target());
    EXPECT_EQ(task.judge(row, row.target()).status, Status::kRight);
    EXPECT_EQ(row.rules.size(), unit + 1);
  }
  EXPECT_EQ(row.target().substr(0, 7), "hip hip");
  EXPECT_EQ(task.judge(row, "hip").status, Status::kWrong);
  EXPECT_THROW(task.solve("cheers"), Error);
}

TEST(SmallTask, HasNoAbilities) { EXPECT_TRUE(CheerTask{Params()}.abilities().names().empty()); }

}  // namespace
}  // namespace assay
