#include "assay/tasks/cfq/kb/query_search.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/cfq/kb/brute_force_testing.h"
#include "assay/tasks/cfq/kb/inventory.h"

namespace assay::cfq {
namespace {

TEST(QuerySearch, AgreesWithBruteForceOnRandomStores) {
  std::size_t satisfied = 0;
  for (std::uint32_t round = 0; round < 4000; ++round) {
    Stream stream(stream_key(2, "search-test"), {Purpose::kUnit, round});
    const Facts facts = random_facts(stream);
    const TripleStore store = store_with(facts);
    const PropertyPaths paths(store);
    for (int number = 0; number < 3; ++number) {
      const Query query = random_query(stream);
      SCOPED_TRACE("round " + std::to_string(round) + "\n" + to_text(query));
      const BruteForce expected(facts, query);
      const QueryAnswer answer = execute(query, paths, UINT64_MAX);
      ASSERT_FALSE(answer.is_abandoned);
      if (query.kind == QueryKind::kCount) {
        ASSERT_EQ(answer.count, expected.count());
        ASSERT_EQ(answer.is_yes, expected.count() > 0);
      } else {
        std::set<std::string> keys;
        for (const Node node : answer.nodes) keys.insert(store.key(node));
        ASSERT_EQ(keys, expected.answers());
        ASSERT_EQ(answer.nodes.size(), keys.size());
      }
      satisfied += answer.is_yes ? 1 : 0;
      const QueryPlan plan = plan_query(query, paths);
      QuerySearch search(plan);
      const bool is_there =
          query.kind == QueryKind::kCount ? expected.count() > 0 : !expected.answers().empty();
      ASSERT_EQ(search.find_one() == SearchResult::kFound, is_there);
      ASSERT_EQ(search.find_one(stream) == SearchResult::kFound, is_there);
    }
  }
  EXPECT_GT(satisfied, 2000U);
}

// Every solution that is found holds, and bound again it is found again.
TEST(QuerySearch, SolutionsHold) {
  for (std::uint32_t round = 0; round < 1000; ++round) {
    Stream stream(stream_key(3, "search-test"), {Purpose::kUnit, round});
    const Facts facts = random_facts(stream);
    const TripleStore store = store_with(facts);
    const PropertyPaths paths(store);
    const Query query = random_query(stream);
    const QueryPlan plan = plan_query(query, paths);
    QuerySearch search(plan);
    if (search.find_one(stream) != SearchResult::kFound) continue;
    const std::vector<Node> values(search.values().begin(), search.values().end());
    Query filled = query;
    for (Clause& clause : filled.clauses) {
      for (std::string* term : {&clause.subject, &clause.object}) {
        if (const auto variable = plan.find_variable(*term)) {
          *term = "ns:" + store.key(values[*variable]);
        }
      }
    }
    filled.kind = QueryKind::kCount;
    ASSERT_GT(BruteForce(facts, filled).count(), 0U) << to_text(query);
    for (std::uint32_t variable = 0; variable < values.size(); ++variable) {
      search.bind(variable, values[variable]);
    }
    ASSERT_EQ(search.find_one(), SearchResult::kFound);
    ASSERT_EQ(search.steps(), 0U);
  }
}

TEST(QuerySearch, CountsWaysAsSparqlDoes) {
  const TripleStore store = store_with({{"m.1", "r.a", "x.1"},
                                        {"m.1", "r.a", "x.2"},
                                        {"x.1", "r.b", "m.2"},
                                        {"x.2", "r.b", "m.2"},
                                        {"m.1", "r.c", "m.2"}});
  const PropertyPaths paths(store);
  const auto count = [&](const std::string& where) {
    return execute(*parse_query("SELECT count(*) WHERE { " + where + " }").query, paths).count;
  };
  EXPECT_EQ(count("ns:m.1 ns:r.a/ns:r.b ns:m.2"), 2U);
  EXPECT_EQ(count("ns:m.1 ns:r.a/ns:r.b|ns:r.c ns:m.2"), 3U);
  EXPECT_EQ(count("ns:m.1 ns:r.a/ns:r.b|ns:r.c ?x0 . ns:m.1 ns:r.a/ns:r.b ?x0"), 6U);
  EXPECT_EQ(count("?x0 ns:r.c ?x1 . FILTER ( ?x0 != ?x1 )"), 1U);
  EXPECT_EQ(count("?x0 ns:r.c ?x1 . FILTER ( ?x0 != ?x9 )"), 0U);  // never bound
  EXPECT_EQ(count("?x0 ns:r.c ns:m.2 . FILTER ( ns:m.7 != ns:m.8 )"), 1U);
  EXPECT_EQ(count("?x0 ns:r.c ns:m.2 . FILTER ( ns:m.7 != ns:m.7 )"), 0U);
}

TEST(QuerySearch, AbandonsWhatTakesTooManySteps) {
  Facts facts;
  for (int from = 0; from < 20; ++from) {
    for (int to = 0; to < 20; ++to) {
      if ((from + to) % 2 == 1) {
        facts.emplace("m." + std::to_string(from), "r.a", "m." + std::to_string(to));
      }
    }
  }
  const TripleStore store = store_with(facts);
  const PropertyPaths paths(store);
  // An odd cycle, where all cycles are even.
  const Query query = *parse_query(
                           "SELECT count(*) WHERE { ?x0 ns:r.a ?x1 . ?x1 ns:r.a ?x2 . ?x2 ns:r.a "
                           "?x3 . ?x3 ns:r.a ?x4 . ?x4 ns:r.a ?x0 }")
                           .query;
  const QueryPlan plan = plan_query(query, paths);
  QuerySearch search(plan, 1000);
  EXPECT_EQ(search.find_one(), SearchResult::kAbandoned);
  EXPECT_EQ(search.steps(), 1000U);
  EXPECT_EQ(search.count(), std::nullopt);
  EXPECT_TRUE(execute(query, paths, 1000).is_abandoned);
  QuerySearch patient(plan, UINT64_MAX);
  EXPECT_EQ(patient.find_one(), SearchResult::kNone);
}

// Two parts that share a bound node are searched one after the other, not one inside the other.
TEST(QuerySearch, SearchesSeparatePartsApart) {
  Facts facts;
  for (int number = 0; number < 500; ++number) {
    facts.emplace("m.hub", "r.a", "m.a" + std::to_string(number));
    facts.emplace("m.hub", "r.b", "m.b" + std::to_string(number));
    facts.emplace("m.b" + std::to_string(number), "r.d", "m.z");
  }
  facts.emplace("m.q", "r.c", "m.z");
  const TripleStore store = store_with(facts);
  const PropertyPaths paths(store);
  const Query query = *parse_query(
                           "SELECT count(*) WHERE { ns:m.hub ns:r.a ?x0 . ns:m.hub ns:r.b ?x1 . "
                           "?x1 ns:r.d ?x2 . ?x1 ns:r.c ?x3 }")
                           .query;
  EXPECT_FALSE(execute(query, paths, 2000).is_abandoned);
  const Query product =
      *parse_query("SELECT count(*) WHERE { ns:m.hub ns:r.a ?x0 . ns:m.hub ns:r.b ?x1 }").query;
  EXPECT_EQ(execute(product, paths, 2000).count, 250000U);
}

TEST(PropertyPaths, RefusesPathsWithTooManyPairs) {
  Facts facts;
  for (int number = 0; number < 100; ++number) {
    facts.emplace("m." + std::to_string(number), "r.gender", "m.male");
  }
  const TripleStore store = store_with(facts);
  const PropertyPaths paths(store, 5000);
  EXPECT_EQ(paths.find("ns:r.gender/^ns:r.gender"), nullptr);
  EXPECT_EQ(paths.find("ns:r.gender")->pairs(), 100U);
  EXPECT_EQ(paths.find("^ns:r.gender")->pairs(), 100U);
  EXPECT_EQ(paths.find("ns:r.other/ns:r.gender")->pairs(), 0U);
  const Query query =
      *parse_query("SELECT count(*) WHERE { ?x0 ns:r.gender/^ns:r.gender ?x1 }").query;
  EXPECT_TRUE(execute(query, paths).is_abandoned);
}

TEST(QuerySearch, TakesSixtyFourVariablesAndNoMore) {
  const TripleStore store = store_with({{"m.1", "r.a", "m.2"}, {"m.2", "r.a", "m.1"}});
  const PropertyPaths paths(store);
  const auto chain = [](std::size_t variables) {
    Query query;
    for (std::size_t number = 1; number < variables; ++number) {
      query.clauses.push_back({ClauseKind::kTriple, "?x" + std::to_string(number - 1), "ns:r.a",
                               "?x" + std::to_string(number)});
    }
    return query;
  };
  EXPECT_EQ(execute(chain(64), paths).count, 2U);
  EXPECT_TRUE(execute(chain(65), paths).is_abandoned);
  EXPECT_TRUE(execute(chain(200), paths).is_abandoned);
}

TEST(PropertyPaths, ReadsEveryPathOfTheInventory) {
  for (const std::string_view path : kPropertyPaths) EXPECT_FALSE(parse_path(path).empty()) << path;
  EXPECT_TRUE(parse_path("ns:a.b//ns:c.d").empty());
  const TripleStore store = store_with({{"m.1", "film.director.film", "m.2"}});
  EXPECT_EQ(empty_paths(kPropertyPaths, PropertyPaths(store)).size(), kPropertyPaths.size() - 1);
}

}  // namespace
}  // namespace assay::cfq
