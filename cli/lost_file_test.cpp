#include "lost_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "assay/base/child_process_testing.h"
#include "assay/base/mapped_memory.h"
#include "assay/base/scratch_folder_testing.h"

namespace assay {
namespace {

class LostFile : public testing::Test {
 protected:
  // Like the program: its standard error goes into a file.
  void become_program() const {
    ::dup2(::open((scratch_ / "err").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600), STDERR_FILENO);
    watch_mapped_files();
  }
  std::string said() const {
    std::ifstream file(scratch_ / "err");
    return {std::istreambuf_iterator<char>(file), {}};
  }

  ScratchFolder scratch_;
};

TEST_F(LostFile, IsNamedAndEndsTheProgramWithFour) {
  scratch_.put("a", std::string(100'000, 'x'));
  Child child([&] {
    become_program();
    const MappedMemory memory(InputFile(Folder::open(scratch_.path()), "a"));
    std::filesystem::resize_file(scratch_ / "a", 10);
    return static_cast<int>(memory.bytes()[90'000]);
  });
  EXPECT_EQ(child.wait(), 4);
  EXPECT_THAT(said(), testing::StartsWith("assay: " + (scratch_ / "a") + ": cannot read: "));
}

TEST_F(LostFile, IsNotBlamedForOtherSignals) {
  Child child([&] {
    become_program();
    ::raise(SIGBUS);
    ::raise(SIGBUS);
    return 0;
  });
  EXPECT_EQ(child.wait(), -SIGBUS);
  EXPECT_EQ(said(), "");
}

}  // namespace
}  // namespace assay
