#include "assay/tasks/cfq/kb/sparql_text.h"

#include <gtest/gtest.h>

#include "assay/base/error_testing.h"

namespace assay::cfq {
namespace {

#define NS "http://rdf.freebase.com/ns/"

Query query_of(const std::string& text) { return parse_query(text).query.value(); }

TEST(SparqlText, WritesWholeIrisAndNamesTheCount) {
  EXPECT_EQ(sparql_text(query_of("SELECT count(*) WHERE {\n?x0 a ns:film.film .\n"
                                 "M0 ns:a.b/ns:r.c|^ns:r.d ns:m.0x .\nFILTER ( ?x0 != M0 )\n}")),
            "SELECT (count(*) AS ?count) WHERE {\n"
            "?x0 a <" NS
            "film.film> .\n"
            "?M0 <" NS "a.b>/<" NS "r.c>|^<" NS "r.d> <" NS
            "m.0x> .\n"
            "FILTER ( ?x0 != ?M0 )\n}");
  EXPECT_EQ(sparql_text(query_of("SELECT DISTINCT ?x0 WHERE { ?x0 ns:r.a ?x1 }")),
            "SELECT DISTINCT ?x0 WHERE {\n?x0 <" NS "r.a> ?x1 .\n}");
}

TEST(SparqlText, AsksForSolutions) {
  const std::vector<std::string> names{"M0", "nameM0"};
  EXPECT_EQ(sparql_solutions(query_of("SELECT count(*) WHERE { M0 ns:r.a ?x0 }"), names,
                             "?M0 <n> ?nameM0 .\n", 7),
            "SELECT DISTINCT ?M0 ?nameM0 WHERE {\n?M0 <" NS
            "r.a> ?x0 .\n?M0 <n> ?nameM0 .\n} LIMIT 7");
}

TEST(SparqlText, NothingOfAKeyEndsAnIri) {
  EXPECT_EQ(iri_text("m.0\"><x> {"), "<" NS "m.0%22%3E%3Cx%3E%20%7B>");
  EXPECT_EQ(iri_text("http://example.org/a"), "<http://example.org/a>");
}

TEST(SparqlText, RefusesWhatIsNoVariableOrPath) {
  EXPECT_THAT([] { variable_text("?x0 }"); }, fails(ErrorKind::kInput, "is no variable"));
  EXPECT_THAT([] { variable_text("?"); }, fails(ErrorKind::kInput, "is no variable"));
  Query query;
  query.clauses.push_back({ClauseKind::kTriple, "?x0", "ns:a//ns:b", "?x1"});
  EXPECT_THAT([&] { sparql_text(query); }, fails(ErrorKind::kInput, "is no property path"));
}

}  // namespace
}  // namespace assay::cfq
