// CURI as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<std::string> kSmall{"--set", "draws=20000", "--set", "scenes=9000"};

Outcome curi(std::vector<std::string> words, const std::vector<std::string>& more = {}) {
  words.insert(words.end(), kSmall.begin(), kSmall.end());
  words.insert(words.end(), more.begin(), more.end());
  return assay(words);
}

std::vector<Json> episodes_in(const std::string& folder) {
  std::vector<Json> rows;
  std::istringstream stream(read_file(folder + "/data/all-00000-of-00001.jsonl"));
  for (std::string line; std::getline(stream, line);) rows.push_back(Json::parse(line));
  return rows;
}

TEST(CuriVerbs, BothEditionsVerify) {
  const ScratchFolder scratch;
  for (const char* edition : {"sound", "published"}) {
    const std::string data = scratch / edition;
    const std::string which = std::string("edition=") + edition;
    ASSERT_EQ(
        curi({"generate", "curi", "-n", "200", "-q", "--out", data}, {"--set", which}).exit_code,
        0);
    const Outcome outcome = assay({"verify", data});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
    EXPECT_THAT(outcome.out,
                HasSubstr("200 rows; a second reading of each row confirms its target"));
    EXPECT_THAT(outcome.out, HasSubstr("20,000 draws"));
    EXPECT_THAT(outcome.out, HasSubstr("meanings"));
  }
}

TEST(CuriVerbs, VerifyFindsAWrongLabel) {
  const ScratchFolder scratch;
  const std::string data = scratch / "d";
  ASSERT_EQ(curi({"generate", "curi", "-n", "20", "-q", "--out", data}).exit_code, 0);
  const std::string file = data + "/data/all-00000-of-00001.jsonl";
  std::string bytes = read_file(file);
  const auto at = bytes.find(R"("support_labels":[)");
  ASSERT_NE(at, std::string::npos);
  char& label = bytes[at + 18];
  label = label == '0' ? '1' : '0';
  write_file(file, bytes);
  const Outcome outcome = assay({"verify", data});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("the label of scene"));
}

TEST(CuriVerbs, TheSameBytesForAnyNumberOfThreads) {
  const ScratchFolder scratch;
  std::string first;
  for (const char* jobs : {"1", "2", "3"}) {
    const std::string data = scratch / jobs;
    ASSERT_EQ(curi({"generate", "curi", "-n", "1500", "-q", "-j", jobs, "--out", data}).exit_code,
              0);
    const std::string bytes = read_file(data + "/data/all-00000-of-00001.jsonl");
    if (first.empty()) first = bytes;
    EXPECT_TRUE(bytes == first) << jobs;
  }
}

TEST(CuriVerbs, ACachedSpaceGivesTheSameBytes) {
  const ScratchFolder scratch;
  const std::string cache = scratch / "cache";
  std::string first;
  for (const std::string& use : {std::string("none"), cache, cache}) {
    const Outcome made = curi(
        {"generate", "curi", "-n", "50", "-q", "--cache", use, "--force", "--out", scratch / "d"});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    const std::string bytes = read_file(scratch / "d/data/all-00000-of-00001.jsonl");
    if (first.empty()) first = bytes;
    EXPECT_TRUE(bytes == first) << use;
  }
}

TEST(CuriVerbs, ADamagedCacheGivesTheSameBytesAndALine) {
  const ScratchFolder scratch;
  const std::string cache = scratch / "cache";
  const auto make = [&](const std::string& out) {
    return curi({"generate", "curi", "-n", "50", "--cache", cache, "--out", scratch / out});
  };
  const Outcome clean = make("clean");
  ASSERT_EQ(clean.exit_code, 0) << clean.err;
  EXPECT_THAT(clean.err, Not(HasSubstr("made again")));
  const std::filesystem::path folder = std::filesystem::directory_iterator(cache)->path();
  for (const std::string name : {"by_concept.bits", "by_scene.bits"}) {
    const std::string path = folder / name;
    std::string bytes = read_file(path);
    bytes[bytes.size() / 3] ^= 1;
    write_file(path, bytes);
    const Outcome outcome = make(name);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("assay: " + path + ": differs from its hash; made again\n"));
    EXPECT_EQ(contents_of(scratch / name), contents_of(scratch / "clean"));
  }
}

TEST(CuriVerbs, KillsWhileConceptsAreMadeLoseNothing) {
  const ScratchFolder scratch;
  const std::string cache = scratch / "cache";
  const auto words = [&](const std::string& used, const std::string& out) {
    std::vector<std::string> all{"generate", "curi", "-n",    "50", "-q",
                                 "--cache",  used,   "--out", out};
    all.insert(all.end(), kSmall.begin(), kSmall.end());
    return all;
  };
  ASSERT_EQ(assay(words("none", scratch / "whole")).exit_code, 0);
  int killed = 0;
  for (const unsigned microseconds : {2'000U, 5'000U, 10'000U, 20'000U, 30'000U, 50'000U}) {
    killed += assay_killed_after(words(cache, scratch / "cut"), microseconds) ? 1 : 0;
  }
  EXPECT_GT(killed, 0);
  const Outcome outcome = assay(words(cache, scratch / "cut"));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(contents_of(scratch / "cut"), contents_of(scratch / "whole"));
}

TEST(CuriVerbs, LearnersAnswerFromTheTextAndAreScored) {
  const ScratchFolder scratch;
  const std::string data = scratch / "d";
  ASSERT_EQ(curi({"generate", "curi", "-n", "60", "-q", "--out", data}).exit_code, 0);
  const Outcome solved = curi({"solve", "curi", data + "/data/all-00000-of-00001.jsonl"});
  ASSERT_EQ(solved.exit_code, 0) << solved.err;
  write_file(scratch / "answers.jsonl", solved.out);
  const Outcome scored = assay({"score", data, scratch / "answers.jsonl", "--json"});
  ASSERT_EQ(scored.exit_code, 0) << scored.err;
  const Json report = Json::parse(scored.out);
  EXPECT_EQ(report["unparsable"], 0);
  EXPECT_GT(report["accuracy"].get<double>(), 0.6);
  EXPECT_GT(report["marks"]["balanced"]["total"].get<double>(), 55);
}

TEST(CuriVerbs, TheGapOfASplitInOneCommand) {
  const ScratchFolder scratch;
  const std::string data = scratch / "d";
  ASSERT_EQ(curi({"generate", "curi", "-q", "--out", data},
                 {"--set", "split=binding_color", "--set", "test=150"})
                .exit_code,
            0);
  const Outcome outcome = assay({"measure", data, "--gap", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("mAP"));
  const Outcome table = assay({"measure", data, "--gap"});
  EXPECT_THAT(table.out, HasSubstr("strong"));
  EXPECT_THAT(table.out, HasSubstr("weak"));
}

// A few episodes show few concepts of training; the weak learner knows all of them all the same.
TEST(CuriVerbs, TheGapOfSetsIsThatOfTheirConcepts) {
  const ScratchFolder scratch;
  const std::string data = scratch / "d";
  ASSERT_EQ(curi({"generate", "curi", "-q", "--out", data},
                 {"--set", "split=boolean", "--set", "train=40", "--set", "test=40"})
                .exit_code,
            0);
  ASSERT_EQ(
      assay({"split", data, "--method", "holdout", "--holdout", "sets", "--name", "sets", "-q"})
          .exit_code,
      0);
  const Json gap = Json::parse(assay({"measure", data, "--gap", "--split", "sets", "--json"}).out);
  EXPECT_EQ(gap["rows"], 40);
  EXPECT_GT(gap["figures"]["concepts of training"], 100);
}

TEST(CuriVerbs, ConceptsAreSplitByDivergence) {
  const ScratchFolder scratch;
  const std::string data = scratch / "d";
  ASSERT_EQ(curi({"generate", "curi", "-q", "--out", data}, {"--set", "episodes=1"}).exit_code, 0);
  const Outcome split = assay({"split", data, "--method", "mcd", "--train", "80%", "--dev", "0",
                               "--test", "20%", "--name", "mcd", "-q"});
  ASSERT_EQ(split.exit_code, 0) << split.err;
  const Outcome gap = assay({"measure", data, "--gap", "--split", "mcd"});
  EXPECT_EQ(gap.exit_code, 0) << gap.err;
  EXPECT_THAT(gap.out, HasSubstr("mAP"));
}

TEST(CuriVerbs, PublishedFilesHoldTheScenes) {
  const ScratchFolder scratch;
  const std::string data = scratch / "d";
  ASSERT_EQ(curi({"generate", "curi", "-n", "3", "-q", "--out", data}).exit_code, 0);
  const Outcome episodes = assay({"export", data, "--format", "episodes"});
  ASSERT_EQ(episodes.exit_code, 0) << episodes.err;
  std::istringstream lines(episodes.out);
  const auto rows = episodes_in(data);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const Json episode = Json::parse(line);
    EXPECT_EQ(episode["support"]["labels"][0], 1);
    EXPECT_EQ(episode["support"]["labels"][24], 0);
    EXPECT_EQ(episode["support"]["valid_hypotheses"].back(), rows[count]["number"]);
    EXPECT_EQ(episode["query"]["raw_ids"].size(), 25U);
  }
  EXPECT_EQ(count, 3U);
  const Outcome scenes = assay({"export", data, "--format", "scenes"});
  std::istringstream scene_lines(scenes.out);
  std::string first;
  std::getline(scene_lines, first);
  const Json scene = Json::parse(first);
  EXPECT_EQ(scene["image_index"], rows[0]["support_scenes"][0]);
  EXPECT_GE(scene["objects"].size(), 2U);
}

}  // namespace
}  // namespace assay::testing
