// Damage and failing writes: nothing half-made is ever taken for whole.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "program.h"

namespace assay::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// Hundreds of damages are in damage_test.cpp; here is what a user sees of some.
class DamagedFolder : public ::testing::Test {
 protected:
  DamagedFolder() {
    write_file(scratch_ / "r.toml",
               "task = \"scan\"\nrows = 400\nrows_per_file = 150\n"
               "[[split]]\nname = \"short\"\nmethod = \"length\"\nlongest = 20\n"
               "[[split]]\nname = \"shorter\"\nmethod = \"length\"\nlongest = 15\n");
    EXPECT_EQ(generate().exit_code, 0);
    EXPECT_EQ(assay({"verify", folder_}).exit_code, 0);
  }

  Outcome generate(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"generate", "-C", scratch_ / "r.toml", "--out", folder_};
    words.insert(words.end(), more.begin(), more.end());
    return assay(words);
  }
  void replace_in_manifest(const std::string& what, const std::string& with) const {
    const std::string path = folder_ + "/manifest.json";
    std::string text = read_file(path);
    text.replace(text.find(what), what.size(), with);
    write_file(path, text);
  }

  ScratchFolder scratch_;
  std::string folder_ = scratch_ / "d";
  std::string data_ = folder_ + "/data/all-00001-of-00003.jsonl";
};

TEST_F(DamagedFolder, DoesNotHold) {
  write_file(data_, read_file(data_) + "\n");
  const Outcome outcome = assay({"verify", folder_});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("FAILS data: " + data_));
}

TEST_F(DamagedFolder, WithoutItsSplitsDoesNotHold) {
  fs::remove_all(folder_ + "/splits");
  const Outcome outcome = assay({"verify", folder_});
  EXPECT_EQ(outcome.exit_code, 1);
  for (const char* name : {"short", "shorter"}) {
    EXPECT_THAT(outcome.out, HasSubstr(fmt::format("FAILS split {}: {}/splits/{}.json: is missing",
                                                   name, folder_, name)));
  }
}

TEST_F(DamagedFolder, WithAnUnreadableManifestIsNoDataSet) {
  const std::string good = read_file(folder_ + "/manifest.json");
  const auto expect_refused = [&](const std::string& words) {
    for (const char* verb : {"verify", "show", "measure"}) {
      const Outcome outcome = assay({verb, folder_});
      EXPECT_EQ(outcome.exit_code, 3) << outcome.out << outcome.err;
      EXPECT_THAT(outcome.err, HasSubstr(folder_ + "/manifest.json: " + words));
      EXPECT_THAT(outcome.err, ::testing::Not(HasSubstr("exception")));
    }
    write_file(folder_ + "/manifest.json", good);
  };
  replace_in_manifest("\"name\": \"scan\"", "\"name\": \"sban\"");
  expect_refused("names the task \"sban\", but the task of its recipe is \"scan\"");
  replace_in_manifest("\"task\": \"scan\"", "\"task\": \"sban\"");
  expect_refused("names the task");
  replace_in_manifest("{", "[");
  expect_refused("line 2: is not JSON; the file is damaged");
  replace_in_manifest("\"rows_per_file\": 150", "\"rows_per_file\": \"1\"");
  expect_refused("\"rows_per_file\" is not a whole number");
  replace_in_manifest("\"content_hash\"", "\"content_cash\"");
  expect_refused("\"content_hash\" is missing");
}

// A task or a parameter that is not there is not the fault of who asks for the folder.
TEST_F(DamagedFolder, OfAnUnknownTaskIsNoDataSet) {
  replace_in_manifest("\"name\": \"scan\"", "\"name\": \"sban\"");
  replace_in_manifest("\"task\": \"scan\"", "\"task\": \"sban\"");
  const Outcome outcome = assay({"show", folder_});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("/manifest.json: there is no task \"sban\""));
  const Outcome verified = assay({"verify", folder_});
  EXPECT_EQ(verified.exit_code, 1);
  EXPECT_THAT(verified.out, HasSubstr("/manifest.json: was changed after it was written"));
}

TEST_F(DamagedFolder, IsNotCompleteForGenerate) {
  const std::string whole = contents_of(folder_);
  EXPECT_THAT(generate().out, HasSubstr("(was complete already)"));
  write_file(data_, "");
  const Outcome emptied = generate();
  EXPECT_EQ(emptied.exit_code, 3);
  EXPECT_THAT(emptied.err, HasSubstr(data_ + ": has 0 bytes"));
  EXPECT_THAT(emptied.err, HasSubstr("--force"));
  EXPECT_EQ(generate({"--force"}).exit_code, 0);
  EXPECT_EQ(contents_of(folder_), whole);
  fs::remove(data_);
  EXPECT_EQ(generate().exit_code, 3);
  EXPECT_EQ(generate({"--force"}).exit_code, 0);
  EXPECT_EQ(contents_of(folder_), whole);
}

TEST_F(DamagedFolder, GetsMissingSplitsBack) {
  const std::string whole = contents_of(folder_);
  fs::remove(folder_ + "/splits/shorter.json");
  const Outcome outcome = generate();
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("(was complete already but for splits)"));
  EXPECT_THAT(outcome.out, HasSubstr("split short (length)\n"));
  EXPECT_THAT(outcome.out, HasSubstr("split shorter (length): was missing, made again"));
  EXPECT_EQ(contents_of(folder_), whole);
}

// Another split under the name of one that the recipe has would break what the manifest says.
TEST_F(DamagedFolder, IsNotMadeBySplit) {
  const std::vector<std::string> words{"split",  folder_, "-q",      "--method", "length",
                                       "--name", "short", "--force", "--longest"};
  const auto with = [&](const char* longest) {
    auto all = words;
    all.emplace_back(longest);
    return assay(all);
  };
  const Outcome other = with("17");
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("its recipe has the split \"short\""));
  EXPECT_EQ(with("20").exit_code, 0);
  EXPECT_EQ(assay({"verify", folder_}).exit_code, 0);
}

TEST_F(DamagedFolder, WithARenamedSplitIsRefused) {
  fs::rename(folder_ + "/splits/short.json", folder_ + "/splits/long.json");
  const Outcome outcome = assay({"show", folder_, "--split", "long"});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("splits/long.json: is the split \"short\""));
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
  std::vector<std::string> jobs = {"show -n 1" + large, "explain --unit 3" + large,
                                   "generate -n 4" + large + "--out " + (scratch / "large")};
#ifndef __SANITIZE_THREAD__  // keeps signals back while a pipe is opened
  jobs.push_back("generate -C " + (scratch / "pipe"));
  jobs.push_back("solve scan " + (scratch / "pipe"));
#endif
  for (const std::string& words : jobs) {
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
