#include "assay/verbs/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "assay/base/error.h"
#include "assay/base/scratch_folder_testing.h"
#include "assay/render/subgraph_text.h"
#include "assay/verbs/generate.h"
#include "assay/verbs/rows.h"
#include "assay/verbs/split.h"

namespace assay::verbs {
namespace {

using testing::HasSubstr;

TEST(ExplainDocument, IsTheRowWithItsAtomsAndSteps) {
  EXPECT_EQ(
      to_json(explain({.what = "scan", .unit = 20909})).dump(),
      R"row({"id":"scan:d6d5f814:0:20909:0","input":"jump","target":"I_JUMP","rules":[)row"
      R"row("U -> jump","V -> U(0)","S -> V(1)","C -> S(2)","[jump]","JOIN(3,4)"],"atoms":6,)row"
      R"row("steps":null})row");
  EXPECT_EQ(
      to_json(explain({.what = "scan", .unit = 4}))["steps"],
      "walk opposite left twice: I_TURN_LEFT I_TURN_LEFT I_WALK I_TURN_LEFT I_TURN_LEFT I_WALK\n"
      "walk opposite right twice: I_TURN_RIGHT I_TURN_RIGHT I_WALK I_TURN_RIGHT I_TURN_RIGHT "
      "I_WALK");
}

TEST(Explain, NeedsOneThingToExplain) {
  EXPECT_THROW(explain({.what = "scan"}), Error);
  EXPECT_THROW(explain({.what = "cfq", .input = "Who directed M0", .unit = 3}), Error);
  EXPECT_FALSE(explain({.what = "cfq", .input = "Who directed M0"}).has_id);
}

TEST(ExplanationSvg, HasAShortInputAsItsTitle) {
  const std::string asked = "Who directed M0";
  const std::string svg = explanation_svg(explain({.what = "cfq", .input = asked}));
  EXPECT_NE(svg.find("<title>" + asked + "</title>"), std::string::npos);
  EXPECT_NE(svg.find(">DirectingAFilm)</text>"), std::string::npos);  // not broken
  const std::string world = explanation_svg(explain({.what = "gscan", .unit = 0}));
  EXPECT_NE(world.find("<title>gscan:"), std::string::npos);
  EXPECT_NE(world.find(">input</text>"), std::string::npos);
}

class ExplainAgainst : public testing::Test {
 protected:
  ExplainAgainst() {
    generate({.recipe = merged_recipe({.task = "scan", .rows = 300}).recipe, .out = data_});
    SplitRequest request{data_, {"half", "random", {}}};
    request.spec.set("train", "50%");
    split(request);
  }

  // The rows of a part, with their rules.
  std::vector<Example> rows(const std::string& part) const {
    RowFeed feed({.what = data_, .part = {"half", part}, .rows = 300});
    std::vector<Example> all;
    for (Example row; feed.next(row);) all.push_back(row);
    return all;
  }
  std::string test_id() const { return id_of("scan", rows("test").front()); }
  ExplainRequest request() const {
    return {.what = data_, .id = test_id(), .seen = {{"half", "train"}, 3, true}};
  }

  ScratchFolder folder_;
  std::string data_ = folder_ / "set";
};

bool touch(const RuleGraph& graph, NodeId a, NodeId b) {
  return std::ranges::count(graph.inputs(a), b) + std::ranges::count(graph.inputs(b), a) > 0;
}

// Every sub-graph of at most three nodes, as text: derivations of SCAN are trees, so the text tells
// them apart.
std::set<std::string> subgraphs_of(const RuleGraph& graph, const RuleTable& table) {
  std::set<std::string> texts;
  const auto add = [&](const std::vector<NodeId>& nodes) {
    texts.insert(subgraph_text(graph, nodes, table));
  };
  for (NodeId a = 0; a < graph.size(); ++a) {
    add({a});
    for (NodeId b = a + 1; b < graph.size(); ++b) {
      if (touch(graph, a, b)) add({a, b});
      for (NodeId c = b + 1; c < graph.size(); ++c) {
        const int edges =
            int{touch(graph, a, b)} + int{touch(graph, b, c)} + int{touch(graph, a, c)};
        if (edges >= 2) add({a, b, c});
      }
    }
  }
  return texts;
}

TEST_F(ExplainAgainst, CountsTheRowsThatHaveEachSubgraph) {
  const Explanation explanation = explain(request());
  const Task& task = *explanation.task;
  const SeenCompounds& seen = *explanation.seen;
  ASSERT_EQ(seen.parts.size(), 2U);
  std::vector<std::map<std::string, std::uint64_t>> counts;
  for (const SeenCompounds::Part& part : seen.parts) {
    auto& of_part = counts.emplace_back();
    for (const Example& row : rows(part.name)) {
      for (const std::string& text : subgraphs_of(row.rules, task.rules())) ++of_part[text];
    }
    EXPECT_EQ(part.rows, rows(part.name).size());
    EXPECT_EQ(part.has_example, part.name == "test");
  }
  std::set<std::string> texts;
  for (const SeenCompound& compound : seen.compounds) {
    const auto text = subgraph_text(explanation.example.rules, compound.nodes, task.rules());
    texts.insert(text);
    EXPECT_EQ(compound.rows[0], counts[0][text]) << text;
    EXPECT_EQ(compound.rows[1], counts[1][text]) << text;
  }
  EXPECT_EQ(texts, subgraphs_of(explanation.example.rules, task.rules()));
  EXPECT_EQ(texts.size(), seen.compounds.size());
}

TEST_F(ExplainAgainst, ShowsTheShortestRowAndTheRarestFirst) {
  const Explanation explanation = explain(request());
  const Task& task = *explanation.task;
  const auto train = rows("train");
  std::uint64_t before = 0;
  for (const SeenCompound* compound : explanation.shown_compounds()) {
    EXPECT_GE(compound->rows[0], before);
    before = compound->rows[0];
    if (compound->rows[0] == 0) continue;
    const auto text = subgraph_text(explanation.example.rules, compound->nodes, task.rules());
    std::string shortest;
    for (const Example& row : train) {
      if (!subgraphs_of(row.rules, task.rules()).contains(text)) continue;
      if (shortest.empty() || row.input().size() < shortest.size()) shortest = row.input();
    }
    EXPECT_EQ(explanation.seen->shown[compound->shown.value()].input, shortest) << text;
  }
}

TEST_F(ExplainAgainst, LeavesOutWhatIsNoRarerThanAPartOfIt) {
  ExplainRequest some = request();
  some.seen.all = false;
  const Explanation explanation = explain(some);
  const auto shown = explanation.shown_compounds();
  EXPECT_GT(shown.size(), 3U);
  EXPECT_LT(shown.size(), explanation.seen->compounds.size());
  for (const SeenCompound* one : shown) {
    for (const SeenCompound& other : explanation.seen->compounds) {
      if (other.nodes.size() >= one->nodes.size()) continue;
      if (!std::ranges::includes(one->nodes, other.nodes)) continue;
      EXPECT_LT(one->rows[0], other.rows[0]);
    }
  }
}

TEST_F(ExplainAgainst, IsTheSameOnAnyNumberOfThreads) {
  Workplace many;
  many.control.jobs = 5;
  EXPECT_EQ(to_json(explain(request())), to_json(explain(request(), many)));
}

TEST_F(ExplainAgainst, TakesATextOfOnesOwn) {
  ExplainRequest text = request();
  text.id.clear();
  text.input = "jump twice and jump twice";
  const auto document = to_json(explain(text));
  EXPECT_TRUE(document["id"].is_null());
  const auto& against = document["against"];
  EXPECT_EQ(against["split"], "half");
  EXPECT_EQ(against["parts"][0]["name"], "train");
  EXPECT_EQ(against["shown"].size(), against["subgraphs"]);
  EXPECT_EQ(against["shown"][0]["rows"].size(), 2U);
}

void expect_usage_error(const ExplainRequest& request, const std::string& message) {
  try {
    explain(request);
    FAIL() << message;
  } catch (const Error& problem) {
    EXPECT_EQ(problem.kind(), ErrorKind::kUsage);
    EXPECT_THAT(problem.what(), HasSubstr(message));
  }
}

TEST_F(ExplainAgainst, SaysWhatItNeeds) {
  ExplainRequest asked = request();
  asked.seen.against.split.clear();
  expect_usage_error(asked, "has no part \"train\"");
  asked = request();
  asked.seen.against.part.clear();
  expect_usage_error(asked, "go with --against");
  expect_usage_error({.what = "scan", .unit = 3, .seen = {{"half", "train"}}}, "a DIR and the ID");
}

}  // namespace
}  // namespace assay::verbs
