// CFQ as a user meets it.
#include <fmt/format.h>
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

constexpr const char* kQuestion = "Did M0 's spouse produce M1";

std::vector<Json> rows_of(const std::string& text) {
  std::vector<Json> rows;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) rows.push_back(Json::parse(line));
  return rows;
}

TEST(CfqVerbs, SolveAnswersPlainQuestionsAndNamesTheWordThatDoesNotFit) {
  const Outcome outcome =
      assay({"solve", "cfq"}, std::string(kQuestion) +
                                  "\nWho directed, edited, and wrote M0's sequel?"
                                  "\nWho flew to M0\n");
  EXPECT_EQ(outcome.exit_code, 3);
  const auto rows = rows_of(outcome.out);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_THAT(rows[0]["answer"].get<std::string>(), HasSubstr("FILTER ( ?x0 != M0 )"));
  EXPECT_THAT(rows[1]["answer"].get<std::string>(), HasSubstr("?x1 ns:film.film.prequel M0"));
  EXPECT_TRUE(rows[2]["answer"].is_null());
  EXPECT_THAT(outcome.err, HasSubstr("standard input:3: no reading goes on at word 2, \"flew\""));
}

TEST(CfqVerbs, SolveGivesAllReadings) {
  const Outcome outcome = assay({"solve", "cfq", "--all-readings"}, kQuestion);
  EXPECT_EQ(outcome.exit_code, 0);
  const auto rows = rows_of(outcome.out);
  ASSERT_EQ(rows.at(0)["answers"].size(), 1U);
  EXPECT_EQ(rows[0]["answers"][0], rows[0]["answer"]);
}

TEST(CfqVerbs, ExplainTellsTheRulesOfAnyQuestion) {
  const Outcome outcome = assay({"explain", "cfq", "--input", "Who directed M0"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("41 rule applications, 37 different rules (atoms)"));
  const Outcome neither = assay({"explain", "curi", "--input", "yes"});
  EXPECT_EQ(neither.exit_code, 2);
  EXPECT_THAT(neither.err, HasSubstr("explain --input is not available for curi"));
}

TEST(CfqVerbs, ExportWritesTheFilesOfTheOfficialPreprocessing) {
  const ScratchFolder scratch;
  const std::string data = scratch / "cfq";
  const std::string out = scratch / "out";
  ASSERT_EQ(assay({"generate", "cfq", "-n", "60", "-q", "--out", data}).exit_code, 0);
  ASSERT_EQ(assay({"split", data, "--method", "group", "--train", "20", "--dev", "10", "--test",
                   "10", "--name", "s", "-q"})
                .exit_code,
            0);
  const Outcome outcome = assay({"export", data, "--format", "cfq", "--split", "s", "--out", out});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("train/train_encode.txt"));
  EXPECT_THAT(read_file(out + "/vocab.cfq.tokens"), StartsWith("<pad>\n<EOS>\n<OOV>\n"));
  for (const std::string part : {"train", "dev", "test"}) {
    const std::string stem = fmt::format("{0}/{1}/{1}", out, part);
    const std::string questions = read_file(stem + "_encode.txt");
    const std::string queries = read_file(stem + "_decode.txt");
    EXPECT_GE(std::count(questions.begin(), questions.end(), '\n'), 10);
    EXPECT_EQ(std::count(questions.begin(), questions.end(), '\n'),
              std::count(queries.begin(), queries.end(), '\n'));
    EXPECT_THAT(queries, StartsWith("SELECT "));
  }
  const Outcome again = assay({"export", data, "--format", "cfq", "--split", "s", "--out", out});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_THAT(again.out, HasSubstr("was complete already"));
  const Outcome other = assay({"export", data, "--format", "tsv", "--out", out});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("is not empty"));
}

TEST(CfqVerbs, ScoreCountsErrorsByKind) {
  const ScratchFolder scratch;
  const std::string data = scratch / "cfq";
  ASSERT_EQ(assay({"generate", "cfq", "-n", "40", "-q", "--out", data}).exit_code, 0);
  const std::string file = data + "/data/all-00000-of-00001.jsonl";
  std::string answers;
  std::size_t at = 0;
  for (const Json& row : rows_of(read_file(file))) {
    std::string answer = row["target"];
    if (at % 4 == 1) answer.insert(answer.find("{\n") + 2, "M7 ns:film.director.film M8 .\n");
    if (at % 4 == 2) answer.resize(answer.size() / 2);
    answers += Json{{"id", row["id"]}, {"answer", answer}}.dump() + "\n";
    ++at;
  }
  const Outcome outcome = assay({"score", data, "-", "--json"}, answers);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const Json score = Json::parse(outcome.out);
  EXPECT_EQ(score["right"], 20);
  EXPECT_EQ(score["wrong"], 10);
  EXPECT_EQ(score["unparsable"], 10);
  EXPECT_EQ(score["marks"]["clause_inserted"]["answers"], 10);
  EXPECT_EQ(score["marks"]["malformed"]["answers"], 10);
}

TEST(CfqVerbs, VerifyAsksTheIndependentCompilerAboutEveryRow) {
  const ScratchFolder scratch;
  const std::string data = scratch / "cfq";
  ASSERT_EQ(assay({"generate", "cfq", "-n", "50", "-q", "--out", data}).exit_code, 0);
  const Outcome verified = assay({"verify", data});
  EXPECT_EQ(verified.exit_code, 0) << verified.out;
  EXPECT_THAT(verified.out,
              HasSubstr("50 rows; an independent compiler confirms every target, and the solver"));

  const std::string file = data + "/data/all-00000-of-00001.jsonl";
  std::string rows = read_file(file);
  const std::size_t at = rows.find("ns:film.", rows.find("\"target\":"));
  ASSERT_NE(at, std::string::npos);
  rows.replace(at, 8, "ns:flim.");
  write_file(file, rows);
  const Outcome spoilt = assay({"verify", data});
  EXPECT_EQ(spoilt.exit_code, 1);
  EXPECT_THAT(spoilt.out, HasSubstr("all-00000-of-00001.jsonl:"));
  EXPECT_THAT(spoilt.out, HasSubstr("the target is not what the input means: by the independent "
                                    "compiler, "));
}

TEST(CfqVerbs, VerifySaysThatRulesOfUsersHaveNoIndependentCheck) {
  const ScratchFolder scratch;
  const std::string rules = scratch.put("noun.rules",
                                        "%grammar\n"
                                        "NP_SIMPLE=NP/Investor:\n"
                                        "  NP_SIMPLE(type:human|organization)[_head]/_head"
                                        " → NP(concept_id:Investor)/_head\n"
                                        "NP=INVESTOR:\n"
                                        "  NP(concept_id:Investor)/Investor → 'investor'\n"
                                        "%knowledge\n"
                                        "→ FreebaseTypeMapping(Investor, 'ns:film.investor')\n");
  const std::string data = scratch / "cfq";
  ASSERT_EQ(assay({"generate", "cfq", "-n", "50", "--set", "domain=" + rules, "-q", "--out", data})
                .exit_code,
            0);
  const Outcome verified = assay({"verify", data});
  EXPECT_EQ(verified.exit_code, 0) << verified.out;
  EXPECT_THAT(verified.out, HasSubstr("50 rows; the solver confirms every target, but by the rules "
                                      "that made it: there is no independent check"));
}

}  // namespace
}  // namespace assay::testing
