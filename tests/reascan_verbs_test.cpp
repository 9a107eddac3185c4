// ReaSCAN as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

// Fewer commands and worlds than the release has, of all its sets.
class ReascanVerbs : public ::testing::Test {
 protected:
  std::string generate(const std::string& edition) {
    std::string path = scratch_ / edition;
    const Outcome made = assay({"generate", "reascan", "--set", "edition=" + edition, "--set",
                                "commands=1600", "--set", "worlds=6", "-q", "--out", path});
    EXPECT_EQ(made.exit_code, 0) << made.err;
    return path;
  }

  ScratchFolder scratch_;
};

TEST_F(ReascanVerbs, TheSetsOfThePaperAreCheckedFromTheFiles) {
  for (const char* edition : {"sound", "published"}) {
    const std::string data = generate(edition);
    for (const char* set : {"random", "A1", "A2", "A3", "B1", "B2", "C1", "C2"}) {
      const Outcome split =
          assay({"split", data, "--method", "holdout", "--holdout", set, "--name", set});
      EXPECT_EQ(split.exit_code, 0) << split.err;
    }
    const Outcome verified = assay({"verify", data});
    EXPECT_EQ(verified.exit_code, 0) << verified.out;
    EXPECT_THAT(verified.out, HasSubstr("the solver confirms every target"));
    EXPECT_THAT(verified.out, HasSubstr("new to training in each of "));
    // What is said of two phrases is in B1 alone.
    const Json split = Json::parse(read_file(data + "/splits/B1.json"));
    EXPECT_GT(split["testIdxs"].size(), 100U);
  }
}

TEST_F(ReascanVerbs, VerifyNoticesATestThatTrains) {
  const std::string data = generate("sound");
  EXPECT_EQ(
      assay({"split", data, "--method", "holdout", "--holdout", "C1", "--name", "C1"}).exit_code,
      0);
  const std::string file = data + "/splits/C1.json";
  Json split = Json::parse(read_file(file));
  Json& train = split["trainIdxs"];
  train.push_back(split["testIdxs"][0]);
  write_file(file, split.dump());
  const Outcome verified = assay({"verify", data});
  EXPECT_EQ(verified.exit_code, 1);
  EXPECT_THAT(verified.out, HasSubstr("FAILS split C1"));
}

TEST_F(ReascanVerbs, TheAuthorsFileIsWhatPythonWouldWrite) {
  for (const char* edition : {"sound", "published"}) {
    const std::string data = generate(edition);
    const std::string files = scratch_ / (std::string("files ") + edition);
    const Outcome outcome = assay({"export", data, "--format", "reascan", "--out", files});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::string text = read_file(files + "/data-compositional-splits.txt");
    const Json document = Json::parse(text);
    EXPECT_EQ(document.dump(4), text);
    for (const Json& example : document["examples"]["train"]) {
      ASSERT_EQ(example.size(), 24U);
      ASSERT_EQ(example["n_object"], example["situation"]["placed_objects"].size());
    }
  }
}

TEST_F(ReascanVerbs, CompactLinesHoldTheWholeWorld) {
  const std::string data = generate("sound");
  const Outcome outcome = assay({"export", data, "--format", "compact"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  std::istringstream lines(outcome.out);
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  const Json row = Json::parse(line);
  const Json& grid = row["situation"];
  ASSERT_EQ(grid.size(), 6U);
  int agents = 0;
  int things = 0;
  for (const Json& cells : grid) {
    for (const Json& cell : cells) {
      ASSERT_EQ(cell.size(), 17U);
      agents += cell[12].get<int>();
      for (std::size_t size = 0; size < 4; ++size) things += cell[size].get<int>();
    }
  }
  EXPECT_EQ(agents, 1);
  EXPECT_GE(things, 13);
}

// Answers that go to a distractor are told from others, by its kind.
TEST_F(ReascanVerbs, ScoreTellsWhichDistractorsAnswersEndOn) {
  const std::string data = generate("sound");
  std::istringstream lines(read_file(data + "/data/all-00000-of-00001.jsonl"));
  std::string answers;
  std::string line;
  std::size_t on_relations = 0;
  while (std::getline(lines, line)) {
    const Json row = Json::parse(line);
    const Json& roles = row["roles"];
    const auto found = std::find(roles.begin(), roles.end(), 1);
    if (found == roles.end()) continue;
    const std::size_t at = 4 + 5 * static_cast<std::size_t>(found - roles.begin());
    if (row["world"][at] == 3) continue;  // a box
    ++on_relations;
    answers += Json({{"id", row["id"]},
                     {"answer", "row " + row["world"][at + 3].dump() + ", column " +
                                    row["world"][at + 4].dump()}})
                   .dump() +
               "\n";
  }
  write_file(scratch_ / "answers", answers);
  const Outcome scored = assay({"score", data, scratch_ / "answers", "--json"});
  EXPECT_EQ(scored.exit_code, 0) << scored.err;
  const Json score = Json::parse(scored.out);
  EXPECT_EQ(score["marks"]["ended_on_relation"]["total"], on_relations);
  EXPECT_EQ(score["marks"]["ended_on_attribute"]["total"], 0);
  EXPECT_GT(on_relations, 1'000U);
}

TEST(ReascanPatterns, AnyPatternIsMadeAndVerified) {
  const ScratchFolder scratch;
  for (const char* edition : {"sound", "published"}) {
    const std::string data = scratch / edition;
    const Outcome made = assay({"generate", "reascan", "--set", std::string("edition=") + edition,
                                "--set", "pattern=$OBJ_0 ^ $OBJ_1 & $OBJ_2 ^ $OBJ_3", "--set",
                                "commands=60", "-q", "--out", data});
    EXPECT_EQ(made.exit_code, 0) << made.err;
    EXPECT_EQ(assay({"verify", data}).exit_code, 0);
  }
  const Outcome wrong = assay({"show", "reascan", "--set", "pattern=p7"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("\"p7\" is no pattern; write all, release, p1"));
  const Outcome kind = assay({"show", "reascan", "--set", "distractors=relation,shape"});
  EXPECT_EQ(kind.exit_code, 2);
  EXPECT_THAT(kind.err, HasSubstr("\"shape\" is no kind of distractors"));
}

}  // namespace
}  // namespace assay::testing
