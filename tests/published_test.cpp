// Against the authors' own files, in the folder named by ASSAY_PUBLISHED.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "program.h"

namespace assay::testing {
namespace {

namespace fs = std::filesystem;

// The path of one of the authors' files; empty when it is not at hand.
std::string published(const std::string& name) {
  const char* folder = std::getenv("ASSAY_PUBLISHED");
  if (folder == nullptr || !fs::exists(fs::path(folder) / name)) return "";
  return (fs::path(folder) / name).string();
}

constexpr const char* kNotAtHand = "ASSAY_PUBLISHED names no folder with this file";

std::set<std::string> lines_of(const std::string& text) {
  std::set<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.insert(line);
  return lines;
}

std::string unpacked(const std::string& path, const std::string& target) {
  const std::string command = "gzip -dc '" + path + "' > '" + target + "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
  return target;
}

TEST(Published, ScanEqualsTheAuthorsFile) {
  const std::string archive = published("scan/tasks.txt.gz");
  if (archive.empty()) GTEST_SKIP() << kNotAtHand;
  const ScratchFolder scratch;
  const auto theirs = lines_of(read_file(unpacked(archive, scratch / "tasks.txt")));
  ASSERT_EQ(assay({"generate", "scan", "-q", "--out", scratch / "scan"}).exit_code, 0);
  const auto ours = lines_of(assay({"export", scratch / "scan", "--format", "scan"}).out);
  EXPECT_EQ(theirs.size(), 20910U);
  EXPECT_TRUE(ours == theirs);
}

TEST(Published, SolverAnswersTheAuthorsCommands) {
  const std::string archive = published("scan/tasks.txt.gz");
  if (archive.empty()) GTEST_SKIP() << kNotAtHand;
  const ScratchFolder scratch;
  std::istringstream theirs(read_file(unpacked(archive, scratch / "tasks.txt")));
  std::string commands;
  std::vector<std::string> actions;
  for (std::string line; std::getline(theirs, line);) {
    const std::size_t out = line.find(" OUT: ");
    commands += line.substr(4, out - 4) + "\n";
    actions.push_back(line.substr(out + 6));
  }
  std::istringstream answers(assay({"solve", "scan", "-"}, commands).out);
  std::size_t at = 0;
  for (std::string line; std::getline(answers, line); ++at) {
    ASSERT_LT(at, actions.size());
    ASSERT_EQ(nlohmann::json::parse(line)["answer"].get<std::string>(), actions[at]);
  }
  EXPECT_EQ(at, actions.size());
}

TEST(Published, McdIndexFilesAreMappedByContent) {
  const std::string archive = published("scan/tasks.txt.gz");
  if (archive.empty()) GTEST_SKIP() << kNotAtHand;
  const ScratchFolder scratch;
  const std::string tasks = unpacked(archive, scratch / "tasks.txt");
  std::vector<std::string> theirs;
  std::istringstream stream(read_file(tasks));
  for (std::string line; std::getline(stream, line);) theirs.push_back(line);
  ASSERT_EQ(assay({"generate", "scan", "-q", "--out", scratch / "scan"}).exit_code, 0);
  for (const std::string name : {"mcd1", "mcd2", "mcd3"}) {
    const std::string index = published("scan/" + name + ".json");
    if (index.empty()) GTEST_SKIP() << kNotAtHand;
    const Outcome split =
        assay({"split", scratch / "scan", "--import", index, "--of", tasks, "--name", name});
    ASSERT_EQ(split.exit_code, 0) << split.err;
    const auto json = nlohmann::json::parse(read_file(index));
    for (const auto& [part, key, size] :
         {std::tuple{"train", "trainIdxs", 8365}, std::tuple{"dev", "devIdxs", 1046},
          std::tuple{"test", "testIdxs", 1045}}) {
      std::set<std::string> wanted;
      for (const std::size_t line : json[key]) wanted.insert(theirs[line]);
      EXPECT_EQ(wanted.size(), static_cast<std::size_t>(size));
      const Outcome exported =
          assay({"export", scratch / "scan", "--format", "scan", "--split", name, "--part", part});
      EXPECT_TRUE(lines_of(exported.out) == wanted) << name << " " << part;
    }
  }
  EXPECT_EQ(assay({"verify", scratch / "scan"}).exit_code, 0);

  // One foreign member is noticed in an imported split as well.
  const std::string path = scratch / "scan/splits/mcd1.json";
  auto json = nlohmann::ordered_json::parse(read_file(path));
  std::swap(json["trainIdxs"][17], json["testIdxs"][3]);
  write_file(path, json.dump());
  const Outcome outcome = assay({"verify", scratch / "scan"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.out.find("FAILS split mcd1"), std::string::npos) << outcome.out;
}

TEST(Published, ReascanHoldsRecordByRecord) {
  const std::string archive = published("reascan/demo300.jsonl.gz");
  if (archive.empty()) GTEST_SKIP() << kNotAtHand;
  const Outcome outcome = assay({"verify", "--format", "reascan", archive, "--json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  const auto report = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(report["records"], 300);
  for (const auto& aspect : report["aspects"]) {
    // A set of one record found no place.
    EXPECT_EQ(aspect["of"], aspect["name"] == "distractors" ? 299 : 300);
    EXPECT_EQ(aspect["matches"], aspect["of"]) << aspect["name"];
  }
}

// Ours in their format, of the edition that draws as they do.
TEST(Published, ReascanOfOurOwnHoldsRecordByRecord) {
  const ScratchFolder scratch;
  ASSERT_EQ(assay({"generate", "reascan", "--set", "edition=published", "--set", "pattern=p3", "-n",
                   "1000", "-q", "--out", scratch / "reascan"})
                .exit_code,
            0);
  ASSERT_EQ(assay({"export", scratch / "reascan", "--format", "reascan", "-q", "--out",
                   scratch / "files"})
                .exit_code,
            0);
  const Outcome outcome =
      assay({"verify", "--format", "reascan", scratch / "files/data-compositional-splits.txt"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
}

}  // namespace
}  // namespace assay::testing
