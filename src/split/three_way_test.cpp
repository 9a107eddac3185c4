// Three sets that all lie apart, as Conceptual SCAN splits its requests: phrases of a small
// grammar, compounds that are chains of two and three productions. Its sizes, divided by forty.
#include <gtest/gtest.h>

#include "assay/dbca/profile_graphs.h"
#include "assay/split/search_trials_testing.h"

namespace assay {
namespace {

using search_trials::kKey;
using search_trials::measured;
using search_trials::sizes_of;

// S -> T and T | T after T | T; T -> U twice | U thrice | U; U -> W opposite X | W around X | W X |
// W. Productions that only pass a phrase on make no node, and neither do variables, which can stand
// for any phrase below S.
class Phrases {
 public:
  Phrases() {
    for (const char* name : {"and", "after", "twice", "thrice", "opposite", "around", "W X", "walk",
                             "run", "jump", "look", "turn", "left", "right"}) {
      rules_.add(name, RuleKind::kGrammar);
    }
  }

  const RuleTable& rules() const { return rules_; }

  // Half of them with variables; in each half, all phrases of two clauses are equally likely.
  RuleGraph random(std::uint64_t number) const {
    Stream stream(stream_key(number, "phrases"), {});
    const bool variables = stream.below(2) == 1;
    RuleGraph graph;
    const auto first = clause(graph, variables, stream);
    const auto second = clause(graph, variables, stream);
    const auto both = static_cast<RuleId>(stream.below(2));
    apply(graph, both, {first, second});
    return graph;
  }

 private:
  using Inputs = std::vector<std::optional<NodeId>>;

  static NodeId apply(RuleGraph& graph, RuleId rule, const Inputs& phrases) {
    std::vector<NodeId> inputs;
    for (const auto& phrase : phrases) {
      if (phrase) inputs.push_back(*phrase);
    }
    return graph.apply(rule, inputs);
  }

  static std::optional<NodeId> clause(RuleGraph& graph, bool variables, Stream& stream) {
    const auto times = static_cast<RuleId>(stream.below(3));
    const auto phrase = action(graph, variables, stream);
    if (times == 2) return phrase;
    return apply(graph, 2 + times, {phrase});
  }

  // Of 60 phrases with variables, 54 have a direction, 5 are a verb and one is a variable; of 35
  // without, 30 have a direction.
  static std::optional<NodeId> action(RuleGraph& graph, bool variables, Stream& stream) {
    const std::uint64_t which = stream.below(variables ? 60 : 35);
    if (which < 5) return apply(graph, static_cast<RuleId>(7 + which), {});
    if (which == 59) return std::nullopt;
    const auto how = static_cast<RuleId>(4 + stream.below(3));
    const auto verb = leaf(graph, 7, 5, variables, stream);
    const auto direction = leaf(graph, 12, 2, variables, stream);
    return apply(graph, how, {verb, direction});
  }

  static std::optional<NodeId> leaf(RuleGraph& graph, RuleId first, std::uint64_t count,
                                    bool variables, Stream& stream) {
    const std::uint64_t which = stream.below(count + (variables ? 1 : 0));
    if (which == count) return std::nullopt;
    return apply(graph, first + static_cast<RuleId>(which), {});
  }

  RuleTable rules_;
};

Profiles profiles_of_phrases(std::uint64_t count) {
  const Phrases phrases;
  GraphPool graphs;
  for (std::uint64_t i = 0; i < count; ++i) graphs.add(phrases.random(i));
  CompoundFigures figures;
  return profile_graphs(graphs, {}, phrases.rules(),
                        {.name = "parents with children and grandchildren",
                         .most_nodes = 3,
                         .kept = 0,
                         .ordered = false,
                         .shape = CompoundShape::kChains,
                         .least_nodes = 2,
                         .weights = Weighing::kEven},
                        {}, figures);
}

// Below two conjunctions ten rules can stand, below two repetitions eight, below three ways to move
// seven: 2 * 10 + 2 * 8 + 3 * 7 pairs. Chains of three go from a conjunction through a repetition
// (2 * 2 * 8) or a way to move (2 * 3 * 7), or from a repetition through a way to move (2 * 3 * 7).
TEST(ThreeWay, PhrasesHaveAllChainsOfTheGrammar) {
  EXPECT_EQ(profiles_of_phrases(30'000).compounds(), 57U + 116U);
}

// The paper reaches .685, .634 and .562 at atom divergences of .066, .039 and .030.
TEST(ThreeWay, SplitsOfPhrasesLieFartherApartThanThePublishedOnes) {
  const Profiles profiles = profiles_of_phrases(30'000);
  const SearchPool pool(profiles);
  const DivergenceGoal goal{.sizes = {2'500, 250, 250},
                            .pairs = {{0, 2}, {0, 1}, {1, 2}},
                            .target = {},
                            .most_atom_divergence = 0.03,
                            .must_hold = true};
  const Arrangement found =
      search_divergence(pool, goal, effort_for(EffortLevel::kQuick, pool), kKey, {}, {});
  EXPECT_EQ(sizes_of(found.set_of, 3), goal.sizes);
  EXPECT_EQ(found.outlook.missing, 0U);
  for (const auto& [first, second] : goal.pairs) {
    const Divergence divergence = measured(profiles, found.set_of, first, second);
    EXPECT_LE(divergence.atoms, 0.03 + 1e-6);
    EXPECT_GT(divergence.compounds, 0.7);
  }
}

}  // namespace
}  // namespace assay
