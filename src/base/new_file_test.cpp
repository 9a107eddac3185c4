// Files that appear whole or not at all: NewFile of files.h.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "assay/base/child_process_testing.h"
#include "assay/base/error_testing.h"
#include "assay/base/files.h"
#include "assay/base/input_file.h"
#include "assay/base/scratch_folder_testing.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class NewFiles : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return scratch_ / name; }
  void plant(const std::string& name, const std::string& bytes) const { scratch_.put(name, bytes); }
  std::string found(const std::string& name) const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void link(const std::string& name, const std::string& target) const {
    std::filesystem::create_symlink(target, path(name));
  }
  bool is_link(const std::string& name) const { return std::filesystem::is_symlink(path(name)); }

  ScratchFolder scratch_;
  const std::string& root_ = scratch_.path();
};

TEST_F(NewFiles, LeaveNothingWithoutCommit) {
  const Folder folder = Folder::open(root_);
  {
    NewFile file(folder, "a");
    file.write("some");
    EXPECT_EQ(file.size(), 4U);
    EXPECT_FALSE(folder.exists("a")) << "seen before it is whole";
  }
  EXPECT_THAT(folder.list(), IsEmpty());
}

TEST_F(NewFiles, ReplaceAtOnce) {
  const Folder folder = Folder::open(root_);
  folder.write("a", "old content");
  const InputFile old(folder, "a");
  NewFile file(folder, "a");
  file.write("new ");
  file.write("content, longer");
  EXPECT_EQ(folder.read("a"), "old content");
  file.commit();
  EXPECT_EQ(folder.read("a"), "new content, longer");
  EXPECT_EQ(old.read_all(), "old content") << "written into the old file";
  EXPECT_THAT(folder.list(), ElementsAre("a"));
}

TEST_F(NewFiles, TakeLargePieces) {
  const Folder folder = Folder::open(root_);
  const std::string stretch((16U << 20U) + 1, 'x');
  NewFile file(folder, "a");
  file.write(stretch);
  file.write("end");
  file.commit();
  EXPECT_EQ(file.size(), stretch.size() + 3);
  EXPECT_EQ(folder.read("a"), stretch + "end");
}

TEST_F(NewFiles, AreNotWrittenThroughWhatLiesAtTheirTemporaryName) {
  const Folder folder = Folder::create(path("set"));
  plant("secret", "keep");
  // Learn the temporary name rather than know it.
  std::string temporary;
  {
    const NewFile file(folder, "a");
    ASSERT_EQ(folder.list().size(), 1U);
    temporary = folder.list()[0];
  }
  link("set/" + temporary, "../secret");
  folder.write("a", "new");
  EXPECT_EQ(found("secret"), "keep");
  EXPECT_EQ(folder.read("a"), "new");
  EXPECT_FALSE(is_link("set/a"));
  EXPECT_THAT(folder.list(), ElementsAre("a"));

  std::filesystem::create_hard_link(path("secret"), path("set/" + temporary));
  folder.write("a", "newer");
  EXPECT_EQ(found("secret"), "keep");

  plant("set/" + temporary, "left by a killed run, and longer than what comes");
  folder.write("a", "newest");
  EXPECT_EQ(folder.read("a"), "newest");
}

TEST_F(NewFiles, ThatCannotGrowKeepTheOldOne) {
  const Folder folder = Folder::open(root_);
  folder.write("a", "old");
  Child child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      folder.write("a", std::string(100'000, 'x'));
    } catch (const Error& problem) {
      return problem.kind() == ErrorKind::kIo ? 0 : 1;
    }
    return 2;
  });
  EXPECT_EQ(child.wait(), 0);
  EXPECT_EQ(folder.read("a"), "old");
  EXPECT_THAT(folder.list(), ElementsAre("a"));
}

TEST_F(NewFiles, OfAKilledWriterLeaveTheOldOne) {
  const Folder folder = Folder::open(root_);
  folder.write("a", "old");
  Child child([&] {
    NewFile file(folder, "a");
    file.write("half");
    ::raise(SIGKILL);
    return 0;
  });
  EXPECT_EQ(child.wait(), -SIGKILL);
  EXPECT_EQ(folder.read("a"), "old");
  folder.write("a", "new");
  EXPECT_THAT(folder.list(), ElementsAre("a")) << "what the killed run left is cleared away";
}

TEST_F(NewFiles, CannotReplaceFolders) {
  const Folder folder = Folder::open(root_);
  folder.make_folder("sub");
  EXPECT_THAT([&] { folder.write("sub", "x"); }, fails(ErrorKind::kIo, path("sub")));
  EXPECT_THAT(folder.list(), ElementsAre("sub"));
}

}  // namespace
}  // namespace assay
