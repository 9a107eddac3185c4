#include "assay/verbs/sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/files.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/store/split_file.h"
#include "assay/sweep/run_plan.h"

namespace assay::verbs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kData = R"(task = "scan"
rows = 60
[[split]]
name = "half"
method = "random"
train = "50%"
[[split]]
name = "most"
method = "random"
train = "80%"
seed = 3
)";

constexpr const char* kSweep = R"(title = "Two splits"
data = "data.toml"
results = "found/results.jsonl"
[[runs]]
models = ["lstm_small"]
seeds = [1, 2]
set = { steps = 10 }
)";

// A stand-in for assay-train: it copies what was prepared for a run, or fails as it is told to.
constexpr const char* kStandIn = R"(#!/bin/sh
while [ $# -gt 0 ]; do [ "$1" = --out ] && out=$2; shift; done
prepared=$(dirname "$0")/prepared/$(basename "$out").json
[ -f "$prepared" ] || { echo "assay-train: training diverged" >&2; exit 3; }
mkdir -p "$out" && cp "$prepared" "$out/result.json"
)";

class SweepVerb : public testing::Test {
 protected:
  void SetUp() override {
    const Folder folder = Folder::open(scratch_.path());
    folder.write("data.toml", kData);
    folder.write("sweep.toml", kSweep);
    folder.write("stand_in", kStandIn);
    folder.make_folder("prepared");
    std::filesystem::permissions(path("stand_in"), std::filesystem::perms::owner_all);
  }

  std::string path(const std::string& name) const { return scratch_.path() + "/" + name; }
  std::string read(const std::string& name) const {
    return Folder::open(scratch_.path()).read(name);
  }

  SweepRequest request() {
    return {.recipe = path("sweep.toml"),
            .out = path("out"),
            .program =
                [this] {
                  ++asked_;
                  return std::optional(path("stand_in"));
                },
            .variables = [](const std::string&) { return std::nullopt; }};
  }

  // Results for all planned runs but those of a seed.
  void prepare(std::uint64_t except_seed = 99) {
    SweepRequest plan = request();
    plan.only_plan = true;
    const SweepResult planned = sweep(plan);
    const DataSet data(path("out/data"));
    const std::string content = data.manifest().content_hash;
    std::vector<SplitIdentity> splits;
    for (const char* name : {"half", "most"})
      splits.push_back({name, hash_of_rows(read_split(data, name).split)});
    for (const PlannedRun& run : plan_runs(planned.recipe, content, splits)) {
      if (run.seed == except_seed) continue;
      const std::uint64_t exact = run.split.name == "half" ? run.seed : 4;
      const nlohmann::ordered_json result{{"content_hash", content},
                                          {"split_hash", run.split.hash},
                                          {"recipe", run.recipe},
                                          {"seed", run.seed},
                                          {"steps", 10},
                                          {"libtorch", "0"},
                                          {"parameters", 5},
                                          {"tokens", 1000},
                                          {"cpu_seconds", 60.0},
                                          {"parts", {{"test", {{"rows", 4}, {"exact", exact}}}}}};
      Folder::open(path("prepared")).write(run.folder() + ".json", result.dump());
    }
  }

  ScratchFolder scratch_;
  int asked_ = 0;
};

TEST_F(SweepVerb, RunsWhatIsMissingAndNothingTwice) {
  prepare();
  const SweepResult first = sweep(request());
  EXPECT_EQ(first.planned, 4U);
  EXPECT_EQ(first.made, 4U);
  EXPECT_THAT(first.missing, IsEmpty());
  ASSERT_THAT(first.summary.cells, SizeIs(2));
  EXPECT_EQ(first.summary.cells[0].split, "half");
  EXPECT_EQ(first.summary.cells[0].accuracy.at("test").mean, 0.375);
  EXPECT_GT(first.summary.cells[0].figures.compound_divergence, 0);
  EXPECT_THAT(read("found/sweep.svg"), HasSubstr("Two splits"));
  EXPECT_THAT(read("found/sweep_table.jsonl"), HasSubstr("\"split\":\"most\""));
  EXPECT_EQ(asked_, 1);

  const std::string rows = read("found/results.jsonl");
  std::filesystem::remove_all(path("out"));  // on another machine
  const SweepResult again = sweep(request());
  EXPECT_EQ(again.made, 0U);
  EXPECT_THAT(again.missing, IsEmpty());
  EXPECT_EQ(asked_, 1);
  EXPECT_EQ(read("found/results.jsonl"), rows);
}

TEST_F(SweepVerb, StopsStartingWhenTimeIsUp) {
  prepare();
  SweepRequest some = request();
  some.may_start = [left = 1]() mutable { return left-- > 0; };
  const SweepResult result = sweep(some);
  EXPECT_EQ(result.made, 1U);
  EXPECT_THAT(result.missing, ElementsAre("lstm_small, steps=10 on most, seed 1",
                                          "lstm_small, steps=10 on half, seed 2",
                                          "lstm_small, steps=10 on most, seed 2"));
  EXPECT_EQ(sweep(request()).made, 3U);
}

TEST_F(SweepVerb, SaysWhatFailedAndKeepsTheRest) {
  prepare(2);
  const SweepResult result = sweep(request());
  EXPECT_EQ(result.made, 2U);
  ASSERT_THAT(result.failed, SizeIs(2));
  EXPECT_EQ(result.failed[0].exit_code, 3);
  EXPECT_EQ(result.failed[0].why, "assay-train: training diverged");
  EXPECT_EQ(to_json(result).at("failed").size(), 2U);
  EXPECT_EQ(to_json(result).at("missing").size(), 2U);
}

TEST_F(SweepVerb, NeedsNoProgramToPlan) {
  SweepRequest plan = request();
  plan.only_plan = true;
  EXPECT_THAT(sweep(plan).missing, SizeIs(4));
  EXPECT_EQ(asked_, 0);
  SweepRequest without = request();
  without.program = [] { return std::nullopt; };
  EXPECT_TRUE(sweep(without).lacks_program);
}

}  // namespace
}  // namespace assay::verbs
