#include "assay/base/child_process.h"

#include <gtest/gtest.h>

#include <csignal>

#include "assay/base/error.h"

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

TEST(ChildProcess, ThatIsNotThereIsAnError) {
  EXPECT_THROW(ChildProcess({"/nowhere/program"}), Error);
}

}  // namespace
}  // namespace assay
