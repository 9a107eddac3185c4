// Damage and failing writes: nothing half-made is ever taken for whole.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>

#include "assay/base/random.h"
#include "program.h"

namespace assay::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class Damage : public ::testing::Test {
 protected:
  Damage() {
    folder_ = scratch_ / "d";
    EXPECT_EQ(
        assay({"generate", "scan", "-n", "400", "-q", "--rows-per-file", "150", "--out", folder_})
            .exit_code,
        0);
    EXPECT_EQ(
        assay({"split", folder_, "-q", "--method", "length", "--longest", "20", "--name", "len"})
            .exit_code,
        0);
    EXPECT_EQ(assay({"verify", folder_}).exit_code, 0);
  }

  // Whatever is damaged, verify says no (or that this is no data set) and names the file.
  void expect_noticed(const std::string& file, const std::string& what) {
    const Outcome outcome = assay({"verify", folder_});
    EXPECT_TRUE(outcome.exit_code == 1 || outcome.exit_code == 3)
        << what << ": exit " << outcome.exit_code << "\n"
        << outcome.out << outcome.err;
    const std::string stem = fs::path(file).stem().string();
    EXPECT_THAT(outcome.out + outcome.err, HasSubstr(stem)) << what;
  }

  ScratchFolder scratch_;
  std::string folder_;
};

TEST_F(Damage, SingleBitsAreNoticed) {
  Stream stream(stream_key(1, "damage"), {});
  for (const std::string name :
       {"data/all-00000-of-00003.jsonl", "data/all-00002-of-00003.jsonl", "splits/len.json"}) {
    const std::string path = folder_ + "/" + name;
    const std::string good = read_file(path);
    for (int i = 0; i < 40; ++i) {
      std::string bad = good;
      const std::size_t byte = stream.below(bad.size());
      const auto bit = static_cast<unsigned>(stream.below(8));
      bad[byte] = static_cast<char>(static_cast<unsigned char>(bad[byte]) ^ (1U << bit));
      write_file(path, bad);
      expect_noticed(name, name + " byte " + std::to_string(byte) + " bit " + std::to_string(bit));
    }
    write_file(path, good);
  }
  EXPECT_EQ(assay({"verify", folder_}).exit_code, 0);
}

TEST_F(Damage, BitsOfTheManifestAreNoticed) {
  Stream stream(stream_key(2, "damage"), {});
  const std::string path = folder_ + "/manifest.json";
  const std::string good = read_file(path);
  for (int i = 0; i < 150; ++i) {
    std::string bad = good;
    const std::size_t byte = stream.below(bad.size());
    bad[byte] = static_cast<char>(static_cast<unsigned char>(bad[byte]) ^ (1U << stream.below(7)));
    write_file(path, bad);
    const Outcome outcome = assay({"verify", folder_});
    EXPECT_TRUE(outcome.exit_code >= 1 && outcome.exit_code <= 3)
        << "byte " << byte << ": exit " << outcome.exit_code << outcome.out << outcome.err;
  }
}

TEST_F(Damage, TruncatedSwappedMissingAndAddedFilesAreNoticed) {
  const std::string first = folder_ + "/data/all-00000-of-00003.jsonl";
  const std::string second = folder_ + "/data/all-00001-of-00003.jsonl";
  const std::string good = read_file(first);
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{1}, good.size() / 2, good.size() - 1}) {
    write_file(first, good.substr(0, length));
    expect_noticed(first, "truncated to " + std::to_string(length));
  }
  write_file(first, read_file(second));
  write_file(second, good);
  expect_noticed("data/all-00000-of-00003.jsonl", "swapped");
  write_file(second, read_file(first));
  write_file(first, good);
  fs::copy_file(first, folder_ + "/data/extra.jsonl");
  expect_noticed("data/extra.jsonl", "added");
  fs::remove(folder_ + "/data/extra.jsonl");
  EXPECT_EQ(assay({"verify", folder_}).exit_code, 0);
  fs::remove(second);
  expect_noticed(second, "missing");
}

// A limit on the size of files stands in for a full disk: writes fail at ever later places.
TEST(Faults, FailingWritesStopCleanlyAndTheWorkGoesOn) {
  const ScratchFolder scratch;
  const auto job = [](const std::string& folder) {
    return fmt::format(
        "{} generate scan -n 3000 --seed 3 -q --rows-per-file 1000 --set conjunctions=2 --out {}",
        ASSAY_PROGRAM, folder);
  };
  ASSERT_EQ(std::system(job(scratch / "whole").c_str()), 0);
  int stopped = 0;
  for (const int kilobytes : {1, 2, 8, 64, 500, 900, 1100, 100000}) {
    const std::string folder = scratch / ("f" + std::to_string(kilobytes));
    const std::string limited = fmt::format("bash -c \"trap '' XFSZ; ulimit -f {}; {} 2> {}\"",
                                            kilobytes, job(folder), scratch / "err");
    const int status = std::system(limited.c_str());
    if (WEXITSTATUS(status) != 0) {
      ++stopped;
      EXPECT_EQ(WEXITSTATUS(status), 4);
      EXPECT_THAT(read_file(scratch / "err"), HasSubstr(folder));
      EXPECT_FALSE(fs::exists(folder + "/manifest.json"));
      EXPECT_NE(assay({"verify", folder}).exit_code, 0);
    }
    ASSERT_EQ(std::system(job(folder).c_str()), 0);
    EXPECT_EQ(contents_of(folder), contents_of(scratch / "whole")) << kilobytes;
  }
  EXPECT_GE(stopped, 4);
}

TEST(Faults, AFullStandardOutputIsAnError) {
  const int status =
      std::system((std::string(ASSAY_PROGRAM) + " generate scan > /dev/full 2> /dev/null").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 4);
}

TEST(Faults, InterruptedWorkSaysHowToGoOn) {
  const ScratchFolder scratch;
  const std::string job = std::string(ASSAY_PROGRAM) +
                          " generate scan -n 20000000 --set conjunctions=3 --rows-per-file 1000 "
                          "--without rules --out " +
                          (scratch / "i");
  // `timeout` sends the signal twice in a row. Three seconds are enough to begin also where a
  // machine stalls: before that, nobody could tell what happened.
  const int status = std::system(("timeout -s INT 3 " + job + " 2> " + (scratch / "err")).c_str());
  // timeout itself reports 124 when it had to send the signal; the program's line is in the file.
  EXPECT_NE(WEXITSTATUS(status), 0);
  EXPECT_THAT(read_file(scratch / "err"), HasSubstr("The same command goes on from there"));
  EXPECT_FALSE(fs::exists(scratch / "i/manifest.json"));
}

// A lone SIGTERM, as of a container that is stopped, ends work that is busy or waits.
TEST(Faults, ASignalEndsEverythingWithinASecond) {
  const ScratchFolder scratch;
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  const std::string large = " cscan --set examples=100000 --cache none ";
  for (const std::string& words :
       {"show -n 1" + large, "explain --unit 3" + large,
        "generate -n 4" + large + "--out " + (scratch / "large"),
        "generate -C " + (scratch / "pipe"), "solve scan " + (scratch / "pipe")}) {
    // Timeout reports 137 when the signal was not enough and it had to kill.
    const int status =
        std::system(("timeout --foreground -s TERM -k 1.5 1 " + std::string(ASSAY_PROGRAM) + " " +
                     words + " > /dev/null 2> " + (scratch / "err"))
                        .c_str());
    EXPECT_EQ(WEXITSTATUS(status), 124) << words;
    EXPECT_THAT(read_file(scratch / "err"), HasSubstr("assay: stopped")) << words;
  }
}

}  // namespace
}  // namespace assay::testing
