// LogicInference as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string recipe(const std::string& name) {
  return std::string(ASSAY_RECIPES "/logic/") + name + ".toml";
}

std::vector<Json> problems_in(const std::string& folder) {
  std::vector<Json> rows;
  std::istringstream stream(read_file(folder + "/data/all-00000-of-00001.jsonl"));
  for (std::string line; std::getline(stream, line);) rows.push_back(Json::parse(line));
  return rows;
}

TEST(LogicVerbs, DescribePrintsTheRulesAndTheDigestsOfTheSixFiles) {
  const Outcome rules = assay({"describe", "logic"});
  EXPECT_THAT(rules.out, HasSubstr("modus ponens "));
  EXPECT_THAT(rules.out, HasSubstr("  p -> q, p |- q\n"));
  EXPECT_THAT(rules.out, HasSubstr("  p <-> q, ~q |- ~p\n"));
  const std::vector<std::string> small{"describe",     "logic",        "--digests",
                                       "--set",        "problems=200", "--set",
                                       "variations=2", "--set",        "examples=500"};
  const Outcome digests = assay(small);
  ASSERT_EQ(digests.exit_code, 0) << digests.err;
  EXPECT_EQ(std::count(digests.out.begin(), digests.out.end(), '\n'), 6);
  EXPECT_THAT(digests.out, HasSubstr("  ood test\n"));
  const Outcome none = assay({"describe", "scan", "--digests"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("task scan rebuilds no published files"));
}

TEST(LogicVerbs, TheSampleOfTheAuthorsIsARecipeAndItsDefectsAreTold) {
  const ScratchFolder scratch;
  const std::string data = scratch / "sample";
  ASSERT_EQ(assay({"generate", "-C", recipe("sample"), "-q", "--out", data}).exit_code, 0);
  EXPECT_EQ(problems_in(data).size(), 498U);
  const Outcome outcome = assay({"verify", data});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("known unrelated: 5 of 39 unrelated clauses are entailed"));
  EXPECT_THAT(outcome.out, HasSubstr("ok    inferences: 0 of "));
  const Json json = Json::parse(assay({"verify", data, "--json"}).out);
  EXPECT_TRUE(json["holds"]);
  int known = 0;
  for (const Json& check : json["checks"]) known += check.contains("known_defect") ? 1 : 0;
  EXPECT_EQ(known, 1);
}

TEST(LogicVerbs, APublishedSplitMayShareQuestionsAndVerifyTells) {
  const ScratchFolder scratch;
  const std::string data = scratch / "iid";
  ASSERT_EQ(assay({"generate", "logic", "--set", "edition=published", "--set", "problems=100",
                   "--set", "examples=2000", "-q", "--out", data})
                .exit_code,
            0);
  ASSERT_EQ(assay({"split", data, "--method", "holdout", "--holdout", "published", "--name",
                   "published", "-q"})
                .exit_code,
            0);
  const Outcome outcome = assay({"verify", data});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_THAT(outcome.out,
              HasSubstr("known split published: holdout: train 1,761, dev 0, test 196;"));
  EXPECT_THAT(outcome.out, HasSubstr("held-out rows stand in train"));
}

TEST(LogicVerbs, VerifyFindsARowWhoseFieldsOrTargetAreNotThoseOfItsText) {
  const ScratchFolder scratch;
  const std::string data = scratch / "logic";
  ASSERT_EQ(assay({"generate", "logic", "-n", "200", "-q", "--out", data}).exit_code, 0);
  EXPECT_EQ(assay({"verify", data}).exit_code, 0);
  const std::string file = data + "/data/all-00000-of-00001.jsonl";
  const std::string bytes = read_file(file);
  const auto damaged = [&](const std::string& from, const std::string& to) {
    std::string other = bytes;
    const auto at = other.find(from);
    EXPECT_NE(at, std::string::npos);
    other.replace(at, from.size(), to);
    write_file(file, other);
    return assay({"verify", data}).out;
  };
  EXPECT_THAT(damaged("\"outcome\":\"yes\"", "\"outcome\":\"yea\""),
              HasSubstr("the row does not fit its input: the target says yes"));
  EXPECT_THAT(damaged("the answer is yes", "the answer is yea"),
              HasSubstr("the target is wrong: "));
  EXPECT_THAT(damaged("\"type\":\"2a\"", "\"type\":\"2b\""),
              HasSubstr("the question is of type 2a, not 2b"));
}

TEST(LogicVerbs, SolveAnswersInTheVoiceOfTheQuestion) {
  const Outcome outcome =
      assay({"solve", "logic", "--set", "answer=beginning"},
            "Consider the following premises. p -> q. p. Can we infer q from them?\n"
            "Consider the following premises. If it rains, then James is sad. It is raining. Can "
            "we infer "
            "the following from them? James is not sad.\n"
            "Is it late?\n");
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.out, HasSubstr("Yes, via the following inference chain. From p -> q, p we "
                                     "can infer q."));
  EXPECT_THAT(outcome.out, HasSubstr("which contradicts that James is not sad."));
  EXPECT_THAT(outcome.err, HasSubstr("standard input:3: no question"));
}

TEST(LogicVerbs, ScoreNamesTheFirstWrongStep) {
  const ScratchFolder scratch;
  const std::string data = scratch / "logic";
  ASSERT_EQ(assay({"generate", "logic", "-n", "300", "-q", "--out", data}).exit_code, 0);
  std::string answers;
  std::size_t broken = 0;
  for (const Json& row : problems_in(data)) {
    std::string answer = row["target"];
    // Without its first step a chain stands on what nobody concluded.
    const auto second = answer.find(" From ");
    if (row["chain"].size() > 2 && row["type"] == "3a" && second != std::string::npos) {
      answer.erase(0, second + 1);
      ++broken;
    }
    answers += Json{{"id", row["id"]}, {"answer", answer}}.dump() + "\n";
  }
  ASSERT_GT(broken, 10U);
  const Outcome outcome = assay({"score", data, "-", "--json"}, answers);
  const Json score = Json::parse(outcome.out);
  EXPECT_EQ(score["wrong"], broken);
  EXPECT_EQ(score["right"], 300 - broken);
  EXPECT_EQ(score["marks"]["first_wrong_step"]["answers"], broken);
  EXPECT_EQ(score["marks"]["final"]["answers"], score["marks"]["final"]["total"]);
}

TEST(LogicVerbs, ExportWritesTheFilesOfTheRelease) {
  const ScratchFolder scratch;
  const std::string data = scratch / "logic";
  ASSERT_EQ(assay({"generate", "logic", "-n", "20", "-q", "--out", data}).exit_code, 0);
  const Outcome t5 = assay({"export", data, "--format", "t5"});
  EXPECT_THAT(t5.out, StartsWith("inputs\ttargets\n"));
  EXPECT_EQ(std::count(t5.out.begin(), t5.out.end(), '\n'), 21);
  EXPECT_EQ(std::count(t5.out.begin(), t5.out.end(), '\t'), 21);
  const Outcome records = assay({"export", data, "--format", "tfrecord", "--out", scratch / "tf"});
  EXPECT_EQ(records.exit_code, 0) << records.err;
  EXPECT_THAT(read_file(scratch / "tf/all.tfrecord"), HasSubstr("inputs"));
}

TEST(LogicVerbs, WrongParametersAreNamed) {
  for (const auto& [setting, problem] :
       {std::pair{"lengths=a,b", "\"a\" is no weight"}, std::pair{"lengths=0,0", "are 0"},
        std::pair{"lengths=0.0000001", "is no weight"},
        std::pair{"lengths=1000000000000000000000", "is no weight"},
        std::pair{"lengths=-1", "is no weight"},
        std::pair{"lengths=1,1,1,1,1,1,1,1,1,1,1,1",
                  "has 12 weights; edition=sound takes at most 11"},
        std::pair{"edition=mine", "edition"}}) {
    const Outcome outcome = assay({"generate", "logic", "-n", "5", "--set", setting});
    EXPECT_EQ(outcome.exit_code, 2) << setting;
    EXPECT_THAT(outcome.err, HasSubstr(problem));
  }
  const Outcome published = assay({"generate", "logic", "-n", "5", "--set", "edition=published",
                                   "--set", "lengths=1,1,1,1,1,1"});
  EXPECT_EQ(published.exit_code, 2);
  EXPECT_THAT(published.err, HasSubstr("has 6 weights; edition=published takes at most 5"));
  const Outcome seed =
      assay({"generate", "logic", "--set", "edition=published", "--seed", "4294967296"});
  EXPECT_EQ(seed.exit_code, 2);
  EXPECT_THAT(seed.err, HasSubstr("takes seeds below 4294967296"));
}

}  // namespace
}  // namespace assay::testing
