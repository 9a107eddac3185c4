#include "assay/verbs/measure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "assay/base/error.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/verbs/generate.h"
#include "assay/verbs/some_gap_testing.h"
#include "assay/verbs/split.h"

namespace assay::verbs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr const char* kLines = R"({"atoms":["a"],"compounds":["a a"]})"
                               "\n"
                               R"({"atoms":["a","b"],"compounds":["a b"]})"
                               "\n"
                               R"({"atoms":["a","c"],"compounds":["a c"]})"
                               "\n";

void expect_usage_error(const std::function<void()>& act, const std::string& message) {
  try {
    act();
    FAIL() << message;
  } catch (const Error& problem) {
    EXPECT_EQ(problem.kind(), ErrorKind::kUsage);
    EXPECT_THAT(problem.what(), HasSubstr(message));
  }
}

TEST(Measure, ComparesThePartsOfAFileOfIndices) {
  const ScratchFolder folder;
  const std::string data = folder.put("rows.jsonl", kLines);
  const std::string split = folder.put("i.json", R"({"trainIdxs":[0,1],"testIdxs":[2]})");
  const MeasureResult result = measure({data, split});
  EXPECT_EQ(result.about, split);
  EXPECT_EQ(result.kept_compounds, 3U);
  ASSERT_EQ(result.report.pairs.size(), 1U);
  EXPECT_THAT(result.report.pairs[0].atoms_only_in_second, ElementsAre("c"));

  const FrequencyPlot plot = plot_of(result);
  EXPECT_THAT(plot.title, HasSubstr("i.json: atom divergence 0."));
  ASSERT_EQ(plot.panels.size(), 2U);
  EXPECT_EQ(plot.panels[0].title, "3 atoms");
  EXPECT_THAT(plot.panels[0].shares, ElementsAre(Pair(1, 1), Pair(0.5, 0), Pair(0, 1)));
}

TEST(Measure, DrawsOnlyTrainBesideTest) {
  const ScratchFolder folder;
  const std::string data = folder.put("rows.jsonl", kLines);
  const std::string split =
      folder.put("i.json", R"({"trainIdxs":[0],"devIdxs":[2],"testIdxs":[]})");
  const MeasureResult result = measure({data, split});
  EXPECT_EQ(result.report.pairs.size(), 1U);
  expect_usage_error([&] { plot_of(result); }, "--svg compares train with test");
}

TEST(Measure, TakesTheCompoundsOfTheSplit) {
  const ScratchFolder folder;
  const std::string data = folder / "set";
  generate({.recipe = merged_recipe({.task = "scan", .rows = 40}).recipe, .out = data});
  SplitRequest request{data, {"hard", "mcd", {}}};
  request.spec.set("define", ParamTable{{"nodes", "2"}});
  split(request);
  EXPECT_EQ(measure({data, "hard"}).definition.most_nodes, 2U);
  EXPECT_EQ(
      measure({.data = data, .split = "hard", .define = {{"nodes", "3"}}}).definition.most_nodes,
      3U);
}

TEST(Measure, SaysWhichSplitItNeeds) {
  const ScratchFolder folder;
  const std::string lines = folder.put("rows.jsonl", kLines);
  const std::string data = folder / "set";
  generate({.recipe = merged_recipe({.task = "scan", .rows = 3}).recipe, .out = data});
  expect_usage_error([&] { measure({lines}); }, "name a --split");
  expect_usage_error([&] { measure({data}); }, "has no parts train and test of its own");
  expect_usage_error([&] { measure({lines, "i.json", "of.txt"}); }, "--of is for data sets");
  expect_usage_error([&] { measure({data, "hard", "of.txt"}); }, "\"hard\" is none");
  const std::string beyond = folder.put("i.json", R"({"trainIdxs":[0],"testIdxs":[3]})");
  EXPECT_THROW(measure({data, beyond}), Error);
}

TEST(MeasureDocument, HasTheDefinitionAndTheReport) {
  MeasureResult result;
  result.definition.name = "ours";
  result.report.parts.push_back({"train", 2, 0.5, 3, 4, 1});
  result.report.together = {"together", 2, 0.5, 3, 4, 1};
  EXPECT_EQ(to_json(result).dump(),
            R"({"definition":{"name":"ours","most_nodes":0,"kept":0,"ordered":true,"most_sets":0,)"
            R"("sample":0,"grouped":false},"parts":{"train":{"rows":2,"share":0.5,"atoms":3,)"
            R"("compounds":4,"smallest_atom_count":1}},"together":{"rows":2,"share":0.5,"atoms":3,)"
            R"("compounds":4,"smallest_atom_count":1},"pairs":{}})");
}

TEST(GapDocument, SaysWhatItIsAbout) {
  GapResult result{"", "", "hash", {}};
  EXPECT_EQ(result.about(), "the whole data set");
  EXPECT_EQ(to_json(result).dump(),
            R"({"split":null,"part":null,"rows":0,"groups":0,"learners":{},"gap":{},"figures":{},)"
            R"("resamples":2000,"confidence":0.95,"content_hash":"hash"})");
  result.part = "test";
  EXPECT_EQ(result.about(), "part test");
  result.split = "comp";
  EXPECT_EQ(result.about(), "test of comp");
  EXPECT_EQ(to_json(result)["split"], "comp");
  EXPECT_EQ(to_json(result)["part"], "test");
}

TEST(GapPlot, HasTheLearnersThenTheGap) {
  const IntervalPlot plot = plot_of(some_gap());
  EXPECT_EQ(plot.title, "Compositionality gap, test of comp");
  ASSERT_EQ(plot.panels.size(), 2U);
  EXPECT_EQ(plot.panels[1].title, "accuracy");
  ASSERT_EQ(plot.panels[1].rows.size(), 4U);
  EXPECT_EQ(plot.panels[1].rows[1].name, "weak");
  EXPECT_EQ(plot.panels[1].rows[1].value, 0.6234);
  EXPECT_EQ(plot.panels[1].rows[1].low, 0.61);
  EXPECT_EQ(plot.panels[1].rows[1].high, 0.637);
  EXPECT_FALSE(plot.panels[1].rows[2].value);
  EXPECT_EQ(plot.panels[0].rows[3].name, "gap (strong \u2212 weak)");
  EXPECT_TRUE(plot.panels[0].rows[3].apart);
  EXPECT_EQ(plot.panels[0].rows[3].value, 0.8751);
}

TEST(MeasureGap, RefusesWhatCannotBeAsked) {
  const ScratchFolder folder;
  const std::string data = folder / "set";
  generate({.recipe = merged_recipe({.task = "scan", .rows = 3}).recipe, .out = data});
  const std::string lines = folder.put("rows.jsonl", kLines);
  expect_usage_error([&] { measure_gap({.data = data, .resamples = 0}); }, "from 1 to 1,000,000");
  expect_usage_error([&] { measure_gap({.data = data, .resamples = 1'000'001}); }, "--resamples");
  expect_usage_error([&] { measure_gap({lines}); }, "--gap is for data sets");
  EXPECT_THROW(measure_gap({.data = data, .part = "test"}), Error);
}

}  // namespace
}  // namespace assay::verbs
