// Prompts as a user gets them: for a look, and as files for models.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "all_tasks.h"
#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> lines;
  for (const std::string& line : text_lines(text)) lines.push_back(Json::parse(line));
  return lines;
}

// "logic:5f0e2a91:0:12:3" -> "12".
std::string unit_of(const std::string& id) {
  const std::size_t item = id.rfind(':');
  const std::size_t unit = id.rfind(':', item - 1) + 1;
  return id.substr(unit, item - unit);
}

// A data set with a random split, and what stands where.
class Prompts : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    scratch_ = new ScratchFolder;
    ASSERT_EQ(assay({"generate", "logic", "-n", "300", "-q", "--out", folder()}).exit_code, 0);
    ASSERT_EQ(assay({"split", folder(), "--method", "random", "--name", "r", "-q"}).exit_code, 0);
  }
  static void TearDownTestSuite() { delete scratch_; }
  static std::string folder() { return *scratch_ / "logic"; }

  // Rows by id.
  static std::map<std::string, Json> rows_of(const std::string& part) {
    std::map<std::string, Json> rows;
    const auto lines = json_lines(
        assay({"export", folder(), "--format", "jsonl", "--split", "r", "--part", part}).out);
    for (const Json& row : lines) rows[row["id"]] = row;
    return rows;
  }

  static Outcome exported(std::vector<std::string> more) {
    std::vector<std::string> words{"export", folder(), "--split", "r", "--prompt", "instructed"};
    words.insert(words.end(), more.begin(), more.end());
    return assay(words);
  }

  static ScratchFolder* scratch_;
};

ScratchFolder* Prompts::scratch_ = nullptr;

TEST_F(Prompts, OfATaskTellRulesFormExampleAndQuestion) {
  for (const std::string& task : all_tasks()) {
    const Outcome outcome = assay({"prompt", task});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    for (const char* heading :
         {"\nThe answer\n", "\nExample\nInput:\n", "<answer>", "\nThe question\nInput:\n"}) {
      EXPECT_THAT(outcome.out, HasSubstr(heading)) << task;
    }
  }
}

TEST_F(Prompts, ThatAreBareAreTheInput) {
  const auto rows = rows_of("test");
  const auto lines = json_lines(
      assay({"export", folder(), "--split", "r", "--prompt", "bare", "--format", "text"}).out);
  ASSERT_EQ(lines.size(), rows.size());
  for (const Json& line : lines) {
    EXPECT_EQ(line["prompt"], rows.at(line["id"])["input"]);
    EXPECT_EQ(line["shots"], Json::array());
  }
}

TEST_F(Prompts, ShowNoRowOfTestAndNoKinOfTheQuestion) {
  const auto train = rows_of("train");
  const auto test = rows_of("test");
  const auto lines =
      json_lines(exported({"--shots", "4", "--shots-from", "train", "--format", "text"}).out);
  ASSERT_EQ(lines.size(), test.size());
  for (const Json& line : lines) {
    const std::string id = line["id"];
    ASSERT_EQ(line["shots"].size(), 4U) << id;
    std::set<std::string> different;
    for (const std::string shot : line["shots"]) {
      different.insert(shot);
      ASSERT_TRUE(train.contains(shot)) << shot;
      EXPECT_NE(unit_of(shot), unit_of(id)) << "the same problem";
      EXPECT_NE(train.at(shot)["input"], test.at(id)["input"]);
      const std::string shown = train.at(shot)["input"].get<std::string>() + "\n";
      EXPECT_THAT(line["prompt"].get<std::string>(), HasSubstr(shown));
      EXPECT_THAT(line["prompt"].get<std::string>(),
                  HasSubstr("<answer>" + train.at(shot)["target"].get<std::string>()));
    }
    EXPECT_EQ(different.size(), 4U);
  }
}

TEST_F(Prompts, OfTrainingRowsShowOtherTrainingRows) {
  const auto lines = json_lines(
      exported({"--part", "train", "--shots", "2", "--shots-from", "train", "--format", "text"})
          .out);
  std::set<std::string> all;
  for (const Json& line : lines) {
    for (const std::string shot : line["shots"]) {
      EXPECT_NE(unit_of(shot), unit_of(line["id"]));
      all.insert(shot);
    }
  }
  EXPECT_GT(all.size(), 2U);  // where one was of the row's own problem, another stands in
}

TEST_F(Prompts, AreTheSameForOneSeedAndAnyNumberOfThreads) {
  const std::vector<std::string> words{"--shots", "3", "--shots-from", "train", "--format", "chat"};
  const auto with = [&](const std::string& seed, const std::string& jobs) {
    auto all = words;
    all.insert(all.end(), {"--seed", seed, "--jobs", jobs});
    return exported(all).out;
  };
  EXPECT_EQ(with("0", "1"), with("0", "4"));
  EXPECT_NE(with("0", "1"), with("1", "1"));
}

TEST_F(Prompts, AreMessagesWithTheHashOfTheirData) {
  const Json manifest = Json::parse(read_file(folder() + "/manifest.json"));
  for (const Json& line : json_lines(exported({"--format", "chat"}).out)) {
    EXPECT_EQ(line["messages"].size(), 1U);
    EXPECT_EQ(line["messages"][0]["role"], "user");
    EXPECT_EQ(line["content_hash"], manifest["content_hash"]);
    EXPECT_EQ(line["shots"].size(), 1U);  // the worked example
  }
}

TEST_F(Prompts, AreRequestsNamedByTheIdsOfTheirRows) {
  const std::string out = *scratch_ / "requests";
  const Outcome outcome = exported({"--format", "batch", "--model", "m-1", "--out", out});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto test = rows_of("test");
  const auto requests = json_lines(read_file(out + "/test.jsonl"));
  const auto records = json_lines(read_file(out + "/test.shots.jsonl"));
  ASSERT_EQ(requests.size(), test.size());
  ASSERT_EQ(records.size(), test.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    EXPECT_TRUE(test.contains(requests[i]["custom_id"]));
    EXPECT_EQ(requests[i]["method"], "POST");
    EXPECT_EQ(requests[i]["url"], "/v1/chat/completions");
    EXPECT_EQ(requests[i]["body"]["model"], "m-1");
    EXPECT_THAT(requests[i]["body"]["messages"][0]["content"].get<std::string>(),
                HasSubstr(test.at(requests[i]["custom_id"])["input"].get<std::string>()));
    EXPECT_EQ(records[i]["id"], requests[i]["custom_id"]);
    EXPECT_EQ(records[i]["shots"].size(), 1U);
  }
  EXPECT_THAT(exported({"--format", "batch", "--model", "m-1", "--out", out}).out,
              HasSubstr("was complete already"));
  EXPECT_EQ(exported({"--format", "batch", "--model", "m-2", "--out", out}).exit_code, 2);
}

TEST_F(Prompts, OfOtherProgramsComeWithTheirScorers) {
  const std::string lm_eval = *scratch_ / "lm_eval";
  ASSERT_EQ(exported({"--format", "lm-eval", "--out", lm_eval}).exit_code, 0);
  EXPECT_THAT(read_file(lm_eval + "/assay_logic_r.yaml"), HasSubstr("task: assay_logic_r\n"));
  EXPECT_THAT(read_file(lm_eval + "/assay_scorer.py"),
              HasSubstr("WORDS = [\"judge\", \"logic\"]\n"));
  const std::string inspect = *scratch_ / "inspect";
  ASSERT_EQ(exported({"--format", "inspect", "--out", inspect}).exit_code, 0);
  EXPECT_THAT(read_file(inspect + "/assay_logic_r.py"), HasSubstr("def assay_logic_r():\n"));
  const auto test = rows_of("test");
  const auto samples = json_lines(read_file(inspect + "/test.jsonl"));
  const auto docs = json_lines(read_file(lm_eval + "/test.jsonl"));
  ASSERT_EQ(samples.size(), test.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    Json row = test.at(samples[i]["id"]);
    row.erase("rules");
    EXPECT_EQ(Json::parse(samples[i]["metadata"]["row"].get<std::string>()), row);
    EXPECT_EQ(docs[i]["row"], samples[i]["metadata"]["row"]);
    EXPECT_EQ(docs[i]["prompt"], samples[i]["input"]);
    EXPECT_EQ(docs[i]["target"], row["target"]);
  }
}

TEST_F(Prompts, ShowTheSameToAPersonAsToAModel) {
  const auto line = json_lines(exported({"--format", "text"}).out).front();
  const Outcome shown = assay({"prompt", folder(), "--split", "r"});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_EQ(shown.out, line["prompt"].get<std::string>() + "\n");
  EXPECT_EQ(json_lines(assay({"prompt", folder(), "--split", "r", "--json"}).out).front(), line);
}

TEST_F(Prompts, ThatCannotBeMadeSayWhyAndWhatToDo) {
  struct Case {
    std::vector<std::string> words;
    const char* message;
  };
  const std::string whole = folder();
  const std::vector<Case> cases{
      {{"export", whole, "--format", "jsonl", "--shots", "3"}, "give --prompt bare or instructed"},
      {{"export", whole, "--prompt", "long"}, "--prompt long: is not \"instructed\" or \"bare\""},
      {{"export", whole, "--prompt", "bare", "--format", "chta"}, "did you mean \"chat\"?"},
      {{"export", whole, "--prompt", "bare", "--format", "batch", "--out", *scratch_ / "b"},
       "--format batch needs --model NAME"},
      {{"export", whole, "--prompt", "bare", "--format", "batch", "--model", "m"},
       "has several files; give --out FOLDER"},
      {{"prompt", whole, "--shots", "2", "--shots-from", "train"}, "has no part \"train\""},
      {{"prompt", "scan", "--shots", "2", "--shots-from", "train"}, "has no train"},
      {{"prompt", whole, "--split", "r", "--shots", "2000", "--shots-from", "train"},
       "ask for fewer --shots"},
      {{"prompt", whole, "--split", "r", "--shots", "100"}, "ask for fewer --shots"},
  };
  for (const auto& [words, message] : cases) {
    const Outcome outcome = assay(words);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_EQ(text_lines(outcome.err).size(), 1U) << outcome.err;
  }
}

// All of SCAN is asked about when there is no split, so nothing is left to be shown.
TEST(PromptsOfAllThereIs, ShowNoExample) {
  const ScratchFolder scratch;
  ASSERT_EQ(assay({"generate", "scan", "-q", "--out", scratch / "scan"}).exit_code, 0);
  const Outcome outcome = assay({"prompt", scratch / "scan", "--json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(json_lines(outcome.out).front()["shots"], Json::array());
  EXPECT_THAT(json_lines(outcome.out).front()["prompt"].get<std::string>(),
              StartsWith("Turn a command"));
}

}  // namespace
}  // namespace assay::testing
