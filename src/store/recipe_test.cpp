#include "assay/store/recipe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/store/fake_task_testing.h"
#include "assay/store/split_json.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::Property;
using testing::SizeIs;
using testing::StrEq;
using testing::Throws;
using Json = nlohmann::ordered_json;

// Everything a recipe can say.
constexpr const char* kFull = R"(task = "scan"
seed = 7
rows = 1000
order = "spread"
rules = false
rows_per_file = 500

[params]
conjunctions = "2"
edition = "say \"sound\"\n\\"

[[part]]
name = "train"
share = 8

[[part]]
name = "rest_1"
share = 2

[[split]]
name = "simple"
method = "random"
seed = 3
train = "80%"
dev = "5"
test = "rest"

[[split]]
name = "by_command"
method = "group"
seed = 0
train = "10"
dev = "0"
test = "rest"

[[split]]
name = "length"
method = "length"
by = "input"
longest = 22

[[split]]
name = "jump"
method = "holdout"
holdout = "primitive"
shots = 4
seed = 9
repeat_percent = 10
[split.set]
words = "jump"
)";

SplitParam param(ParamKind kind, const char* name, Recorded recorded = Recorded::kWhenGiven,
                 bool needed = false) {
  return {ParamSpec::of_kind(kind, name, "0", "what it is"), recorded, needed};
}

// Methods of every kind of parameter; which there are is not for recipes to know.
std::vector<SplitForm> methods() {
  const SplitParam seed = param(ParamKind::kCount, "seed", Recorded::kAlways);
  const SplitParam train = param(ParamKind::kSize, "train");
  const SplitParam dev = param(ParamKind::kSize, "dev");
  const SplitParam test = param(ParamKind::kSize, "test");
  return {{"random", "", {seed, train, dev, test}},
          {"group", "", {seed, train, dev, test}},
          {"length",
           "",
           {{ParamSpec::choice("by", "output", {"input", "output"}, ""), Recorded::kAlways},
            param(ParamKind::kCount, "longest", Recorded::kAlways, true)}},
          {"holdout",
           "",
           {param(ParamKind::kText, "holdout", Recorded::kAlways, true),
            param(ParamKind::kTable, "set", Recorded::kAlways),
            param(ParamKind::kCount, "shots"),
            seed,
            {ParamSpec::number("repeat_percent", 0, 0, 90, "")}}},
          {"mcd",
           "",
           {param(ParamKind::kShare, "bound", Recorded::kAlways),
            param(ParamKind::kFlag, "three_way"), param(ParamKind::kTable, "define")}},
          {"import", "", {param(ParamKind::kText, "index", Recorded::kNever, true)}}};
}

Recipe parse(const std::string& text) { return parse_recipe(text, "r.toml", methods()); }

// The claim of one split, from the lines of its table.
std::string claim_of(const std::string& lines) {
  return to_json(parse("task = \"x\"\n[[split]]\nname = \"s\"\n" + lines).splits[0]).dump();
}

auto fails_with(const std::string& message) {
  return Throws<Error>(testing::AllOf(Property(&Error::kind, ErrorKind::kUsage),
                                      Property(&Error::what, StrEq(message))));
}

TEST(Recipe, IsReadInFull) {
  const Recipe recipe = parse(kFull);
  EXPECT_EQ(recipe.task, "scan");
  EXPECT_EQ(recipe.seed, 7U);
  EXPECT_EQ(recipe.rows, 1000U);
  EXPECT_FALSE(recipe.with_rules);
  EXPECT_EQ(recipe.rows_per_file, 500U);
  EXPECT_THAT(recipe.params,
              ElementsAre(Pair("conjunctions", "2"), Pair("edition", "say \"sound\"\n\\")));
  ASSERT_THAT(recipe.parts, SizeIs(2));
  EXPECT_EQ(recipe.parts[0].name, "train");
  EXPECT_EQ(recipe.parts[1].share, 2U);
  ASSERT_THAT(recipe.splits, SizeIs(4));
  EXPECT_EQ(recipe.splits[0].method, "random");
  EXPECT_EQ(recipe.splits[0].number("seed"), 3U);
  EXPECT_EQ(recipe.splits[0].text("train"), "80%");
  EXPECT_EQ(recipe.splits[0].text("dev"), "5");
  EXPECT_EQ(recipe.splits[0].text("test"), "rest");
  EXPECT_EQ(recipe.splits[2].text("by"), "input");
  EXPECT_EQ(recipe.splits[2].number("longest"), 22U);
  const SplitSpec& jump = recipe.splits[3];
  EXPECT_EQ(jump.name, "jump");
  EXPECT_EQ(jump.text("holdout"), "primitive");
  EXPECT_EQ(jump.number("shots"), 4U);
  EXPECT_EQ(jump.number("seed"), 9U);
  EXPECT_EQ(jump.number("repeat_percent"), 10U);
  EXPECT_THAT(jump.table("set"), ElementsAre(Pair("words", "jump")));
}

TEST(Recipe, HasDefaults) {
  const Recipe recipe = parse("task = \"scan\"\n[[split]]\nname = \"a\"\nmethod = \"random\"\n");
  EXPECT_EQ(recipe.seed, 0U);
  EXPECT_EQ(recipe.rows, std::nullopt);
  EXPECT_TRUE(recipe.with_rules);
  EXPECT_EQ(recipe.rows_per_file, 250'000U);
  EXPECT_THAT(recipe.params, IsEmpty());
  EXPECT_THAT(recipe.parts, IsEmpty());
  EXPECT_EQ(recipe.splits[0].text("train"), "");
}

TEST(Recipe, TakesBareNumbersAndFlagsAsText) {
  const Recipe recipe = parse(
      "task = \"x\"\n[params]\na = 5\nb = true\nc = -1\n"
      "[[split]]\nname = \"r\"\nmethod = \"random\"\ntrain = 100\n"
      "[[split]]\nname = \"s\"\nmethod = \"holdout\"\nholdout = \"h\"\n[split.set]\nd = false\n");
  EXPECT_THAT(recipe.params, ElementsAre(Pair("a", "5"), Pair("b", "true"), Pair("c", "-1")));
  EXPECT_EQ(recipe.splits[0].text("train"), "100");
  EXPECT_THAT(recipe.splits[1].table("set"), ElementsAre(Pair("d", "false")));
}

TEST(Recipe, ReadsBackFromToml) {
  const Recipe recipe = parse(kFull);
  EXPECT_EQ(recipe_toml(recipe), kFull);
  EXPECT_EQ(to_json(parse(recipe_toml(recipe))), to_json(recipe));
}

TEST(Recipe, ReadsBackFromJson) {
  const Recipe recipe = parse(kFull);
  const Json json = to_json(recipe);
  EXPECT_EQ(recipe_toml(recipe_from_json(Json::parse(json.dump()))), kFull);
  Recipe all_rows = recipe;
  all_rows.rows.reset();
  EXPECT_TRUE(to_json(all_rows)["rows"].is_null());
  EXPECT_EQ(recipe_from_json(to_json(all_rows)).rows, std::nullopt);
}

// TOML has no larger whole numbers; in JSON, all go.
TEST(Recipe, ReadsBackTheLargestSeeds) {
  Recipe recipe;
  recipe.task = "scan";
  recipe.splits.emplace_back();
  recipe.splits[0].name = "s";
  recipe.splits[0].method = "random";
  for (const std::uint64_t seed : {0ULL, 1ULL << 62, (1ULL << 63) - 1}) {
    recipe.seed = seed;
    recipe.splits[0].set("seed", seed);
    const Recipe read = parse(recipe_toml(recipe));
    EXPECT_EQ(read.seed, seed);
    EXPECT_EQ(read.splits[0].number("seed"), seed);
  }
  recipe.seed = ~0ULL;
  EXPECT_EQ(recipe_from_json(Json::parse(to_json(recipe).dump())).seed, ~0ULL);
}

TEST(Recipe, ReadsBackAnyParameterText) {
  for (const char* text :
       {"", "\"", "\\", "\n\t\r", "\x01\x1f", "\x7f", "größer 日本 🙂", "'''"}) {
    Recipe recipe;
    recipe.task = "scan";
    recipe.params["words"] = text;
    EXPECT_NO_THROW(EXPECT_EQ(parse(recipe_toml(recipe)).params["words"], text)) << text;
  }
}

TEST(Recipe, ReadsBackAnyNameOfAParameter) {
  for (const char* name : {"words", "a-b", "", "a b", "a.b", "\"", "größer", "\x7f", "a = 1\nb"}) {
    Recipe recipe;
    recipe.task = "scan";
    recipe.params[name] = "x";
    EXPECT_NO_THROW(EXPECT_EQ(parse(recipe_toml(recipe)).params, recipe.params)) << name;
  }
}

TEST(Recipe, ReadsBackAnyTextOfASplit) {
  Recipe recipe;
  recipe.task = "scan";
  const std::string text = "a\x7f\n\"b";
  recipe.splits = {{"s", "holdout", {{"holdout", text}}}};
  EXPECT_NO_THROW(EXPECT_EQ(parse(recipe_toml(recipe)).splits[0].text("holdout"), text));
}

TEST(Recipe, SaysWhereItIsWrong) {
  struct Case {
    std::string text;
    std::string message;
  };
  const Case cases[] = {
      {"task = \"x\"\nsed = 1\n", R"(r.toml:2:1: unknown key "sed"; did you mean "seed"?)"},
      {"task = \"x\"\n[[split]]\nname = \"a\"\nmetod = \"random\"\n",
       R"(r.toml:4:1: unknown key "metod"; did you mean "method"?)"},
      {"task = \"x\"\n\n[[part]]\nname = \"a\"\nshare = 1\n  shares = 2\n",
       R"(r.toml:6:3: unknown key "shares"; did you mean "share"?)"},
      {"task = 5\n", R"(r.toml:1:8: "task" must be text in quotes)"},
      {"task = \"x\"\nseed = \"7\"\n", R"(r.toml:2:8: "seed" must be a whole number, 0 or more)"},
      {"task = \"x\"\nseed = -1\n", R"(r.toml:2:8: "seed" must be a whole number, 0 or more)"},
      {"task = \"x\"\nrows = 1.5\n", R"(r.toml:2:8: "rows" must be a whole number, 0 or more)"},
      {"task = \"x\"\nrules = 1\n", R"(r.toml:2:9: "rules" must be true or false)"},
      {"task = \"x\"\nrows_per_file = 0\n", R"(r.toml:2:17: "rows_per_file" must be at least 1)"},
      {"task = \"x\"\nparams = 3\n", R"(r.toml:2:10: "params" must be a table)"},
      {"task = \"x\"\n[params]\na = 0.5\n",
       R"(r.toml:3:5: "a" must be text, a whole number, true or false)"},
      {"task = \"x\"\n[params]\na = [1]\n",
       R"(r.toml:3:5: "a" must be text, a whole number, true or false)"},
      {"task = \"x\"\n[part]\nname = \"a\"\n", "r.toml:2:1: write [[part]]"},
      {"task = \"x\"\nsplit = [1]\n", "r.toml:2:9: write [[split]]"},
      {"task = \"x\"\n[[part]]\nname = \"a\"\n",
       R"(r.toml:2:1: a part needs a "share" from 1 to 1,000,000)"},
      {"task = \"x\"\n[[part]]\nname = \"a\"\nshare = 1000001\n",
       R"(r.toml:2:1: a part needs a "share" from 1 to 1,000,000)"},
      {"task = \"x\"\n[[part]]\nname = \"../a\"\nshare = 1\n",
       R"(r.toml:2:1: "../a" cannot name a part; use letters, digits and _)"},
      {"task = \"x\"\n[[split]]\nmethod = \"random\"\n",
       R"(r.toml:2:1: "" cannot name a split; use letters, digits and _)"},
      {"task = \"x\"\n[[part]]\nname = \"a\"\nshare = 1\n[[part]]\nname = \"a\"\nshare = 2\n",
       R"(r.toml: two parts are named "a")"},
      {"task = \"x\"\n[[split]]\nname = \"a\"\nmethod = \"group\"\n"
       "[[split]]\nname = \"a\"\nmethod = \"random\"\n",
       R"(r.toml: two splits are named "a")"},
      {"task = \"x\"\n[[split]]\nname = \"a\"\ntrain = 5\n",
       R"(r.toml:2:1: a split needs a "method")"},
      {"task = \"x\"\n[[split]]\nname = \"a\"\nmethod = \"rndom\"\n",
       R"(r.toml:2:1: there is no split method "rndom"; did you mean "random"?)"},
      {"task = \"x\"\n[[split]]\nname = \"a\"\nmethod = \"random\"\ntrian = 5\n",
       R"(r.toml:5:1: unknown key "trian"; did you mean "train"?)"},
      {"task = \"x\"\n[[split]]\nname = \"a\"\nmethod = \"length\"\nlongest = 5\nby = \"depth\"\n",
       R"(r.toml:6:6: "by" is "depth"; it is input or output)"},
      {"task = \"x\"\n[[split]]\nname = \"a\"\nmethod = \"length\"\n",
       R"(r.toml:2:1: split method length needs "longest": what it is)"},
      {"task = \"x\"\n[[split]]\nname = \"a\"\nmethod = \"mcd\"\nbound = 1.5\n",
       R"(r.toml:5:9: "bound" must be a number from 0 to 1)"},
      {"task = \"x\"\n[[split]]\nname = \"a\"\nmethod = \"mcd\"\nthree_way = 1\n",
       R"(r.toml:5:13: "three_way" must be true or false)"},
      {"task = \"x\"\n[[split]]\nname = \"a\"\nmethod = \"import\"\n",
       "r.toml:2:1: a recipe has no splits of method import, which depend on other files; use "
       "assay split"},
      {"seed = 1\n", R"(r.toml: "task" is missing)"},
      {"", R"(r.toml: "task" is missing)"},
  };
  for (const Case& c : cases) EXPECT_THAT([&] { parse(c.text); }, fails_with(c.message)) << c.text;
}

TEST(Recipe, SaysWhereItsSyntaxBreaks) {
  EXPECT_THAT([] { parse("task = \"x\"\nseed = = 1\n"); },
              fails(ErrorKind::kUsage, "r.toml:2:8: "));
  EXPECT_THAT([] { parse("task = \"x\n"); }, fails(ErrorKind::kUsage, "r.toml:1:"));
  EXPECT_THAT([] { parse("task = \"x\"\ntask = \"y\"\n"); }, fails(ErrorKind::kUsage, "r.toml:2:"));
  EXPECT_THAT([] { parse("task = \"\xff\"\n"); }, fails(ErrorKind::kUsage, "r.toml:1:"));
}

// 10 after a cut to 32 bits.
TEST(Recipe, DoesNotCutNumbersOff) {
  EXPECT_THAT(
      [] {
        parse(
            "task = \"x\"\n[[split]]\nname = \"a\"\nmethod = \"holdout\"\nholdout = \"h\"\n"
            "repeat_percent = 4294967306\n");
      },
      fails(ErrorKind::kUsage, "r.toml:6:18: \"repeat_percent\""));
}

TEST(Recipe, ShowsForeignKeysWithoutControlCharacters) {
  for (const char* text :
       {"task = \"x\"\n\"\\u001b[31m\" = 1\n", "task = \"x\"\n[params]\n\"\\u001b[31m\" = 0.5\n"}) {
    EXPECT_THAT([&] { parse(text); },
                Throws<Error>(Property(&Error::what,
                                       testing::AllOf(testing::HasSubstr("\\x1b[31m"),
                                                      testing::Not(testing::HasSubstr("\x1b"))))));
  }
}

TEST(SplitName, IsAWordThatLoadersDoNotTakeForData) {
  for (const char* name : {"simple", "mcd1", "A_b_9", "length", "Jump"}) {
    EXPECT_NO_THROW(check_split_name(name)) << name;
  }
  for (const char* name : {"", "a b", "a-b", "a/b", "..", "a.json", "größe", "a\n"}) {
    EXPECT_THAT([&] { check_split_name(name); }, fails(ErrorKind::kUsage, "cannot name a split"));
  }
  EXPECT_THROW(check_split_name(std::string(101, 'a')), Error);
  EXPECT_NO_THROW(check_split_name(std::string(100, 'a')));
  struct Case {
    const char* name;
    const char* word;
  };
  for (const Case& c :
       {Case{"train", "train"}, Case{"my_train_1", "train"}, Case{"invalid", "valid"},
        Case{"dev2", "dev"}, Case{"fastest", "test"}, Case{"evaluation", "eval"}}) {
    EXPECT_THAT(
        [&] { check_split_name(c.name); },
        fails(ErrorKind::kUsage, std::string("a split cannot be named \"") + c.name +
                                     "\": data loaders take files with \"" + c.word + "\""));
    const std::string text = std::string("task = \"x\"\n[[split]]\nname = \"") + c.name + "\"\n";
    EXPECT_THAT([&] { parse(text); }, fails(ErrorKind::kUsage, "r.toml:2:1: a split cannot be"));
  }
}

TEST(PartName, MayBeWhatLoadersExpect) {
  for (const char* name : {"train", "validation", "test", "all"}) {
    EXPECT_NO_THROW(check_part_name(name)) << name;
  }
  for (const char* name : {"", "a/b", "..", "a b"}) {
    EXPECT_THAT([&] { check_part_name(name); }, fails(ErrorKind::kUsage, "cannot name a part"));
  }
}

TEST(Claim, HasWhatItsMethodRecords) {
  EXPECT_EQ(claim_of("method = \"length\"\nlongest = 22\n"),
            R"({"method":"length","by":"output","longest":22})");
  EXPECT_EQ(claim_of("test = \"rest\"\nmethod = \"random\"\ntrain = 5\n"),
            R"({"method":"random","seed":0,"train":"5","test":"rest"})");
  EXPECT_EQ(claim_of("method = \"holdout\"\nholdout = \"primitive\"\nshots = 0\n"),
            R"({"method":"holdout","holdout":"primitive","set":{},"seed":0})");
  EXPECT_EQ(claim_of("method = \"mcd\"\nthree_way = false\n[split.define]\nnodes = 3\n"),
            R"({"method":"mcd","bound":0.0,"define":{"nodes":"3"}})");
}

TEST(Claim, ReadsBackFromJson) {
  const std::string text =
      R"({"method":"new","a":"x","b":18446744073709551615,"c":0.5,"d":true,"e":{"f":"g"}})";
  const SplitSpec spec = split_spec_from_json(Json::parse(text));
  EXPECT_EQ(to_json(spec).dump(), text);
  EXPECT_EQ(spec.text("a"), "x");
  EXPECT_EQ(spec.number("b"), ~0ULL);
  EXPECT_EQ(spec.real("c"), 0.5);
  EXPECT_TRUE(spec.flag("d"));
  EXPECT_THAT(spec.table("e"), ElementsAre(Pair("f", "g")));
  EXPECT_EQ(spec.text("b"), "");
  EXPECT_EQ(spec.real("a"), std::nullopt);
  EXPECT_THAT([] { split_spec_from_json(Json::parse("{}")); },
              fails(ErrorKind::kInput, "\"method\" is missing"));
  for (const char* wrong : {"-1", "null", "[1]", "{\"f\":1}"}) {
    Json json = Json::parse(text);
    json["b"] = Json::parse(wrong);
    EXPECT_THAT([&] { split_spec_from_json(json); },
                fails(ErrorKind::kInput, "\"b\" of the claim"));
  }
}

}  // namespace
}  // namespace assay
