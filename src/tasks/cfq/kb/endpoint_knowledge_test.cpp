#include "assay/tasks/cfq/kb/endpoint_knowledge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "assay/base/error_testing.h"
#include "assay/http/web_server_testing.h"

namespace assay::cfq {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string decoded(const std::string& form) {
  std::string text;
  for (std::size_t at = 0; at < form.size(); ++at) {
    if (form[at] != '%') {
      text += form[at];
    } else {
      text += static_cast<char>(std::stoi(form.substr(at + 1, 2), nullptr, 16));
      at += 2;
    }
  }
  return text;
}

std::string table(const std::string& vars, const std::string& bindings) {
  return R"({"head":{"vars":[)" + vars + R"(]},"results":{"bindings":[)" + bindings + "]}}";
}

std::string iri(const std::string& name, const std::string& key) {
  return "\"" + name + R"(":{"type":"uri","value":"http://rdf.freebase.com/ns/)" + key + "\"}";
}

std::string literal(const std::string& name, const std::string& text) {
  return "\"" + name + R"(":{"type":"literal","xml:lang":"en","value":")" + text + "\"}";
}

// A store that knows what the test tells it to say to a query.
class ScriptedStore {
 public:
  using Script = std::function<std::string(const std::string& query)>;
  explicit ScriptedStore(const Script& script)
      : server_([script](const std::string& request, unsigned) {
          const std::string query = decoded(request.substr(request.find("query=") + 6));
          return web_reply(200, "application/sparql-results+json", script(query));
        }),
        endpoint_(server_.address(), {}, {}),
        knowledge_(endpoint_) {}

  EndpointKnowledge& knowledge() { return knowledge_; }

 private:
  WebServer server_;
  SparqlEndpoint endpoint_;
  EndpointKnowledge knowledge_;
};

Query pattern_of(const std::string& text) { return parse_query(text).query.value(); }

bool says(const std::string& query, const std::string& text) {
  return query.find(text) != std::string::npos;
}

TEST(EndpointKnowledge, CountsAndLists) {
  ScriptedStore store([](const std::string& query) {
    if (says(query, "count(*)")) return table("\"count\"", "{" + literal("count", "12") + "}");
    return table("\"x0\"", "{" + iri("x0", "m.2") + "},{" + iri("x0", "m.1") + "}");
  });
  const KnownAnswer count =
      store.knowledge().answer(pattern_of("SELECT count(*) WHERE { ns:m.1 ns:r.a ?x0 }"));
  EXPECT_EQ(count.count, 12U);
  EXPECT_TRUE(count.is_yes);
  EXPECT_THAT(
      store.knowledge().answer(pattern_of("SELECT DISTINCT ?x0 WHERE { ?x0 ns:r.a ?x1 }")).keys,
      ElementsAre("m.1", "m.2"));
}

TEST(EndpointKnowledge, ACountThatIsNoNumberIsALie) {
  for (const std::string& rows : {std::string(), "{" + literal("count", "many") + "}"}) {
    ScriptedStore store([&](const std::string&) { return table("\"count\"", rows); });
    EXPECT_THAT(
        [&] { store.knowledge().answer(pattern_of("SELECT count(*) WHERE { ?x0 ns:r.a ?x1 }")); },
        fails(ErrorKind::kEndpoint, "is no number"));
  }
}

// Two films, one of which shares its name with something else.
std::string films(const std::string& query) {
  if (says(query, "?nameM0")) {
    return table("\"M0\",\"nameM0\"", "{" + iri("M0", "m.9") + "," + literal("nameM0", "Twice") +
                                          "},{" + iri("M0", "m.5") + "," +
                                          literal("nameM0", "Once") + "}");
  }
  if (says(query, "\"Twice\"@en")) {
    return table("\"node\"", "{" + iri("node", "m.9") + "},{" + iri("node", "m.10") + "}");
  }
  if (says(query, "\"Once\"@en")) return table("\"node\"", "{" + iri("node", "m.5") + "}");
  if (says(query, "SELECT DISTINCT ?x0")) {
    EXPECT_THAT(query, HasSubstr("m.5>"));
    return table("\"x0\"", "{" + iri("x0", "m.7") + "}");
  }
  return table("\"name\"", "{" + literal("name", "Somebody") + "}");
}

TEST(EndpointKnowledge, GroundsWithNamesOfTheirOwn) {
  ScriptedStore store(films);
  const Query pattern = pattern_of("SELECT DISTINCT ?x0 WHERE { ?x0 ns:film.director.film M0 }");
  for (std::uint64_t unit = 0; unit < 6; ++unit) {
    const KnownGrounding grounding =
        store.knowledge().ground(pattern, stream_key(1, "cfq"), {Purpose::kItem, unit});
    ASSERT_EQ(grounding.outcome, GroundingOutcome::kAnswered);
    ASSERT_EQ(grounding.fillings.size(), 1U);
    EXPECT_EQ(grounding.fillings[0].placeholder, "M0");
    EXPECT_EQ(grounding.fillings[0].key, "m.5");
    EXPECT_EQ(grounding.fillings[0].name, "Once");
    EXPECT_THAT(grounding.answers, ElementsAre("m.7"));
  }
  EXPECT_EQ(store.knowledge().name("m.7"), "Somebody");
}

// People and films of which M0 directed M1: m.1 directed m.2, and m.3 directed m.4.
std::string directors(const std::string& query) {
  const auto row = [](const std::string& person, const std::string& film) {
    return "{" + iri("M0", person) + "," + iri("M1", film) + "," + literal("nameM0", person) + "," +
           literal("nameM1", film) + "}";
  };
  if (says(query, "?nameM0")) {
    return table("\"M0\",\"M1\",\"nameM0\",\"nameM1\"",
                 row("m.1", "m.2") + "," + row("m.3", "m.4"));
  }
  if (says(query, "?node")) return table("\"node\"", "{" + iri("node", "m.1") + "}");
  const bool holds =
      (says(query, "m.1>") && says(query, "m.2>")) || (says(query, "m.3>") && says(query, "m.4>"));
  return table("\"count\"", "{" + literal("count", holds ? "1" : "0") + "}");
}

TEST(EndpointKnowledge, HalfOfYesNoQuestionsAreAnsweredNoByMixing) {
  ScriptedStore store(directors);
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

TEST(EndpointKnowledge, WhatHasNoSolutionIsUnsatisfiable) {
  ScriptedStore store([](const std::string&) { return table("\"M0\",\"nameM0\"", ""); });
  EXPECT_EQ(store.knowledge()
                .ground(pattern_of("SELECT count(*) WHERE { M0 ns:r.a ?x0 }"), {}, {})
                .outcome,
            GroundingOutcome::kUnsatisfiable);
}

}  // namespace
}  // namespace assay::cfq
