// From a model's text to a verdict, as a user meets it: logs of other programs, packed files,
// several runs, what cannot be read, and a judge that is kept running.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "all_tasks.h"
#include "program.h"

namespace assay::testing {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::Not;

std::string gzipped(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string bytes(deflateBound(&stream, text.size()), '\0');
  std::string from = text;
  stream.next_in = reinterpret_cast<Bytef*>(from.data());
  stream.avail_in = static_cast<uInt>(from.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

std::string zstd_packed(const std::string& text) {
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), 3));
  return bytes;
}

// Sixty rows of SCAN, of which each test makes predictions.
class Answers : public ::testing::Test {
 protected:
  void SetUp() override { make("scan"); }

  void make(const std::string& task) {
    data_ = scratch_ / task;
    const Outcome made = assay({"generate", task, "-n", "60", "-q", "--out", data_});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    rows_.clear();
    for (const std::string& line : text_lines(assay({"show", data_, "-n", "60", "--json"}).out)) {
      rows_.push_back(Json::parse(line));
    }
    ASSERT_EQ(rows_.size(), 60U);
  }

  std::string put(const std::string& name, const std::string& bytes) {
    write_file(scratch_ / name, bytes);
    return scratch_ / name;
  }
  // A line for each row.
  std::string lines(const std::function<Json(const Json& row, std::size_t number)>& line) {
    std::string text;
    for (std::size_t i = 0; i < rows_.size(); ++i) text += line(rows_[i], i).dump() + "\n";
    return text;
  }
  std::string right_lines() {
    return lines([](const Json& row, std::size_t) {
      return Json{{"id", row["id"]}, {"answer", row["target"]}};
    });
  }
  Json score(std::vector<std::string> words) {
    words.insert(words.begin(), {"score", data_});
    words.emplace_back("--json");
    const Outcome outcome = assay(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.exit_code == 0 ? Json::parse(outcome.out) : Json();
  }
  void refuses(const std::vector<std::string>& words, int exit_code, const char* says) {
    std::vector<std::string> all = {"score", data_};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = assay(all);
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.out;
    EXPECT_EQ(text_lines(outcome.err).size(), 1U) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(says));
    EXPECT_EQ(outcome.out, "");
  }

  ScratchFolder scratch_;
  std::string data_;
  std::vector<Json> rows_;
};

TEST_F(Answers, LogsOfOtherProgramsAreRead) {
  const std::string harness = lines([](const Json& row, std::size_t i) {
    return Json{{"doc_id", i},
                {"doc", row},
                {"resps", {{"<answer>" + row["target"].get<std::string>() + "</answer>"}}},
                {"filtered_resps", {"nothing"}},
                {"filter", "none"}};
  });
  Json score = this->score({put("samples.jsonl", harness)});
  EXPECT_EQ(score["form"], "lm-eval");
  EXPECT_EQ(score["right"], 60);
  EXPECT_EQ(score["reading"]["found_by"]["tags"], 60);

  const std::string batch = lines([](const Json& row, std::size_t i) {
    Json choice = {{"message", {{"content", row["target"]}, {"reasoning", "I think so"}}},
                   {"finish_reason", i == 0 ? "length" : "stop"}};
    Json body = {{"choices", {choice}}};
    if (i == 1) return Json{{"custom_id", row["id"]}, {"error", {{"code", 500}}}};
    return Json{{"custom_id", row["id"]},
                {"response", {{"status_code", 200}, {"body", body}}},
                {"error", nullptr}};
  });
  score = this->score({put("batch.jsonl", batch)});
  EXPECT_EQ(score["form"], "batch");
  EXPECT_EQ(score["right"], 59);
  EXPECT_EQ(score["no_answer"], 1);
  EXPECT_EQ(score["reading"]["failed"], 1);
  EXPECT_EQ(score["reading"]["cut_off"], 1);
  EXPECT_EQ(score["notes"].size(), 2U);

  Json log = {{"version", 2}, {"status", "success"}, {"eval", {{"task", "scan"}}}};
  for (const int epoch : {1, 2}) {
    for (const Json& row : rows_) {
      Json choice = {{"message", {{"content", epoch == 1 ? row["target"] : Json("I_RUN")}}}};
      log["samples"].push_back(
          {{"id", row["id"]}, {"epoch", epoch}, {"output", {{"choices", {choice}}}}});
    }
  }
  for (const int indent : {-1, 2}) {
    score = this->score({put("log.json", log.dump(indent))});
    EXPECT_EQ(score["form"], "inspect");
    EXPECT_EQ(score["right"], 60);
    EXPECT_EQ(score["duplicate"], 0);
    EXPECT_EQ(score["samples"]["most"], 2);
    EXPECT_EQ(score["samples"]["pass_at"][1]["mean"], 1.0);
  }
}

TEST_F(Answers, LinesFollowTheRowsOfAnExport) {
  ASSERT_EQ(
      assay({"split", data_, "--method", "random", "--train", "50%", "--name", "half"}).exit_code,
      0);
  ASSERT_EQ(assay({"export", data_, "--split", "half", "--format", "tsv", "--out", scratch_ / "out",
                   "-q"})
                .exit_code,
            0);
  std::string answers;
  for (const std::string& line : text_lines(read_file(scratch_ / "out/test.tsv"))) {
    answers += line.substr(line.find('\t') + 1) + "\n";
  }
  const Json score = this->score({put("t5.txt", answers), "--split", "half"});
  EXPECT_EQ(score["form"], "lines");
  EXPECT_EQ(score["paired_by"], "place");
  EXPECT_EQ(score["count"], 30);
  EXPECT_EQ(score["right"], 30);
  refuses({scratch_ / "t5.txt"}, 3, "t5.txt: has 30 predictions, but 60 rows are asked about");
}

TEST_F(Answers, PackedFilesAreUnpackedAndDamageIsNamed) {
  const std::string text = right_lines();
  for (const auto& [name, bytes] :
       {std::pair{"a.gz", gzipped(text)}, std::pair{"a.zst", zstd_packed(text)}}) {
    EXPECT_EQ(score({put(name, bytes)})["right"], 60) << name;
    const std::string from_input = assay({"score", data_, "-"}, bytes).out;
    EXPECT_THAT(from_input, HasSubstr("accuracy    1.0000 of all 60"));
    put("cut", bytes.substr(0, bytes.size() / 2));
    refuses({scratch_ / "cut"}, 3, "cut: the packed file ends in the middle");
    std::string changed = bytes;
    for (std::size_t i = bytes.size() / 3; i < bytes.size() / 2; ++i) changed[i] = '\x55';
    put("changed", changed);
    refuses({scratch_ / "changed"}, 3, "changed: ");
  }
  put("cut", text.substr(0, text.size() - 7));
  refuses({scratch_ / "cut"}, 3,
          "cut:60: is not a prediction {\"id\": \"...\", \"answer\": \"...\"}: not a JSON object "
          "(the file ends in the middle of this line)");
}

// Files of Windows begin with a mark that hid the brace behind it.
TEST_F(Answers, AByteOrderMarkHidesNoIds) {
  const std::string mark = "\xEF\xBB\xBF";
  std::reverse(rows_.begin(), rows_.end());
  const std::string right = right_lines();
  for (const std::string& text : {mark + right, gzipped(mark + right)}) {
    const Json score = this->score({put("marked.jsonl", text)});
    EXPECT_EQ(score["form"], "rows");
    EXPECT_EQ(score["right"], 60);
  }
  const std::string judged =
      assay({"judge", "scan"},
            mark + R"({"input":"jump","target":"I_JUMP",)" + R"("answer":"I_JUMP"})")
          .out;
  EXPECT_THAT(judged, HasSubstr("\"right\""));
}

TEST_F(Answers, RecordsWithIdsAreNotPairedByPlace) {
  std::string text = right_lines();
  refuses({put("junk.jsonl", "junk\n" + text.substr(text.find('\n') + 1))}, 3,
          "junk.jsonl:2: is a JSON object with \"id\"");
  Json list = Json::array();
  for (const Json& row : rows_) {
    list.push_back({{"id", row["id"]}, {"prediction", row["target"]}});
  }
  refuses({put("list.json", list.dump())}, 3, "list.json: record 1: has an \"id\"");
}

TEST_F(Answers, AHostileAnswerCostsNoOther) {
  const auto with = [&](const std::string& answer) {
    std::string text = right_lines();
    const std::string target = "\"" + rows_[3]["target"].get<std::string>() + "\"";
    const std::size_t line = text.find(rows_[3]["id"].get<std::string>());
    return text.replace(text.find(target, line), target.size(), "\"" + answer + "\"");
  };
  std::string zeros;
  for (int i = 0; i < 3'000'000; ++i) zeros += "\\u0000";
  for (const std::string& answer : {zeros, std::string("\\ud83d"), std::string("\xE2\x82")}) {
    const Json score = this->score({put("hostile.jsonl", with(answer))});
    EXPECT_EQ(score["right"], 59);
    EXPECT_EQ(score["unparsable"], 1);
  }
  refuses({put("half.jsonl", right_lines() + "{\"id\":\"x\"}")}, 3,
          "the key \"answer\" is missing");
  const Outcome whole = assay({"score", data_, scratch_ / "half.jsonl"});
  EXPECT_THAT(whole.err, Not(HasSubstr("in the middle")));
}

TEST_F(Answers, AnotherDataSetsLogIsRefused) {
  const std::string scan = right_lines();
  const std::string harness = lines([](const Json& row, std::size_t i) {
    Json doc = row;
    if (i == 7) doc["target"] = "I_RUN I_RUN";
    return Json{{"doc", doc}, {"resps", {{"x"}}}, {"filter", "none"}};
  });
  refuses({put("log.jsonl", harness)}, 3, "repeats the target I_RUN I_RUN, but the row has");
  make("cfq");
  refuses({put("scan.jsonl", scan)}, 3, "is not an id of task cfq");
  refuses({put("rows.jsonl", scan), "--form", "batch"}, 3, "the key \"custom_id\" is missing");
  refuses({scratch_ / "rows.jsonl", "--form", "bach"}, 2, "did you mean \"batch\"?");
  refuses({scratch_ / "rows.jsonl", "--extract", "tag"}, 2, "did you mean \"tags\"");
}

TEST_F(Answers, TheRuleIsAskedForAndCounted) {
  const std::string fenced =
      put("fenced.jsonl", lines([](const Json& row, std::size_t) {
            const std::string target = row["target"];
            return Json{{"id", row["id"]},
                        {"answer", "Sure: <answer>I_RUN</answer>\n```\n" + target + "\n```"}};
          }));
  Json score = this->score({fenced, "--extract", "fence"});
  EXPECT_EQ(score["right"], 60);
  EXPECT_EQ(score["reading"]["rule"], "fence");
  EXPECT_EQ(score["reading"]["found_by"]["fence"], 60);
  EXPECT_LE(this->score({fenced})["right"], 1);
  score = this->score({fenced, "--extract", "strict"});
  EXPECT_EQ(score["unparsable"], 60);
  EXPECT_THAT(score["notes"][0].get<std::string>(),
              HasSubstr("60 of 60 answers cannot be read; --extract"));
  EXPECT_THAT(assay({"score", data_, fenced, "--extract", "strict"}).out,
              HasSubstr("note: 60 of 60 answers cannot be read; --extract"));
}

TEST_F(Answers, EveryVerdictCanBeSeen) {
  std::string text = right_lines();
  text.erase(0, text.find('\n') + 1);  // the first row has none
  const std::string verdicts = scratch_ / "verdicts.jsonl";
  score({put("a.jsonl", text), "--verdicts", verdicts});
  const auto found = text_lines(read_file(verdicts));
  ASSERT_EQ(found.size(), 60U);
  const Json missing = Json::parse(found[0]);
  EXPECT_EQ(missing["id"], rows_[0]["id"]);
  EXPECT_EQ(missing["status"], "no_answer");
  EXPECT_EQ(missing["score"], nullptr);
  EXPECT_EQ(missing["extracted"], nullptr);
  const Json second = Json::parse(found[1]);
  EXPECT_EQ(second["status"], "right");
  EXPECT_EQ(second["extracted"], rows_[1]["target"]);
  EXPECT_EQ(second["marks"]["strict"], 1.0);
  // Whole or not at all.
  refuses({put("bad.jsonl", "{\n"), "--verdicts", scratch_ / "none.jsonl"}, 3, "bad.jsonl:1:");
  EXPECT_FALSE(fs::exists(scratch_ / "none.jsonl"));
  refuses({scratch_ / "a.jsonl", "--verdicts", "-"}, 2, "--verdicts takes the name of a file");
  refuses({scratch_ / "a.jsonl", scratch_ / "a.jsonl", "--verdicts", verdicts}, 2,
          "--verdicts needs exactly one file of predictions");
}

TEST_F(Answers, RunsAndSplitsHaveMeansAndIntervals) {
  ASSERT_EQ(assay({"split", data_, "--method", "random", "--name", "any"}).exit_code, 0);
  std::vector<std::string> files;
  for (const std::size_t wrong : {0U, 3U, 6U}) {
    files.push_back(put(
        "run" + std::to_string(wrong), lines([&](const Json& row, std::size_t i) {
          return Json{{"id", row["id"]}, {"answer", i < wrong ? Json("I_RUN ?") : row["target"]}};
        })));
  }
  const Json document = score(files);
  ASSERT_EQ(document["runs"].size(), 3U);
  EXPECT_EQ(document["runs"][1]["right"], 57);
  EXPECT_NEAR(document["summary"][0]["accuracy"]["mean"].get<double>(), 0.95, 1e-12);
  EXPECT_NEAR(document["summary"][0]["accuracy"]["deviation"].get<double>(), 0.05, 1e-12);
  const std::string svg = scratch_ / "plot.svg";
  const Outcome both = assay({"score", data_, files[0], "any=" + files[0], "any=" + files[2]});
  EXPECT_EQ(both.exit_code, 0) << both.err;
  EXPECT_THAT(both.out, HasSubstr("any test     2  "));
  score({files[0], files[1], "--by", "output_length/5", "--svg", svg});
  EXPECT_THAT(read_file(svg), HasSubstr("output_length/5"));
  refuses({files[0], "--svg", svg}, 2, "--svg needs exactly one --by, of a column of numbers");
  refuses({files[0], "--by", "input_pieces"}, 2, "input_pieces needs --vocabulary FILE");
  refuses({"any=" + files[0], "--split", "any"}, 2, "names a split, and so does --split");
  refuses({"none=" + files[0]}, 2, "none");
  EXPECT_EQ(assay({"score", data_, files[0], files[2], "--min-accuracy", "0.96"}).exit_code, 1);
  EXPECT_EQ(assay({"score", data_, files[0], files[2], "--min-accuracy", "0.94"}).exit_code, 0);
}

// Rows of one unit are siblings: intervals by as many rows as they are worth.
TEST_F(Answers, SiblingsCountForLess) {
  make("logic");
  std::string unit_of_last;
  bool is_right = false;
  const std::string file =
      put("a.jsonl", lines([&](const Json& row, std::size_t) {
            const std::string id = row["id"];
            const std::string unit = id.substr(0, id.rfind(':'));
            if (unit != unit_of_last) is_right = !is_right;
            unit_of_last = unit;
            return Json{{"id", id}, {"answer", is_right ? row["target"] : Json("?")}};
          }));
  const Json spread = score({file});
  EXPECT_EQ(spread["effective_answers"], 60.0);  // one item of each unit
  const std::string blocks = scratch_ / "blocks";
  ASSERT_EQ(assay({"generate", "logic", "-n", "60", "--order", "blocks", "-q", "--out", blocks})
                .exit_code,
            0);
  data_ = blocks;
  rows_.clear();
  for (const std::string& line : text_lines(assay({"show", data_, "-n", "60", "--json"}).out)) {
    rows_.push_back(Json::parse(line));
  }
  unit_of_last.clear();
  is_right = false;
  const std::string again =
      put("b.jsonl", lines([&](const Json& row, std::size_t) {
            const std::string id = row["id"];
            const std::string unit = id.substr(0, id.rfind(':'));
            if (unit != unit_of_last) is_right = !is_right;
            unit_of_last = unit;
            return Json{{"id", id}, {"answer", is_right ? row["target"] : Json("?")}};
          }));
  EXPECT_LT(score({again})["effective_answers"].get<double>(), 40.0);
  EXPECT_THAT(assay({"score", data_, again}).out, HasSubstr("answers share units and count as"));
}

// A program keeps the judge running and reads a verdict for each line it writes.
TEST_F(Answers, AJudgeAnswersEveryLineAtOnce) {
  std::array<int, 2> to{};
  std::array<int, 2> from{};
  ASSERT_EQ(::pipe(to.data()), 0);
  ASSERT_EQ(::pipe(from.data()), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60);
    ::dup2(to[0], STDIN_FILENO);
    ::dup2(from[1], STDOUT_FILENO);
    for (const int end : {to[0], to[1], from[0], from[1]}) ::close(end);
    ::execl(ASSAY_PROGRAM, "assay", "judge", "scan", nullptr);
    ::_exit(99);
  }
  ::close(to[0]);
  ::close(from[1]);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    Json row = rows_[i];
    row["answer"] = i % 2 == 0 ? row["target"] : Json("I_RUN ?");
    const std::string line = row.dump() + "\n";
    ASSERT_EQ(::write(to[1], line.data(), line.size()), static_cast<ssize_t>(line.size()));
    std::string reply;
    for (char byte = 0; byte != '\n' && ::read(from[0], &byte, 1) == 1;) reply += byte;
    const Json verdict = Json::parse(reply);
    EXPECT_EQ(verdict["id"], row["id"]);
    EXPECT_EQ(verdict["status"], i % 2 == 0 ? "right" : "unparsable");
  }
  ::close(to[1]);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  ::close(from[0]);
}

TEST_F(Answers, AJudgeAgreesWithScoreOnEveryTask) {
  for (const std::string& task : all_tasks()) {
    make(task);
    const std::string answers = put(
        "a.jsonl", lines([&](const Json& row, std::size_t i) {
          const Json& answered = rows_[i % 3 == 0 ? (i + 1) % rows_.size() : i];
          return Json{{"id", row["id"]},
                      {"answer", "<answer>" + answered["target"].get<std::string>() + "</answer>"}};
        }));
    score({answers, "--verdicts", scratch_ / "verdicts"});
    const auto given = text_lines(read_file(answers));
    const std::string questions = lines([&](const Json& row, std::size_t i) {
      Json both = row;
      both["answer"] = Json::parse(given[i])["answer"];
      return both;
    });
    const Outcome judged = assay({"judge", task, "-"}, questions);
    EXPECT_EQ(judged.exit_code, 0) << judged.err;
    EXPECT_EQ(judged.out, read_file(scratch_ / "verdicts")) << task;
  }
}

TEST_F(Answers, ALineThatCannotBeJudgedDoesNotEndTheJudge) {
  Json row = rows_[0];
  row["answer"] = row["target"];
  const Outcome outcome = assay({"judge", "scan"}, "\x1b[31m\n" + row.dump() + "\n");
  EXPECT_EQ(outcome.exit_code, 3);
  ASSERT_EQ(text_lines(outcome.out).size(), 2U);
  EXPECT_THAT(text_lines(outcome.out)[0], HasSubstr("\"error\":\"is not a JSON object"));
  EXPECT_THAT(text_lines(outcome.out)[1], HasSubstr("\"status\":\"right\""));
  EXPECT_THAT(outcome.err, HasSubstr("1 of 2 lines could not be judged"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("\x1b")));
  EXPECT_EQ(assay({"judge", "scan", "--extract", "x"}).exit_code, 2);
  EXPECT_EQ(assay({"judge", "nothing"}).exit_code, 2);
}

}  // namespace
}  // namespace assay::testing
