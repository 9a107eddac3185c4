// Reference points as a user gets them, compared with what plain counting over the files says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "all_tasks.h"
#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

// Rows of a part in order.
std::vector<Json> rows_of(const std::string& folder, const std::string& part) {
  std::vector<Json> rows;
  const std::string text =
      assay({"export", folder, "--format", "jsonl", "--split", "r", "--part", part}).out;
  for (const std::string& line : text_lines(text)) rows.push_back(Json::parse(line));
  return rows;
}

Json baseline_of(const Json& report, const std::string& kind) {
  for (const Json& each : report["baselines"]) {
    if (each["kind"] == kind) return each;
  }
  ADD_FAILURE() << "there is no " << kind;
  return {};
}

std::map<std::string, std::string> answers_in(const std::string& path) {
  std::map<std::string, std::string> answers;
  for (const std::string& line : text_lines(read_file(path))) {
    const Json said = Json::parse(line);
    answers[said["id"]] = said["answer"].get<std::string>();
  }
  return answers;
}

// Of a random split, with the answers of all kinds in a folder.
struct Made {
  ScratchFolder scratch;
  std::string folder = scratch / "data";
  std::string answers = scratch / "answers";
  Json report;
};

std::unique_ptr<Made> make(const std::string& task, const std::string& rows) {
  auto made = std::make_unique<Made>();
  EXPECT_EQ(assay({"generate", task, "-n", rows, "-q", "--out", made->folder}).exit_code, 0);
  EXPECT_EQ(assay({"split", made->folder, "--method", "random", "--name", "r", "-q"}).exit_code, 0);
  const Outcome outcome =
      assay({"baseline", made->folder, "--split", "r", "--json", "--out", made->answers});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  made->report = Json::parse(outcome.out);
  return made;
}

std::string commonest(const std::vector<std::string>& texts) {
  std::map<std::string, int> counts;
  for (const std::string& text : texts) ++counts[text];
  return std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; })->first;
}

std::vector<std::string> column(const std::vector<Json>& rows, const char* name) {
  std::vector<std::string> texts;
  for (const Json& row : rows) texts.push_back(row[name]);
  return texts;
}

std::uint64_t count_of(const std::vector<std::string>& texts, const std::string& text) {
  return static_cast<std::uint64_t>(std::ranges::count(texts, text));
}

TEST(Baselines, OfScanAreWhatCountingSays) {
  const auto made = make("scan", "2000");
  const auto train = rows_of(made->folder, "train");
  const auto test = rows_of(made->folder, "test");
  const auto targets = column(test, "target");
  EXPECT_EQ(made->report["rows"], test.size());
  EXPECT_EQ(made->report["train_rows"], train.size());
  EXPECT_EQ(baseline_of(made->report, "solver")["accuracy"], 1.0);
  EXPECT_EQ(baseline_of(made->report, "majority")["right"],
            count_of(targets, commonest(column(train, "target"))));
  EXPECT_EQ(baseline_of(made->report, "constant")["right"], count_of(targets, commonest(targets)));
  const auto random = answers_in(made->answers + "/random.jsonl");
  const auto known = column(train, "target");
  for (const auto& [id, answer] : random) EXPECT_GT(count_of(known, answer), 0U);
}

// By the definition: words in common over words of both together.
double similarity(const std::string& a, const std::string& b) {
  const auto bag = [](const std::string& text) {
    std::istringstream words(text);
    std::multiset<std::string> found;
    for (std::string word; words >> word;) found.insert(word);
    return found;
  };
  const auto one = bag(a);
  const auto two = bag(b);
  std::vector<std::string> both;
  std::ranges::set_intersection(one, two, std::back_inserter(both));
  return static_cast<double>(both.size()) /
         static_cast<double>(one.size() + two.size() - both.size());
}

TEST(Baselines, OfTheNearestTrainingRowIsTheNearest) {
  const auto made = make("scan", "300");
  const auto train = rows_of(made->folder, "train");
  const auto nearest = answers_in(made->answers + "/nearest.jsonl");
  for (const Json& row : rows_of(made->folder, "test")) {
    const auto best = std::ranges::max_element(
        train, {}, [&](const Json& each) { return similarity(each["input"], row["input"]); });
    EXPECT_EQ(nearest.at(row["id"]), (*best)["target"]) << row["input"];
  }
}

TEST(Baselines, AreWhatScoreSaysOfTheirAnswers) {
  for (const std::string& task : all_tasks()) {
    const auto made = make(task, "120");
    for (const Json& each : made->report["baselines"]) {
      const std::string kind = each["kind"];
      const Outcome outcome = assay(
          {"score", made->folder, made->answers + "/" + kind + ".jsonl", "--split", "r", "--json"});
      EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
      const Json score = Json::parse(outcome.out);
      EXPECT_EQ(score["right"], each["right"]) << task << " " << kind;
      EXPECT_EQ(score["count"], each["count"]) << task << " " << kind;
      EXPECT_EQ(score["paired_by"], "id+content_hash") << task << " " << kind;
      EXPECT_LE(each["low"], each["accuracy"]) << task << " " << kind;
      EXPECT_GE(each["high"], each["accuracy"]) << task << " " << kind;
    }
    // The support of an episode of CURI leaves several rules possible.
    if (task != "curi") {
      EXPECT_EQ(baseline_of(made->report, "solver")["accuracy"], 1.0) << task;
    }
  }
}

TEST(Baselines, AreTheSameForOneSeedAndAnyNumberOfThreads) {
  const auto made = make("gscan", "300");
  const auto run = [&](const char* seed, const char* jobs) {
    return assay({"baseline", made->folder, "--split", "r", "--json", "--seed", seed, "--jobs",
                  jobs, "--kind", "random,random-actions,by-noun"})
        .out;
  };
  EXPECT_EQ(run("5", "1"), run("5", "4"));
  EXPECT_NE(run("5", "1"), run("6", "1"));
}

TEST(Baselines, OfWorldsThatAreNotSeenAreTheCommonestOfTheCommand) {
  const auto made = make("gscan", "3000");
  const auto train = rows_of(made->folder, "train");
  const auto answers = answers_in(made->answers + "/words-only.jsonl");
  std::map<std::string, std::vector<std::string>> by_command;
  for (const Json& row : train) by_command[row["command"]].push_back(row["target"]);
  const std::string otherwise = commonest(column(train, "target"));
  for (const Json& row : rows_of(made->folder, "test")) {
    const auto known = by_command.find(row["command"]);
    EXPECT_EQ(answers.at(row["id"]),
              known == by_command.end() ? otherwise : commonest(known->second));
  }
}

TEST(Baselines, OfTheBeginningOfAQuestionGetSomeOfIt) {
  const std::map<std::string, std::string> kinds{
      {"logic", "first-premises"}, {"arc", "first-pairs"}, {"cscan", "first-words"}};
  for (const auto& [task, kind] : kinds) {
    const auto made = make(task, "300");
    const Json found = baseline_of(made->report, kind);
    EXPECT_GT(found["accuracy"], baseline_of(made->report, "constant")["accuracy"]) << task;
    EXPECT_LT(found["accuracy"], 1) << task;
    EXPECT_EQ(found["unparsable"], 0) << task;
  }
}

TEST(Baselines, OfReascanHearLessAndGetLess) {
  const auto made = make("reascan", "1500");
  const auto accuracy = [&](const char* kind) -> double {
    return baseline_of(made->report, kind)["accuracy"];
  };
  EXPECT_EQ(accuracy("solver"), 1);
  EXPECT_LT(accuracy("no-clauses"), 0.9);
  EXPECT_LT(accuracy("by-noun"), accuracy("no-clauses"));
  EXPECT_LT(accuracy("by-noun"), accuracy("no-attributes"));
  EXPECT_LT(accuracy("random-actions"), 0.05);
  const auto test = rows_of(made->folder, "test");
  const auto random = answers_in(made->answers + "/random-actions.jsonl");
  for (const Json& row : test) {
    EXPECT_EQ(std::ranges::count(random.at(row["id"]), ','),
              std::ranges::count(row["target"].get<std::string>(), ','));
  }
}

TEST(Baselines, NeedTrainingRowsOrSaySo) {
  const ScratchFolder scratch;
  const std::string folder = scratch / "scan";
  ASSERT_EQ(assay({"generate", "scan", "-n", "100", "-q", "--out", folder}).exit_code, 0);
  const Json report = Json::parse(assay({"baseline", folder, "--json"}).out);
  EXPECT_EQ(report["part"], "all");
  EXPECT_EQ(report["left_out"], (Json{"majority", "random", "nearest"}));
  const Outcome shown = assay({"baseline", folder});
  EXPECT_THAT(shown.out, HasSubstr("without training rows there is no majority, random, nearest"));
  for (const auto& [kind, message] :
       std::map<std::string, std::string>{{"nearest", "needs training rows; name a split"},
                                          {"neares", "did you mean \"nearest\"?"},
                                          {"learners", "has no ideal learners"}}) {
    const Outcome outcome = assay({"baseline", folder, "--kind", kind});
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(message));
  }
}

TEST(Baselines, OfCuriTellOfItsIdealLearners) {
  const auto made = make("curi", "60");
  EXPECT_GT(made->report["learners"]["strong"]["accuracy"]["mean"], 0.5);
  EXPECT_TRUE(made->report["learners"].contains("weak"));
}

}  // namespace
}  // namespace assay::testing
