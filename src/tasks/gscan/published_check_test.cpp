#include "assay/tasks/gscan/published_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "assay/base/error.h"

namespace assay::gscan {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

// Made by the authors' generator.
Json own_record() {
  return Json::parse(R"({"command": "pull,a,circle,while zigzagging",
"meaning": "pull,a,circle,while zigzagging",
"derivation": "NP -> NN,DP -> 'a' NP,VP -> VV_trans DP,VP -> VP RB,ROOT -> VP;T:pull,NT:VV_transitive -> pull,T:a,T:circle,NT:NN -> circle,T:while zigzagging,NT:RB -> while zigzagging",
"situation": {"grid_size": 6, "agent_position": {"row": "0", "column": "3"}, "agent_direction": 0,
"target_object": {"vector": "10000011000", "position": {"row": "5", "column": "3"},
"object": {"shape": "circle", "color": "red", "size": "1"}}, "distance_to_target": "5",
"direction_to_target": "s", "placed_objects": {"0": {"vector": "10000011000",
"position": {"row": "5", "column": "3"}, "object": {"shape": "circle", "color": "red", "size": "1"}},
"1": {"vector": "01000100100", "position": {"row": "5", "column": "1"},
"object": {"shape": "cylinder", "color": "green", "size": "2"}}}, "carrying_object": null},
"target_commands": "turn right,walk,walk,walk,walk,walk,pull,pull,pull,pull,pull",
"verb_in_command": "pull", "manner": "while zigzagging", "referred_target": "  circle"})");
}

// The same in the vocabulary of the released demonstration: circle, square.
Json demo_record() {
  Json record = own_record();
  Json& situation = record["situation"];
  situation["placed_objects"]["1"]["object"]["shape"] = "square";
  situation["placed_objects"]["1"]["vector"] = "0100010100";
  situation["placed_objects"]["0"]["vector"] = situation["target_object"]["vector"] = "1000101000";
  return record;
}

std::string problems(const PublishedChecker& checker, const Json& record) {
  std::vector<AspectFinding> found;
  checker.check(record.dump(), found);
  std::string all;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].state != AspectFinding::State::kDiffers) continue;
    if (!all.empty()) all += "\n";
    all += checker.aspects()[i] + ": " + found[i].why;
  }
  return all;
}

std::string problems(const Json& record) {
  const auto checker = make_published_checker();
  checker->begin({});
  return problems(*checker, record);
}

TEST(GscanPublishedCheck, FindsNothingWrongWithTheAuthorsRecord) {
  EXPECT_EQ(problems(own_record()), "");
  EXPECT_EQ(problems(demo_record()), "");
}

TEST(GscanPublishedCheck, FindsEveryChange) {
  const auto changed = [](const std::function<void(Json&)>& change) {
    Json record = own_record();
    change(record);
    return problems(record);
  };
  EXPECT_EQ(changed([](Json& r) { r["situation"]["target_object"]["position"]["row"] = "4"; }),
            "referent: \"target_object\" is not the first placed object");
  EXPECT_EQ(changed([](Json& r) { r["referred_target"] = " red circle"; }),
            "referent: \"referred_target\" is \" red circle\", not \"  circle\"");
  EXPECT_EQ(changed([](Json& r) { r["meaning"] = "pull,a,square"; }),
            "text: \"meaning\" is not the command");
  EXPECT_THAT(changed([](Json& r) { r["derivation"] = "NP -> NN"; }),
              HasSubstr("text: \"derivation\" is not NP -> NN,DP"));
  EXPECT_EQ(
      changed([](Json& r) { r["situation"]["placed_objects"]["1"]["vector"] = "01000100010"; }),
      "vectors: the vector of object 1 is 01000100010, not 01000100100");
  EXPECT_EQ(changed([](Json& r) { r["target_commands"] = "turn right,walk,walk"; }),
            "actions: action 4 is the end, not walk");
  EXPECT_EQ(changed([](Json& r) { r["situation"]["distance_to_target"] = "4"; }),
            "situation: \"distance_to_target\" is 4, not 5");
  EXPECT_EQ(changed([](Json& r) { r["manner"] = ""; }),
            "fields: \"manner\" is \"\", not \"while zigzagging\"");
  EXPECT_EQ(changed([](Json& r) { r["verb_in_command"] = "push"; }),
            "fields: \"verb_in_command\" is \"push\", not \"pull\"");
  EXPECT_EQ(changed([](Json& r) { r["more"] = 1; }), "fields: \"more\" is one key too many");
  EXPECT_THAT(changed([](Json& r) { r["command"] = "pull,the,circle"; }),
              HasSubstr("text: \"pull,the,circle\" is no command"));
  EXPECT_THAT(changed([](Json& r) { r.erase("situation"); }),
              HasSubstr("actions: \"situation\" is missing"));
  // The command now means two things, or another one.
  EXPECT_THAT(
      changed([](Json& r) { r["situation"]["placed_objects"]["1"]["object"]["shape"] = "circle"; }),
      HasSubstr("referent: the command means 2 objects"));
}

TEST(GscanPublishedCheck, SmallAndBigAreTheExtremesOfTheirClass) {
  Json record = own_record();
  for (const char* key : {"command", "meaning"})
    record[key] = "pull,a,small,circle,while zigzagging";
  record["referred_target"] = "small  circle";
  Json& things = record["situation"]["placed_objects"];
  things["1"]["object"] = {{"shape", "circle"}, {"color", "green"}, {"size", "2"}};
  EXPECT_THAT(problems(record), testing::Not(HasSubstr("referent")));
  things["1"]["object"]["size"] = "1";
  EXPECT_THAT(problems(record), HasSubstr("referent: the command means 2 objects"));
  things["0"]["object"]["size"] = "3";
  EXPECT_THAT(problems(record), HasSubstr("referent: the command does not mean the first"));
}

// The authors' program stops at a size word where only one size is present.
TEST(GscanPublishedCheck, SmallAndBigNeedSomethingToCompareWith) {
  Json record = own_record();
  for (const char* word : {"small", "big"}) {
    for (const char* key : {"command", "meaning"}) {
      record[key] = std::string("pull,a,") + word + ",circle,while zigzagging";
    }
    record["referred_target"] = std::string(word) + "  circle";
    EXPECT_THAT(problems(record), HasSubstr(std::string("referent: the command says \"") + word +
                                            "\", but there is only one circle"));
  }
  for (const char* key : {"command", "meaning"}) {
    record[key] = "pull,a,red,small,circle,while zigzagging";
  }
  record["referred_target"] = "small red circle";
  Json& things = record["situation"]["placed_objects"];
  things["1"]["object"] = {{"shape", "circle"}, {"color", "green"}, {"size", "2"}};
  EXPECT_THAT(problems(record), HasSubstr("there is only one red circle"));
  things["1"]["object"]["color"] = "red";
  EXPECT_THAT(problems(record), testing::Not(HasSubstr("referent")));
}

TEST(GscanPublishedCheck, VectorsFollowTheDocument) {
  const DocumentValues demo{{"nouns", R"({"circle": "circle", "square": "square"})"},
                            {"color_adjectives", R"({"red": "red", "green": "green",
                              "yellow": "yellow", "blue": "blue"})"}};
  const DocumentValues grammar{
      {"grammar", R"("ROOT -> VP;NN -> circle;NN -> square;JJ -> red;JJ -> green;JJ -> yellow;)"
                  R"(JJ -> blue;JJ -> big;")"}};
  for (const DocumentValues& values : {demo, grammar}) {
    const auto checker = make_published_checker();
    checker->begin(values);
    EXPECT_EQ(problems(*checker, demo_record()), "");
    EXPECT_THAT(problems(*checker, own_record()), HasSubstr("vectors: "));
    EXPECT_EQ(checker->end(demo), "");
    DocumentValues other = demo;
    other["nouns"] = R"(["square", "circle"])";
    EXPECT_THAT(checker->end(other), HasSubstr("have another order"));
  }
}

}  // namespace
}  // namespace assay::gscan
