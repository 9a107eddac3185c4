#include "assay/sweep/results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/sweep/some_runs_testing.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class Results : public testing::Test {
 protected:
  std::string path() const { return scratch_.path() + "/deep/results.jsonl"; }
  std::string text() const { return Folder::open(scratch_.path() + "/deep").read("results.jsonl"); }
  void write(const std::string& text) const {
    Folder::create(scratch_.path() + "/deep").write("results.jsonl", text);
  }

  ScratchFolder scratch_;
};

TEST_F(Results, RowsComeBack) {
  {
    ResultsFile file(path());
    EXPECT_TRUE(file.rows().empty());
    file.add(some_run("lstm", "a", 1, 0.25));
    file.add(some_run("lstm", "a", 2, 0.75));
  }
  const ResultsFile file(path());
  ASSERT_EQ(file.rows().size(), 2U);
  EXPECT_EQ(to_json(file.rows()[1]).dump(), to_json(some_run("lstm", "a", 2, 0.75)).dump());
  EXPECT_NE(file.find(file.rows()[0].key), nullptr);
  EXPECT_EQ(file.find("nowhere"), nullptr);
}

TEST_F(Results, ATornLineIsDroppedAndWrittenOver) {
  const std::string line = to_json(some_run("lstm", "a", 1, 0.25)).dump() + '\n';
  for (const std::size_t cut : {std::size_t{1}, line.size() / 2, line.size() - 1}) {
    write(line + line.substr(0, cut));
    ResultsFile file(path());
    EXPECT_EQ(file.rows().size(), 1U);
    file.add(some_run("lstm", "a", 2, 0.5));
    EXPECT_EQ(text(), line + to_json(some_run("lstm", "a", 2, 0.5)).dump() + '\n');
  }
}

TEST_F(Results, OtherDefectsAreNamedWithTheirLine) {
  const std::string line = to_json(some_run("lstm", "a", 1, 0.25)).dump() + '\n';
  write(line + "\n{\"key\": 3}\n" + line);
  EXPECT_THAT([&] { ResultsFile{path()}; },
              ThrowsMessage<Error>(HasSubstr("results.jsonl:3: is no row of results")));
}

TEST_F(Results, OfEpisodesHavePrecisionAndIdealLearners) {
  PlannedRun run;
  run.recipe = "recipe";
  run.split = {"a", "rows"};
  const std::string result =
      R"({"content_hash":"c","split_hash":"rows","recipe":"recipe","seed":0,"steps":8,"libtorch":"2",)"
      R"("parameters":3,"tokens":9,"cpu_seconds":1.5,"parts":{"test":{"rows":4,"exact":1,)"
      R"("accuracy":0.75,"mAP":0.5}},"ideal":{"strong":{"accuracy":0.9,"mAP":0.8}}})";
  const RunRow row = run_row_from_json(to_json(row_of_result(run, result, {})));
  EXPECT_EQ(row.find("test")->share(), 0.75);
  EXPECT_EQ(row.find("test")->precision, 0.5);
  EXPECT_EQ(row.ideal.at("strong").precision, 0.8);
}

TEST_F(Results, OfWorldsHaveFurtherTestsAndCells) {
  PlannedRun run;
  run.recipe = "recipe";
  run.split = {"a", "rows"};
  run.also = {{"A1", "other rows"}};
  const std::string begin =
      R"({"content_hash":"c","split_hash":"rows","recipe":"recipe","seed":0,"steps":8,"libtorch":"2",)"
      R"("parameters":3,"tokens":9,"cpu_seconds":1.5,"parts":{"test":{"rows":4,"exact":1,)"
      R"("exact_30":2,"cells":3})";
  const RunRow row = run_row_from_json(
      to_json(row_of_result(run, begin + R"(,"A1":{"rows":8,"exact":2,"exact_30":4}}})", {})));
  EXPECT_EQ(row.find("test")->exact_30, 2U);
  EXPECT_EQ(row.find("test")->cells, 3U);
  EXPECT_EQ(row.find("A1")->share(), 0.25);
  EXPECT_EQ(row.find("A1")->cells, std::nullopt);
  // A run that predicted less than was planned.
  EXPECT_THAT([&] { row_of_result(run, begin + "}}", {}); },
              ThrowsMessage<Error>(HasSubstr("is that of another run")));
}

TEST_F(Results, OfAnotherRunAreRefused) {
  PlannedRun run;
  run.recipe = "recipe";
  run.split = {"a", "rows"};
  run.seed = 1;
  const std::string result =
      R"({"content_hash":"c","split_hash":"rows","recipe":"recipe","seed":1,"steps":8,"libtorch":"2",)"
      R"("parameters":3,"tokens":9,"cpu_seconds":1.5,"parts":{"test":{"rows":4,"exact":1}}})";
  const RunRow row = row_of_result(run, result, {});
  EXPECT_EQ(row.find("test")->share(), 0.25);
  EXPECT_EQ(row.find("train"), nullptr);
  run.seed = 2;
  EXPECT_THAT([&] { row_of_result(run, result, {}); },
              ThrowsMessage<Error>(HasSubstr("is that of another run")));
}

}  // namespace
}  // namespace assay
