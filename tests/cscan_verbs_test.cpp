// Conceptual SCAN as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

std::vector<Json> lines_of(const std::string& text) {
  std::vector<Json> rows;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) rows.push_back(Json::parse(line));
  return rows;
}

std::vector<Json> requests_in(const std::string& folder) {
  return lines_of(read_file(folder + "/data/all-00000-of-00001.jsonl"));
}

// A small set like the paper's random ones.
std::string small_set(const ScratchFolder& scratch, const std::string& space) {
  std::string data = scratch / space;
  const Outcome made =
      assay({"generate", "cscan", "--set", "space=" + space, "--set", "contexts=20", "--set",
             "held_out=3", "--set", "held_out_examples=300", "-q", "--out", data});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  const Outcome split = assay(
      {"split", data, "--method", "holdout", "--holdout", "contexts", "--name", "contexts", "-q"});
  EXPECT_EQ(split.exit_code, 0) << split.err;
  return data;
}

TEST(CscanVerbs, ASetOfContextsVerifies) {
  const ScratchFolder scratch;
  for (const char* space : {"b", "x", "scan"}) {
    const std::string data = small_set(scratch, space);
    const Outcome outcome = assay({"verify", data});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
    EXPECT_THAT(outcome.out, HasSubstr("3,800 rows; the solver confirms every target"));
    EXPECT_THAT(outcome.out, HasSubstr("train 2,000, dev 900, test 900"));
    EXPECT_THAT(outcome.out, HasSubstr("and contradict each other in 0"));
  }
}

TEST(CscanVerbs, VerifyFindsWhatARowSaysWrongly) {
  const ScratchFolder scratch;
  const std::string data = scratch / "b";
  ASSERT_EQ(assay({"generate", "cscan", "-n", "200", "-q", "--out", data}).exit_code, 0);
  const std::string file = data + "/data/all-00000-of-00001.jsonl";
  const std::string bytes = read_file(file);
  const auto damaged = [&](const std::string& from, const std::string& to) {
    std::string other = bytes;
    const auto at = other.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    other.replace(at, from.size(), to);
    write_file(file, other);
    return assay({"verify", data}).out;
  };
  EXPECT_THAT(damaged("\"class\":\"yes_", "\"class\":\"yea_"), HasSubstr("the class is yes_"));
  EXPECT_THAT(damaged("\"num_variables\":0", "\"num_variables\":1"),
              HasSubstr("the counts of the request are not what the texts say"));
  EXPECT_THAT(
      damaged("\"target\":\"1 (Reasoning: Monotonic)\"", "\"target\":\"0 (Reasoning: Monotonic)\""),
      HasSubstr("FAILS"));
}

TEST(CscanVerbs, AnswersAreScoredByClassAndForConsistency) {
  const ScratchFolder scratch;
  const std::string data = small_set(scratch, "b");
  std::string right;
  std::string sure;  // all right but the qualifiers
  for (const Json& row : requests_in(data)) {
    const std::string target = row["target"];
    right += Json{{"id", row["id"]}, {"answer", target}}.dump() + "\n";
    const std::string reply = row["reply"];
    sure += Json{{"id", row["id"]}, {"answer", reply + " (Reasoning: Monotonic)"}}.dump() + "\n";
  }
  write_file(scratch / "right.jsonl", right);
  write_file(scratch / "sure.jsonl", sure);
  const auto score = [&](const std::string& answers) {
    const Outcome outcome = assay(
        {"score", data, scratch / answers, "--split", "contexts", "--metric", "consistency", "--by",
         "class,frac_explicit_rules/0.1", "--json", "--list-to", scratch / "sets.jsonl"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return Json::parse(outcome.out);
  };
  const Json golden = score("right.jsonl");
  EXPECT_EQ(golden["accuracy"], 1.0);
  const Json& consistency = golden["metrics"]["consistency"];
  EXPECT_EQ(consistency["value"], 100.0);
  EXPECT_EQ(consistency["figures"]["contradictions"], 0);
  const std::size_t implications = consistency["figures"]["implications"];
  EXPECT_GT(implications, 0U);
  const auto sets = lines_of(read_file(scratch / "sets.jsonl"));
  EXPECT_EQ(sets.size(), implications);
  EXPECT_EQ(golden["by"]["class"].size(), 8U);

  const Json wrong = score("sure.jsonl");
  EXPECT_LT(wrong["accuracy"], 0.7);
  EXPECT_EQ(wrong["marks"]["reply"]["total"], 900.0);
  // Who calls everything certain contradicts nobody by that.
  EXPECT_EQ(wrong["metrics"]["consistency"]["figures"]["contradictions"], 0);
}

TEST(CscanVerbs, NothingIsHeldOutWhereNoContextWas) {
  const ScratchFolder scratch;
  const std::string data = scratch / "b";
  ASSERT_EQ(assay({"generate", "cscan", "-n", "100", "-q", "--out", data}).exit_code, 0);
  const Outcome outcome = assay(
      {"split", data, "--method", "holdout", "--holdout", "contexts", "--name", "contexts", "-q"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(Json::parse(read_file(data + "/splits/contexts.json"))["trainIdxs"].size(), 100U);
}

TEST(CscanVerbs, TooManyLeastCommandsAreBlamed) {
  for (const char* siblings : {"siblings=0", "siblings=4"}) {
    const Outcome outcome = assay({"generate", "cscan", "-n", "5", "--set", "space=x", "--set",
                                   siblings, "--set", "least_commands=100000"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("least_commands=100000 is too many"));
  }
}

TEST(CscanVerbs, ExportsHaveTheContextOrNot) {
  const ScratchFolder scratch;
  const std::string data = scratch / "b";
  ASSERT_EQ(assay({"generate", "cscan", "-n", "100", "-q", "--out", data}).exit_code, 0);
  for (const char* format : {"t5", "without_context"}) {
    ASSERT_EQ(
        assay({"export", data, "--format", format, "--out", scratch / format, "-q"}).exit_code, 0);
  }
  const auto with = lines_of(read_file(scratch / "t5" + "/all.jsonl"));
  const auto without = lines_of(read_file(scratch / "without_context" + "/all.jsonl"));
  ASSERT_EQ(with.size(), 100U);
  ASSERT_EQ(without.size(), 100U);
  for (std::size_t i = 0; i < with.size(); ++i) {
    const std::string input = with[i]["inputs"];
    EXPECT_EQ(without[i]["inputs"], input.substr(0, input.find('\n')));
    EXPECT_EQ(without[i]["targets"], with[i]["targets"]);
  }
}

TEST(CscanVerbs, ALanguageOfOnesOwnNeedsAFileOnly) {
  const ScratchFolder scratch;
  const std::string file = scratch / "kitchen.toml";
  write_file(file, R"(grammar = """
S -> D then D | D with D | D
D -> I boiled | I fried | I
I -> rice | leek | egg | bean | tofu
"""
actions = "CUT STIR HEAT POUR REST SALT"
rules = 9
explicit = "4 5 6"
repeats = 2
length = 4
most_input = 500
most_output = 100
)");
  const std::string data = scratch / "kitchen";
  const Outcome made =
      assay({"generate", "cscan", "--set", "space=" + file, "-n", "500", "-q", "--out", data});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const Outcome outcome = assay({"verify", data});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  write_file(file, "grammar = 3\n");
  const Outcome wrong = assay({"show", "cscan", "--set", "space=" + file});
  EXPECT_EQ(wrong.exit_code, 3);
  EXPECT_THAT(wrong.err, HasSubstr("kitchen.toml:1: grammar: must be text in quotes"));
  const Outcome unknown = assay({"show", "cscan", "--set", "space=bx"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("there is no rule space \"bx\""));
}

TEST(CscanVerbs, SiblingsFollowTheirRowsIntoTest) {
  const ScratchFolder scratch;
  const std::string data = scratch / "related";
  ASSERT_EQ(assay({"generate", "cscan", "--set", "contexts=60", "--set", "examples=30", "--set",
                   "siblings=1", "-q", "--out", data})
                .exit_code,
            0);
  const Outcome mcd = assay({"split", data, "--method", "mcd", "--leaders", "--three-way",
                             "--train", "600", "--dev", "100", "--test", "100", "--name", "hard",
                             "--max-atom-divergence", "0.05", "-q"});
  ASSERT_EQ(mcd.exit_code, 0) << mcd.err;
  const Outcome follow =
      assay({"split", data, "--method", "follow", "--follow", "hard", "--name", "related", "-q"});
  ASSERT_EQ(follow.exit_code, 0) << follow.err;
  const Json hard = Json::parse(read_file(data + "/splits/hard.json"));
  const Json related = Json::parse(read_file(data + "/splits/related.json"));
  EXPECT_EQ(related["trainIdxs"], hard["trainIdxs"]);
  EXPECT_EQ(hard["testIdxs"].size(), 100U);
  const auto rows = requests_in(data);
  for (const Json& at : hard["testIdxs"]) EXPECT_EQ(rows[at]["leader"], -1);
  std::size_t siblings = 0;
  std::string answers;
  for (const Json& at : related["testIdxs"]) {
    siblings += rows[at]["leader"] == -1 ? 0 : 1;
    answers += Json{{"id", rows[at]["id"]}, {"answer", rows[at]["target"]}}.dump() + "\n";
  }
  EXPECT_GT(siblings, 100U);
  EXPECT_EQ(related["testIdxs"].size(), 100 + siblings);
  write_file(scratch / "right.jsonl", answers);
  const Json score = Json::parse(assay({"score", data, scratch / "right.jsonl", "--split",
                                        "related", "--metric", "consistency", "--json"})
                                     .out);
  EXPECT_GT(score["metrics"]["consistency"]["figures"]["implications"], 20);
  EXPECT_EQ(assay({"verify", data}).exit_code, 0);
}

TEST(CscanVerbs, TheSameBytesForAnyNumberOfThreads) {
  const ScratchFolder scratch;
  for (const char* space : {"b", "x"}) {
    std::string first;
    for (const char* jobs : {"1", "2", "3"}) {
      const std::string data = scratch / (std::string(space) + jobs);
      ASSERT_EQ(assay({"generate", "cscan", "--set", std::string("space=") + space, "-n", "3000",
                       "--seed", "5", "--jobs", jobs, "-q", "--out", data})
                    .exit_code,
                0);
      const std::string bytes = read_file(data + "/data/all-00000-of-00001.jsonl");
      if (first.empty()) first = bytes;
      EXPECT_EQ(bytes, first);
    }
  }
}

}  // namespace
}  // namespace assay::testing
