#include "assay/base/child_process.h"

#include <gtest/gtest.h>

#include <csignal>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/scratch_folder_testing.h"

namespace assay {
namespace {

TEST(ChildProcess, GivesItsExitCode) {
  EXPECT_EQ(ChildProcess({"/bin/sh", "-c", "exit 7"}).wait(), 7);
  EXPECT_EQ(ChildProcess({"/bin/sh", "-c", "kill -TERM $$"}).wait(), -SIGTERM);
}

TEST(ChildProcess, CanBeKilled) {
  ChildProcess child({"/bin/sh", "-c", "while :; do sleep 1; done"});
  EXPECT_FALSE(child.poll().has_value());
  child.kill();
  EXPECT_EQ(child.wait(), -SIGKILL);
}

TEST(ChildProcess, CanBeAskedToEnd) {
  ChildProcess child({"/bin/sh", "-c", "trap 'exit 5' TERM; while :; do sleep 0.01; done"});
  while (!child.poll()) child.terminate();
}

TEST(ChildProcess, WritesToTheEndOfAFile) {
  const ScratchFolder scratch;
  const std::string log = scratch.path() + "/log";
  for (const char* text : {"one", "two"}) {
    const std::string command = fmt::format("echo {0}; echo also {0} >&2", text);
    EXPECT_EQ(ChildProcess({"/bin/sh", "-c", command}, ChildOutput::appended_to(log)).wait(), 0);
  }
  EXPECT_EQ(Folder::open(scratch.path()).read("log"), "one\nalso one\ntwo\nalso two\n");
}

TEST(ChildProcess, ThatIsNotThereIsAnError) {
  EXPECT_THROW(ChildProcess({"/nowhere/program"}), Error);
}

}  // namespace
}  // namespace assay
