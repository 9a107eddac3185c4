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
