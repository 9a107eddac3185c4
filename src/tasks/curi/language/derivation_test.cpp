#include "assay/tasks/curi/language/derivation.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "assay/tasks/curi/language/bans.h"
#include "assay/tasks/curi/language/drawn_concepts_testing.h"
#include "assay/tasks/curi/language/spelling.h"

namespace assay::curi {
namespace {

std::string graph_text(const RuleGraph& graph, const RuleTable& table) {
  std::string text;
  for (NodeId node = 0; node < graph.size(); ++node) {
    if (node > 0) text += "; ";
    append_node_text(text, graph, node, table);
  }
  return text;
}

std::string derivation_of(std::string_view postfix) {
  const Derivations derivations;
  const std::optional<Concept> words = parse_postfix(postfix, Spelling::kPublished);
  EXPECT_TRUE(words.has_value()) << postfix;
  RuleGraph graph;
  derivations.append_derivation(graph, words.value_or(Concept{}));
  return graph_text(graph, derivations.rules());
}

TEST(Derivation, OneNodeADecision) {
  EXPECT_EQ(
      derivation_of("non-x-S color? cyan for-all= rubber x material? = and lambda S. exists="),
      "color? S_{-x}; cyan; all color(0,1); rubber; material? x; material =(3,4); and(2,5); "
      "exists(6)");
  EXPECT_EQ(derivation_of("S locationX? 3 count= 3 > not lambda S."),
            "locationX? S; place 3; count place(0,1); number 3; number >(2,3); not(4); scene(5)");
  EXPECT_EQ(derivation_of("0.7 x size? > lambda S. for-all="),
            "large; size? x; size >(0,1); for all(2)");
}

TEST(Derivation, FollowsWhatTheGraphHolds) {
  const Derivations derivations;
  const auto concepts = drawn_concepts(6, 2);
  RuleGraph alone;
  derivations.append_derivation(alone, concepts[1]);
  RuleGraph both;
  derivations.append_derivation(both, concepts[0]);
  RuleGraph expected = both;
  expected.append(alone);
  derivations.append_derivation(both, concepts[1]);
  EXPECT_EQ(both, expected);
}

TEST(Derivation, TellsAllConceptsApartAndNeedsAllRules) {
  const Derivations derivations;
  std::set<std::string> sentences;
  std::set<std::string> graphs;
  std::vector<bool> is_used(derivations.rules().size());
  for (const Concept& drawn : drawn_concepts(5, 50'000)) {
    const Concept words = without_quantifier(drawn);
    if (!sentences.insert(postfix_text(words, Spelling::kPublished)).second) continue;
    RuleGraph graph;
    derivations.append_derivation(graph, words);
    for (NodeId node = 0; node < graph.size(); ++node) is_used[graph.rule(node)] = true;
    graphs.insert(graph_text(graph, derivations.rules()));
  }
  EXPECT_EQ(graphs.size(), sentences.size());
  for (RuleId rule = 0; rule < is_used.size(); ++rule) {
    EXPECT_TRUE(is_used[rule]) << derivations.rules().name(rule);
    EXPECT_FALSE(derivations.rules().text(rule).empty()) << derivations.rules().name(rule);
  }
}

}  // namespace
}  // namespace assay::curi
