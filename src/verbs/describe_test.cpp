#include "assay/verbs/describe.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/base/error.h"

namespace assay::verbs {
namespace {

using Json = nlohmann::ordered_json;

// Whatever a description can have.
TaskDescription cheer() {
  TaskDescription task;
  task.info.name = "cheer";
  task.info.version = "1.0.0";
  task.info.title = "Cheers";
  task.info.summary = "Hip hip.";
  task.info.params = {ParamSpec::number("most", 3, 1, 9, "cheers"),
                      ParamSpec::choice("mood", "good", {"good", "bad"}, "of the crowd")};
  task.info.params.push_back({.name = "words",
                              .default_text = "own",
                              .summary = "a file",
                              .least = {},
                              .most = {},
                              .choices = {},
                              .known = {"own"}});
  task.info.difficulty = {{{"most", "1"}}, {{"most", "9"}, {"mood", "bad"}}};
  task.info.notes = {"louder than the paper"};
  task.info.citation = "@book{}";
  task.info.licence = "CC0";
  task.info.one_answer = true;
  task.units = 20;
  task.columns = {{"input", ValueType::kText, Role::kInput, "how often", {}}};
  task.rules = {{"cheer", RuleKind::kGrammar, ""}, {"loud", RuleKind::kMeaning, "twice as loud"}};
  task.holdouts = {{"long", "long ones", {}, "there are none"}, {"short", "short ones", {}, ""}};
  task.metrics = {{"noise", "how loud", {ParamSpec::number("cap", 7, 1, 9, "most")}, "cheers"}};
  task.abilities = {"reader", "metrics"};
  task.formats = {{"tsv", "a table", {}}, {"own", "as published", {"order"}}};
  return task;
}

TEST(DescribeDocument, HasEveryMemberInItsPlace) {
  Json json = to_json(cheer());
  EXPECT_EQ(json["compounds"]["most_nodes"], 0);
  json.erase("compounds");
  EXPECT_EQ(
      json.dump(),
      R"({"name":"cheer","version":"1.0.0","title":"Cheers","summary":"Hip hip.",)"
      R"("parameters":[{"name":"most","default":"3","summary":"cheers","least":1,"most":9},)"
      R"({"name":"mood","default":"good","summary":"of the crowd","choices":["good","bad"]},)"
      R"({"name":"words","default":"own","summary":"a file","known":["own"]}],)"
      R"("difficulty":[{"most":"1"},{"mood":"bad","most":"9"}],"units":20,"one_answer":true,)"
      R"("columns":[{"name":"input","type":"text","role":"input","summary":"how often"}],)"
      R"("rules":[{"name":"cheer","kind":"grammar"},)"
      R"({"name":"loud","kind":"meaning","text":"twice as loud"}],)"
      R"("holdouts":[{"name":"long","summary":"long ones","parameters":[],)"
      R"("vacant":"there are none"},{"name":"short","summary":"short ones","parameters":[]}],)"
      R"("metrics":[{"name":"noise","summary":"how loud","parameters":[{"name":"cap",)"
      R"("default":"7","summary":"most","least":1,"most":9}],"listed":"cheers"}],)"
      R"("abilities":["reader","metrics"],)"
      R"("formats":[{"name":"tsv","summary":"a table"},)"
      R"({"name":"own","summary":"as published","departs":["order"]}],)"
      R"("notes":["louder than the paper"],"citation":"@book{}","licence":"CC0"})");
}

TEST(Describe, TellsWhatTheTaskIsWithItsParameters) {
  const TaskDescription scan = describe({"scan", {{"conjunctions", "2"}}});
  EXPECT_EQ(scan.info.name, "scan");
  EXPECT_EQ(scan.params.text("conjunctions"), "2");
  EXPECT_GT(scan.units, 20910U);
  EXPECT_EQ(scan.columns.at(1).name, "target");
  EXPECT_EQ(scan.rules.front().name, "C -> S and C");
  EXPECT_EQ(scan.holdouts.front().name, "primitive");
  EXPECT_EQ(scan.abilities, (std::vector<std::string>{"reader", "instructor"}));
}

TEST(Describe, DigestsAreOfTasksThatRebuildFiles) {
  EXPECT_EQ(to_json(std::vector<FileDigest>{{"b.txt", "12"}, {"a.txt", "34"}}).dump(),
            R"({"b.txt":"12","a.txt":"34"})");
  EXPECT_THROW(digests({"scan"}), Error);
}

}  // namespace
}  // namespace assay::verbs
