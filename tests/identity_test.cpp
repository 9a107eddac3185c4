// An id names its data: answers about one data set are never judged as answers about another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "assay/base/hash.h"
#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

class Identity : public ::testing::Test {
 protected:
  std::string make(const std::string& name, std::vector<std::string> words) {
    words.insert(words.begin(), "generate");
    words.insert(words.end(), {"-n", "60", "-q", "--out", scratch_ / name});
    const Outcome outcome = assay(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return scratch_ / name;
  }
  std::string answers(const std::string& task, const std::string& data) {
    std::string path = scratch_ / "answers.jsonl";
    write_file(path, assay({"solve", task, data}).out);
    return path;
  }
  // Lines without what pairs them best, as other programs write them.
  std::string by_id_alone(const std::string& path) {
    std::string lines;
    for (const std::string& line : text_lines(read_file(path))) {
      Json row = Json::parse(line);
      row.erase("content_hash");
      lines += row.dump() + '\n';
    }
    write_file(scratch_ / "by_id.jsonl", lines);
    return scratch_ / "by_id.jsonl";
  }

  ScratchFolder scratch_;
};

TEST_F(Identity, AnswersAboutOtherParametersArePairedWithNothing) {
  const std::string six = make("six", {"gscan"});
  const std::string twelve = make("twelve", {"gscan", "--set", "grid_size=12"});
  const std::string predictions = answers("gscan", six);
  EXPECT_EQ(assay({"score", six, predictions}).exit_code, 0);
  const Outcome with_hash = assay({"score", twelve, predictions});
  EXPECT_EQ(with_hash.exit_code, 3);
  EXPECT_THAT(with_hash.err, HasSubstr("is about data with content hash"));
  const Outcome outcome = assay({"score", twelve, by_id_alone(predictions)});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("not one of 60 ids is of a row of"));
  EXPECT_THAT(outcome.err, HasSubstr("made with other parameters"));
  EXPECT_EQ(outcome.out, "");
}

TEST_F(Identity, AnswersAboutAnotherRuleSpaceArePairedWithNothing) {
  const std::string b = make("b", {"cscan"});
  const std::string x = make("x", {"cscan", "--set", "space=x"});
  EXPECT_EQ(assay({"score", x, by_id_alone(answers("cscan", b))}).exit_code, 3);
}

TEST_F(Identity, AnswersAboutAnotherPartAreNoZero) {
  const std::string data = make("scan", {"scan"});
  ASSERT_EQ(assay({"split", data, "-q", "--method", "random", "--name", "r"}).exit_code, 0);
  const std::string trained =
      assay({"export", data, "-q", "--split", "r", "--part", "train", "--format", "jsonl"}).out;
  write_file(scratch_ / "train.jsonl", assay({"solve", "scan", "-"}, trained).out);
  expect_one_line(
      assay({"score", data, scratch_ / "train.jsonl", "--split", "r", "--part", "test"}), 3,
      "are about other rows of");
  EXPECT_EQ(
      assay({"score", data, scratch_ / "train.jsonl", "--split", "r", "--part", "train"}).exit_code,
      0);
}

// A file of a data set is solved with the parameters of its manifest; rows that come alone are
// solved and judged only where their ids have the task's own parameters.
TEST_F(Identity, RowsAreSolvedAndJudgedWithTheirOwnParameters) {
  const std::string six = make("six", {"gscan"});
  const std::string twelve = make("twelve", {"gscan", "--set", "grid_size=12"});
  const std::string file = twelve + "/data/all-00000-of-00001.jsonl";
  const std::string rows = read_file(file);
  EXPECT_EQ(assay({"solve", "gscan", file}).out, assay({"solve", "gscan", twelve}).out);
  EXPECT_EQ(assay({"solve", "gscan", file, "--set", "grid_size=12"}).out,
            assay({"solve", "gscan", twelve}).out);
  const Outcome other = assay({"solve", "gscan", file, "--set", "grid_size=7"});
  EXPECT_EQ(other.exit_code, 3);
  EXPECT_THAT(other.err, HasSubstr("was made with other parameters"));
  EXPECT_THAT(assay({"solve", "scan", file}).err, HasSubstr("is the id of a row of task gscan"));

  const Outcome solved = assay({"solve", "gscan", "-"}, rows);
  EXPECT_EQ(solved.exit_code, 3);
  EXPECT_THAT(solved.err, HasSubstr("was made with other parameters, whose ids have the stamp"));
  EXPECT_THAT(solved.out, HasSubstr("\"answer\":null"));
  EXPECT_EQ(assay({"solve", "gscan", "-", "--set", "grid_size=12"}, rows).exit_code, 0);

  std::string answered;
  for (const std::string& line : text_lines(rows)) {
    Json row = Json::parse(line);
    row["answer"] = row["target"];
    answered += row.dump() + '\n';
  }
  const Outcome judged = assay({"judge", "gscan"}, answered);
  EXPECT_EQ(judged.exit_code, 3);
  EXPECT_THAT(judged.out, HasSubstr("was made with other parameters"));
  const Outcome right = assay({"judge", "gscan", "--set", "grid_size=12"}, answered);
  EXPECT_EQ(right.exit_code, 0) << right.err;
  EXPECT_THAT(right.out, HasSubstr("\"right\""));
  EXPECT_THAT(assay({"solve", "scan", "-"}, rows).err,
              HasSubstr("is the id of a row of task gscan"));
}

// The same file at another place is the same space; another text at the same place is another.
TEST_F(Identity, FilesCountByContent) {
  const std::string space = read_file(std::string(ASSAY_RULES) + "/cscan/b.toml");
  write_file(scratch_ / "here.toml", space);
  write_file(scratch_ / "there.toml", space);
  const std::string built_in = stamp_of("cscan");
  EXPECT_EQ(stamp_of("cscan", {"--set", "space=" + (scratch_ / "here.toml")}), built_in);
  EXPECT_EQ(stamp_of("cscan", {"--set", "space=" + (scratch_ / "there.toml")}), built_in);
  write_file(scratch_ / "here.toml", space + "\n# a remark\n");
  EXPECT_NE(stamp_of("cscan", {"--set", "space=" + (scratch_ / "here.toml")}), built_in);

  const std::string data = make("own", {"cscan", "--set", "space=" + (scratch_ / "here.toml")});
  EXPECT_EQ(assay({"verify", data}).exit_code, 0);
  write_file(scratch_ / "here.toml", space + "\n# another remark\n");
  const Outcome outcome = assay({"verify", data});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("has a file that a parameter names changed?"));
}

TEST_F(Identity, DefaultsAndNeedlessZerosChangeNothing) {
  EXPECT_EQ(stamp_of("gscan", {"--set", "grid_size=6"}), stamp_of("gscan"));
  EXPECT_EQ(stamp_of("gscan", {"--set", "grid_size=012"}),
            stamp_of("gscan", {"--set", "grid_size=12"}));
  EXPECT_NE(stamp_of("gscan", {"--set", "grid_size=12"}), stamp_of("gscan"));
}

// Room in the format: a file of pictures, and a key that this version does not know.
TEST_F(Identity, MediaAndUnknownKeysAreUnderTheHashes) {
  const std::string data = make("scan", {"scan"});
  const std::string rows = assay({"show", data, "--json"}).out;
  const auto sign = [&](const char* kind) {
    Json manifest = Json::parse(read_file(data + "/manifest.json"));
    manifest.erase("sha256");
    manifest["prepared"] = {{{"name", "pictures"}, {"sha256", "00"}}};
    manifest["files"].erase(manifest["files"].begin() + 1, manifest["files"].end());
    manifest["files"].push_back({{"path", "media/pictures.tar"},
                                 {"kind", kind},
                                 {"bytes", 5},
                                 {"sha256", sha256_hex("paint")}});
    manifest["sha256"] = sha256_hex(manifest.dump(1));
    write_file(data + "/manifest.json", manifest.dump(1) + '\n');
  };
  sign("media");
  EXPECT_THAT(assay({"verify", data}).out, HasSubstr("media/pictures.tar: is missing"));
  std::filesystem::create_directory(data + "/media");
  write_file(data + "/media/pictures.tar", "paint");
  const Outcome whole = assay({"verify", data});
  EXPECT_EQ(whole.exit_code, 0) << whole.out;
  EXPECT_THAT(whole.out, HasSubstr("files: 2 files"));
  EXPECT_EQ(assay({"show", data, "--json"}).out, rows);
  write_file(data + "/media/pictures.tar", "point");
  EXPECT_THAT(assay({"verify", data}).out,
              HasSubstr("media/pictures.tar: the bytes are not those"));
  sign("hologram");
  const Outcome unknown = assay({"show", data});
  EXPECT_EQ(unknown.exit_code, 3);
  EXPECT_THAT(unknown.err, HasSubstr("files of kind \"hologram\" are not known"));
}

TEST_F(Identity, RowsOfDataAreNoPredictions) {
  const std::string data = make("logic", {"logic"});
  const Outcome outcome = assay({"score", data, data + "/data/all-00000-of-00001.jsonl"});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("is a row of data (it has \"target\"), not a prediction"));
}

TEST_F(Identity, ScoreSaysWhatItCountedAndWhatItPairedBy) {
  const std::string data = make("scan", {"scan"});
  const std::string predictions = answers("scan", data);
  EXPECT_THAT(assay({"score", data, predictions}).out, HasSubstr("accuracy    1.0000 of all 60\n"));
  EXPECT_THAT(assay({"score", data, predictions}).out, HasSubstr("strict      60 "));
  std::string three;
  for (std::size_t i = 0; i < 3; ++i) three += text_lines(read_file(predictions)).at(i) + '\n';
  const Outcome outcome = assay({"score", data, "-"}, three);
  EXPECT_THAT(outcome.out, HasSubstr("accuracy    1.0000 of 3 answered, 0.0500 of all 60\n"));
  EXPECT_THAT(outcome.out, HasSubstr("paired by   id and content hash\n"));
  const Json json = Json::parse(assay({"score", data, "-", "--json"}, three).out);
  EXPECT_EQ(json["accuracy"], 1.0);
  EXPECT_EQ(json["accuracy_of_all"], 0.05);
  EXPECT_EQ(json["paired_by"], "id+content_hash");
}

TEST_F(Identity, InputLengthCountsWordsForEveryTask) {
  const std::string data = make("logic", {"logic"});
  const std::string first = text_lines(read_file(data + "/data/all-00000-of-00001.jsonl")).at(0);
  std::istringstream words(Json::parse(first)["input"].get<std::string>());
  const auto count = std::distance(std::istream_iterator<std::string>(words), {});
  const Outcome outcome =
      assay({"score", data, answers("logic", data), "--by", "input_length", "--json"});
  const Json score = Json::parse(outcome.out);
  bool found = false;
  for (const Json& group : score["by"]["input_length"]) {
    found = found || group["value"] == count;
  }
  EXPECT_TRUE(found) << count;
  EXPECT_THAT(assay({"score", data, answers("logic", data), "--by", "input_length"}).out,
              HasSubstr("input_length (words)"));
}

}  // namespace
}  // namespace assay::testing
