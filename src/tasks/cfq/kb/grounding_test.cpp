#include "assay/tasks/cfq/kb/grounding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "assay/tasks/cfq/kb/brute_force_testing.h"
#include "assay/tasks/cfq/kb/world.h"

namespace assay::cfq {
namespace {

// Some names are shared, some nodes have none.
std::map<std::string, std::string> random_names(const Facts& facts, Stream& stream) {
  std::map<std::string, std::string> names;
  for (const auto& [subject, relation, object] : facts) {
    for (const std::string& key : {subject, object}) {
      const std::uint64_t kind = stream.below(8);
      if (kind == 0 || names.contains(key)) continue;
      names[key] = kind == 1 ? "Shared" : "Name of " + key;
    }
  }
  return names;
}

struct ExpectedGrounding {
  const Facts& facts;
  const std::map<std::string, std::string>& names;
  const Query& pattern;

  bool is_nameable(const std::string& key) const {
    const auto found = names.find(key);
    if (found == names.end()) return false;
    return std::ranges::count_if(
               names, [&](const auto& each) { return each.second == found->second; }) == 1;
  }

  // Is there a solution with different entities of unique names?
  bool is_satisfiable() const {
    bool found = false;
    BruteForce all(facts, pattern, [&](const BruteForce::Values& values) {
      std::set<std::string> entities;
      bool is_good = true;
      for (const auto& [name, key] : values) {
        if (name[0] == 'M') is_good = is_good && is_nameable(key) && entities.insert(key).second;
      }
      found = found || is_good;
    });
    if (pattern.kind == QueryKind::kSelect && all.answers().empty()) return false;
    return found;
  }
};

TEST(Grounding, AgreesWithBruteForceOnRandomStores) {
  GroundingCounts counts;
  for (std::uint32_t round = 0; round < 6000; ++round) {
    Stream stream(stream_key(7, "ground-test"), {Purpose::kUnit, round});
    const Facts facts = random_facts(stream);
    const std::map<std::string, std::string> names = random_names(facts, stream);
    const TripleStore store = store_with(facts, names);
    const PropertyPaths paths(store);
    const Query pattern = random_query(stream, 7);
    SCOPED_TRACE("round " + std::to_string(round) + "\n" + to_text(pattern));
    const ExpectedGrounding expected{facts, names, pattern};
    const Grounding grounding =
        ground(pattern, paths, stream_key(1, "cfq"), {Purpose::kItem, round, 3});
    counts.add(grounding);
    ASSERT_NE(grounding.outcome, GroundingOutcome::kAbandoned);
    ASSERT_EQ(grounding.is_grounded(), expected.is_satisfiable());
    if (!grounding.is_grounded()) continue;
    std::set<std::string> entities;
    for (const Filling& each : grounding.fillings) {
      ASSERT_TRUE(expected.is_nameable(store.key(each.node)));
      ASSERT_TRUE(entities.insert(store.key(each.node)).second);
    }
    const Query filled = filled_query(pattern, grounding.fillings, store);
    ASSERT_EQ(to_text(filled).find(" M"), std::string::npos);
    const BruteForce answer(facts, filled);
    ASSERT_EQ(answer.count() > 0, !grounding.is_no());
    std::set<std::string> answers;
    for (const Node node : grounding.answers) answers.insert(store.key(node));
    ASSERT_EQ(answers, answer.answers());
  }
  for (const GroundingOutcome outcome :
       {GroundingOutcome::kAnswered, GroundingOutcome::kYes, GroundingOutcome::kMixedNo,
        GroundingOutcome::kGenericNo, GroundingOutcome::kUnsatisfiable}) {
    EXPECT_GT(counts.outcomes[static_cast<std::size_t>(outcome)], 15U) << static_cast<int>(outcome);
  }
  EXPECT_GT(counts.lacking_no, 15U);
}

TEST(Grounding, IsTheSameForTheSameAddress) {
  const TripleStore store = prepare_world("", {.world = 1, .films = 300}, {});
  const PropertyPaths paths(store);
  const Query pattern = *parse_query(
                             "SELECT count(*) WHERE { M0 ns:film.director.film M1 . M0 "
                             "ns:film.editor.film M1 . M0 ns:film.writer.film M2 }")
                             .query;
  std::set<std::string> different;
  for (std::uint32_t item = 0; item < 50; ++item) {
    std::vector<std::string> texts;
    for (int time = 0; time < 2; ++time) {
      const Grounding grounding =
          ground(pattern, paths, stream_key(9, "cfq"), {Purpose::kItem, 5, item});
      ASSERT_TRUE(grounding.is_grounded());
      texts.push_back(to_text(filled_query(pattern, grounding.fillings, store)));
    }
    ASSERT_EQ(texts[0], texts[1]);
    different.insert(texts[0]);
  }
  EXPECT_GT(different.size(), 35U);
}

// Half of the yes/no questions are answered "No", where a "No" can be found.
TEST(Grounding, AnswersNoAboutHalfOfTheTime) {
  const TripleStore store = prepare_world("", {.world = 1, .films = 300}, {});
  const PropertyPaths paths(store);
  const Query pattern = *parse_query("SELECT count(*) WHERE { M0 ns:film.director.film M1 }").query;
  std::size_t no = 0;
  for (std::uint32_t item = 0; item < 400; ++item) {
    no += ground(pattern, paths, stream_key(9, "cfq"), {Purpose::kItem, 5, item}).is_no() ? 1 : 0;
  }
  EXPECT_GT(no, 160U);
  EXPECT_LT(no, 240U);
}

// Entities in a list are different ones, also where parts of a query are apart.
TEST(Grounding, EntitiesDiffer) {
  const TripleStore store =
      store_with({{"m.1", "r.a", "m.9"}, {"m.2", "r.a", "m.9"}, {"m.1", "r.b", "m.8"}},
                 {{"m.1", "One"}, {"m.2", "Two"}, {"m.8", "Eight"}, {"m.9", "Nine"}});
  const PropertyPaths paths(store);
  const auto outcome = [&](const std::string& where) {
    return ground(*parse_query("SELECT DISTINCT ?x0 WHERE { " + where + " }").query, paths,
                  stream_key(1, "cfq"), {})
        .outcome;
  };
  EXPECT_EQ(outcome("M0 ns:r.a ?x0 . M1 ns:r.a ?x0"), GroundingOutcome::kAnswered);
  EXPECT_EQ(outcome("M0 ns:r.a ?x0 . M1 ns:r.a ?x0 . M2 ns:r.a ?x0"),
            GroundingOutcome::kUnsatisfiable);
  EXPECT_EQ(outcome("?x0 ns:r.a ?x1 . M0 ns:r.b ?x2 . M1 ns:r.b ?x3"),
            GroundingOutcome::kUnsatisfiable);
  EXPECT_EQ(outcome("?x0 ns:r.a ?x1 . M0 ns:r.b ?x2 . M1 ns:r.a ?x3"), GroundingOutcome::kAnswered);
}

}  // namespace
}  // namespace assay::cfq
