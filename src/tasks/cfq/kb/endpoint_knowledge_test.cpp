#include "assay/tasks/cfq/kb/endpoint_knowledge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>

#include "assay/base/error_testing.h"
#include "assay/tasks/cfq/kb/sparql_store_testing.h"

namespace assay::cfq {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

EndpointLimits hasty_limits() {
  EndpointLimits limits;
  limits.http.milliseconds = 300;
  limits.http.connect_milliseconds = 300;
  limits.pause_milliseconds = 1;
  return limits;
}

// A store that knows what the test tells it to say to a query.
class ScriptedStore {
 public:
  using Script = std::function<ServerReply(const std::string& query)>;
  explicit ScriptedStore(Script script)
      : server_([script = std::move(script)](const std::string& request, unsigned) {
          return script(query_in(request));
        }),
        knowledge_(server_.address(), hasty_limits(), {}, {}) {}

  const EndpointKnowledge& knowledge() const { return knowledge_; }
  unsigned requests() const { return server_.requests(); }

 private:
  WebServer server_;
  EndpointKnowledge knowledge_;
};

Query pattern_of(const std::string& text) { return parse_query(text).query.value(); }

bool says(const std::string& query, const std::string& text) {
  return query.find(text) != std::string::npos;
}

TEST(EndpointKnowledge, CountsAndLists) {
  const ScriptedStore store([](const std::string& query) {
    if (says(query, "count(*)")) {
      return sparql_reply(sparql_json("\"count\"", "{" + literal_json("count", "12") + "}"));
    }
    if (says(query, "?some")) {
      return sparql_reply(sparql_json("\"some\"", "{" + literal_json("some", "1") + "}"));
    }
    return sparql_reply(
        sparql_json("\"x0\"", "{" + iri_json("x0", "m.2") + "},{" + iri_json("x0", "m.1") + "}"));
  });
  const Query closed = pattern_of("SELECT count(*) WHERE { ns:m.1 ns:r.a ?x0 }");
  EXPECT_EQ(store.knowledge().count(closed), 12U);
  EXPECT_TRUE(store.knowledge().answer(closed).is_yes);
  EXPECT_THAT(
      store.knowledge().answer(pattern_of("SELECT DISTINCT ?x0 WHERE { ?x0 ns:r.a ?x1 }")).keys,
      ElementsAre("m.1", "m.2"));
}

TEST(EndpointKnowledge, ACountThatIsNoNumberIsALie) {
  for (const std::string& rows : {std::string(), "{" + literal_json("count", "many") + "}"}) {
    const ScriptedStore store(
        [&](const std::string&) { return sparql_reply(sparql_json("\"count\"", rows)); });
    EXPECT_THAT(
        [&] { store.knowledge().count(pattern_of("SELECT count(*) WHERE { ?x0 ns:r.a ?x1 }")); },
        fails(ErrorKind::kEndpoint, "is no number"));
  }
}

// Whoever answers a question about names with other names, or twice.
TEST(EndpointKnowledge, NamesThatNobodyAskedForAreALie) {
  const ScriptedStore store([](const std::string&) {
    return sparql_reply(
        sparql_json(R"("name","one","count")", "{" + literal_json("name", "Other") + "," +
                                                   iri_json("one", "m.1") + "," +
                                                   literal_json("count", "1") + "}"));
  });
  EXPECT_THAT([&] { store.knowledge().owners_of("Asked"); },
              fails(ErrorKind::kEndpoint, "asked who has some names"));
}

// m.1 directed m.2, m.3 directed m.4 and m.9; m.9 shares its name.
const SparqlStore& directors() {
  static const SparqlStore kStore({{"m.1", "film.director.film", "m.2"},
                                   {"m.3", "film.director.film", "m.4"},
                                   {"m.3", "film.director.film", "m.9"},
                                   {"m.10", "film.editor.film", "m.2"}},
                                  {{"m.1", "One"},
                                   {"m.2", "Two"},
                                   {"m.3", "Three"},
                                   {"m.4", "Four; and more"},
                                   {"m.9", "Twice"},
                                   {"m.10", "Twice"}});
  return kStore;
}

class DirectorsStore {
 public:
  const EndpointKnowledge& knowledge() const { return store_.knowledge(); }
  unsigned requests() const { return store_.requests(); }

 private:
  ScriptedStore store_{
      [](const std::string& query) { return sparql_reply(directors().answer(query)); }};
};

TEST(EndpointKnowledge, KnowsNamesAndEntities) {
  const DirectorsStore store;
  const EndpointKnowledge& knowledge = store.knowledge();
  knowledge.check();
  EXPECT_THAT(knowledge.names_of({"m.3", "m.7", "m.1"}), ElementsAre("Three", "", "One"));
  EXPECT_TRUE(knowledge.have_own_names({"m.1", "m.2", "m.3"}));
  EXPECT_FALSE(knowledge.have_own_names({"m.1", "m.9"}));
  EXPECT_FALSE(knowledge.have_own_names({"m.4"}));  // no name for a question
  EXPECT_FALSE(knowledge.have_own_names({"m.7"}));
  EXPECT_EQ(knowledge.owners_of("Twice").count, 2U);
  EXPECT_EQ(knowledge.owners_of("One").key, "m.1");
  EXPECT_EQ(knowledge.owners_of("Nobody").count, 0U);
  EXPECT_TRUE(knowledge.has_entity("m.1"));
  EXPECT_FALSE(knowledge.has_entity("m.77"));
  EXPECT_TRUE(knowledge.has_facts_of("ns:film.director.film"));
  EXPECT_FALSE(knowledge.has_facts_of("ns:film.writer.film"));
}

// What a question may be cut into is asked for at once and remembered.
TEST(EndpointKnowledge, NamesAreLookedUpTogetherAndOnce) {
  const DirectorsStore store;
  store.knowledge().expect_names([] {
    std::vector<std::string> names;
    for (int at = 0; at < 150; ++at) names.push_back("Name " + std::to_string(at));
    names.emplace_back("One");
    return names;
  });
  EXPECT_EQ(store.requests(), 2U);  // at most a hundred in one
  EXPECT_EQ(store.knowledge().owners_of("One").key, "m.1");
  EXPECT_EQ(store.knowledge().owners_of("Name 149").count, 0U);
  EXPECT_EQ(store.requests(), 2U);
}

TEST(EndpointKnowledge, GroundsWithNamesOfTheirOwn) {
  const DirectorsStore store;
  const Query pattern = pattern_of("SELECT DISTINCT ?x0 WHERE { ?x0 ns:film.director.film M0 }");
  for (std::uint64_t unit = 0; unit < 6; ++unit) {
    const KnownGrounding grounding =
        store.knowledge().ground(pattern, stream_key(1, "cfq"), {Purpose::kItem, unit});
    ASSERT_EQ(grounding.outcome, GroundingOutcome::kAnswered);
    ASSERT_EQ(grounding.fillings.size(), 1U);
    EXPECT_EQ(grounding.fillings[0].placeholder, "M0");
    EXPECT_EQ(grounding.fillings[0].key, "m.2");
    EXPECT_THAT(grounding.answers, ElementsAre("m.1"));
  }
}

TEST(EndpointKnowledge, HalfOfYesNoQuestionsAreAnsweredNoByMixing) {
  const SparqlStore facts(
      {{"m.1", "film.director.film", "m.2"}, {"m.3", "film.director.film", "m.4"}},
      {{"m.1", "One"}, {"m.2", "Two"}, {"m.3", "Three"}, {"m.4", "Four"}});
  const ScriptedStore store(
      [&](const std::string& query) { return sparql_reply(facts.answer(query)); });
  const Query pattern = pattern_of("SELECT count(*) WHERE { M0 ns:film.director.film M1 }");
  int no = 0;
  for (std::uint64_t unit = 0; unit < 40; ++unit) {
    const KnownGrounding grounding =
        store.knowledge().ground(pattern, stream_key(1, "cfq"), {Purpose::kItem, unit});
    const bool is_no = grounding.outcome == GroundingOutcome::kMixedNo;
    no += is_no ? 1 : 0;
    EXPECT_EQ(store.knowledge().answer(filled_by_keys(pattern, grounding.fillings)).is_yes, !is_no);
  }
  EXPECT_GT(no, 10);
  EXPECT_LT(no, 30);
}

// Against the embedded store's laws: random facts and queries, everything tried.
TEST(EndpointKnowledge, GroundsWhatCanBeGrounded) {
  std::map<GroundingOutcome, int> outcomes;
  for (std::uint32_t round = 0; round < 120; ++round) {
    Stream stream(stream_key(7, "endpoint-test"), {Purpose::kUnit, round});
    const Facts facts = random_facts(stream);
    std::map<std::string, std::string> names;
    for (int node = 0; node < 12; ++node) {
      const std::string key = "m." + std::to_string(node);
      if (stream.below(6) > 0) names[key] = "Name " + std::to_string(stream.below(40));
    }
    const Query pattern = random_query(stream, 7);
    SCOPED_TRACE("round " + std::to_string(round) + "\n" + to_text(pattern));
    if (names.empty()) continue;
    const SparqlStore sparql(facts, names);
    const ScriptedStore store(
        [&](const std::string& query) { return sparql_reply(sparql.answer(query)); });
    const KnownGrounding grounding =
        store.knowledge().ground(pattern, stream_key(1, "cfq"), {Purpose::kItem, round});
    ++outcomes[grounding.outcome];
    if (grounding.outcome == GroundingOutcome::kAbandoned ||
        grounding.outcome == GroundingOutcome::kUnsatisfiable) {
      continue;
    }
    std::vector<std::string> keys;
    for (const KnownFilling& each : grounding.fillings) keys.push_back(each.key);
    ASSERT_TRUE(store.knowledge().have_own_names(keys));
    const Query filled = filled_by_keys(pattern, grounding.fillings);
    const BruteForce answer(facts, filled);
    ASSERT_EQ(answer.count() > 0, !grounding.is_no());
    if (pattern.kind != QueryKind::kSelect) continue;
    ASSERT_EQ(std::set<std::string>(grounding.answers.begin(), grounding.answers.end()),
              answer.answers());
  }
  for (const GroundingOutcome outcome :
       {GroundingOutcome::kAnswered, GroundingOutcome::kYes, GroundingOutcome::kUnsatisfiable}) {
    EXPECT_GT(outcomes[outcome], 5) << static_cast<int>(outcome);
  }
}

// One query is too much; the store is well.
TEST(EndpointKnowledge, WhatIsTooMuchForTheStoreIsAbandoned) {
  for (const bool hangs : {true, false}) {
    const ScriptedStore store([&](const std::string& query) {
      if (!says(query, "film.director.film")) return sparql_reply(directors().answer(query));
      return hangs ? ServerReply{"", true} : web_reply(500, "text/plain", "too expensive");
    });
    const Query pattern = pattern_of("SELECT DISTINCT ?x0 WHERE { ?x0 ns:film.director.film M0 }");
    EXPECT_EQ(store.knowledge().ground(pattern, {}, {}).outcome, GroundingOutcome::kAbandoned);
    const Query query = pattern_of("SELECT DISTINCT ?x0 WHERE { ?x0 ns:film.director.film ?x1 }");
    EXPECT_TRUE(store.knowledge().answer(query).is_abandoned);
    EXPECT_EQ(store.knowledge().count(query), std::nullopt);
  }
}

TEST(EndpointKnowledge, AStoreThatAnswersNothingAtAllIsAnError) {
  const ScriptedStore store([](const std::string&) { return ServerReply{"", true}; });
  const Query query = pattern_of("SELECT DISTINCT ?x0 WHERE { ?x0 ns:film.director.film ?x1 }");
  EXPECT_THAT([&] { store.knowledge().answer(query); },
              fails(ErrorKind::kEndpoint, "no answer after 1 attempt"));
  const EndpointKnowledge dead(WebServer::dead_address(), hasty_limits(), {}, {});
  EXPECT_THAT([&] { dead.answer(query); },
              fails(ErrorKind::kEndpoint, "no answer after 3 attempts"));
}

TEST(EndpointKnowledge, AStoreWithoutNamesIsRefused) {
  const ScriptedStore store(
      [](const std::string&) { return sparql_reply(sparql_json("\"name\"", "")); });
  EXPECT_THAT([&] { store.knowledge().check(); },
              fails(ErrorKind::kInput, "no entity has an English name"));
}

// A query of a model may have what no path and no variable has.
TEST(EndpointKnowledge, WhatCannotBeAskedIsNowhere) {
  const DirectorsStore store;
  for (const auto& [subject, predicate] :
       {std::pair{"ns:m.1", "ns:a/"}, std::pair{"?x-0", "ns:film.director.film"}}) {
    Query query;
    query.clauses.push_back({ClauseKind::kTriple, subject, predicate, "ns:m.2"});
    EXPECT_FALSE(store.knowledge().answer(query).is_yes) << subject;
  }
  EXPECT_EQ(store.requests(), 0U);
}

TEST(EndpointKnowledge, ThreadsShareIt) {
  const DirectorsStore store;
  const Query query = pattern_of("SELECT DISTINCT ?x0 WHERE { ?x0 ns:film.director.film ns:m.2 }");
  std::atomic<int> right = 0;
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&] {
        for (int round = 0; round < 10; ++round) {
          right += store.knowledge().answer(query).keys == std::vector<std::string>{"m.1"} ? 1 : 0;
        }
      });
    }
  }
  EXPECT_EQ(right, 40);
}

}  // namespace
}  // namespace assay::cfq
