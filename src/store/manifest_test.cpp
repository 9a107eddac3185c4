#include "assay/store/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/base/hash.h"
#include "assay/store/fake_task_testing.h"
#include "assay/store/manifest_check.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Manifest sample_manifest() {
  Manifest manifest;
  manifest.tool_version = "0.1.0";
  manifest.tool_commit = "abcdef";
  manifest.task_version = "1.2.3";
  manifest.recipe.task = "fake";
  manifest.recipe.seed = ~0ULL;
  manifest.recipe.params["words"] = "größer \"jump\"\n";
  manifest.recipe.parts = {{"train", 8}, {"test", 2}};
  manifest.recipe_hash = recipe_hash(manifest.recipe, FakeTask(), "1.2.3");
  manifest.stamp = "a4d70b7c";
  manifest.columns = FakeTask().schema();
  manifest.units = 16;
  manifest.empty = 3;
  manifest.parts = {{"train", 12, {100, 20, 300, 40}}, {"test", 5, {1, 2, 3, 4}}};
  manifest.files = {{"data/train-00000-of-00001.jsonl", "train", 0, 17, 12, 3456, "aa"},
                    {"data/test-00000-of-00001.jsonl", "test", 0, 17, 5, 789, "bb"}};
  manifest.content_hash = "0123456789abcdeffedcba9876543210";
  return manifest;
}

class ManifestOnDisk : public testing::Test {
 protected:
  Manifest read(const std::string& text) const {
    folder_.put(kManifestName, text);
    return read_manifest(Folder::open(folder_.path()));
  }
  // The sample with one value replaced; "/files/0/path" names it.
  Manifest read_changed(const std::string& pointer, const Json& value) const {
    Json json = Json::parse(manifest_text(sample_manifest()));
    json.at(Json::json_pointer(pointer)) = value;
    // Whoever plants a manifest signs it as well.
    json.erase("sha256");
    json["sha256"] = sha256_hex(json.dump(1));
    return read(json.dump(1) + '\n');
  }

  ScratchFolder folder_;
};

TEST_F(ManifestOnDisk, ReadsBackByteForByte) {
  EXPECT_EQ(manifest_text(read(manifest_text(sample_manifest()))),
            manifest_text(sample_manifest()));

  Manifest shard = sample_manifest();
  shard.shard = ShardEntry{3, 8};
  shard.claim = SplitSpec();
  shard.claim->method = "holdout";
  shard.claim->values = {{"holdout", "primitive"}, {"set", ParamTable{{"words", "jump"}}}};
  shard.recipe.rows = 17;
  shard.recipe.with_rules = false;
  const Manifest back = read(manifest_text(shard));
  EXPECT_EQ(manifest_text(back), manifest_text(shard));
  EXPECT_EQ(back.shard, shard.shard);
  EXPECT_EQ(back.claim->text("holdout"), "primitive");
}

TEST_F(ManifestOnDisk, ReadsEveryMember) {
  const Manifest back = read(manifest_text(sample_manifest()));
  EXPECT_EQ(back.tool_version, "0.1.0");
  EXPECT_EQ(back.tool_commit, "abcdef");
  EXPECT_EQ(back.task_version, "1.2.3");
  EXPECT_EQ(back.recipe.seed, ~0ULL);
  EXPECT_EQ(back.recipe_hash, sample_manifest().recipe_hash);
  EXPECT_EQ(back.shard, std::nullopt);
  EXPECT_FALSE(back.claim.has_value());
  EXPECT_EQ(back.columns.fields.size(), 8U);
  EXPECT_EQ(back.columns.fields[5].name, "texts");
  EXPECT_EQ(back.columns.fields[5].type, ValueType::kTexts);
  EXPECT_EQ(back.columns.fields[1].role, Role::kTarget);
  EXPECT_EQ(back.empty, 3U);
  EXPECT_EQ(back.rows(), 17U);
  ASSERT_EQ(back.parts.size(), 2U);
  EXPECT_EQ(back.parts[0].lengths.target_most, 40U);
  ASSERT_EQ(back.files.size(), 2U);
  EXPECT_EQ(back.files[1].path, "data/test-00000-of-00001.jsonl");
  EXPECT_EQ(back.files[1].bytes, 789U);
  EXPECT_EQ(back.files[0].addresses, 17U);
  EXPECT_EQ(back.content_hash, sample_manifest().content_hash);
}

TEST_F(ManifestOnDisk, RefusesColumnsThatCannotBeRead) {
  const auto refused = [&](const char* pointer, const char* value, const char* why) {
    EXPECT_THAT([&] { read_changed(pointer, value); }, fails(ErrorKind::kInput, why)) << pointer;
  };
  refused("/columns/3/type", "tensor", "has the type or role \"tensor\"");
  refused("/columns/3/role", "hint", "has the type or role \"hint\"");
  refused("/columns/0/type", "bool", "the first two columns are not texts");
  refused("/columns/1/role", "metadata", "the first two columns are not texts");
}

TEST_F(ManifestOnDisk, DefectNamesTheColumnThatIsNotTheTasks) {
  const auto defect_of = [&](Schema columns) {
    Manifest manifest = sample_manifest();
    manifest.stamp = row_shape(FakeTask()).stamp;
    manifest.columns = std::move(columns);
    read(manifest_text(manifest));
    return manifest_defect(Folder::open(folder_.path()), FakeTask());
  };
  const Schema own = FakeTask().schema();
  EXPECT_EQ(defect_of(own), "");
  Schema renamed = own;
  renamed.fields[3].name = "count";
  EXPECT_THAT(defect_of(renamed),
              testing::EndsWith("column 4 is \"count\" (integer, metadata), "
                                "that of the task \"number\" (integer, metadata)"));
  Schema fewer = own;
  fewer.fields.pop_back();
  EXPECT_THAT(defect_of(fewer), testing::EndsWith("column 8 is missing, that of the task \"reals\" "
                                                  "(list of reals, metadata)"));
  EXPECT_EQ(row_shape(sample_manifest()).schema.fields.size(), own.fields.size());
}

TEST_F(ManifestOnDisk, RefusesPathsThatLeadElsewhere) {
  for (const char* path : {"../x", "/etc/passwd", "data/../../x", "other/file", "data", "data/",
                           "data//x", "data/.", "data/..", "", "./data/x", "README.md"}) {
    EXPECT_THAT([&] { read_changed("/files/0/path", path); },
                fails(ErrorKind::kInput, "does not lie in data/"))
        << path;
  }
  EXPECT_THAT([&] { read_changed("/files/0/path", std::string("data/a\0b", 8)); },
              fails(ErrorKind::kInput, "does not lie in data/"));
  EXPECT_THAT([&] { read_changed("/files/0/path", "\x1b[31m"); },
              fails(ErrorKind::kInput, "\\x1b[31m"));
}

TEST_F(ManifestOnDisk, RefusesPartNamesThatLeadElsewhere) {
  for (const char* name : {"../x", "a/b", "", ".."}) {
    EXPECT_THAT([&] { read_changed("/parts/0/name", name); },
                fails(ErrorKind::kInput, "cannot name a part"));
    EXPECT_THAT([&] { read_changed("/files/0/part", name); },
                fails(ErrorKind::kInput, "cannot name a part"));
  }
}

TEST_F(ManifestOnDisk, RefusesForeignAndDamagedFiles) {
  const std::string where = folder_.path() + "/manifest.json: ";
  const std::string whole = manifest_text(sample_manifest());
  for (const std::string& text :
       {std::string(), std::string("{}"), std::string("[]"), std::string("null"),
        std::string("{\"format\": 1}"), whole.substr(0, whole.size() / 2), whole + "x"}) {
    EXPECT_THAT([&] { read(text); }, fails(ErrorKind::kInput, where)) << text;
  }
  EXPECT_THAT([&] { read_changed("/format", 3); },
              fails(ErrorKind::kInput, where + "format 3 is not known"));
  for (const char* pointer :
       {"/format", "/tool/version", "/recipe", "/recipe/seed", "/parts/0/rows", "/files/1/bytes",
        "/content_hash", "/recipe_hash", "/empty"}) {
    EXPECT_THAT([&] { read_changed(pointer, Json::array({"wrong"})); },
                fails(ErrorKind::kInput, where))
        << pointer;
  }
}

// What a library says of damaged JSON helps nobody.
TEST_F(ManifestOnDisk, SaysWhatIsWrongInItsOwnWords) {
  const std::string where = folder_.path() + "/manifest.json: ";
  const std::string whole = manifest_text(sample_manifest());
  EXPECT_THAT([&] { read(whole.substr(0, 100)); },
              fails(ErrorKind::kInput, where + "line 7: is not JSON; the file is damaged"));
  EXPECT_THAT([&] { read("{\"format\": 1e999}"); },
              fails(ErrorKind::kInput, where + "has a number that is too large"));
  EXPECT_THAT([&] { read("{\"format\": 2}"); },
              fails(ErrorKind::kInput, where + "\"tool\" is missing"));
  const auto refused = [&](const char* pointer, const Json& value, const std::string& why) {
    EXPECT_THAT([&] { read_changed(pointer, value); }, fails(ErrorKind::kInput, where + why));
  };
  refused("/tool/version", 5, "\"version\" is not a text");
  refused("/parts", "all", "\"parts\" is not a list");
  refused("/recipe/rules", "yes", "\"rules\" is neither true nor false");
  refused("/recipe/params", Json::array({1}), "\"params\" does not give texts to names");
  refused("/recipe/params", Json{{"a", 1}}, "\"params\" does not give texts to names");
  refused("/files/0", 5, "\"path\" is missing");
  refused("/files/0/kind", 5, "\"kind\" is not a text");
  refused("/task/name", "fase", "names the task \"fase\", but the task of its recipe is \"fake\"");
  refused("/recipe/parts/0/share", 0, "a part needs a \"share\" from 1 to 1,000,000");
}

TEST_F(ManifestOnDisk, KnowsItsDocuments) {
  Manifest manifest = sample_manifest();
  EXPECT_FALSE(Json::parse(manifest_text(manifest)).contains("documents"));
  manifest.documents = {{"README.md", 17, "cc"}};
  const Manifest back = read(manifest_text(manifest));
  ASSERT_EQ(back.documents.size(), 1U);
  EXPECT_EQ(back.documents[0].path, "README.md");
  EXPECT_EQ(back.documents[0].bytes, 17U);
  EXPECT_EQ(back.documents[0].sha256, "cc");
  EXPECT_EQ(manifest_text(back), manifest_text(manifest));
  manifest.documents[0].path = "../README.md";
  EXPECT_THAT([&] { read(manifest_text(manifest)); },
              fails(ErrorKind::kInput, "does not lie in the folder"));
}

TEST_F(ManifestOnDisk, PromisesTheSplitsOfItsRecipe) {
  Manifest manifest = sample_manifest();
  manifest.recipe.splits = {{"a", "random", {}}, {"b", "random", {}}};
  EXPECT_EQ(promised_splits(manifest).size(), 2U);
  Manifest shard = manifest;
  shard.shard = ShardEntry{0, 2};
  EXPECT_EQ(promised_splits(shard).size(), 0U);
  manifest.claim = SplitSpec{"a", "random", {}};
  EXPECT_EQ(promised_splits(manifest).size(), 0U);
}

TEST_F(ManifestOnDisk, DamageIsKnownWithoutTheTask) {
  const Folder folder = Folder::open(folder_.path());
  std::string text = manifest_text(sample_manifest());
  read(text);
  EXPECT_EQ(manifest_damage(folder), "");
  for (const char* key : {"\"commit\"", "\"sha256\"", "\"content_hash\""}) {
    std::string changed = text;
    char& letter = changed[changed.rfind(key) + std::string(key).size() + 4];
    letter = letter == 'b' ? 'c' : 'b';
    folder_.put(kManifestName, changed);
    EXPECT_EQ(manifest_damage(folder),
              folder_.path() + "/manifest.json: was changed after it was written")
        << key;
  }
  folder_.put(kManifestName, text + " ");
  EXPECT_NE(manifest_damage(folder), "");
}

TEST_F(ManifestOnDisk, RefusesNumbersThatAreNoCounts) {
  for (const char* pointer : {"/parts/0/rows", "/files/0/bytes", "/files/0/rows", "/recipe/seed"}) {
    for (const Json& number : {Json(-1), Json(1.5), Json(true)}) {
      EXPECT_THAT([&] { read_changed(pointer, number); }, fails(ErrorKind::kInput, folder_.path()))
          << pointer << ' ' << number;
    }
  }
}

TEST_F(ManifestOnDisk, RefusesARecipeThatCutsFilesOfNoRows) {
  EXPECT_THAT([&] { read_changed("/recipe/rows_per_file", 0); },
              fails(ErrorKind::kInput, "rows_per_file"));
}

TEST_F(ManifestOnDisk, TellsUnfinishedFromForeignFolders) {
  EXPECT_THAT([&] { read_manifest(Folder::open(folder_.path())); },
              fails(ErrorKind::kInput, "has no manifest.json, so it is not a data set of assay"));
  folder_.put(".assay/plan.json", "{}");
  EXPECT_THAT([&] { read_manifest(Folder::open(folder_.path())); },
              fails(ErrorKind::kInput, "is not finished"));
}

TEST(Manifest, NamesItsColumnsAndRandomNumbers) {
  const Json json = Json::parse(manifest_text(sample_manifest()));
  EXPECT_EQ(json["tool"]["random"], "philox4x32-10/1");
  EXPECT_EQ(json["columns"].size(), 8U);
  EXPECT_EQ(json["columns"][0].dump(), R"({"name":"input","type":"text","role":"input"})");
  EXPECT_EQ(json["rows"], 17);
  EXPECT_FALSE(json.contains("shard"));
}

TEST(HashOfRecipe, ChangesWithAnythingThatDecidesBytes) {
  const Recipe recipe = sample_manifest().recipe;
  const std::string hash = recipe_hash(recipe, FakeTask(), "1.0.0");
  EXPECT_EQ(hash, recipe_hash(recipe, FakeTask(), "1.0.0"));
  EXPECT_EQ(hash.size(), 64U);
  EXPECT_NE(hash, recipe_hash(recipe, FakeTask(), "1.0.1"));
  const auto differs = [&](auto change) {
    Recipe other = recipe;
    change(other);
    return recipe_hash(other, FakeTask(), "1.0.0") != hash;
  };
  EXPECT_TRUE(differs([](Recipe& other) { other.task = "other"; }));
  EXPECT_TRUE(differs([](Recipe& other) { --other.seed; }));
  EXPECT_TRUE(differs([](Recipe& other) { other.rows = 0; }));
  EXPECT_TRUE(differs([](Recipe& other) { other.with_rules = false; }));
  EXPECT_TRUE(differs([](Recipe& other) { other.rows_per_file = 1; }));
  EXPECT_TRUE(differs([](Recipe& other) { other.order = RowOrder::kBlocks; }));
  EXPECT_TRUE(differs([](Recipe& other) { other.parts[0].share = 9; }));
  EXPECT_TRUE(differs([](Recipe& other) { other.splits.emplace_back().name = "s"; }));
}

TEST(DataPath, CountsInFiveDigits) {
  EXPECT_EQ(data_path("train", 2, 40), "data/train-00002-of-00040.jsonl");
  EXPECT_EQ(data_path("all", 123456, 200000), "data/all-123456-of-200000.jsonl");
}

TEST(LengthStats, KeepSumsAndLargest) {
  LengthStats stats;
  stats.add(3, 10);
  stats.add(5, 1);
  LengthStats other;
  other.add(2, 20);
  stats.add(other);
  EXPECT_EQ(stats.input_sum, 10U);
  EXPECT_EQ(stats.input_most, 5U);
  EXPECT_EQ(stats.target_sum, 31U);
  EXPECT_EQ(stats.target_most, 20U);
}

}  // namespace
}  // namespace assay
