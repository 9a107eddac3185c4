#include "assay/core/rule_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "assay/base/error.h"
#include "assay/base/random.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Ids 0 to 7. The odd names are those whose reading is not obvious.
RuleTable sample_table() {
  RuleTable table;
  table.add("jump", RuleKind::kGrammar);
  table.add("twice", RuleKind::kMeaning);
  table.add("S -> V and V", RuleKind::kGrammar);
  table.add("f(x)", RuleKind::kKnowledge);
  table.add(")", RuleKind::kSurface);
  table.add("(", RuleKind::kSurface);
  table.add("f(0)", RuleKind::kInference);
  table.add("größer, 日本", RuleKind::kWorld);
  return table;
}

std::vector<std::string> list_of(const RuleGraph& graph, const RuleTable& table) {
  std::vector<std::string> list(graph.size());
  for (NodeId node = 0; node < graph.size(); ++node) {
    append_node_text(list[node], graph, node, table);
  }
  return list;
}

std::optional<RuleGraph> parse(const std::vector<std::string>& list, const RuleTable& table) {
  const std::vector<std::string_view> views(list.begin(), list.end());
  return parse_rule_graph(views, table);
}

RuleGraph random_graph(Stream& stream, std::size_t rules) {
  RuleGraph graph;
  const std::uint64_t nodes = stream.below(30);
  for (std::uint64_t node = 0; node < nodes; ++node) {
    std::vector<NodeId> inputs(node == 0 ? 0 : stream.below(4));
    for (NodeId& input : inputs) input = static_cast<NodeId>(stream.below(node));
    graph.apply(static_cast<RuleId>(stream.below(rules)), inputs);
  }
  return graph;
}

TEST(RuleTable, NumbersInTheOrderOfAdding) {
  const RuleTable table = sample_table();
  EXPECT_EQ(table.size(), 8U);
  EXPECT_EQ(table.name(1), "twice");
  EXPECT_EQ(table.kind(1), RuleKind::kMeaning);
  EXPECT_EQ(table.find("jump"), RuleId{0});
  EXPECT_EQ(table.find("f(0)"), RuleId{6});
  EXPECT_EQ(table.find("jum"), std::nullopt);
  EXPECT_EQ(table.find(""), std::nullopt);
}

TEST(RuleTable, RefusesEmptyAndRepeatedNames) {
  RuleTable table = sample_table();
  EXPECT_THROW(table.add("", RuleKind::kJoin), Bug);
  EXPECT_THROW(table.add("jump", RuleKind::kJoin), Bug);
}

TEST(RuleKind, HasANameEach) {
  std::set<std::string_view> names;
  for (const RuleKind kind :
       {RuleKind::kGrammar, RuleKind::kMeaning, RuleKind::kInference, RuleKind::kKnowledge,
        RuleKind::kWorld, RuleKind::kSurface, RuleKind::kJoin}) {
    names.insert(name_of(kind));
  }
  EXPECT_EQ(names.size(), 7U);
  EXPECT_FALSE(names.contains(""));
}

TEST(RuleGraph, KeepsRulesAndInputs) {
  RuleGraph graph;
  EXPECT_TRUE(graph.empty());
  const NodeId left = graph.apply(0, {});
  const NodeId right = graph.apply(1, {left, left});
  const NodeId root = graph.apply(2, {right, left});
  EXPECT_EQ(graph.size(), 3U);
  EXPECT_EQ(graph.root(), root);
  EXPECT_EQ(graph.rule(right), 1U);
  EXPECT_THAT(graph.inputs(left), IsEmpty());
  EXPECT_THAT(graph.inputs(right), ElementsAre(0, 0));
  EXPECT_THAT(graph.inputs(root), ElementsAre(1, 0));
}

TEST(RuleGraph, CannotHoldACycle) {
  RuleGraph graph;
  EXPECT_THROW(graph.apply(0, {0}), Bug);
  RuleGraph other;
  other.apply(0, {});
  EXPECT_THROW(other.apply(0, {0, 7}), Bug);
}

TEST(RuleGraph, AppendShiftsTheInputs) {
  RuleGraph part;
  part.apply(0, {});
  part.apply(1, {0});
  part.apply(2, {0, 1});
  RuleGraph graph;
  graph.apply(3, {});
  graph.apply(4, {0});
  EXPECT_EQ(graph.append(part), 4U);
  EXPECT_EQ(graph.append(part), 7U);
  EXPECT_THAT(list_of(graph, sample_table()),
              ElementsAre("f(x)()", ")(0)", "jump", "twice(2)", "S -> V and V(2,3)", "jump",
                          "twice(5)", "S -> V and V(5,6)"));
  EXPECT_THROW(graph.append(RuleGraph()), Bug);
}

TEST(RuleGraph, AppendedToNothingIsTheSame) {
  Stream stream(stream_key(1, "append"), {});
  for (int i = 0; i < 50; ++i) {
    const RuleGraph part = random_graph(stream, 8);
    if (part.empty()) continue;
    RuleGraph graph;
    graph.append(part);
    EXPECT_EQ(graph, part);
  }
}

TEST(RuleGraph, EqualsWhatHasTheSameNodes) {
  const auto graph = [](RuleId rule, std::initializer_list<NodeId> first,
                        std::initializer_list<NodeId> second) {
    RuleGraph made;
    made.apply(0, {});
    made.apply(1, first);
    made.apply(rule, second);
    return made;
  };
  EXPECT_EQ(graph(2, {0}, {1}), graph(2, {0}, {1}));
  EXPECT_NE(graph(2, {0}, {1}), graph(3, {0}, {1}));
  EXPECT_NE(graph(2, {0}, {1}), graph(2, {0}, {0}));
  EXPECT_NE(graph(2, {0}, {0, 1}), graph(2, {0}, {1, 0})) << "inputs are ordered";
  EXPECT_NE(graph(2, {0}, {}), graph(2, {}, {0})) << "the same inputs, at another node";
}

TEST(RuleGraph, ClearedIsLikeNew) {
  RuleGraph graph;
  graph.apply(0, {});
  graph.apply(1, {0});
  graph.clear();
  EXPECT_EQ(graph, RuleGraph());
  EXPECT_EQ(graph.apply(2, {}), 0U);
  EXPECT_THAT(graph.inputs(0), IsEmpty());
}

TEST(RuleGraphText, ShowsNamesAndInputs) {
  RuleGraph graph;
  graph.apply(0, {});
  graph.apply(3, {});
  graph.apply(4, {});
  graph.apply(5, {});
  graph.apply(6, {});
  graph.apply(3, {0, 4});
  graph.apply(4, {5});
  graph.apply(5, {5, 6});
  EXPECT_THAT(list_of(graph, sample_table()),
              ElementsAre("jump", "f(x)()", ")()", "(", "f(0)()", "f(x)(0,4)", ")(5)", "((5,6)"));
}

TEST(RuleGraphText, ReadsBackAsTheSameGraph) {
  const RuleTable table = sample_table();
  Stream stream(stream_key(2, "graphs"), {});
  for (int i = 0; i < 2000; ++i) {
    const RuleGraph graph = random_graph(stream, table.size());
    const auto list = list_of(graph, table);
    ASSERT_EQ(parse(list, table), graph) << testing::PrintToString(list);
  }
}

TEST(RuleGraphText, RefusesMalformedLists) {
  const RuleTable table = sample_table();
  const std::vector<std::vector<std::string>> lists = {
      {"jum"},                       // no such rule
      {""},                          //
      {"jump "},                     //
      {"Jump"},                      //
      {"jump(0)"},                   // its own input
      {"jump", "twice(1)"},          //
      {"jump", "twice(2)", "jump"},  // an input that stands after it
      {"jump", "twice(0"},           // broken lists
      {"jump", "twice0)"},           //
      {"jump", "twice(0))"},         //
      {"jump", "twice(0,)"},         //
      {"jump", "twice(,0)"},         //
      {"jump", "twice(0 0)"},        //
      {"jump", "twice( 0)"},         //
      {"jump", "twice(-0)"},         //
      {"jump", "twice(+0)"},         //
      {"jump", "twice(0x0)"},        //
      {"jump", "twice(a)"},          //
      {"jump", "(0)"},               // no name; "(" alone is a rule, "" is none
      {"jump", "twice(18446744073709551616)"},
      {"jump", "twice(4294967296)"},  // not 0 after a cut to 32 bits
      {"f(x)"},                       // an input named x
      {"f(0)"},                       //
      {"jump()"},                     // other spellings of what is well formed
      {"jump", "twice(00)"},          //
  };
  for (const auto& list : lists) {
    EXPECT_EQ(parse(list, table), std::nullopt) << testing::PrintToString(list);
  }
  EXPECT_EQ(parse({}, table), RuleGraph());
}

}  // namespace
}  // namespace assay
