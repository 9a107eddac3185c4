// gSCAN as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace assay::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

class GscanVerbs : public ::testing::Test {
 protected:
  GscanVerbs() {
    const Outcome made =
        assay({"generate", "gscan", "--set", "resampling=1", "-n", "3000", "-q", "--out", data_});
    EXPECT_EQ(made.exit_code, 0) << made.err;
  }

  ScratchFolder scratch_;
  std::string data_ = scratch_ / "gscan";
};

TEST_F(GscanVerbs, TheAuthorsFileIsWhatPythonWouldWrite) {
  const Outcome outcome =
      assay({"export", data_, "--format", "gscan", "--out", scratch_ / "files"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string text = read_file(scratch_ / "files/dataset.txt");
  const Json document = Json::parse(text);
  EXPECT_EQ(document.dump(4), text);
  EXPECT_EQ(document["examples"].size(), 11U);
  EXPECT_GT(document["examples"]["train"].size(), 1000U);
  const Json& example = document["examples"]["train"][0];
  EXPECT_EQ(example["situation"]["target_object"], example["situation"]["placed_objects"]["0"]);
  const Outcome streamed = assay({"export", data_, "--format", "gscan"});
  EXPECT_EQ(streamed.exit_code, 2);
  EXPECT_THAT(streamed.err, HasSubstr("puts rows into parts of its own; give --out"));
}

TEST_F(GscanVerbs, HoldoutsAreCheckedFromTheFiles) {
  for (const char* holdout : {"random", "visual", "situational_1", "adverb_1"}) {
    const Outcome split =
        assay({"split", data_, "--method", "holdout", "--holdout", holdout, "--name", holdout});
    EXPECT_EQ(split.exit_code, 0) << split.err;
  }
  const Outcome verified = assay({"verify", data_});
  EXPECT_EQ(verified.exit_code, 0) << verified.out;
  EXPECT_THAT(verified.out, HasSubstr("split situational_1: holdout: train "));
}

TEST_F(GscanVerbs, VerifyNoticesAWorldThatTheTextDoesNotTell) {
  const std::string file = data_ + "/data/all-00000-of-00001.jsonl";
  std::string bytes = read_file(file);
  const auto at = bytes.find("\"world\":[6,") + 11;
  bytes[at] = bytes[at] == '0' ? '1' : '0';
  write_file(file, bytes);
  EXPECT_THAT(assay({"verify", data_}).out, HasSubstr("FAILS data: "));
}

TEST(GroundedVerbs, ExplainReadsAnyCommandInAWorld) {
  for (const char* task : {"gscan", "reascan"}) {
    const Outcome made = assay({"explain", task, "--unit", "7", "--json"});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    const Json row = Json::parse(made.out);
    const Outcome outcome =
        assay({"explain", task, "--input", row["input"].get<std::string>(), "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Json read = Json::parse(outcome.out);
    for (const char* key : {"target", "command", "rules", "atoms"}) {
      EXPECT_EQ(read[key], row[key]) << task << ", " << key;
    }
    EXPECT_EQ(read["set"], "");
    EXPECT_TRUE(read["id"].is_null());
    EXPECT_EQ(assay({"explain", task, "--input", row["input"].get<std::string>()}).exit_code, 0);
    const Outcome other = assay({"explain", task, "--input", "walk to the moon"});
    EXPECT_EQ(other.exit_code, 3);
    EXPECT_THAT(other.err, HasSubstr("there is no \"The grid has \""));
  }
}

TEST(GscanPublishedFile, IsCheckedRecordByRecord) {
  const ScratchFolder scratch;
  const std::string data = scratch / "gscan";
  ASSERT_EQ(assay({"generate", "gscan", "--set", "grammar=simple_intrans", "--set", "resampling=1",
                   "-q", "--out", data})
                .exit_code,
            0);
  ASSERT_EQ(
      assay({"export", data, "--format", "gscan", "-q", "--out", scratch / "files"}).exit_code, 0);
  const std::string file = scratch / "files/dataset.txt";
  const Outcome right = assay({"verify", "--format", "gscan", file, "--jobs", "2"});
  EXPECT_EQ(right.exit_code, 0) << right.out << right.err;
  for (const char* aspect : {"referent", "text", "vectors", "actions", "situation", "fields"}) {
    EXPECT_THAT(right.out, HasSubstr(aspect));
  }
  EXPECT_THAT(right.out, HasSubstr("all records passed\n"));

  Json document = Json::parse(read_file(file));
  std::size_t records = 0;
  for (const Json& set : document["examples"]) records += set.size();
  Json& record = document["examples"]["test"][3];
  record["target_commands"] = record["target_commands"].get<std::string>() + ",walk";
  const Outcome wrong = assay({"verify", "--format", "gscan", "-", "--json"}, document.dump());
  EXPECT_EQ(wrong.exit_code, 1) << wrong.err;
  const Json report = Json::parse(wrong.out);
  EXPECT_EQ(report["records"], records);
  EXPECT_EQ(report["aspects"][3],
            (Json{{"name", "actions"}, {"matches", records - 1}, {"of", records}}));
  ASSERT_EQ(report["mismatches"].size(), 1U);
  EXPECT_EQ(report["mismatches"][0]["split"], "test");
  EXPECT_EQ(report["mismatches"][0]["index"], 3);
  EXPECT_EQ(report["mismatches"][0]["aspect"], "actions");
  EXPECT_EQ(report["holds"], false);

  // The same records as lines, cut short: what was counted is shown all the same.
  std::string lines;
  for (const Json& each : document["examples"]["dev"]) lines += each.dump() + "\n";
  const Outcome dev = assay({"verify", "--format", "gscan", "-"}, lines);
  EXPECT_EQ(dev.exit_code, 0) << dev.out << dev.err;
  const Outcome cut =
      assay({"verify", "--format", "gscan", "-"}, lines.substr(0, lines.size() - 9));
  EXPECT_EQ(cut.exit_code, 3);
  EXPECT_THAT(cut.out, HasSubstr("not all was read"));
  EXPECT_THAT(cut.err, HasSubstr("assay: standard input: behind "));
  EXPECT_THAT(cut.err, HasSubstr("the text ends in the middle; copy or download the file again"));
}

TEST(GscanPublishedFile, NamesWhatCannotBeChecked) {
  const Outcome format = assay({"verify", "--format", "gscam", "x"});
  EXPECT_EQ(format.exit_code, 2);
  EXPECT_THAT(format.err, HasSubstr("did you mean \"gscan\"?"));
  const Outcome absent = assay({"verify", "--format", "gscan", "/does/not/exist"});
  EXPECT_EQ(absent.exit_code, 4);
  EXPECT_THAT(absent.err, HasSubstr("/does/not/exist: cannot read: No such file"));
  const Outcome empty = assay({"verify", "--format", "gscan", "-"}, "");
  EXPECT_EQ(empty.exit_code, 3);
  EXPECT_THAT(empty.err, HasSubstr("standard input: holds no record"));
  const Outcome foreign = assay({"verify", "--format", "gscan", "-"}, "{\"a\": 1}\n");
  EXPECT_EQ(foreign.exit_code, 1);
  EXPECT_THAT(foreign.out, HasSubstr("record 1, text: \"command\" is missing"));
}

TEST(GscanSolve, ReadsNothingButTheText) {
  const Outcome outcome = assay({"solve", "gscan"},
                                "push a small circle. The grid has 6 rows from the north and 6 "
                                "columns from the west, counted "
                                "from 0. The agent is at row 0, column 0, facing east. Things: red "
                                "circle of size 1 at row 0, "
                                "column 2; blue circle of size 2 at row 0, column 5.\nwalk\n");
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.out, HasSubstr("\"walk,walk,push,push\""));
  EXPECT_THAT(outcome.err, HasSubstr("standard input:2: there is no \"The grid has \""));
}

}  // namespace
}  // namespace assay::testing
