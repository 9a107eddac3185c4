#include "assay/sweep/run_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/scratch_folder_testing.h"

namespace assay {
namespace {

using testing::UnorderedElementsAre;

class Queue : public testing::Test {
 protected:
  QueuedProgram shell(const std::string& command) const {
    return {{"/bin/sh", "-c", command}, scratch_.path() + "/log"};
  }
  QueueHooks hooks() {
    return {.may_start = [this] { return started_ < most_; },
            .started = [this](std::size_t) { ++started_; },
            .ended = [this](std::size_t number, int code) { ended_.emplace_back(number, code); },
            .waiting =
                [this](const std::vector<std::size_t>& running) {
                  at_once_ = std::max(at_once_, running.size());
                }};
  }

  ScratchFolder scratch_;
  std::size_t most_ = 100;
  std::size_t started_ = 0;
  std::size_t at_once_ = 0;
  std::vector<std::pair<std::size_t, int>> ended_;
};

TEST_F(Queue, RunsAllSomeAtATime) {
  Control control;
  control.jobs = 2;
  run_programs({shell("sleep 0.2; echo one"), shell("sleep 0.2; exit 3"), shell("echo three >&2")},
               control, hooks());
  EXPECT_THAT(ended_, UnorderedElementsAre(std::pair(0U, 0), std::pair(1U, 3), std::pair(2U, 0)));
  EXPECT_EQ(at_once_, 2U);
  const std::string log = Folder::open(scratch_.path()).read("log");
  EXPECT_THAT(log, testing::HasSubstr("one\n"));
  EXPECT_THAT(log, testing::HasSubstr("three\n"));
}

TEST_F(Queue, StartsNothingMoreWhenTimeIsUp) {
  most_ = 1;
  run_programs({shell("sleep 0.1"), shell("true"), shell("true")}, Control{}, hooks());
  EXPECT_THAT(ended_, UnorderedElementsAre(std::pair(0U, 0)));
}

TEST_F(Queue, AsksTheRunningToEndWhenItIsStopped) {
  std::atomic<bool> stop{false};
  Control control;
  control.cancel = &stop;
  QueueHooks own = hooks();
  own.waiting = [&](const std::vector<std::size_t>&) {
    stop = kind_of_path(scratch_.path() + "/ready") == PathKind::kFile;
  };
  const std::string place = scratch_.path();
  EXPECT_THROW(run_programs({shell("trap 'echo saved >" + place + "/saved; exit 0' TERM; echo >" +
                                   place + "/ready; while :; do sleep 0.01; done")},
                            control, own),
               Interrupted);
  EXPECT_EQ(kind_of_path(place + "/saved"), PathKind::kFile);
}

}  // namespace
}  // namespace assay
