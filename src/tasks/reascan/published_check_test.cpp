#include "assay/tasks/reascan/published_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "assay/base/error.h"
#include "assay/base/random.h"
#include "assay/grounded/published_records_testing.h"
#include "assay/tasks/reascan/published_json.h"
#include "assay/tasks/reascan/worlds/published_worlds.h"
#include "assay/tasks/reascan/worlds/resolver.h"

namespace assay::reascan {
namespace {

using Json = nlohmann::ordered_json;
using State = AspectFinding::State;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<AspectFinding> findings(const Json& record) {
  static const auto kChecker = make_published_checker();
  std::vector<AspectFinding> found;
  kChecker->check(record.dump(), found);
  EXPECT_EQ(found.size(), kChecker->aspects().size());
  return found;
}

// "text: why\nactions: why": all that is wrong.
std::string problems(const Json& record) {
  const auto names = make_published_checker()->aspects();
  const auto found = findings(record);
  std::string all;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].state != State::kDiffers) continue;
    if (!all.empty()) all += "\n";
    all += names[i] + ": " + found[i].why;
  }
  return all;
}

bool is_partly(const Json& record) { return findings(record).back().state == State::kAbsent; }

Json record_of(const Pattern& pattern, const Structure& structure, const Sampled& sampled,
               const WorldSettings& settings, world::Verb verb, world::Manner manner) {
  const std::string command =
      command_text(structure, pattern, verb, manner, Resolver(sampled.world));
  std::vector<world::Action> actions;
  plan(sampled.world, 0, verb, manner, actions);
  std::string done;
  append_actions(done, actions);
  std::string text;
  append_published(text, {command,
                          pattern.text,
                          done,
                          structure,
                          {sampled.world, 0, verb, manner},
                          sampled.metadata,
                          settings});
  return Json::parse(text);
}

// Records of random commands of a pattern.
template <typename Visit>
void each_record(const char* text, const WorldSettings& settings, std::uint64_t structures,
                 const Visit& visit) {
  const Pattern pattern = *read_pattern(text);
  const StructureSpace space(pattern);
  Sampled sampled;
  for (std::uint64_t i = 0; i < structures; ++i) {
    Stream pick(stream_key(5, "structures"), {Purpose::kUnit, i});
    const Structure structure = space.unrank(pick.below(space.size()));
    PublishedWorlds worlds(structure, settings);
    for (std::uint32_t again = 0; again < 10; ++again) {
      Stream stream(stream_key(5, "worlds"), {Purpose::kItem, i, again});
      if (!worlds.draw(stream, sampled)) continue;
      visit(record_of(pattern, structure, sampled, settings,
                      static_cast<world::Verb>(pick.below(3)),
                      static_cast<world::Manner>(pick.below(5))));
    }
  }
}

TEST(ReascanPublishedCheck, FindsNothingWrongWithRecordsOfAllPatterns) {
  WorldSettings only_random;
  only_random.relation = only_random.attribute = only_random.isomorphism = false;
  WorldSettings four;
  four.attribute = four.isomorphism = false;
  WorldSettings drawn;
  drawn.sizes = SizeRule::kDrawn;
  const char* two = "$OBJ_0 ^ $OBJ_1 & $OBJ_2";
  for (const auto& [text, settings] : {std::pair{"$OBJ_0", WorldSettings()},
                                       {"$OBJ_0 ^ $OBJ_1", WorldSettings()},
                                       {two, WorldSettings()},
                                       {two, drawn},
                                       {two, only_random},
                                       {"$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3", four},
                                       {"$OBJ_0 ^ $OBJ_1 & $OBJ_2 & $OBJ_3", WorldSettings()},
                                       {"$OBJ_0 ^ $OBJ_1 ^ $OBJ_2", drawn}}) {
    std::size_t count = 0;
    std::size_t partly = 0;
    std::size_t wrong = 0;
    each_record(text, settings, 400, [&](const Json& record) {
      ++count;
      const std::string found = problems(record);
      if (!found.empty() && ++wrong <= 3) {
        ADD_FAILURE() << found << "\n" << record.dump();
      }
      partly += is_partly(record) ? 1 : 0;
    });
    EXPECT_EQ(wrong, 0U) << text << " of " << count;
    EXPECT_GT(count, 200U) << text;
    EXPECT_LT(partly * 5, count) << text;
  }
}

// One change to a record; false where there is nothing to change.
struct Mutation {
  const char* aspect;
  const char* why;
  std::function<bool(Json& record)> apply;
};

bool flip(Json& value) {
  value = !value.get<bool>();
  return true;
}
bool increase(Json& value) {
  value = value.get<int>() + 1;
  return true;
}
bool replace(Json& value, const std::string& what, const std::string& with) {
  auto text = value.get<std::string>();
  const auto at = text.find(what);
  if (at == std::string::npos) return false;
  value = text.replace(at, what.size(), with);
  return true;
}
bool put_at(Json& thing, int row) {
  Json& cell = thing.at("position").at("row");
  const bool other = cell != std::to_string(row);
  cell = std::to_string(row);
  return other;
}

const std::vector<Mutation>& mutations() {
  static const std::vector<Mutation> kAll{
      {"referent", "\"target_object\" is not",
       [](Json& r) { return put_at(r["situation"]["target_object"], 3); }},
      {"referent", "\"referred_target\" is",
       [](Json& r) { return replace(r["referred_target"], "big", "small"); }},
      {"text", "\"command\" is not", [](Json& r) { return replace(r["command"], ",a,", ",the,"); }},
      {"text", "\"meaning\" is not", [](Json& r) { return replace(r["meaning"], ",a,", ",the,"); }},
      {"vectors", "the vector of object 1 is",
       [](Json& r) {
         Json& vector = r["situation"]["placed_objects"]["1"]["vector"];
         return replace(vector, "0", "1");
       }},
      {"vectors", "the vector of the target is",
       [](Json& r) { return replace(r["situation"]["target_object"]["vector"], "1", "0"); }},
      {"actions", "not walk",
       [](Json& r) {
         auto text = r["target_commands"].get<std::string>();
         if (!text.ends_with(",walk")) return false;
         r["target_commands"] = text.substr(0, text.size() - 5);
         return true;
       }},
      {"situation", "\"distance_to_target\" is",
       [](Json& r) {
         r["situation"]["distance_to_target"] = "11";
         return true;
       }},
      {"situation", "\"direction_to_target\" is",
       [](Json& r) { return replace(r["situation"]["direction_to_target"], "s", "n"); }},
      {"situation", "carries",
       [](Json& r) {
         r["situation"]["carrying_object"] = "circle";
         return true;
       }},
      {"fields", "\"n_object\" is", [](Json& r) { return increase(r["n_object"]); }},
      {"fields", "\"n_distractor\" is", [](Json& r) { return increase(r["n_distractor"]); }},
      {"fields", "\"derivation\" is not",
       [](Json& r) { return replace(r["derivation"], "$", ""); }},
      {"fields", "\"object_pattern_map\" has",
       [](Json& r) { return replace(r["object_pattern_map"]["$OBJ_0"], "$SIZE ", ""); }},
      {"fields", "stands where \"derivation\" should",
       [](Json& r) { return r.erase("derivation") > 0; }},
      {"fields", "one key too many",
       [](Json& r) {
         r["more"] = 1;
         return true;
       }},
      {"distractors", "relation_distractor",
       [](Json& r) { return flip(r["has_relation_distractor"]); }},
      {"distractors", "", [](Json& r) { return flip(r["full_relation_distractor"]); }},
      {"distractors", "", [](Json& r) { return flip(r["has_attribute_distractor"]); }},
      {"distractors", "", [](Json& r) { return flip(r["has_isomorphism_distractor"]); }},
      {"distractors", "has_random_distractor",
       [](Json& r) { return flip(r["has_random_distractor"]); }},
      {"distractors", "", [](Json& r) { return increase(r["n_random_distractor"]); }},
      {"distractors", "sets where the command asks for",
       [](Json& r) {
         r["relation_distractor_metadata"].erase(0);
         return true;
       }},
      {"distractors", "\"edge\" is not",
       [](Json& r) {
         Json& data = r["relation_distractor_metadata"][1]["distractor_metadata"];
         return replace(data["edge"][1], "2", "1");
       }},
      {"distractors", "",
       [](Json& r) {
         Json& change = r["attribute_distractor_metadata"][0]["distractor_metadata"][0];
         if (change["modified_attribute"] != "$COLOR") return false;
         change["modified_attribute"] = "$SHAPE";
         return true;
       }},
      {"distractors", "",
       [](Json& r) {
         Json& list = r["attribute_distractor_metadata"];
         if (list[0]["distractor_metadata"][0]["modified_obj"].is_null()) return false;
         list[0]["distractor_metadata"][0]["modified_obj"] = nullptr;
         list[0]["distractor_metadata"][0]["modified_attribute"] = nullptr;
         r["has_attribute_distractor"] = false;
         return true;
       }},
      {"distractors", "\"after_pair_obj_str\" does not say",
       [](Json& r) {
         Json& list = r["isomorphism_distractor_metadata"];
         if (list.empty()) return false;
         std::swap(list[0]["distractor_metadata"][0]["after_pair_obj_str"][0],
                   list[0]["distractor_metadata"][0]["after_pair_obj_str"][1]);
         return true;
       }},
      {"distractors", "random object",
       [](Json& r) {
         Json& names = r["random_distractor_metadata"][0];
         return !names.empty() && replace(names.begin().value(), " ", " dark");
       }},
      {"distractors", "where \"$OBJ_",
       [](Json& r) {
         Json& names = r["random_distractor_metadata"][0];
         if (names.empty()) return false;
         const Json value = names.begin().value();
         names.erase(names.begin());
         names["$OBJ_99"] = value;
         return true;
       }},
  };
  return kAll;
}

// Each change is found, in its own aspect and in no other.
void expect_changes_found(const std::vector<Json>& records) {
  for (std::size_t m = 0; m < mutations().size(); ++m) {
    const auto& [aspect, why, apply] = mutations()[m];
    std::size_t applied = 0;
    for (const Json& record : records) {
      Json changed = record;
      if (!apply(changed)) continue;
      ++applied;
      const std::string found = problems(changed);
      ASSERT_THAT(found, StartsWith(std::string(aspect) + ": ")) << m << '\n' << changed.dump();
      ASSERT_THAT(found, HasSubstr(why)) << m << '\n' << changed.dump();
      ASSERT_EQ(found.find('\n'), std::string::npos) << m << '\n' << found << changed.dump();
    }
    EXPECT_GT(applied, 0U) << m;
  }
}

TEST(ReascanPublishedCheck, FindsEveryChange) {
  std::vector<Json> records;
  each_record("$OBJ_0 ^ $OBJ_1 & $OBJ_2", {}, 60, [&](const Json& record) {
    if (!is_partly(record)) records.push_back(record);
  });
  ASSERT_GT(records.size(), 50U);
  expect_changes_found(records);
}

TEST(ReascanPublishedCheck, TellsWhatCannotBeRead) {
  std::vector<Json> records;
  each_record("$OBJ_0 ^ $OBJ_1", {}, 3, [&](const Json& record) { records.push_back(record); });
  const auto without = [&](const std::function<void(Json&)>& change) {
    Json record = records.front();
    change(record);
    return problems(record);
  };
  EXPECT_THAT(without([](Json& r) { r["situation"].erase("placed_objects"); }),
              HasSubstr("actions: \"placed_objects\" is missing"));
  EXPECT_THAT(
      without([](Json& r) { r["situation"]["placed_objects"]["3"]["position"]["row"] = "6"; }),
      HasSubstr("situation: object 3 is at row 6, "));
  EXPECT_THAT(
      without([](Json& r) { r["situation"]["placed_objects"]["3"]["position"]["row"] = "-1"; }),
      HasSubstr("situation: \"row\" is no number"));
  EXPECT_THAT(without([](Json& r) { r["situation"]["grid_size"] = 1000; }),
              HasSubstr("situation: \"grid_size\" is 1000"));
  EXPECT_THAT(without([](Json& r) { r["relation_map"] = Json::array(); }),
              HasSubstr("referent: \"relation_map\" has 0 clauses, the pattern 1"));
  EXPECT_THAT(without([](Json& r) { r["object_expression"]["$OBJ_1"] = "green red box"; }),
              HasSubstr("text: \"green red box\" is no phrase"));
  EXPECT_THAT(without([](Json& r) { r["adverb_in_command"] = "quickly"; }),
              HasSubstr("actions: \"quickly\" is no adverb"));
  EXPECT_THAT(without([](Json& r) {
                for (int i = 13; i < 40; ++i) {
                  r["situation"]["placed_objects"][std::to_string(i)] =
                      r["situation"]["placed_objects"]["0"];
                }
              }),
              HasSubstr("referent: 40 things are too many"));
  EXPECT_THAT(problems(Json::object()), HasSubstr("distractors: \"grammer_pattern\" is missing"));
  std::vector<AspectFinding> found;
  EXPECT_THROW(make_published_checker()->check("{\"a\":}", found), Error);
  EXPECT_THROW(make_published_checker()->check("[1]", found), Error);
}

TEST(PublishedReascan, AllRecordsMatchInAllAspects) {
  const auto all = grounded::published_records();
  if (all.empty()) GTEST_SKIP() << grounded::kNotAtHand;
  ASSERT_EQ(all.size(), 300U);
  std::size_t partly = 0;
  for (const std::string& text : all) {
    const Json record = Json::parse(text);
    EXPECT_EQ(problems(record), "") << text;
    partly += is_partly(record) ? 1 : 0;
  }
  EXPECT_EQ(partly, 1U);  // an isomorphism set that found no place
}

TEST(PublishedReascan, EveryChangeIsFound) {
  std::vector<Json> records;
  for (const std::string& text : grounded::published_records()) {
    records.push_back(Json::parse(text));
    if (is_partly(records.back())) records.pop_back();
  }
  if (records.empty()) GTEST_SKIP() << grounded::kNotAtHand;
  expect_changes_found(records);
}

}  // namespace
}  // namespace assay::reascan
