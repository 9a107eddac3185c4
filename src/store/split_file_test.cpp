#include "assay/store/split_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/store/fake_task_testing.h"
#include "assay/store/split_json.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Json = nlohmann::ordered_json;

constexpr const char* kHash = "0123456789abcdeffedcba9876543210";

SplitFile sample_split() {
  SplitFile file;
  file.split = {{0, 2, 2, 2, 5}, {3}, {1, 4}};
  file.claim.name = "jump";
  file.claim.method = "holdout";
  file.claim.values = {{"holdout", "primitive"},
                       {"set", ParamTable{{"words", "say \"jump\""}}},
                       {"shots", std::uint64_t{2}},
                       {"seed", std::uint64_t{9}},
                       {"repeat_percent", std::uint64_t{10}}};
  file.subject = {6, kHash};
  return file;
}

class SplitOnDisk : public testing::Test {
 protected:
  SplitFile read(const std::string& text, std::uint64_t rows = 6) const {
    folder_.put("splits/jump.json", text);
    return read_split(Folder::open(folder_.path()), "jump", {rows, kHash});
  }
  SplitFile read_changed(const std::string& key, const Json& value) const {
    Json json = Json::parse(split_text(sample_split()));
    json[key] = value;
    return read(json.dump());
  }
  SplitFile read_named(std::string_view name) const {
    return read_split(Folder::open(folder_.path()), name, {6, kHash});
  }

  ScratchFolder folder_;
};

TEST_F(SplitOnDisk, ReadsBack) {
  const SplitFile back = read(split_text(sample_split()));
  EXPECT_EQ(back.split, sample_split().split);
  EXPECT_EQ(to_json(back.claim), to_json(sample_split().claim));
  EXPECT_EQ(back.claim.name, "jump");
  EXPECT_EQ(back.members, "");
  EXPECT_EQ(back.subject.content_hash, kHash);
  EXPECT_EQ(back.format, 2U);
  EXPECT_EQ(split_text(back), split_text(sample_split()));
}

TEST_F(SplitOnDisk, ReadsAnImportedSplitBack) {
  SplitFile file = sample_split();
  file.claim = SplitSpec();
  file.claim.name = "jump";
  file.claim.method = "import";
  file.members = "00112233445566778899aabbccddeeff";
  const SplitFile back = read(split_text(file));
  EXPECT_EQ(back.members, file.members);
  EXPECT_EQ(back.claim.method, "import");
  EXPECT_EQ(split_text(back), split_text(file));
}

TEST_F(SplitOnDisk, ReadsWhatWasMeasuredBack) {
  SplitFile file = sample_split();
  file.definition = CompoundDefinition{.name = "usual", .most_nodes = 3, .kept = 10};
  SplitReport report;
  report.parts = {{"train", 5, 0.5, 7, 70, 2}, {"test", 2, 0.2, 6, 40, 1}};
  report.together = {"together", 7, 0.7, 7, 90, 3};
  PairReport pair;
  pair.first = "train";
  pair.second = "test";
  pair.atom_divergence = 0.1 + 0.2;  // no short decimal
  pair.compound_divergence = 1;
  pair.output_length_ratio = 0.75;
  pair.atoms_only_in_second = {"walk", "say \"jump\""};
  pair.compounds_only_in_second = 12;
  report.pairs = {pair};
  for (const bool above : {false, true}) {
    report.pairs[0].above_bound = above;
    file.report = report;
    const SplitFile back = read(split_text(file));
    EXPECT_EQ(back.definition, file.definition);
    EXPECT_EQ(back.report, file.report);
    EXPECT_EQ(split_text(back), split_text(file));
  }
}

TEST_F(SplitOnDisk, ReadsEmptyLists) {
  SplitFile file = sample_split();
  file.split = {};
  EXPECT_EQ(read(split_text(file), 0).split, Split());
}

TEST(HashOfRows, KnowsPartsAndOrder) {
  const Split split{{0, 2}, {3}, {1, 4}};
  EXPECT_EQ(hash_of_rows(split).size(), 16U);
  EXPECT_EQ(hash_of_rows(split), hash_of_rows({{0, 2}, {3}, {1, 4}}));
  EXPECT_NE(hash_of_rows(split), hash_of_rows({{2, 0}, {3}, {1, 4}}));
  EXPECT_NE(hash_of_rows(split), hash_of_rows({{0, 2, 3}, {}, {1, 4}}));
  EXPECT_NE(hash_of_rows(split), hash_of_rows({{0, 23}, {}, {1, 4}}));
}

TEST(SplitText, SaysWhatWasMeasured) {
  const Json json = Json::parse(split_text(sample_split()));
  EXPECT_EQ(json["trainIdxs"].dump(), "[0,2,2,2,5]");
  EXPECT_EQ(json["measured"].dump(),
            R"({"train_rows":5,"train_distinct":3,"dev_rows":1,"test_rows":2,"unused":0})");
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_THAT(keys, ElementsAre("format", "name", "trainIdxs", "devIdxs", "testIdxs", "claim",
                                "definition", "measured", "content_hash", "text_sha256"));
}

TEST(SplitText, CountsRowsOfNoPart) {
  SplitFile file = sample_split();
  file.subject.rows = 450;
  EXPECT_EQ(Json::parse(split_text(file))["measured"]["unused"], 444);
  EXPECT_EQ(file.unused(), 444U);
}

// What was written before there were formats is read and written as it was.
TEST_F(SplitOnDisk, KeepsTheFirstFormat) {
  const std::string before =
      "{\n\"trainIdxs\": [0],\n\"devIdxs\": [],\n\"testIdxs\": [3],\n"
      "\"claim\": {\"method\":\"length\",\"by\":\"output\",\"longest\":22},\n"
      "\"definition\": {},\n\"measured\": {\"train_rows\":1,\"train_distinct\":1,\"dev_rows\":0,"
      "\"test_rows\":1},\n\"content_hash\": \"0123456789abcdeffedcba9876543210\"\n}\n";
  const SplitFile file = read(before);
  EXPECT_EQ(file.format, 1U);
  EXPECT_EQ(split_text(file), before);
  EXPECT_THAT([&] { read_changed("format", 3); }, fails(ErrorKind::kInput, "another version"));
}

// Nor do files of this format that were written before they had a name change.
TEST_F(SplitOnDisk, KeepsFilesThatDoNotKnowTheirName) {
  SplitFile file = sample_split();
  file.is_sealed = false;
  const std::string before = split_text(file);
  EXPECT_EQ(before.find("\"name\""), std::string::npos);
  EXPECT_EQ(before.find("text_sha256"), std::string::npos);
  EXPECT_EQ(split_text(read(before)), before);
}

TEST_F(SplitOnDisk, OfAnotherNameIsRefused) {
  folder_.put("splits/walk.json", split_text(sample_split()));
  EXPECT_THAT([&] { read_named("walk"); },
              fails(ErrorKind::kInput,
                    folder_.path() + "/splits/walk.json: is the split \"jump\" by what it says"));
  EXPECT_THAT([&] { read_changed("name", 5); }, fails(ErrorKind::kInput, "is the split \"\""));
}

// A claim that deals the same rows is still another claim; `verify` compares the texts.
TEST_F(SplitOnDisk, IsNotItselfAfterAnyChange) {
  const std::string whole = split_text(sample_split());
  for (const auto& [from, to] :
       {std::pair{"\"seed\":9", "\"seed\":8"}, std::pair{"\"text_sha256\"", "\"text_sha255\""}}) {
    std::string changed = whole;
    changed.replace(changed.find(from), std::string(from).size(), to);
    EXPECT_NE(split_text(read(changed)), changed) << from;
  }
}

TEST_F(SplitOnDisk, OfOtherRowsIsRefused) {
  folder_.put("splits/jump.json", split_text(sample_split()));
  const Folder folder = Folder::open(folder_.path());
  EXPECT_THAT(
      [&] {
        read_split(folder, "jump", {6, "ffff"});
      },
      fails(ErrorKind::kInput,
            "splits/jump.json: was made for other rows, with content hash "
            "0123456789abcdeffedcba9876543210; " +
                folder_.path() + " has ffff: restore those rows, or make the split again"));
}

TEST_F(SplitOnDisk, OfAFileKnowsItsNameAndTheOrderOfItsLines) {
  SplitFile file = sample_split();
  file.subject.file = "pool.jsonl";
  file.subject.sha256 = "aa";
  folder_.put("splits/jump.json", split_text(file));
  const Folder folder = Folder::open(folder_.path());
  const SplitFile back = read_split(folder, "jump", file.subject);
  EXPECT_EQ(split_text(back), split_text(file));
  EXPECT_EQ(back.subject.file, "pool.jsonl");
  EXPECT_THAT(
      [&] {
        read_split(folder, "jump", {6, kHash, "pool.jsonl", "bb"});
      },
      fails(ErrorKind::kInput, "the rows of pool.jsonl in another order"));
  EXPECT_THAT(
      [&] {
        read_split(folder, "jump", {6, "ff", "other.jsonl", "bb"});
      },
      fails(ErrorKind::kInput, "was made for another file, pool.jsonl"));
}

TEST_F(SplitOnDisk, RefusesRowsBeyondTheEnd) {
  EXPECT_NO_THROW(read_changed("trainIdxs", Json::array({5})));
  for (const char* list : {"trainIdxs", "devIdxs", "testIdxs"}) {
    for (const std::uint64_t row : {6ULL, 1ULL << 40, ~0ULL}) {
      EXPECT_THAT(
          [&] { read_changed(list, Json::array({row})); },
          fails(ErrorKind::kInput, folder_.path() + "/splits/jump.json: " + list + " names row " +
                                       std::to_string(row) + ", but the data set has only 6 rows"));
    }
  }
}

TEST_F(SplitOnDisk, RefusesDamagedFiles) {
  const std::string where = folder_.path() + "/splits/jump.json: ";
  for (const char* list : {"trainIdxs", "devIdxs", "testIdxs"}) {
    for (const char* wrong : {"5", "\"a\"", "[-1]", "[0.5]", "[\"1\"]", "[null]", "{\"a\": 1}",
                              "[[1]]", "[1, 2, true]"}) {
      EXPECT_THAT([&] { read_changed(list, Json::parse(wrong)); },
                  fails(ErrorKind::kInput, where + "\"" + list + "\" is not a list of row numbers"))
          << wrong;
    }
  }
  EXPECT_THAT([&] { read_changed("claim", 5); },
              fails(ErrorKind::kInput, where + "\"claim\" is missing"));
  EXPECT_THAT([&] { read_changed("claim", Json::object()); }, fails(ErrorKind::kInput, where));
  EXPECT_THAT([&] { read_changed("content_hash", 5); }, fails(ErrorKind::kInput, where));
  const std::string whole = split_text(sample_split());
  for (const std::string& text : {std::string(), std::string("[]"), std::string("{}"),
                                  whole.substr(0, whole.size() / 2), whole + "x"}) {
    EXPECT_THAT([&] { read(text); }, fails(ErrorKind::kInput, where)) << text;
  }
}

TEST_F(SplitOnDisk, MissingSplitNamesTheNear) {
  EXPECT_THAT([&] { read_named("jump"); },
              fails(ErrorKind::kUsage, "there is no split \"jump\"; make one with assay split"));
  folder_.put("splits/length.json", "{}");
  folder_.put("splits/simple.json", "{}");
  folder_.put("splits/notes.txt", "");
  EXPECT_THAT([&] { read_named("lenght"); },
              fails(ErrorKind::kUsage, "there is no split \"lenght\"; did you mean \"length\"?"));
  EXPECT_THAT([&] { read_named("primitive_jump"); },
              fails(ErrorKind::kUsage,
                    "there is no split \"primitive_jump\"; there are: length, "
                    "simple"));
}

TEST_F(SplitOnDisk, NamesThatLeadElsewhereAreNoSplits) {
  folder_.put("secret.json", split_text(sample_split()));
  folder_.put("splits/a.json", split_text(sample_split()));
  for (const char* name : {"../secret", "/etc/passwd", "", "./a", "x/../a"}) {
    EXPECT_THAT([&] { read_named(name); }, fails(ErrorKind::kUsage, "there is no split")) << name;
  }
}

TEST_F(SplitOnDisk, LinksAreNotFollowed) {
  folder_.put("secret.json", split_text(sample_split()));
  folder_.put("splits/a.json", "");
  std::filesystem::create_symlink("../secret.json", folder_.path() + "/splits/link.json");
  EXPECT_THAT([&] { read_named("link"); }, fails(ErrorKind::kIo, "symbolic link"));
}

TEST(SplitPath, LiesInSplits) { EXPECT_EQ(split_path("mcd1"), "splits/mcd1.json"); }

TEST(IndexLists, ReadThePublishedForm) {
  const Split split =
      parse_index_lists(R"({"trainIdxs": [3, 1], "devIdxs": [2], "testIdxs": [0]})", "mcd1.json");
  EXPECT_THAT(split.train, ElementsAre(3, 1));
  EXPECT_THAT(split.dev, ElementsAre(2));
  EXPECT_THAT(split.test, ElementsAre(0));
}

TEST(IndexLists, MayHaveNoDevAndOtherKeys) {
  const Split split = parse_index_lists(R"({"trainIdxs": [1], "testIdxs": [0], "x": 5})", "f.json");
  EXPECT_THAT(split.train, ElementsAre(1));
  EXPECT_THAT(split.dev, IsEmpty());
}

TEST(IndexLists, AreRefusedWithTheirPlace) {
  for (const char* text :
       {"", "[1]", "{}", R"({"trainIdxs": [1]})", R"({"testIdxs": [1]})",
        R"({"trainIdxs": [1], "testIdxs": [-1]})", R"({"trainIdxs": [1.5], "testIdxs": []})",
        R"({"trainIdxs": [1], "testIdxs": [)"}) {
    EXPECT_THAT([&] { parse_index_lists(text, "f.json"); }, fails(ErrorKind::kInput, "f.json: "))
        << text;
  }
}

}  // namespace
}  // namespace assay
