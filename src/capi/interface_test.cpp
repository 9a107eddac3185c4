#include <assay.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "assay/capi/arrow_abi.h"
#include "assay/catalog/catalog.h"
#include "assay/verbs/generate.h"

namespace assay::capi {
namespace {

using Json = nlohmann::ordered_json;

// A text of the library, given back at the end.
class Text {
 public:
  ~Text() { assay_free(&text_); }
  assay_text* out() { return &text_; }
  std::string get() const { return {text_.data, text_.size}; }
  Json json() const { return Json::parse(get()); }

 private:
  assay_text text_{};
};

class Rows {
 public:
  explicit Rows(const std::string& request) {
    EXPECT_EQ(assay_open(request.c_str(), nullptr, &source_), ASSAY_OK) << assay_last_error();
  }
  ~Rows() { assay_close(source_); }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  assay_source* get() const { return source_; }
  std::string lines(std::uint64_t first, std::uint64_t count, std::uint32_t flags = 1) const {
    Text text;
    EXPECT_EQ(assay_lines(source_, first, count, flags, nullptr, text.out()), ASSAY_OK)
        << assay_last_error();
    return text.get();
  }

 private:
  assay_source* source_ = nullptr;
};

std::string made_lines(const std::string& task, std::uint64_t rows, std::uint64_t seed) {
  verbs::GenerateRequest request;
  request.recipe = verbs::merged_recipe({.task = task, .seed = seed, .rows = rows}).recipe;
  std::string lines;
  verbs::generate_lines(request, {}, [&](std::string_view some) { lines += some; });
  return lines;
}

TEST(Interface, RowsAreTheBytesOfGenerate) {
  for (const std::string task : {"scan", "logic", "gscan", "arc"}) {
    const Rows rows(Json{{"task", task}, {"rows", 700}, {"seed", 5}}.dump());
    const std::string lines = made_lines(task, 700, 5);
    EXPECT_EQ(rows.lines(0, 700), lines) << task;
    EXPECT_EQ(rows.lines(0, 300) + rows.lines(300, 400), lines) << task;
    assay_control control{};
    control.jobs = 3;
    Text text;
    ASSERT_EQ(assay_lines(rows.get(), 0, 700, ASSAY_WITH_RULES, &control, text.out()), ASSAY_OK);
    EXPECT_EQ(text.get(), lines) << task;
  }
}

TEST(Interface, StoredRowsAreTheBytesOfTheFolder) {
  const auto folder = std::filesystem::temp_directory_path() / "assay_interface_test";
  std::filesystem::remove_all(folder);
  Text made;
  const Json request = {{"task", "scan"}, {"rows", 400}, {"seed", 2}, {"out", folder.string()}};
  ASSERT_EQ(assay_run("generate", request.dump().c_str(), nullptr, made.out()), ASSAY_OK)
      << assay_last_error();
  EXPECT_EQ(made.json()["rows"], 400);
  Text split;
  const Json dealt = {
      {"data", folder.string()}, {"method", "random"}, {"name", "half"}, {"train", "50%"}};
  ASSERT_EQ(assay_run("split", dealt.dump().c_str(), nullptr, split.out()), ASSAY_OK)
      << assay_last_error();
  const Rows rows(Json{{"data", folder.string()}}.dump());
  EXPECT_EQ(rows.lines(0, 400), made_lines("scan", 400, 2));
  const Rows train(Json{{"data", folder.string()}, {"split", "half"}, {"part", "train"}}.dump());
  Text about;
  ASSERT_EQ(assay_about(train.get(), about.out()), ASSAY_OK);
  EXPECT_EQ(about.json()["rows"], 200);
  EXPECT_EQ(rows.lines(0, 1, 0).find("\"rules\""), std::string::npos);
  std::filesystem::remove_all(folder);
}

TEST(Interface, AnEndlessSourceBeginsAgain) {
  const Rows rows(R"({"task":"scan","endless":true,"seed":3})");
  Text about;
  ASSERT_EQ(assay_about(rows.get(), about.out()), ASSAY_OK);
  EXPECT_TRUE(about.json()["rows"].is_null());
  EXPECT_EQ(rows.lines(17, 1), rows.lines(17 + 20910, 1));
}

TEST(Interface, PromptsStandLast) {
  const Rows rows(R"({"task":"scan","rows":3})");
  const Json row = Json::parse(rows.lines(0, 1, ASSAY_WITH_PROMPTS));
  const std::string prompt = row["prompt"];
  EXPECT_NE(prompt.find(row["input"].get<std::string>()), std::string::npos);
  EXPECT_NE(prompt.find("<answer>"), std::string::npos);
}

struct Refusal {
  const char* verb;
  const char* request;
  assay_status status;
  const char* message;
};

TEST(Interface, ErrorsHaveAKindAndOneLine) {
  const std::vector<Refusal> refusals = {
      {"lst", nullptr, ASSAY_USAGE, "there is no verb \"lst\"; did you mean \"list\"?"},
      {"list", "{\"x\":1}", ASSAY_USAGE, "list: unknown key \"x\""},
      {"list", "[", ASSAY_USAGE, "list: the request "},
      {"list", "[]", ASSAY_USAGE, "list: the request is not a JSON object"},
      {"describe", "{}", ASSAY_USAGE, "describe: \"task\" is missing"},
      {"describe", "{\"task\":3}", ASSAY_USAGE, "describe: \"task\" takes a text, not 3"},
      {"describe", "{\"task\":\"scna\"}", ASSAY_USAGE, "there is no task \"scna\"; did you mean "},
      {"verify", "{\"data\":\"/nowhere\"}", ASSAY_IO, "/nowhere: there is no such folder"},
      {"verify", "{\"data\":\"/\"}", ASSAY_INPUT, "/"},
      {"generate", "{\"task\":\"scan\",\"rows\":-1,\"out\":\"x\"}", ASSAY_USAGE,
       "generate: \"rows\" takes a whole number from 0 on, not -1"},
      {"digests", "{\"task\":\"scan\"}", ASSAY_UNSUPPORTED, "scan"},
      {"split", "{\"data\":\"x\",\"name\":\"y\",\"method\":\"mdc\"}", ASSAY_USAGE, "mcd"},
  };
  for (const Refusal& refusal : refusals) {
    Text text;
    EXPECT_EQ(assay_run(refusal.verb, refusal.request, nullptr, text.out()), refusal.status)
        << refusal.verb << ' ' << assay_last_error();
    const std::string message = assay_last_error();
    EXPECT_NE(message.find(refusal.message), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
  Text text;
  EXPECT_EQ(assay_run("version", nullptr, nullptr, text.out()), ASSAY_OK);
  EXPECT_STREQ(assay_last_error(), "");
}

TEST(Interface, NullPointersAreRefused) {
  Text text;
  assay_source* source = nullptr;
  EXPECT_EQ(assay_run(nullptr, nullptr, nullptr, text.out()), ASSAY_USAGE);
  EXPECT_EQ(assay_run("list", nullptr, nullptr, nullptr), ASSAY_USAGE);
  EXPECT_EQ(assay_open("{}", nullptr, nullptr), ASSAY_USAGE);
  EXPECT_EQ(assay_open(nullptr, nullptr, &source), ASSAY_USAGE);
  EXPECT_EQ(assay_about(nullptr, text.out()), ASSAY_USAGE);
  EXPECT_EQ(assay_lines(nullptr, 0, 1, 0, nullptr, text.out()), ASSAY_USAGE);
  EXPECT_EQ(assay_judge(nullptr, nullptr, 1, nullptr, nullptr, nullptr, nullptr), ASSAY_USAGE);
  EXPECT_EQ(assay_worlds_step(nullptr, nullptr), ASSAY_USAGE);
  assay_close(nullptr);
  assay_worlds_close(nullptr);
  assay_free(nullptr);
  const Rows rows(R"({"task":"scan","rows":3})");
  EXPECT_EQ(assay_lines(rows.get(), 2, 2, 0, nullptr, text.out()), ASSAY_USAGE);
  EXPECT_EQ(assay_lines(rows.get(), UINT64_MAX, 2, 0, nullptr, text.out()), ASSAY_USAGE);
  EXPECT_EQ(assay_judge(rows.get(), nullptr, 1, nullptr, nullptr, nullptr, nullptr), ASSAY_USAGE);
}

assay_answer answer_of(const std::string& row, const char* text) {
  return {row.data(), row.size(), 0, text, text == nullptr ? 0 : std::strlen(text)};
}

TEST(Interface, JudgesRowsOrTheirNumbers) {
  const Rows rows(R"({"task":"scan","rows":3})");
  const std::string row = R"({"input":"jump twice","target":"I_JUMP I_JUMP","more":1})";
  const std::string own = Json::parse(rows.lines(1, 1))["target"];
  std::vector<assay_answer> answers = {answer_of(row, "I_JUMP I_JUMP"),
                                       answer_of(row, "I_JUMP"),
                                       answer_of(row, nullptr),
                                       answer_of(row, "hello there"),
                                       {nullptr, 0, 1, own.data(), own.size()}};
  std::vector<assay_verdict> verdicts(answers.size());
  Text details;
  ASSERT_EQ(assay_judge(rows.get(), answers.data(), answers.size(), nullptr, nullptr,
                        verdicts.data(), details.out()),
            ASSAY_OK)
      << assay_last_error();
  EXPECT_EQ(verdicts[0].status, ASSAY_RIGHT);
  EXPECT_EQ(verdicts[0].score, 1);
  EXPECT_EQ(verdicts[1].status, ASSAY_WRONG);
  EXPECT_EQ(verdicts[1].score, 0);
  EXPECT_EQ(verdicts[2].status, ASSAY_NO_ANSWER);
  EXPECT_TRUE(std::isnan(verdicts[2].score));
  EXPECT_EQ(verdicts[3].status, ASSAY_UNPARSABLE);
  EXPECT_EQ(verdicts[4].status, ASSAY_RIGHT);
  const std::string lines = details.get();
  EXPECT_EQ(std::ranges::count(lines, '\n'), 5);
  const std::string part = "{\"input\":\"jump\"}";
  answers[1] = answer_of(part, "x");
  EXPECT_EQ(assay_judge(rows.get(), answers.data(), 2, nullptr, nullptr, verdicts.data(), nullptr),
            ASSAY_INPUT);
  EXPECT_STREQ(assay_last_error(), "answer 1: the key \"target\" of the row is missing");
  EXPECT_EQ(assay_judge(rows.get(), answers.data(), 1, "tag", nullptr, verdicts.data(), nullptr),
            ASSAY_USAGE);
}

void set_flag(void* context, const assay_progress* state) {
  EXPECT_STREQ(state->what, "read scan");
  static_cast<std::atomic<bool>*>(context)->store(true);
}

TEST(Interface, ProgressMayStopTheWork) {
  const Rows rows(R"({"task":"scan","rows":20000})");
  std::atomic<bool> stop = false;
  assay_control control{};
  control.progress = set_flag;
  control.context = &stop;
  control.cancel = &stop;
  Text text;
  EXPECT_EQ(assay_lines(rows.get(), 0, 20000, 0, &control, text.out()), ASSAY_INTERRUPTED);
}

std::vector<std::string> texts_of(const ArrowArray& column) {
  const auto* ends = static_cast<const std::int32_t*>(column.buffers[1]);
  const auto* chars = static_cast<const char*>(column.buffers[2]);
  std::vector<std::string> texts;
  for (std::int64_t i = 0; i < column.length; ++i) {
    texts.emplace_back(chars + ends[i], chars + ends[i + 1]);
  }
  return texts;
}

// The rows of a batch as JSON, column by column.
void add_rows(const ArrowSchema& schema, const ArrowArray& batch, Json& rows) {
  for (std::int64_t row = 0; row < batch.length; ++row) rows.push_back(Json::object());
  const std::size_t first = rows.size() - static_cast<std::size_t>(batch.length);
  for (std::int64_t i = 0; i < batch.n_children; ++i) {
    const ArrowArray& column = *batch.children[i];
    const std::string name = schema.children[i]->name;
    const std::string format = schema.children[i]->format;
    const bool is_list = format == "+l";
    const ArrowArray& values = is_list ? *column.children[0] : column;
    const std::string kind = is_list ? schema.children[i]->children[0]->format : format;
    const std::vector<std::string> texts =
        kind == "u" ? texts_of(values) : std::vector<std::string>();
    const auto value = [&](std::int64_t at) -> Json {
      if (kind == "u") return texts[static_cast<std::size_t>(at)];
      if (kind == "l") return static_cast<const std::int64_t*>(values.buffers[1])[at];
      if (kind == "g") return static_cast<const double*>(values.buffers[1])[at];
      const auto* bits = static_cast<const unsigned char*>(values.buffers[1]);
      return ((bits[at / 8] >> (at % 8)) & 1) != 0;
    };
    const auto* ends = static_cast<const std::int32_t*>(column.buffers[1]);
    for (std::int64_t row = 0; row < batch.length; ++row) {
      Json& cell = rows[first + static_cast<std::size_t>(row)][name];
      if (!is_list) {
        cell = value(row);
        continue;
      }
      cell = Json::array();
      for (std::int64_t at = ends[row]; at < ends[row + 1]; ++at) cell.push_back(value(at));
    }
  }
}

Json rows_by_arrow(const Rows& rows, std::uint64_t count, unsigned jobs,
                   std::uint32_t flags = ASSAY_WITH_RULES) {
  ArrowArrayStream stream{};
  assay_control control{};
  control.jobs = jobs;
  EXPECT_EQ(assay_arrow(rows.get(), 0, count, 64, flags, &control, &stream), ASSAY_OK)
      << assay_last_error();
  ArrowSchema schema{};
  EXPECT_EQ(stream.get_schema(&stream, &schema), 0);
  Json all = Json::array();
  while (true) {
    ArrowArray batch{};
    EXPECT_EQ(stream.get_next(&stream, &batch), 0) << stream.get_last_error(&stream);
    if (batch.release == nullptr) break;
    EXPECT_LE(batch.length, 64);
    add_rows(schema, batch, all);
    batch.release(&batch);
  }
  schema.release(&schema);
  stream.release(&stream);
  return all;
}

TEST(Interface, ArrowHasTheRowsOfTheLines) {
  for (const std::string& task : task_names()) {
    const Rows rows(Json{{"task", task}, {"rows", 150}, {"seed", 1}}.dump());
    Json lines = Json::array();
    std::istringstream text(rows.lines(0, 150));
    for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
    EXPECT_EQ(rows_by_arrow(rows, 150, 1), lines) << task;
    EXPECT_EQ(rows_by_arrow(rows, 150, 2), lines) << task;
  }
}

TEST(Interface, ArrowHasPromptsInTheLastColumn) {
  for (const std::uint32_t flags :
       {std::uint32_t{ASSAY_WITH_PROMPTS}, ASSAY_WITH_PROMPTS | ASSAY_WITH_RULES}) {
    for (const char* task : {"scan", "curi"}) {
      const Rows rows(Json{{"task", task}, {"rows", 70}, {"seed", 1}}.dump());
      Json lines = Json::array();
      std::istringstream text(rows.lines(0, 70, flags));
      for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
      EXPECT_EQ(lines[0].contains("prompt"), true);
      EXPECT_EQ(rows_by_arrow(rows, 70, 2, flags), lines) << task;
    }
  }
}

// Levels stand for parameters, wherever parameters may stand; named ones win.
TEST(Interface, DifficultyIsAParameterOfEveryTask) {
  const Rows level(R"({"task":"scan","rows":5,"params":{"difficulty":3}})");
  const Rows named(R"({"task":"scan","rows":5,"params":{"conjunctions":3}})");
  EXPECT_EQ(level.lines(0, 5), named.lines(0, 5));
  const Rows both(R"({"task":"scan","rows":5,"params":{"difficulty":9,"conjunctions":3,)"
                  R"("least_modifiers":0}})");
  EXPECT_EQ(both.lines(0, 5), named.lines(0, 5));
  Text about;
  ASSERT_EQ(assay_about(level.get(), about.out()), ASSAY_OK);
  EXPECT_EQ(about.json()["given"], (Json{{"conjunctions", "3"}}));
}

// A column that a reader takes for itself outlives its batch, its stream and its source.
TEST(Interface, AnArrowColumnCanBeTakenAway) {
  ArrowArray taken{};
  {
    const Rows rows(R"({"task":"scan","rows":5})");
    ArrowArrayStream stream{};
    ASSERT_EQ(assay_arrow(rows.get(), 0, 5, 0, 0, nullptr, &stream), ASSAY_OK);
    ArrowArray batch{};
    ASSERT_EQ(stream.get_next(&stream, &batch), 0);
    taken = *batch.children[1];
    batch.children[1]->release = nullptr;
    batch.release(&batch);
    stream.release(&stream);
  }
  EXPECT_EQ(texts_of(taken).size(), 5U);
  taken.release(&taken);
}

TEST(Interface, WorldsAreRewardedAsTheJudgeSays) {
  for (const std::string task : {"gscan", "reascan"}) {
    const Rows rows(Json{{"task", task}, {"rows", 40}, {"seed", 4}}.dump());
    assay_worlds* worlds = nullptr;
    ASSERT_EQ(assay_worlds_open(rows.get(), 40, 200, &worlds), ASSAY_OK) << assay_last_error();
    // Every second agent does what is asked for, the others turn once and stop.
    std::vector<std::vector<std::uint8_t>> plans(40);
    const std::vector<std::string> names = {"walk", "push",      "pull",
                                            "stay", "turn left", "turn right"};
    for (std::size_t i = 0; i < 40; ++i) {
      std::istringstream actions(Json::parse(rows.lines(i, 1))["target"].get<std::string>());
      for (std::string name; i % 2 == 0 && std::getline(actions, name, ',');) {
        plans[i].push_back(
            static_cast<std::uint8_t>(std::ranges::find(names, name) - names.begin()));
      }
      if (i % 2 == 1) plans[i].push_back(ASSAY_TURN_LEFT);
      plans[i].push_back(ASSAY_STOP);
    }
    std::vector<float> rewards(40);
    assay_worlds_view view{};
    for (std::size_t step = 0; step < 200; ++step) {
      std::vector<std::uint8_t> actions;
      for (const auto& plan : plans) {
        actions.push_back(step < plan.size() ? plan[step] : static_cast<std::uint8_t>(ASSAY_STAY));
      }
      ASSERT_EQ(assay_worlds_step(worlds, actions.data()), ASSAY_OK) << assay_last_error();
      ASSERT_EQ(assay_worlds_look(worlds, &view), ASSAY_OK);
      for (std::size_t i = 0; i < 40; ++i) rewards[i] += view.rewards[i];
    }
    for (std::size_t i = 0; i < 40; ++i) {
      EXPECT_EQ(view.ended[i], 1) << task << i;
      EXPECT_EQ(rewards[i], i % 2 == 0 ? 1.0F : 0.0F) << task << i;
    }
    const std::vector<std::uint8_t> wrong(40, 7);
    EXPECT_EQ(assay_worlds_step(worlds, wrong.data()), ASSAY_USAGE);
    const std::uint64_t far = 40;
    EXPECT_EQ(assay_worlds_reset(worlds, 0, 1, &far), ASSAY_USAGE);
    EXPECT_EQ(assay_worlds_reset(worlds, 40, 1, &far), ASSAY_USAGE);
    assay_worlds_close(worlds);
  }
  const Rows scan(R"({"task":"scan","rows":3})");
  assay_worlds* worlds = nullptr;
  EXPECT_EQ(assay_worlds_open(scan.get(), 1, 10, &worlds), ASSAY_UNSUPPORTED);
}

TEST(Interface, ManyThreadsReadOneSource) {
  const Rows rows(R"({"task":"scan","rows":2000,"seed":9})");
  const std::string all = rows.lines(0, 2000);
  std::atomic<int> different = 0;
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 16; ++thread) {
      threads.emplace_back([&] {
        if (rows.lines(0, 2000) != all) ++different;
      });
    }
  }
  EXPECT_EQ(different, 0);
}

}  // namespace
}  // namespace assay::capi
