#include "assay/dbca/profile_graphs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <ostream>

#include "assay/base/error.h"
#include "assay/dbca/brute_force_testing.h"

namespace assay {
namespace {

using brute_force::random_graph;
using brute_force::Weigher;
using testing::ElementsAre;
using testing::IsEmpty;

Stream profiles_stream(std::uint64_t unit) {
  return {stream_key(9, "profile graphs test"), {.unit = unit}};
}

RuleTable rules_named(std::size_t count) {
  RuleTable rules;
  for (std::size_t i = 0; i < count; ++i) {
    rules.add("rule " + std::to_string(i), RuleKind::kGrammar);
  }
  return rules;
}

struct Profiled {
  Profiles profiles;
  CompoundFigures figures;
};

struct Way {
  unsigned jobs = 1;
  std::uint64_t memory = kCountingMemory;
};

Profiled profile(const std::vector<RuleGraph>& rows, const std::vector<std::uint32_t>& group_of,
                 const CompoundDefinition& definition, const Way& way = {}) {
  static const RuleTable kRules = rules_named(300);
  GraphPool pool;
  for (const RuleGraph& row : rows) pool.add(row);
  CompoundFigures figures;
  Profiles profiles =
      profile_graphs(pool, group_of, kRules, definition,
                     {.jobs = way.jobs, .progress = {}, .cancel = nullptr}, figures, way.memory);
  return {std::move(profiles), figures};
}

// Everything that profiles say, example by example.
struct Everything {
  std::vector<std::uint32_t> wholes;
  std::vector<std::vector<std::uint32_t>> atoms;
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> compounds;
  friend bool operator==(const Everything&, const Everything&) = default;
};

Everything everything_in(const Profiles& profiles) {
  Everything all;
  for (std::size_t i = 0; i < profiles.compounds(); ++i) all.wholes.push_back(profiles.whole(i));
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    const Profile one = profiles[i];
    all.atoms.emplace_back(one.atoms.begin(), one.atoms.end());
    auto& compounds = all.compounds.emplace_back();
    for (const WeightedCompound& weight : one.compounds) {
      compounds.emplace_back(weight.compound, weight.parts);
    }
  }
  return all;
}

// One compound without its name: its occurrences and its parts in each example.
struct Column {
  std::uint32_t whole = 0;
  std::vector<std::uint32_t> parts;
  friend auto operator<=>(const Column&, const Column&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Column& column) {
    return out << testing::PrintToString(column.parts) << " of " << column.whole;
  }
};

std::vector<Column> columns_of(const Profiles& profiles) {
  std::vector<Column> columns(profiles.compounds());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i] = {profiles.whole(i), std::vector<std::uint32_t>(profiles.size())};
  }
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    for (const WeightedCompound& one : profiles[i].compounds) {
      columns[one.compound].parts[i] = one.parts;
    }
  }
  std::ranges::sort(columns);
  return columns;
}

using Example = std::vector<RuleGraph>;

// Weighs `examples` by what was counted in those of them that are in `sample`. A compound that has
// weight in no example of the sample is not kept.
std::vector<Column> brute_columns(const std::vector<Example>& examples,
                                  const std::vector<std::size_t>& sample,
                                  const CompoundDefinition& definition) {
  Weigher weigher(definition, Weigher::Supergraphs::kOneNodeLarger);
  const auto distinct = [](const Example& example) {
    Example graphs;
    for (const RuleGraph& graph : example) {
      if (std::ranges::count(graphs, graph) == 0) graphs.push_back(graph);
    }
    return graphs;
  };
  for (const std::size_t chosen : sample) {
    for (const RuleGraph& graph : distinct(examples[chosen])) weigher.count(graph);
  }
  std::map<std::size_t, Column> columns;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    for (const RuleGraph& graph : examples[i]) {
      for (const auto& entry : weigher.weigh(graph)) {
        Column& column = columns[entry.first];
        column.whole = weigher.whole(entry.first);
        column.parts.resize(examples.size());
        column.parts[i] = std::max(column.parts[i], entry.second);
      }
    }
  }
  std::vector<Column> kept;
  for (const auto& entry : columns) {
    if (std::ranges::any_of(sample, [&](std::size_t i) { return entry.second.parts[i] > 0; })) {
      kept.push_back(entry.second);
    }
  }
  std::ranges::sort(kept);
  return kept;
}

std::vector<std::size_t> all_of(std::size_t count) {
  std::vector<std::size_t> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = i;
  return all;
}

// Which examples a sample holds: examples of one rule each show it, and the choice is by number.
std::vector<std::size_t> sampled(std::size_t examples, std::uint64_t wanted) {
  std::vector<RuleGraph> rows(examples);
  for (std::size_t i = 0; i < examples; ++i) rows[i].apply(static_cast<RuleId>(i), {});
  const CompoundDefinition definition{.name = "test", .most_nodes = 1, .kept = 0, .sample = wanted};
  const Profiled profiled = profile(rows, {}, definition);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < examples; ++i) {
    if (!profiled.profiles[i].compounds.empty()) chosen.push_back(i);
  }
  return chosen;
}

std::vector<RuleGraph> random_rows(Stream& stream, std::size_t count, std::uint64_t rules) {
  std::vector<RuleGraph> rows;
  while (rows.size() < count) {
    rows.push_back(random_graph(
        stream, {.least_nodes = 1, .most_nodes = 7, .rules = rules, .most_inputs = 2}));
  }
  return rows;
}

// In turn all shapes, sizes, orders and weights.
CompoundDefinition random_definition(std::uint64_t unit) {
  const auto most_nodes = static_cast<std::uint32_t>(1 + unit % 5);
  return {.name = "test",
          .most_nodes = most_nodes,
          .kept = 0,
          .ordered = unit % 2 == 0,
          .shape = unit % 16 < 8 ? CompoundShape::kConnected : CompoundShape::kChains,
          .least_nodes = std::min(unit % 8 < 4 ? 1U : 2U, most_nodes),
          .weights = unit % 4 < 2 ? Weighing::kTelling : Weighing::kEven};
}

RuleGraph one_below_another(RuleId lower, RuleId upper) {
  RuleGraph graph;
  graph.apply(lower, {});
  graph.apply(upper, {0});
  return graph;
}

TEST(ProfileGraphs, NamesAtomsByTheirRulesAndCountsThemOnce) {
  RuleTable rules;
  rules.add("jump", RuleKind::kGrammar);
  rules.add("unused", RuleKind::kGrammar);
  rules.add("and", RuleKind::kMeaning);
  RuleGraph graph;
  graph.apply(0, {});
  graph.apply(0, {});
  graph.apply(2, {0, 1});
  GraphPool pool;
  pool.add(graph);
  pool.add(RuleGraph());
  CompoundFigures figures;
  const Profiles profiles = profile_graphs(
      pool, {}, rules, {.name = "test", .most_nodes = 2, .kept = 0}, Control(), figures);
  ASSERT_EQ(profiles.size(), 2U);
  ASSERT_EQ(profiles.atoms(), 3U);
  EXPECT_EQ(profiles.atom_name(0), "jump");
  EXPECT_EQ(profiles.atom_name(2), "and");
  EXPECT_THAT(profiles[0].atoms, ElementsAre(0, 2));
  EXPECT_THAT(profiles[1].atoms, IsEmpty());
  EXPECT_THAT(profiles[1].compounds, IsEmpty());
}

// f(a), f(a), g(a): a weighs 1/3 in f(a) and 2/3 in g(a).
TEST(ProfileGraphs, FollowsTheFormulaOnAWorkedExample) {
  const Profiled profiled =
      profile({one_below_another(0, 1), one_below_another(0, 1), one_below_another(0, 2)}, {},
              {.name = "test", .most_nodes = 2, .kept = 0});
  EXPECT_THAT(columns_of(profiled.profiles),
              ElementsAre(Column{1, {0, 0, 1}}, Column{2, {2, 2, 0}}, Column{3, {1, 1, 2}}));
  EXPECT_EQ(profiled.profiles.whole(0), 2U);
  EXPECT_NEAR(profiled.figures.total_weight, 2 + 4.0 / 3 + 1, 1e-12);
}

TEST(ProfileGraphs, EqualsBruteForce) {
  for (std::uint64_t unit = 0; unit < 300; ++unit) {
    Stream stream = profiles_stream(unit);
    const std::uint64_t count = 1 + stream.below(15);
    const std::uint64_t kinds = 1 + stream.below(4);
    const auto rows = random_rows(stream, count, kinds);
    CompoundDefinition definition = random_definition(unit);
    if (unit % 3 == 0) definition.most_sets = static_cast<std::uint32_t>(1 + stream.below(30));
    std::vector<Example> examples;
    for (const RuleGraph& row : rows) examples.push_back({row});
    const Profiled profiled = profile(rows, {}, definition);
    ASSERT_EQ(columns_of(profiled.profiles), brute_columns(examples, all_of(count), definition))
        << unit;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::set<std::uint32_t> atoms;
      for (NodeId node = 0; node < rows[i].size(); ++node) atoms.insert(rows[i].rule(node));
      ASSERT_TRUE(std::ranges::equal(profiled.profiles[i].atoms, atoms));
    }
  }
}

TEST(ProfileGraphs, GivesAGroupWhatAnyOfItsRowsHas) {
  for (std::uint64_t unit = 0; unit < 300; ++unit) {
    Stream stream = profiles_stream(10000 + unit);
    const std::uint64_t groups = 1 + stream.below(6);
    const std::uint64_t count = groups + stream.below(12);
    const std::uint64_t kinds = 1 + stream.below(3);
    auto rows = random_rows(stream, count, kinds);
    std::vector<std::uint32_t> group_of;
    for (std::uint64_t row = 0; row < count; ++row) {
      const std::uint64_t any = stream.below(groups);
      group_of.push_back(static_cast<std::uint32_t>(row < groups ? row : any));
      if (row > 0 && stream.below(4) == 0) rows[row] = rows[row - 1];
    }
    stream.shuffle(std::span(group_of));
    std::vector<Example> examples(groups);
    for (std::size_t row = 0; row < count; ++row) examples[group_of[row]].push_back(rows[row]);
    const CompoundDefinition definition = random_definition(unit);
    const Profiled profiled = profile(rows, group_of, definition);
    ASSERT_EQ(profiled.profiles.size(), groups);
    ASSERT_EQ(columns_of(profiled.profiles), brute_columns(examples, all_of(groups), definition))
        << unit;
    for (std::size_t i = 0; i < groups; ++i) {
      std::set<std::uint32_t> atoms;
      for (const RuleGraph& graph : examples[i]) {
        for (NodeId node = 0; node < graph.size(); ++node) atoms.insert(graph.rule(node));
      }
      ASSERT_TRUE(std::ranges::equal(profiled.profiles[i].atoms, atoms));
    }
  }
}

TEST(ProfileGraphs, TakesGroupsOfOneRowLikeNoGroups) {
  Stream stream = profiles_stream(20000);
  const auto rows = random_rows(stream, 40, 3);
  std::vector<std::uint32_t> group_of(rows.size());
  for (std::uint32_t row = 0; row < rows.size(); ++row) group_of[row] = row;
  const CompoundDefinition definition{.name = "test", .most_nodes = 3, .kept = 20};
  EXPECT_EQ(everything_in(profile(rows, group_of, definition).profiles),
            everything_in(profile(rows, {}, definition).profiles));
}

TEST(ProfileGraphs, RefusesGroupsOfOtherRows) {
  const std::vector<RuleGraph> rows{one_below_another(0, 1), one_below_another(0, 1)};
  EXPECT_THROW(profile(rows, {0}, {.name = "test", .most_nodes = 1, .kept = 0}), Bug);
}

// A group of a and b(a) has a once, with its largest weight.
TEST(ProfileGraphs, SumsTheWeightOfEveryDistinctGraphOfAGroup) {
  RuleGraph single;
  single.apply(0, {});
  const Profiled profiled = profile({single, one_below_another(0, 1)}, {0, 0},
                                    {.name = "test", .most_nodes = 1, .kept = 0});
  ASSERT_THAT(columns_of(profiled.profiles), ElementsAre(Column{1, {1}}, Column{2, {2}}));
  EXPECT_NEAR(profiled.figures.total_weight, 3, 1e-12);
}

TEST(ProfileGraphs, CountsInAsManyExamplesAsTheSampleAsksFor) {
  const std::size_t examples = 50;
  for (const std::uint64_t wanted : {1U, 2U, 25U, 49U, 50U, 51U, 1000U, 0U}) {
    const std::size_t holds = wanted == 0 ? examples : std::min<std::size_t>(wanted, examples);
    EXPECT_EQ(sampled(examples, wanted).size(), holds);
  }
  EXPECT_NE(sampled(examples, 25), all_of(25));  // spread over all, not the first
  EXPECT_EQ(sampled(examples, 25), sampled(examples, 25));
}

TEST(ProfileGraphs, WeighsAllExamplesByTheSample) {
  for (std::uint64_t unit = 0; unit < 200; ++unit) {
    Stream stream = profiles_stream(30000 + unit);
    const std::uint64_t count = 2 + stream.below(15);
    const std::uint64_t kinds = 1 + stream.below(4);
    const auto rows = random_rows(stream, count, kinds);
    CompoundDefinition definition = random_definition(unit);
    definition.sample = 1 + stream.below(count);
    const auto chosen = sampled(count, definition.sample);
    ASSERT_EQ(chosen.size(), definition.sample);
    std::vector<Example> examples;
    for (const RuleGraph& row : rows) examples.push_back({row});
    const Profiled profiled = profile(rows, {}, definition);
    ASSERT_EQ(profiled.profiles.size(), count);
    ASSERT_EQ(columns_of(profiled.profiles), brute_columns(examples, chosen, definition)) << unit;
  }
}

TEST(ProfileGraphs, SaysHowManyExamplesWereCut) {
  RuleGraph chain;
  chain.apply(0, {});
  for (NodeId node = 0; node < 9; ++node) chain.apply(0, {node});
  const std::vector<RuleGraph> rows{chain, one_below_another(0, 1), chain, chain};
  CompoundDefinition definition{.name = "test", .most_nodes = 3, .kept = 0};
  EXPECT_EQ(profile(rows, {}, definition).figures.cut_examples, 0U);
  definition.most_sets = 27;
  EXPECT_EQ(profile(rows, {}, definition).figures.cut_examples, 0U);
  for (const std::uint64_t memory : {std::uint64_t{0}, kCountingMemory}) {
    definition.most_sets = 26;
    const Profiled profiled = profile(rows, {}, definition, {.jobs = 1, .memory = memory});
    EXPECT_EQ(profiled.figures.cut_examples, 3U);
    EXPECT_EQ(profiled.figures.occurrences, 3U * 19 + 3);
  }
}

TEST(ProfileGraphs, DoesNotDependOnMemoryOrJobs) {
  for (std::uint64_t unit = 0; unit < 3; ++unit) {
    Stream stream = profiles_stream(40000 + unit);
    const auto rows = random_rows(stream, 500, 3);
    std::vector<std::uint32_t> group_of;
    if (unit == 1) {
      for (std::uint32_t row = 0; row < rows.size(); ++row) group_of.push_back(row % 200);
    }
    CompoundDefinition definition{.name = "test", .most_nodes = 4, .kept = 150};
    if (unit == 2) definition.sample = 300;
    const Profiled wanted = profile(rows, group_of, definition);
    ASSERT_EQ(wanted.profiles.compounds(), 150U);
    for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{200000}, kCountingMemory}) {
      for (const unsigned jobs : {1U, 2U, 7U}) {
        const Profiled got = profile(rows, group_of, definition, {.jobs = jobs, .memory = memory});
        ASSERT_EQ(everything_in(got.profiles), everything_in(wanted.profiles));
        ASSERT_EQ(got.figures.distinct, wanted.figures.distinct);
        ASSERT_EQ(got.figures.occurrences, wanted.figures.occurrences);
      }
    }
  }
}

// The order of examples moves no number.
TEST(ProfileGraphs, DoesNotDependOnTheOrderOfExamples) {
  Stream stream = profiles_stream(50000);
  const auto rows = random_rows(stream, 100, 3);
  const std::vector<RuleGraph> turned(rows.rbegin(), rows.rend());
  const CompoundDefinition definition{.name = "test", .most_nodes = 4, .kept = 50};
  const Everything there = everything_in(profile(rows, {}, definition).profiles);
  Everything back = everything_in(profile(turned, {}, definition).profiles);
  std::ranges::reverse(back.atoms);
  std::ranges::reverse(back.compounds);
  EXPECT_EQ(there, back);
}

// A chain of n equal nodes has n + 1 - s stretches of s nodes. Each lies in one a node longer, so
// only the longest that counts has weight.
TEST(ProfileGraphs, TakesGraphsOfAnyLength) {
  for (const NodeId length : {64U, 65U, 300U}) {
    RuleGraph chain;
    chain.apply(0, {});
    for (NodeId node = 0; node + 1 < length; ++node) chain.apply(0, {node});
    const Profiled profiled = profile({chain}, {}, {.name = "test", .most_nodes = 9, .kept = 0});
    EXPECT_EQ(profiled.figures.distinct, 9U);
    EXPECT_EQ(profiled.figures.occurrences, std::uint64_t{length} * 9 - 36);
    EXPECT_EQ(profiled.figures.pairs, 8U);
    EXPECT_THAT(columns_of(profiled.profiles), ElementsAre(Column{length - 8, {length - 8}}));
  }
}

// The same rows twice: on their own, and each behind single nodes that push it past the 64th.
TEST(ProfileGraphs, WeighsWideGraphsLikeNarrowOnes) {
  for (std::uint64_t unit = 0; unit < 20; ++unit) {
    Stream stream = profiles_stream(60000 + unit);
    const auto rows = random_rows(stream, 20, 3);
    std::vector<RuleGraph> wide;
    for (const RuleGraph& row : rows) {
      RuleGraph graph;
      for (NodeId node = 0; node < 66; ++node) graph.apply(9, {});
      graph.append(row);
      wide.push_back(graph);
    }
    const CompoundDefinition definition = random_definition(unit);
    auto wanted = columns_of(profile(rows, {}, definition).profiles);
    const bool even = definition.weights == Weighing::kEven;
    const std::uint32_t lone = even ? 66 : 66 * 20;
    if (definition.least_nodes == 1) {
      wanted.push_back({even ? 1 : lone, std::vector<std::uint32_t>(rows.size(), lone)});
    }
    std::ranges::sort(wanted);
    ASSERT_EQ(columns_of(profile(wide, {}, definition).profiles), wanted);
  }
}

TEST(ProfileGraphs, StopsOnRequest) {
  GraphPool pool;
  pool.add(one_below_another(0, 1));
  const std::atomic<bool> cancel = true;
  CompoundFigures figures;
  EXPECT_THROW(
      profile_graphs(pool, {}, rules_named(2), {.name = "test", .most_nodes = 2, .kept = 0},
                     {.jobs = 1, .progress = {}, .cancel = &cancel}, figures),
      Interrupted);
}

}  // namespace
}  // namespace assay
