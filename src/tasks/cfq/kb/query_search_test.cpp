#include "assay/tasks/cfq/kb/query_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "assay/base/random.h"
#include "assay/tasks/cfq/kb/inventory.h"
#include "assay/tasks/cfq/kb/triple_store_builder.h"

namespace assay::cfq {
namespace {

using Fact = std::tuple<std::string, std::string, std::string>;
using Facts = std::set<Fact>;

TripleStore store_with(const Facts& facts) {
  return prepare_triple_store("", "test", {}, [&](TripleStoreBuilder& builder) {
    for (const auto& [subject, relation, object] : facts) {
      const std::uint32_t from = builder.node(subject);
      const std::uint32_t to = builder.node(object);
      builder.add(from, builder.relation(relation), to);
    }
  });
}

// The other way of answering, by SPARQL's own definitions on texts: each clause as a bag of pairs,
// all assignments of all nodes to all variables, one after the other. It shares no code with what
// it checks but the clauses of a query.
class BruteForce {
 public:
  BruteForce(const Facts& facts, const Query& query) : facts_(facts), query_(query) {
    std::set<std::string> nodes;
    for (const auto& [subject, relation, object] : facts) {
      nodes.insert(subject);
      nodes.insert(object);
    }
    nodes_.assign(nodes.begin(), nodes.end());
    std::set<std::string> variables;
    for (const Clause& clause : query.clauses) {
      if (clause.kind == ClauseKind::kFilter) continue;
      for (const std::string& each : {clause.subject, clause.object}) {
        if (each[0] == '?' || each[0] == 'M') variables.insert(each);
      }
      bags_.push_back(path_bag(clause.predicate));
    }
    variables_.assign(variables.begin(), variables.end());
    assign(0);
  }

  std::uint64_t count() const { return count_; }
  const std::set<std::string>& answers() const { return answers_; }

 private:
  using Pair = std::pair<std::string, std::string>;
  using Bag = std::map<Pair, std::uint64_t>;

  Bag step_bag(std::string step) const {
    const bool is_turned = step[0] == '^';
    if (is_turned) step = step.substr(1);
    if (step.substr(0, 3) == "ns:") step = step.substr(3);
    Bag bag;
    for (const auto& [subject, relation, object] : facts_) {
      if (relation == step) ++bag[is_turned ? Pair(object, subject) : Pair(subject, object)];
    }
    return bag;
  }

  Bag path_bag(const std::string& path) const {
    if (const auto bar = path.find('|'); bar != std::string::npos) {
      Bag bag = path_bag(path.substr(0, bar));
      for (const auto& [pair, times] : path_bag(path.substr(bar + 1))) bag[pair] += times;
      return bag;
    }
    const auto slash = path.find('/');
    if (slash == std::string::npos) return step_bag(path);
    Bag bag;
    const Bag rest = path_bag(path.substr(slash + 1));
    for (const auto& [first, times] : step_bag(path.substr(0, slash))) {
      for (const auto& [second, more] : rest) {
        if (first.second == second.first) bag[{first.first, second.second}] += times * more;
      }
    }
    return bag;
  }

  std::string value(const std::string& term) const {
    if (term[0] != '?' && term[0] != 'M') return term.substr(0, 3) == "ns:" ? term.substr(3) : term;
    const auto found = values_.find(term);
    return found == values_.end() ? "" : found->second;
  }

  void assign(std::size_t next) {
    if (next < variables_.size()) {
      for (const std::string& node : nodes_) {
        values_[variables_[next]] = node;
        if (is_possible(variables_[next])) assign(next + 1);
      }
      values_.erase(variables_[next]);
      return;
    }
    std::uint64_t times = 1;
    std::size_t bag = 0;
    for (const Clause& clause : query_.clauses) {
      const std::string subject = value(clause.subject);
      const std::string object = value(clause.object);
      if (clause.kind == ClauseKind::kFilter) {
        if (subject.empty() || object.empty() || subject == object) return;
      } else {
        const auto found = bags_[bag].find({subject, object});
        ++bag;
        if (found == bags_[bag - 1].end()) return;
        times *= found->second;
      }
    }
    count_ += times;
    if (query_.kind != QueryKind::kSelect) return;
    const std::string answer = value(query_.answer);
    if (!answer.empty()) answers_.insert(answer);
  }

  // Only so that the loops end: a clause whose two ends are known must hold.
  bool is_possible(const std::string& variable) const {
    std::size_t bag = 0;
    for (const Clause& clause : query_.clauses) {
      if (clause.kind == ClauseKind::kFilter) continue;
      const Bag& pairs = bags_[bag++];
      if (clause.subject != variable && clause.object != variable) continue;
      const std::string subject = value(clause.subject);
      const std::string object = value(clause.object);
      if (!subject.empty() && !object.empty() && !pairs.contains({subject, object})) return false;
    }
    return true;
  }

  const Facts& facts_;
  const Query& query_;
  std::vector<std::string> nodes_;
  std::vector<std::string> variables_;
  std::vector<Bag> bags_;
  std::map<std::string, std::string> values_;
  std::uint64_t count_ = 0;
  std::set<std::string> answers_;
};

Facts random_facts(Stream& stream) {
  Facts facts;
  const std::uint64_t nodes = 2 + stream.below(9);
  const std::uint64_t relations = 3 + stream.below(2);
  for (std::uint64_t left = 1 + stream.below(80); left > 0; --left) {
    const std::uint64_t subject = stream.below(nodes);
    const std::uint64_t relation = stream.below(relations);
    const std::uint64_t object = stream.below(nodes);
    facts.emplace("m." + std::to_string(subject), "r.t." + std::to_string(relation),
                  "m." + std::to_string(object));
  }
  for (std::uint64_t node = 0; node < nodes; ++node) {
    const std::uint64_t type = stream.below(4);
    if (type < 3) facts.emplace("m." + std::to_string(node), "a", "t." + std::to_string(type));
  }
  return facts;
}

std::string random_path(Stream& stream) {
  std::string path;
  const std::uint64_t alternatives = 1 + stream.below(6) / 4;
  for (std::uint64_t alternative = 0; alternative < alternatives; ++alternative) {
    if (alternative > 0) path += '|';
    const std::uint64_t steps = 1 + stream.below(7) / 4 + stream.below(12) / 11;
    for (std::uint64_t step = 0; step < steps; ++step) {
      if (step > 0) path += '/';
      if (stream.below(5) == 0) path += '^';
      path += "ns:r.t." + std::to_string(stream.below(9) / 2);  // r.t.4 is never there
    }
  }
  return path;
}

std::string random_term(Stream& stream, std::uint64_t variables) {
  const std::uint64_t kind = stream.below(12);
  const std::uint64_t number = stream.below(12);
  if (kind == 0) return "ns:m." + std::to_string(number);  // perhaps unknown
  if (kind == 1) return "M" + std::to_string(number % 2);
  return "?x" + std::to_string(number % variables);
}

Query random_query(Stream& stream) {
  Query query;
  const std::uint64_t variables = 1 + stream.below(4);
  if (stream.below(2) == 0) {
    query.kind = QueryKind::kSelect;
    query.answer = "?x0";
  }
  for (std::uint64_t left = 1 + stream.below(5); left > 0; --left) {
    Clause& clause = query.clauses.emplace_back();
    clause.subject = random_term(stream, variables);
    const std::uint64_t kind = stream.below(8);
    if (kind == 0) {
      clause.kind = ClauseKind::kFilter;
      clause.object = random_term(stream, variables);
    } else if (kind == 1) {
      clause.predicate = "a";
      clause.object = "ns:t." + std::to_string(stream.below(4));
    } else {
      clause.predicate = random_path(stream);
      clause.object = random_term(stream, variables);
    }
  }
  return query;
}

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
    search.unbind_all();
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

TEST(PropertyPaths, ReadsEveryPathOfTheInventory) {
  for (const std::string_view path : kPropertyPaths) EXPECT_FALSE(parse_path(path).empty()) << path;
  EXPECT_TRUE(parse_path("ns:a.b//ns:c.d").empty());
}

TEST(MissingRelations, AreNamed) {
  const TripleStore store = store_with({{"m.1", "r.a", "m.2"}});
  const Query query =
      *parse_query(
           "SELECT count(*) WHERE { ?x0 ns:r.a/ns:r.b ?x1 . ?x1 ^ns:r.b M0 . ?x1 a ns:t.t }")
           .query;
  EXPECT_EQ(missing_relations(query, store), (std::vector<std::string>{"r.b", "a"}));
}

}  // namespace
}  // namespace assay::cfq
