// The same command again: after a kill or a failing write it ends well, with the bytes of a run
// that nothing disturbed, and what is complete is left as it is.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>

#include "program.h"

namespace assay::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

using Words = std::vector<std::string>;

Words with_out(Words words, const std::string& folder) {
  words.insert(words.end(), {"--out", folder});
  return words;
}

class Restart : public ::testing::Test {
 protected:
  Restart() : data_(scratch_ / "data") {
    EXPECT_EQ(
        assay({"generate", "scan", "-n", "4000", "--seed", "3", "-q", "--out", data_}).exit_code,
        0);
    EXPECT_EQ(assay({"split", data_, "-q", "--method", "random", "--train", "200", "--dev", "200",
                     "--test", "3000", "--name", "s"})
                  .exit_code,
              0);
  }

  // Killed ever later, until it comes to its end.
  void expect_to_survive_kills(const Words& words) const {
    ASSERT_EQ(assay(with_out(words, scratch_ / "calm")).exit_code, 0);
    const std::string folder = scratch_ / "killed";
    int kills = 0;
    for (unsigned pause = 1'000; assay_killed_after(with_out(words, folder), pause);
         pause += pause / 3) {
      ++kills;
    }
    EXPECT_GE(kills, 3);
    EXPECT_EQ(contents_of(folder), contents_of(scratch_ / "calm"));
    expect_complete(words);
  }

  void expect_complete(const Words& words) const {
    const Outcome again = assay(with_out(words, scratch_ / "calm"));
    EXPECT_EQ(again.exit_code, 0) << again.err;
    EXPECT_THAT(again.out, HasSubstr("was complete already"));
  }

  ScratchFolder scratch_;
  std::string data_;
};

TEST_F(Restart, OfTheFilesOfAFormat) {
  expect_to_survive_kills({"export", data_, "--format", "jsonl", "--split", "s"});
}

TEST_F(Restart, OfPictures) {
  expect_to_survive_kills({"render", "gscan", "-n", "40", "--seed", "7"});
}

TEST_F(Restart, OfASplitAsADataSet) { expect_to_survive_kills({"export", data_, "--split", "s"}); }

// The file of the test part is larger than files may be: train and dev are there, test is not.
TEST_F(Restart, AfterAFailingWriteOfOneFileOfAFormat) {
  const Words words = {"export", data_, "--format", "jsonl", "--split", "s"};
  ASSERT_EQ(assay(with_out(words, scratch_ / "calm")).exit_code, 0);
  const std::string limited =
      fmt::format("bash -c \"trap '' XFSZ; ulimit -f 500; {} {} --out {} 2> {}\"", ASSAY_PROGRAM,
                  fmt::join(words, " "), scratch_ / "half", scratch_ / "err");
  EXPECT_EQ(WEXITSTATUS(std::system(limited.c_str())), 4);
  EXPECT_THAT(read_file(scratch_ / "err"), HasSubstr("half/test.jsonl"));
  EXPECT_TRUE(fs::exists(scratch_ / "half/train.jsonl"));
  EXPECT_TRUE(fs::exists(scratch_ / "half/.assay/plan.json")) << "what tells that it is a half";
  const Outcome other = assay(with_out({"export", data_, "--format", "tsv"}, scratch_ / "half"));
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("holds the unfinished work of another command"));
  ASSERT_EQ(assay(with_out(words, scratch_ / "half")).exit_code, 0);
  EXPECT_EQ(contents_of(scratch_ / "half"), contents_of(scratch_ / "calm"));
  EXPECT_FALSE(fs::exists(scratch_ / "half/.assay/plan.json"));
}

// Many small files, so that clearing the old data set away takes its time.
TEST_F(Restart, OfReplacingADataSet) {
  const std::string folder = scratch_ / "killed";
  ASSERT_EQ(assay({"generate", "scan", "-n", "500", "-q", "--rows-per-file", "5", "--out", folder})
                .exit_code,
            0);
  const Words words = {"generate", "scan", "-n", "30", "--seed", "9", "--force"};
  ASSERT_EQ(assay(with_out(words, scratch_ / "calm")).exit_code, 0);
  int kills = 0;
  for (unsigned pause = 1'000; assay_killed_after(with_out(words, folder), pause);
       pause += pause / 5) {
    ++kills;
    if (!fs::exists(folder + "/manifest.json")) continue;
    EXPECT_EQ(assay({"verify", folder}).exit_code, 0) << "a manifest means that it is whole";
  }
  EXPECT_GE(kills, 3);
  EXPECT_EQ(contents_of(folder), contents_of(scratch_ / "calm"));
}

TEST_F(Restart, OfEightAtOnce) {
  const std::string job = fmt::format("{} export {} --format jsonl --split s --out {} > {}",
                                      ASSAY_PROGRAM, data_, scratch_ / "calm", scratch_ / "said");
  std::string jobs;
  for (int i = 0; i < 8; ++i)
    jobs += fmt::format("{} 2>&1; echo exit $? >> {} & ", job + std::to_string(i),
                        scratch_ / ("said" + std::to_string(i)));
  ASSERT_EQ(std::system(fmt::format("bash -c '{} wait'", jobs).c_str()), 0);
  int done = 0;
  for (int i = 0; i < 8; ++i) {
    const std::string said = read_file(scratch_ / ("said" + std::to_string(i)));
    const bool was_refused = said.find("exit 4") != std::string::npos;
    EXPECT_THAT(said, HasSubstr(was_refused ? "in use by" : "exit 0"));
    EXPECT_THAT(said, ::testing::Not(HasSubstr("in use by ?")));
    EXPECT_THAT(said, ::testing::Not(HasSubstr("unnamed")));
    done += was_refused ? 0 : 1;
  }
  EXPECT_GE(done, 1);
}

}  // namespace
}  // namespace assay::testing
