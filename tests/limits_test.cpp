// What has no end, or is nested without bound, is refused with one line that names the limit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "all_tasks.h"
#include "program.h"

namespace assay::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Lt;
using ::testing::Not;
using ::testing::SizeIs;

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

std::string deep_list(std::size_t depth) { return repeated("[", depth) + repeated("]", depth); }

class Limits : public ::testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    write_file(scratch_ / name, text);
    return scratch_ / name;
  }
  std::string make_set() {
    const Outcome made = assay({"generate", "scan", "-n", "60", "-q", "--out", scratch_ / "d"});
    EXPECT_EQ(made.exit_code, 0) << made.err;
    return scratch_ / "d";
  }

  ScratchFolder scratch_;
};

TEST_F(Limits, NestingOfRecipesAndSpaces) {
  const std::string dotted = "x = 1\na" + repeated(".a", 50'000) + " = 1\n";
  expect_one_line(assay({"generate", "-C", file("r.toml", dotted)}), 2,
                  "r.toml:2: is nested more than 128 levels deep");
  expect_one_line(assay({"show", "cscan", "--set", "space=" + file("s.toml", dotted)}), 3,
                  "s.toml:2: is nested more than 128 levels deep");
}

TEST_F(Limits, NestingOfManifests) {
  const std::string folder = make_set();
  const std::string manifest = folder + "/manifest.json";
  std::string text = read_file(manifest);
  const std::string key = "\"recipe\": {";
  text.insert(text.find(key) + key.size(), "\"x\": " + deep_list(80'000) + ",");
  write_file(manifest, text);
  for (const char* verb : {"verify", "show"}) {
    expect_one_line(assay({verb, folder}), 3, "is nested more than 128 levels deep");
  }
  expect_one_line(assay({"split", folder, "--method", "random", "--name", "a"}), 3,
                  "manifest.json: line ");
}

TEST_F(Limits, NestingOfSplitsAndLines) {
  const std::string folder = make_set();
  ASSERT_EQ(assay({"split", folder, "--method", "random", "--name", "a"}).exit_code, 0);
  const std::string split = folder + "/splits/a.json";
  std::string text = read_file(split);
  text.insert(text.find("\"claim\": {") + 10, "\"x\": " + deep_list(130) + ",");
  write_file(split, text);
  expect_one_line(assay({"measure", folder, "--split", "a"}), 3,
                  "a.json: is nested more than 128 levels deep");
  const std::string line = R"({"id": )" + deep_list(130) + "}\n";
  expect_one_line(assay({"score", folder, file("p.jsonl", line)}), 3,
                  "is nested more than 128 levels deep");
  EXPECT_THAT(assay({"solve", "scan", file("q.jsonl", line)}).err,
              HasSubstr("q.jsonl:1: is not a JSON row: is nested more than 128 levels deep"));
}

TEST_F(Limits, FilesWithoutEnd) {
  const std::string folder = make_set();
  const std::vector<std::vector<std::string>> commands = {
      {"generate", "-C", "/dev/zero"},
      {"solve", "scan", "/dev/zero"},
      {"score", folder, "/dev/zero"},
      {"show", "cfq", "--set", "domain=/dev/zero"},
      {"show", "cscan", "--set", "space=/dev/zero"},
      {"show", "cscan", "--set", "vocabulary=/dev/zero"},
  };
  for (const auto& words : commands) {
    expect_one_line(assay(words), 4, "/dev/zero: is neither a plain file nor a pipe");
  }
  expect_one_line(assay({"show", "cscan", "--set", "vocabulary=" + folder}), 4,
                  "is neither a plain file nor a pipe");
}

TEST_F(Limits, SizesOfFilesAndLines) {
  const std::string large(1 << 20, '#');
  expect_one_line(assay({"generate", "-C", file("r.toml", large + "\n")}), 3,
                  "r.toml: is larger than 1,048,576 bytes");
  expect_one_line(assay({"solve", "scan", "-"}, "walk\n" + repeated(large, 17)), 3,
                  "standard input:2: the line is longer than 16,777,216 bytes");
}

TEST_F(Limits, Rows) {
  expect_one_line(
      assay({"generate", "cfq", "-n", "18446744073709551615", "--out", scratch_ / "big"}), 2,
      "1,000,000,000,000 is the most that can be asked for");
  expect_one_line(assay({"generate", "cfq", "-n", "900000000000", "--out", scratch_ / "big"}), 2,
                  "more than 1,000,000 files");
}

TEST_F(Limits, MessagesDoNotRepeatLongTexts) {
  const std::string text(100'000, 'x');
  for (const Outcome& outcome :
       {assay({"show", "scan", "--set", "conjunctions=" + text}), assay({"show", text}),
        assay({"generate", "-C", file("r.toml", text + " = 1\n")}),
        assay({"solve", "cfq", "-"}, text + "\n"), assay({"solve", "scan", "-"}, text + "\n")}) {
    EXPECT_NE(outcome.exit_code, 0);
    EXPECT_THAT(outcome.err, SizeIs(Lt(1'500U)));
  }
}

TEST_F(Limits, WhyDoesNotRepeatLongAnswers) {
  for (const std::string& task : all_tasks()) {
    const std::string folder = scratch_ / task;
    ASSERT_EQ(assay({"generate", task, "-n", "1", "-q", "--out", folder}).exit_code, 0);
    const std::string id = assay({"show", folder, "--json"}).out.substr(7, 64);
    const std::string answer = repeated("abcdefg ", 50'000) + "(Reasoning: Monotonic)";
    const std::string line =
        R"({"id":")" + id.substr(0, id.find('"')) + R"(","answer":")" + answer + "\"}\n";
    for (const char* how : {"--quiet", "--json"}) {
      const Outcome scored = assay({"score", folder, "-", how}, line);
      EXPECT_EQ(scored.exit_code, 0) << task << scored.err;
      EXPECT_THAT(scored.out, SizeIs(Lt(10'000U))) << task;
    }
  }
}

TEST_F(Limits, NothingSteersTheTerminal) {
  for (const std::string& text :
       {std::string("\x9b"
                    "31m"),
        std::string("\u202eabc"), std::string("\u2066"), std::string("\xc2\x9b")}) {
    for (const Outcome& outcome :
         {assay({"solve", "scan", "-"}, text + "\n"),
          assay({"show", "scan", "--set", "conjunctions=" + text}), assay({"show", text})}) {
      EXPECT_THAT(outcome.err, HasSubstr("\\x"));
      EXPECT_THAT(outcome.err, Not(HasSubstr(text)));
    }
  }
}

}  // namespace
}  // namespace assay::testing
