#include "assay/pipeline/work_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/base/error_testing.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/store/layout.h"

namespace assay {
namespace {

using testing::ElementsAre;

class WorkFolderTest : public testing::Test {
 protected:
  // The same work stopped half-way, or done.
  void work(bool to_the_end) const {
    const WorkFolder place(path_, "{\"a\":1}");
    EXPECT_FALSE(place.was_complete());
    place.folder().write("first", "1");
    if (to_the_end) place.finish();
  }

  ScratchFolder scratch_;
  std::string path_ = scratch_ / "out";
};

TEST_F(WorkFolderTest, TellsAHalfFromAWhole) {
  work(false);
  EXPECT_TRUE(Folder::open(path_).exists(kPlanName));
  work(false);
  work(true);
  EXPECT_FALSE(Folder::open(path_).exists(kPlanName));
  EXPECT_TRUE(WorkFolder(path_, "{\"a\":1}").was_complete());
  EXPECT_TRUE(WorkFolder(path_, "{\"a\":1}").was_complete());
}

TEST_F(WorkFolderTest, GoesOnAfterAKillBeforeThePlan) {
  Folder::create(path_ + "/.assay").write("lock", "");
  work(true);
}

TEST_F(WorkFolderTest, IsNotForOtherWork) {
  work(false);
  EXPECT_THAT([&] { WorkFolder(path_, "{\"b\":1}"); },
              fails(ErrorKind::kUsage, "holds the unfinished work of another command"));
  work(true);
  EXPECT_THAT([&] { WorkFolder(path_, "{\"b\":1}"); },
              fails(ErrorKind::kUsage, path_ + ": is not empty; choose another folder"));
}

TEST_F(WorkFolderTest, LeavesOtherFoldersAlone) {
  scratch_.put("out/mine", "mine");
  EXPECT_THAT([&] { WorkFolder(path_, "{\"a\":1}"); }, fails(ErrorKind::kUsage, "is not empty"));
  EXPECT_THAT(Folder::open(path_).list(), ElementsAre("mine"));
}

TEST_F(WorkFolderTest, IsForOneAtATime) {
  const WorkFolder place(path_, "{\"a\":1}");
  EXPECT_THAT([&] { WorkFolder(path_, "{\"a\":1}"); }, fails(ErrorKind::kIo, "in use by"));
}

}  // namespace
}  // namespace assay
