// Pictures as a user meets them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "program.h"

namespace assay::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::string> files_of(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name != ".assay") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Render : public ::testing::Test {
 protected:
  Outcome render(std::vector<std::string> words, const std::string& out) const {
    words.insert(words.begin(), "render");
    words.insert(words.end(), {"--out", scratch_ / out});
    return assay(words);
  }

  ScratchFolder scratch_;
};

TEST_F(Render, WritesAFileForEachRow) {
  const Outcome outcome = render({"gscan", "-n", "100", "--seed", "7"}, "svg");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, EndsWith("svg: 100 pictures\n"));
  EXPECT_EQ(files_of(scratch_ / "svg").size(), 100U);
  for (const std::string& name : files_of(scratch_ / "svg")) {
    EXPECT_THAT(name, StartsWith("gscan-" + stamp_of("gscan") + "-7-"));
    const std::string svg = read_file(scratch_ / ("svg/" + name));
    EXPECT_THAT(svg, StartsWith("<svg "));
    EXPECT_THAT(svg, EndsWith("</svg>\n"));
  }
  EXPECT_EQ(render({"gscan", "-n", "100", "--seed", "7", "--jobs", "1"}, "again").exit_code, 0);
  EXPECT_EQ(contents_of(scratch_ / "again"), contents_of(scratch_ / "svg"));
}

TEST_F(Render, WritesPng) {
  const std::string name = "gscan-" + stamp_of("gscan") + "-0-5-3.png";
  const std::vector<std::string> words = {"gscan", "--id",    "gscan:0:5:3", "--format",
                                          "png",   "--scale", "0.5",         "-q"};
  const Outcome outcome = render(words, "png");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(files_of(scratch_ / "png"), ElementsAre(name));
  const std::string png = read_file(scratch_ / ("png/" + name));
  EXPECT_THAT(png, StartsWith("\x89PNG\r\n"));
  EXPECT_EQ(static_cast<unsigned char>(png[19]), 234U) << "468 points at half a pixel";
  EXPECT_EQ(render(words, "again").exit_code, 0);
  EXPECT_EQ(contents_of(scratch_ / "again"), contents_of(scratch_ / "png"));
}

TEST_F(Render, AQuestionLeavesTheAnswerOut) {
  EXPECT_EQ(render({"gscan", "--row", "9"}, "answer").exit_code, 0);
  EXPECT_EQ(render({"gscan", "--row", "9", "--question"}, "question").exit_code, 0);
  const auto names = files_of(scratch_ / "answer");
  ASSERT_EQ(names.size(), 1U);
  EXPECT_EQ(files_of(scratch_ / "question"), names);
  EXPECT_THAT(read_file(scratch_ / ("answer/" + names[0])), HasSubstr(">target</text>"));
  const std::string question = read_file(scratch_ / ("question/" + names[0]));
  EXPECT_THAT(question, HasSubstr(">agent</text>"));
  EXPECT_THAT(question, Not(HasSubstr("target")));
  EXPECT_THAT(question, Not(HasSubstr("Actions")));
}

TEST_F(Render, AFolderGivesThePicturesOfItsTask) {
  const std::string data = scratch_ / "data";
  ASSERT_EQ(assay({"generate", "gscan", "-n", "20", "-q", "--out", data}).exit_code, 0);
  EXPECT_EQ(render({data, "--row", "7"}, "stored").exit_code, 0);
  EXPECT_EQ(render({"gscan", "--row", "7"}, "made").exit_code, 0);
  EXPECT_EQ(contents_of(scratch_ / "stored"), contents_of(scratch_ / "made"));
  ASSERT_EQ(assay({"split", data, "--method", "random", "--name", "r"}).exit_code, 0);
  EXPECT_THAT(render({data, "--split", "r", "--part", "test"}, "part").out,
              HasSubstr("4 pictures"));
}

TEST_F(Render, SaysWhatCannotBeDone) {
  const auto expect = [&](std::vector<std::string> words, int code, const char* says) {
    const Outcome outcome = render(std::move(words), "refused");
    EXPECT_EQ(outcome.exit_code, code);
    EXPECT_THAT(outcome.err, HasSubstr(says));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_FALSE(fs::exists(scratch_ / "refused"));
  };
  expect({"scan"}, 2, "task scan has no pictures");
  expect({"gscn"}, 2, "no task and no folder \"gscn\"; did you mean \"gscan\"");
  expect({"gscan", "--format", "gif"}, 2, "--format takes svg or png, not \"gif\"");
  expect({"gscan", "--scale", "0"}, 2, "--scale takes a number from 0.1 to 20");
  expect({"gscan", "--row", "1", "-n", "2"}, 2, "give only one of -n, --row and --id");
  expect({"gscan", "--row", "835200"}, 2, "gscan has 835,200 rows, counted from 0");
  expect({"gscan", "--id", "scan:0:1:0"}, 2, "is not an id of task gscan");
  expect({"gscan", "--id", "nonsense"}, 2, "is not an id such as gscan:");
  expect({"gscan", "--id", "gscan:00000000:0:1:0"}, 2, "is of other data; with these parameters");
  expect({"gscan", "--id", "gscan:0:3600:0"}, 2, "gscan has units 0 to 3599");
  EXPECT_THAT(assay({"render", "gscan"}).err, HasSubstr("give --out"));
}

TEST_F(Render, LeavesOtherThingsAlone) {
  fs::create_directory(scratch_ / "full");
  write_file(scratch_ / "full/mine", "mine");
  const Outcome full = render({"gscan", "-n", "1"}, "full");
  EXPECT_EQ(full.exit_code, 2);
  EXPECT_THAT(full.err, HasSubstr("full: is not empty; choose another folder"));
  EXPECT_THAT(files_of(scratch_ / "full"), ElementsAre("mine"));
  const Outcome blocked = render({"gscan", "-n", "1", "--format", "png"}, "full/mine");
  EXPECT_EQ(blocked.exit_code, 4);
  EXPECT_THAT(blocked.err, HasSubstr("full/mine"));
}

TEST(ShowSketch, StandsUnderTheRowButNotInJson) {
  const Outcome shown = assay({"show", "gscan", "--id", "gscan:0:5:3"});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("\n\n      0     1     2     3     4     5\n 0 "));
  EXPECT_THAT(shown.out, HasSubstr("target: *\n"));
  const Outcome json = assay({"show", "gscan", "--id", "gscan:0:5:3", "--json"});
  EXPECT_EQ(std::count(json.out.begin(), json.out.end(), '\n'), 1);
  EXPECT_FALSE(nlohmann::json::parse(json.out, nullptr, false).is_discarded());
  EXPECT_THAT(assay({"show", "scan", "-n", "1"}).out, Not(HasSubstr("\n\n")));
}

}  // namespace
}  // namespace assay::testing
