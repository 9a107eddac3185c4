#include "assay/dbca/weigh_compounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

#include "assay/base/error.h"
#include "assay/dbca/brute_force_testing.h"

namespace assay {
namespace {

using brute_force::random_graph;
using brute_force::Weigher;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint64_t kMuch = std::uint64_t{1} << 30U;

const std::vector<std::uint64_t>& hashes_of_rules() {
  static const std::vector<std::uint64_t> kHashes{
      0x243F6A8885A308D3ULL, 0x13198A2E03707344ULL, 0xA4093822299F31D0ULL, 0x082EFA98EC4E6C89ULL,
      0x452821E638D01377ULL, 0xBE5466CF34E90C6CULL, 0xC0AC29B7C97C50DDULL, 0x3F84D5B5B5470917ULL};
  return kHashes;
}

Stream weights_stream(std::uint64_t unit) {
  return {stream_key(8, "compound weights test"), {.unit = unit}};
}

// Graphs and how many examples have each.
struct Sample {
  std::vector<RuleGraph> graphs;
  std::vector<std::uint32_t> times;
};

Sample random_sample(Stream& stream, const brute_force::GraphSpread& spread) {
  Sample sample;
  const std::uint64_t wanted = 1 + stream.below(12);
  for (std::uint64_t i = 0; i < wanted; ++i) {
    const RuleGraph graph = random_graph(stream, spread);
    if (std::ranges::count(sample.graphs, graph) > 0) continue;
    sample.graphs.push_back(graph);
    sample.times.push_back(static_cast<std::uint32_t>(1 + stream.below(3)));
  }
  return sample;
}

struct Weighed {
  GraphPool pool;
  CompoundFigures figures;
  CompoundWeights weights;
};

Weighed weigh(const Sample& sample, const CompoundDefinition& definition, std::uint64_t memory,
              unsigned jobs) {
  Weighed weighed;
  std::vector<CountedShape> counted;
  for (std::size_t i = 0; i < sample.graphs.size(); ++i) {
    weighed.pool.add(sample.graphs[i]);
    counted.push_back({static_cast<std::uint32_t>(i), sample.times[i]});
  }
  WeighedSample kept;
  weighed.weights =
      weigh_compounds(weighed.pool, counted, definition, hashes_of_rules(), memory,
                      {.jobs = jobs, .progress = {}, .cancel = nullptr}, weighed.figures, kept);
  for (std::size_t i = 0; kept.is_kept() && i < counted.size(); ++i) {
    Subgraphs found(definition, hashes_of_rules());
    found.find(weighed.pool.shape(i));
    std::vector<WeightedCompound> again;
    weigh_example(found, weighed.weights, again);
    EXPECT_TRUE(std::ranges::equal(kept.of(i), again, [](const auto& a, const auto& b) {
      return a.compound == b.compound && a.parts == b.parts;
    }));
  }
  return weighed;
}

Weigher count(const Sample& sample, const CompoundDefinition& definition,
              Weigher::Supergraphs supergraphs) {
  Weigher weigher(definition, supergraphs);
  for (std::size_t i = 0; i < sample.graphs.size(); ++i) {
    for (std::uint32_t again = 0; again < sample.times[i]; ++again) weigher.count(sample.graphs[i]);
  }
  return weigher;
}

// One compound without its name: its occurrences, its parts in each graph, and how many of its
// occurrences lie in each larger compound, sorted.
struct WeighedColumn {
  std::uint32_t whole = 0;
  std::vector<std::uint32_t> parts;
  std::vector<std::uint32_t> larger;
  friend auto operator<=>(const WeighedColumn&, const WeighedColumn&) = default;
  friend std::ostream& operator<<(std::ostream& out, const WeighedColumn& column) {
    return out << testing::PrintToString(column.parts) << " of " << column.whole << ", larger "
               << testing::PrintToString(column.larger);
  }
};

double total_of(const WeighedColumn& column, const Sample& sample) {
  std::uint64_t parts = 0;
  for (std::size_t i = 0; i < sample.graphs.size(); ++i) {
    parts += std::uint64_t{column.parts[i]} * sample.times[i];
  }
  return static_cast<double>(parts) / column.whole;
}

// In the order of their numbers.
std::vector<WeighedColumn> weighed_columns_of(const Weighed& weighed,
                                              const CompoundDefinition& definition) {
  std::vector<WeighedColumn> columns(weighed.weights.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i].whole = weighed.weights.whole(i);
    columns[i].parts.resize(weighed.pool.shapes());
    for (const Larger& larger : weighed.weights.larger(i)) {
      columns[i].larger.push_back(larger.occurrences);
    }
    std::ranges::sort(columns[i].larger);
  }
  Subgraphs found(definition, hashes_of_rules());
  std::vector<WeightedCompound> parts;
  for (std::size_t shape = 0; shape < weighed.pool.shapes(); ++shape) {
    found.find(weighed.pool.shape(shape));
    weigh_example(found, weighed.weights, parts);
    for (const WeightedCompound& one : parts) columns[one.compound].parts[shape] = one.parts;
  }
  return columns;
}

// Of all compounds of any weight; sorted.
std::vector<WeighedColumn> weighed_columns_of(Weigher& weigher, const Sample& sample) {
  std::map<std::size_t, WeighedColumn> columns;
  for (std::size_t i = 0; i < sample.graphs.size(); ++i) {
    for (const auto& entry : weigher.weigh(sample.graphs[i])) {
      WeighedColumn& column = columns[entry.first];
      column.parts.resize(sample.graphs.size());
      column.parts[i] = entry.second;
    }
  }
  std::vector<WeighedColumn> all;
  for (auto& entry : columns) {
    entry.second.whole = weigher.whole(entry.first);
    const auto inside = weigher.inside().find(entry.first);
    if (inside != weigher.inside().end()) {
      for (const auto& larger : inside->second) entry.second.larger.push_back(larger.second);
    }
    std::ranges::sort(entry.second.larger);
    all.push_back(entry.second);
  }
  std::ranges::sort(all);
  return all;
}

std::vector<double> totals_of(const std::vector<WeighedColumn>& columns, const Sample& sample) {
  std::vector<double> totals;
  for (const WeighedColumn& column : columns) totals.push_back(total_of(column, sample));
  return totals;
}

struct RandomCase {
  CompoundDefinition definition;
  Sample sample;
};

// Which compounds, and how they are weighed.
struct Kind {
  std::string name;
  CompoundShape shape = CompoundShape::kConnected;
  std::uint32_t least_nodes = 1;
  Weighing weights = Weighing::kTelling;
  std::uint64_t pools = 2;  // of many graphs
};

void make_it(const Kind& kind, CompoundDefinition& definition) {
  definition.shape = kind.shape;
  definition.least_nodes = std::min(kind.least_nodes, definition.most_nodes);
  definition.weights = kind.weights;
}

class WeighCompoundsKind : public testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(
    Each, WeighCompoundsKind,
    testing::Values(Kind{.name = "Connected", .pools = 4},
                    Kind{.name = "ConnectedOfTwo", .least_nodes = 2},
                    Kind{.name = "ConnectedEven", .weights = Weighing::kEven},
                    Kind{.name = "Chains", .shape = CompoundShape::kChains},
                    Kind{.name = "ChainsOfTwo", .shape = CompoundShape::kChains, .least_nodes = 2},
                    Kind{.name = "ChainsOfTwoEven",
                         .shape = CompoundShape::kChains,
                         .least_nodes = 2,
                         .weights = Weighing::kEven}),
    [](const auto& one) { return one.param.name; });

// Few rules and many shared nodes: most compounds occur in several places of a graph.
RandomCase random_case(std::uint64_t unit, const Kind& kind) {
  Stream stream = weights_stream(unit);
  RandomCase one;
  one.definition = {.name = "test",
                    .most_nodes = static_cast<std::uint32_t>(1 + unit % 5),
                    .kept = 0,
                    .ordered = unit % 2 == 0};
  make_it(kind, one.definition);
  if (unit % 7 == 0) one.definition.most_sets = static_cast<std::uint32_t>(1 + stream.below(30));
  const std::uint64_t rules = 1 + stream.below(4);
  one.sample =
      random_sample(stream, {.least_nodes = 1, .most_nodes = 7, .rules = rules, .most_inputs = 2});
  return one;
}

TEST(KeepHeaviest, KeepsTheLargestWeightOfEach) {
  std::vector<WeightedCompound> weights{{3, 1}, {1, 5}, {3, 4}, {3, 2}, {0, 1}, {1, 5}};
  keep_heaviest(weights);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const WeightedCompound& one : weights) pairs.emplace_back(one.compound, one.parts);
  EXPECT_THAT(pairs, ElementsAre(std::pair(0U, 1U), std::pair(1U, 5U), std::pair(3U, 4U)));
  weights.clear();
  keep_heaviest(weights);
  EXPECT_THAT(weights, IsEmpty());
}

TEST(AddUp, AddsTheWeightsOfEach) {
  std::vector<WeightedCompound> weights{{3, 1}, {1, 5}, {3, 4}, {3, 2}, {0, 1}, {1, 5}};
  add_up(weights);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const WeightedCompound& one : weights) pairs.emplace_back(one.compound, one.parts);
  EXPECT_THAT(pairs, ElementsAre(std::pair(0U, 1U), std::pair(1U, 10U), std::pair(3U, 7U)));
  weights.clear();
  add_up(weights);
  EXPECT_THAT(weights, IsEmpty());
}

TEST(CompoundWeights, FindsWhatWasAdded) {
  CompoundWeights weights;
  const std::vector<Larger> larger{{10, 3}, {20, 7}, {30, 1}};
  weights.add(5, 8, larger);
  weights.add(6, 2, {});
  EXPECT_EQ(weights.size(), 2U);
  EXPECT_EQ(weights.find(5), 0U);
  EXPECT_EQ(weights.find(6), 1U);
  EXPECT_EQ(weights.find(7), CompoundWeights::kAbsent);
  EXPECT_EQ(weights.occurrences(0), 8U);
  EXPECT_EQ(weights.larger(0).size(), 3U);
  EXPECT_THAT(weights.larger(1), IsEmpty());
  EXPECT_THROW(weights.add(5, 1, {}), Bug);
}

TEST(CompoundWeights, WeighsAnOccurrenceByTheMostCommonCompoundItLiesIn) {
  CompoundWeights weights;
  const std::vector<Larger> larger{{10, 3}, {20, 7}, {30, 1}};
  weights.add(5, 8, larger);
  const auto parts = [&](const std::vector<CompoundKey>& lies_in) {
    return weights.weight_parts(0, lies_in);
  };
  EXPECT_EQ(parts({}), 8U);
  EXPECT_EQ(parts({10}), 5U);
  EXPECT_EQ(parts({10, 20, 30}), 1U);
  EXPECT_EQ(parts({10, 30}), 5U);
  EXPECT_EQ(parts({30}), 7U);
  EXPECT_EQ(parts({1, 9, 11, 25, 30, 31}), 7U);
  EXPECT_EQ(parts({1, 40}), 8U);
}

// f(a), f(a), g(a): two thirds of a lie in f(a), so a weighs 1/3 there and 2/3 in g(a); f and g
// always lie in something larger.
TEST(WeighCompounds, FollowsTheFormulaOnAWorkedExample) {
  Sample sample;
  for (const RuleId user : {1U, 2U}) {
    RuleGraph graph;
    graph.apply(0, {});
    graph.apply(user, {0});
    sample.graphs.push_back(graph);
  }
  sample.times = {2, 1};
  const CompoundDefinition definition{.name = "test", .most_nodes = 2, .kept = 0};
  const Weighed weighed = weigh(sample, definition, kMuch, 1);
  EXPECT_THAT(weighed_columns_of(weighed, definition),
              ElementsAre(WeighedColumn{2, {2, 0}, {}}, WeighedColumn{3, {1, 2}, {1, 2}},
                          WeighedColumn{1, {0, 1}, {}}));
  EXPECT_EQ(weighed.figures.distinct, 5U);
  EXPECT_EQ(weighed.figures.occurrences, 9U);
  EXPECT_EQ(weighed.figures.pairs, 4U);
  EXPECT_EQ(weighed.figures.weighted, 3U);
  EXPECT_NEAR(weighed.figures.total_weight, 2 + 4.0 / 3 + 1, 1e-12);
  EXPECT_EQ(weighed.figures.cut_examples, 0U);
}

// The same where every occurrence weighs one; f(a, a) has two chains.
TEST(WeighCompounds, CountsOccurrencesWhereWeightsAreEven) {
  RuleGraph both;
  both.apply(0, {});
  both.apply(1, {0, 0});
  RuleGraph one;
  one.apply(0, {});
  one.apply(2, {0});
  const CompoundDefinition definition{.name = "test",
                                      .most_nodes = 3,
                                      .kept = 0,
                                      .ordered = false,
                                      .shape = CompoundShape::kChains,
                                      .least_nodes = 2,
                                      .weights = Weighing::kEven};
  const Weighed weighed = weigh({{both, one}, {3, 4}}, definition, kMuch, 1);
  EXPECT_THAT(weighed_columns_of(weighed, definition),
              ElementsAre(WeighedColumn{1, {2, 0}, {}}, WeighedColumn{1, {0, 1}, {}}));
  EXPECT_EQ(weighed.weights.occurrences(0), 6U);
  EXPECT_EQ(weighed.figures.occurrences, 10U);
  EXPECT_NEAR(weighed.figures.total_weight, 10, 1e-12);
}

// a lies below b once and above b once: half of its occurrences in each compound of two nodes, all
// of them in a(b(a)), which is two nodes larger and does not count.
TEST(WeighCompounds, ComparesWithOneNodeMoreOnly) {
  RuleGraph graph;
  graph.apply(0, {});
  graph.apply(1, {0});
  graph.apply(0, {1});
  const CompoundDefinition definition{.name = "test", .most_nodes = 3, .kept = 0};
  const Weighed weighed = weigh({{graph}, {1}}, definition, kMuch, 1);
  EXPECT_THAT(
      weighed_columns_of(weighed, definition),
      testing::UnorderedElementsAre(WeighedColumn{1, {1}, {}}, WeighedColumn{2, {1}, {1, 1}}));
}

// Where no rule is used twice in a graph, a compound lies in a larger one in one place only, and
// one node more tells all.
TEST(WeighCompounds, EqualsTheFormulaOverAllLargerCompoundsWhereNoRuleRepeats) {
  for (std::uint64_t unit = 0; unit < 400; ++unit) {
    Stream stream = weights_stream(10000 + unit);
    Sample sample = random_sample(stream, {.least_nodes = 2, .most_nodes = 7, .most_inputs = 2});
    std::vector<RuleGraph> graphs;
    for (const RuleGraph& old : sample.graphs) {
      std::vector<RuleId> rules{0, 1, 2, 3, 4, 5, 6, 7};
      if (stream.below(2) == 0) stream.shuffle(std::span(rules).first(3));
      RuleGraph graph;
      for (NodeId node = 0; node < old.size(); ++node) graph.apply(rules[node], old.inputs(node));
      if (std::ranges::count(graphs, graph) == 0) graphs.push_back(graph);
    }
    sample.graphs = graphs;
    const CompoundDefinition definition{.name = "test",
                                        .most_nodes = static_cast<std::uint32_t>(1 + unit % 6),
                                        .kept = 0,
                                        .ordered = unit % 2 == 0};
    Weigher weigher = count(sample, definition, Weigher::Supergraphs::kAll);
    auto wanted = weighed_columns_of(weigher, sample);
    auto got = weighed_columns_of(weigh(sample, definition, kMuch, 1), definition);
    for (WeighedColumn& column : wanted) column.larger.clear();
    for (WeighedColumn& column : got) column.larger.clear();
    std::ranges::sort(wanted);
    std::ranges::sort(got);
    ASSERT_EQ(got, wanted) << unit;
  }
}

TEST_P(WeighCompoundsKind, EqualsTheFormulaOverCompoundsOneNodeLarger) {
  for (std::uint64_t unit = 0; unit < 500; ++unit) {
    const RandomCase one = random_case(unit, GetParam());
    Weigher weigher = count(one.sample, one.definition, Weigher::Supergraphs::kOneNodeLarger);
    const Weighed weighed = weigh(one.sample, one.definition, kMuch, 1);
    auto got = weighed_columns_of(weighed, one.definition);
    const auto wanted = weighed_columns_of(weigher, one.sample);
    const auto totals = totals_of(got, one.sample);
    for (std::size_t i = 1; i < totals.size(); ++i) ASSERT_GE(totals[i - 1] + 1e-12, totals[i]);
    std::ranges::sort(got);
    ASSERT_EQ(got, wanted) << unit;

    std::uint64_t occurrences = 0;
    std::uint64_t pairs = 0;
    std::uint64_t cut = 0;
    double total = 0;
    for (const auto& entry : weigher.occurrences()) occurrences += entry.second;
    for (const auto& entry : weigher.inside()) pairs += entry.second.size();
    for (const double one_total : totals) total += one_total;
    for (std::size_t i = 0; i < one.sample.graphs.size(); ++i) {
      if (weigher.is_cut(one.sample.graphs[i])) cut += one.sample.times[i];
    }
    ASSERT_EQ(weighed.figures.distinct, weigher.occurrences().size());
    ASSERT_EQ(weighed.figures.occurrences, occurrences);
    ASSERT_EQ(weighed.figures.pairs, pairs);
    ASSERT_EQ(weighed.figures.weighted, wanted.size());
    ASSERT_NEAR(weighed.figures.total_weight, total, 1e-9);
    ASSERT_EQ(weighed.figures.cut_examples, cut) << unit;
  }
}

TEST_P(WeighCompoundsKind, KeepsTheHeaviest) {
  for (std::uint64_t unit = 0; unit < 300; ++unit) {
    RandomCase one = random_case(unit, GetParam());
    Weigher weigher = count(one.sample, one.definition, Weigher::Supergraphs::kOneNodeLarger);
    const auto all = weighed_columns_of(weigher, one.sample);
    auto totals = totals_of(all, one.sample);
    std::ranges::sort(totals, std::greater());
    for (const std::size_t kept :
         {std::size_t{1}, std::size_t{3}, all.size() / 2 + 1, all.size(), all.size() + 1}) {
      one.definition.kept = static_cast<std::uint32_t>(kept);
      const Weighed weighed = weigh(one.sample, one.definition, unit % 2 == 0 ? kMuch : 1, 1);
      auto got = weighed_columns_of(weighed, one.definition);
      const auto got_totals = totals_of(got, one.sample);
      ASSERT_EQ(got_totals.size(), std::min(kept, totals.size()));
      for (std::size_t i = 0; i < got_totals.size(); ++i) {
        ASSERT_NEAR(got_totals[i], totals[i], 1e-12) << unit;
      }
      std::ranges::sort(got);
      ASSERT_TRUE(std::ranges::includes(all, got));
      if (unit % 2 == 0) {
        ASSERT_EQ(weighed.figures.weighted, all.size());
      }
    }
  }
}

// Hundreds of graphs, so that there is work for every thread.
TEST_P(WeighCompoundsKind, DoesNotDependOnMemoryOrJobs) {
  for (std::uint64_t unit = 0; unit < GetParam().pools; ++unit) {
    Stream stream = weights_stream(20000 + unit);
    Sample sample;
    while (sample.graphs.size() < 300) {
      const RuleGraph graph = random_graph(stream, {.least_nodes = 4, .most_nodes = 9, .rules = 3});
      if (std::ranges::count(sample.graphs, graph) == 0) sample.graphs.push_back(graph);
    }
    sample.times.assign(sample.graphs.size(), 2);
    CompoundDefinition definition{.name = "test",
                                  .most_nodes = 4,
                                  .kept = unit % 2 == 0 ? 0U : 100U,
                                  .ordered = unit % 3 > 0};
    make_it(GetParam(), definition);
    const Weighed wanted = weigh(sample, definition, kMuch, 1);
    for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{200000}, kMuch}) {
      for (const unsigned jobs : {1U, 2U, 7U}) {
        const Weighed got = weigh(sample, definition, memory, jobs);
        ASSERT_EQ(weighed_columns_of(got, definition), weighed_columns_of(wanted, definition));
        ASSERT_EQ(got.figures.distinct, wanted.figures.distinct);
        ASSERT_EQ(got.figures.occurrences, wanted.figures.occurrences);
        ASSERT_EQ(got.figures.cut_examples, wanted.figures.cut_examples);
        if (definition.kept > 0 && memory < kMuch) continue;  // only the frequent are weighed
        ASSERT_EQ(got.figures.pairs, wanted.figures.pairs);
        ASSERT_EQ(got.figures.weighted, wanted.figures.weighted);
        ASSERT_EQ(got.figures.total_weight, wanted.figures.total_weight);
      }
    }
  }
}

TEST(WeighCompounds, OfNothingKeepsNothing) {
  const CompoundDefinition definition{.name = "test", .most_nodes = 3, .kept = 10};
  const Weighed none = weigh({}, definition, kMuch, 1);
  EXPECT_EQ(none.weights.size(), 0U);
  const Weighed empty = weigh({{RuleGraph()}, {5}}, definition, 0, 2);
  EXPECT_EQ(empty.weights.size(), 0U);
  EXPECT_EQ(empty.figures.distinct, 0U);
}

}  // namespace
}  // namespace assay
