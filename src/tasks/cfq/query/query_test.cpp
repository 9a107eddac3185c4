// CFQ's queries against the published examples, brute force and all published queries at hand.
#include "assay/tasks/cfq/query/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "assay/tasks/cfq/query/query_preprocessing.h"
#include "assay/tasks/cfq/query/query_testing.h"

namespace assay::cfq {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Stream stream_of(std::uint64_t unit) { return {stream_key(1, "cfq queries"), {.unit = unit}}; }

std::string canonical(std::string_view text) { return to_text(canonicalise(read(text))); }

// Equality of meaning by trying every renaming, on texts.
bool same_by_force(const Query& a, const Query& b) {
  const auto texts_of = [](const Query& query) {
    std::set<std::string> texts;
    for (const Clause& clause : query.clauses) texts.insert(to_text(clause));
    return texts;
  };
  const auto ours = variables_of(a);
  const auto theirs = variables_of(b);
  if (a.kind != b.kind || ours.size() != theirs.size()) return false;
  const std::set<std::string> wanted = texts_of(a);
  std::vector<std::string> names(ours.begin(), ours.end());
  std::sort(names.begin(), names.end());
  do {
    const Query other = renamed(b, theirs, names);
    if (other.answer == a.answer && texts_of(other) == wanted) return true;
  } while (std::next_permutation(names.begin(), names.end()));
  return false;
}

TEST(Parse, ReadsBackWhatIsPublished) {
  for (const std::string_view text : kSamples) {
    EXPECT_EQ(to_text(read(text)), text);
    EXPECT_EQ(to_text(read(preprocess_query(text))), text);
  }
}

TEST(Parse, TakesAnyWhiteSpaceAndAnyVariable) {
  const Query query = read(
      "\tSELECT DISTINCT ?y WHERE{?y a film.film. FILTER(?y!=M0) .\r\n\n ?x17 ns:a.b/ns:c.d "
      "m_03_3d . }");
  EXPECT_EQ(to_text(query),
            "SELECT DISTINCT ?y WHERE {\n?y a ns:film.film .\nFILTER ( ?y != M0 ) .\n"
            "?x17 ns:a.b/ns:c.d ns:m.03_3d\n}");
  EXPECT_EQ(to_text(canonicalise(query)),
            "SELECT DISTINCT ?x0 WHERE {\n?x0 a ns:film.film .\n"
            "?x1 ns:a.b/ns:c.d ns:m.03_3d .\nFILTER ( ?x0 != M0 )\n}");
}

TEST(Parse, TakesKeywordsInAnyCase) {
  const std::string_view text = "select distinct ?x0 Where { ?x0 a ns:f.f . filter ( ?x0 != M0 ) }";
  EXPECT_EQ(to_text(read(text)),
            "SELECT DISTINCT ?x0 WHERE {\n?x0 a ns:f.f .\nFILTER ( ?x0 != M0 )\n}");
  EXPECT_EQ(to_text(read("SELECT COUNT(*) WHERE { M0 ns:a.b M1 }")),
            "SELECT count(*) WHERE {\nM0 ns:a.b M1\n}");
}

TEST(Parse, NamesTheTokenWhereReadingStops) {
  const struct {
    std::string_view text;
    const char* says;
  } cases[] = {
      {"", "the query ends where \"SELECT\" should follow"},
      {"SELECT", "the query ends where \"DISTINCT\" or \"count\" should follow"},
      {"selct count(*)", "token 1 of the query is \"selct\", but \"SELECT\" was expected"},
      {"SELECT count(*) where { M0 A M1 }", "is \"A\", but a property was expected"},
      {"SELECT DISTINCT x0", "token 3 of the query is \"x0\", but a variable was expected"},
      {"SELECT count(*) WHERE { }", "token 8 of the query is \"}\", but a variable, entity"},
      {"SELECT count(*) WHERE { M0 a }", "token 10 of the query is \"}\", but a variable, entity"},
      {"SELECT count(*) WHERE { M0 ns:a.b M1 M2", "is \"M2\", but \".\" or \"}\" was expected"},
      {"SELECT count(*) WHERE { M0 ns:a.b/c.d M1 }", "is \"ns:a.b/c.d\", but a property was"},
      {"SELECT count(*) WHERE { M0 ^a.b M1 }", "is \"^a.b\", but a property was expected"},
      {"SELECT count(*) WHERE { M0 ns:a.b M1", "the query ends where \".\" or \"}\" should follow"},
      {"SELECT count(*) WHERE { FILTER ( M0 = M1 ) }", "is \"=\", but \"!=\" was expected"},
      {"SELECT count(*) WHERE { M0 ns:a.b M1 } }", "token 12 of the query is \"}\", but the end"},
      {"SELECT count(*) WHERE { M0 ns:a.b m_ }", "is \"m_\", but a variable, entity"},
      {"SELECT count(*) WHERE { M0 ns:a.b <OOV> }", "is \"<OOV>\", but a variable, entity"},
      {"SELECT count(*) WHERE { M0 ns:a.b \x01\x1b[2J }", "is \"\\x01\\x1b[2J\", but a variable"},
  };
  for (const auto& each : cases) {
    const ParsedQuery parsed = parse_query(each.text);
    EXPECT_FALSE(parsed.query) << each.text;
    EXPECT_THAT(parsed.problem, HasSubstr(each.says)) << each.text;
  }
}

TEST(Canonical, ReproducesPublishedQueries) {
  Stream stream = stream_of(0);
  for (const std::string_view text : kSamples) {
    EXPECT_EQ(canonical(text), text);
    for (int i = 0; i < 50; ++i) {
      EXPECT_EQ(to_text(canonicalise(shuffled(read(text), stream))), text);
    }
  }
}

TEST(Canonical, KeepsDuplicatesAndSortsByBytes) {
  EXPECT_EQ(
      canonical("SELECT count(*) WHERE { M10 ns:a.b M0 . M1 ns:a.b M0 . FILTER ( M1 != ?z ) . "
                "M1 ns:a.b M0 . ?z ns:b.c ?z . ?z a ns:c.d . ?z ^ns:z.z M1 }"),
      "SELECT count(*) WHERE {\n?x0 ^ns:z.z M1 .\n?x0 a ns:c.d .\n?x0 ns:b.c ?x0 .\n"
      "FILTER ( M1 != ?x0 ) .\nM1 ns:a.b M0 .\nM1 ns:a.b M0 .\nM10 ns:a.b M0\n}");
}

// Random graphs over few words, so that many variables look alike.
Query random_query(Stream& stream, std::size_t variables, std::size_t clauses) {
  Query query;
  if (stream.below(2) == 0) {
    query.kind = QueryKind::kSelect;
    query.answer = "?x0";
  }
  const auto node = [&] {
    const std::uint64_t pick = stream.below(variables + 1);
    return pick == variables ? std::string("M0") : "?x" + std::to_string(pick);
  };
  for (std::size_t i = 0; i < clauses; ++i) {
    Clause& clause = query.clauses.emplace_back();
    clause.subject = node();
    clause.object = node();
    const std::uint64_t kind = stream.below(5);
    clause.kind = kind == 0 ? ClauseKind::kFilter : ClauseKind::kTriple;
    if (kind > 0) clause.predicate = kind < 3 ? "ns:p.p" : "ns:q.q";
  }
  return query;
}

TEST(Canonical, DependsOnNothingButTheClauses) {
  for (std::uint64_t round = 0; round < 3000; ++round) {
    Stream stream = stream_of(round);
    const std::size_t variables = 1 + round % (kMostNumbered - 1);
    const Query query = random_query(stream, variables, 1 + stream.below(9));
    const Query form = canonicalise(query);
    ASSERT_EQ(canonicalise(form), form) << to_text(query);
    ASSERT_EQ(canonicalise(shuffled(query, stream)), form) << to_text(query);
    ASSERT_TRUE(same_meaning(query, form)) << to_text(query);
  }
}

// Beyond kMostNumbered the form is still the same wherever surroundings tell variables apart.
TEST(Canonical, HoldsForMoreVariablesThanCanBeTried) {
  for (std::uint64_t round = 0; round < 300; ++round) {
    Stream stream = stream_of(round);
    const std::size_t variables = kMostNumbered + 2 + stream.below(30);
    Query query = random_query(stream, variables, variables);
    for (std::size_t i = 0; i < variables; ++i) {
      const std::string number = std::to_string(i);
      query.clauses.push_back({{}, "?x" + number, "a", "ns:type.t" + number});
    }
    const Query form = canonicalise(query);
    ASSERT_EQ(canonicalise(shuffled(query, stream)), form) << to_text(query);
    ASSERT_TRUE(same_meaning(query, form)) << to_text(query);
  }
}

TEST(Meaning, AgreesWithBruteForce) {
  int same = 0;
  for (std::uint64_t round = 0; round < 20000; ++round) {
    Stream stream = stream_of(round);
    const std::size_t variables = 1 + round % 4;
    const std::size_t clauses = 1 + stream.below(5);
    const Query a = random_query(stream, variables, clauses);
    const Query b = random_query(stream, variables, clauses);
    const Query c = shuffled(b, stream);
    const bool expected = same_by_force(a, b);
    same += expected ? 1 : 0;
    ASSERT_EQ(same_meaning(a, c), expected) << to_text(a) << "\n" << to_text(c);
    ASSERT_TRUE(same_meaning(b, c)) << to_text(b);
  }
  EXPECT_GT(same, 100);
}

TEST(Meaning, IgnoresOrderAndRepetitionOnly) {
  const Query query = read(kItem0);
  Query other = query;
  other.clauses.push_back(query.clauses[1]);
  std::reverse(other.clauses.begin(), other.clauses.end());
  EXPECT_TRUE(same_meaning(query, other));
  other.clauses[0].object = "?x1";
  EXPECT_FALSE(same_meaning(query, other));
  const Query select = read("SELECT DISTINCT ?x0 WHERE { ?x0 ns:a.b ?x1 }");
  EXPECT_FALSE(same_meaning(select, read("SELECT DISTINCT ?x0 WHERE { ?x1 ns:a.b ?x0 }")));
  EXPECT_FALSE(same_meaning(select, read("SELECT count(*) WHERE { ?x0 ns:a.b ?x1 }")));
  EXPECT_TRUE(same_meaning(select, read("SELECT DISTINCT ?x0 WHERE { ?x0 a.b ?place }")));
}

// A ring of variables that all look alike, and a long chain.
TEST(Hostile, ManyVariablesTakeBoundedWork) {
  Query ring;
  Query two_rings;
  Query crowd;
  constexpr std::size_t kSize = 60;
  for (std::size_t i = 0; i < kSize; ++i) {
    const auto variable = [](std::size_t n) { return "?x" + std::to_string(n); };
    ring.clauses.push_back({{}, variable(i), "ns:p.p", variable((i + 1) % kSize)});
    const std::size_t half = i / 30 * 30;
    two_rings.clauses.push_back({{}, variable(i), "ns:p.p", variable(half + (i - half + 1) % 30)});
    for (std::size_t j = 0; j < kSize; ++j) {
      if (j % 7 != i % 5) crowd.clauses.push_back({{}, variable(i), "ns:p.p", variable(j)});
    }
  }
  Stream stream = stream_of(0);
  EXPECT_TRUE(same_meaning(ring, shuffled(ring, stream)));
  EXPECT_FALSE(same_meaning(ring, two_rings));
  EXPECT_FALSE(same_meaning(crowd, ring));
  EXPECT_EQ(canonicalise(crowd).clauses.size(), crowd.clauses.size());
  EXPECT_LE(measure(crowd).maximum_chain_length, kSize);
  EXPECT_EQ(measure(ring).maximum_chain_length, kSize);

  std::string text = "SELECT count(*) WHERE { M0 ns:p.p ?x0";
  for (int i = 0; i < 20000; ++i) {
    text += " . ?x" + std::to_string(i) + " ns:p.p ?x" + std::to_string(i + 1);
  }
  const Query chain = read(text + " }");
  EXPECT_EQ(measure(chain).maximum_chain_length, 20002U);
  EXPECT_EQ(canonicalise(chain).clauses.size(), 20001U);
  EXPECT_FALSE(same_meaning(ring, chain));
}

TEST(Pattern, AgreesWithThePublishedOnes) {
  const auto pattern = [](std::string_view text) {
    return to_text(anonymise_properties(read(text)));
  };
  EXPECT_EQ(pattern(kSamples[1]), "SELECT count(*) WHERE {\nM0 P0 M1\n}");
  EXPECT_EQ(pattern(kItem0),
            "SELECT count(*) WHERE {\n?x0 P0 M0 .\n?x0 P1 M0 .\n?x0 P2 M1 .\n?x0 P3 M2\n}");
  EXPECT_EQ(pattern(kSamples[2]),
            "SELECT DISTINCT ?x0 WHERE {\n?x0 P0 M1 .\n?x0 P0 M2 .\n?x0 a M0 .\n"
            "FILTER ( ?x0 != M1 ) .\nFILTER ( ?x0 != M2 )\n}");
}

TEST(Measures, AgreeWithThePublishedOnes) {
  EXPECT_EQ(measure(read(kSamples[1])), (QueryMeasures{2, 1, 1, 0}));
  EXPECT_EQ(measure(read(kItem0)), (QueryMeasures{2, 4, 4, 1}));
}

TEST(Measures, FollowDirectionsAndSurviveCycles) {
  const auto chain = [](std::string_view clauses) {
    return measure(read("SELECT count(*) WHERE { " + std::string(clauses) + " }"))
        .maximum_chain_length;
  };
  EXPECT_EQ(chain("M0 ns:a.b ?x0 . ?x0 ns:a.b ?x1 . ?x1 ns:a.b M1"), 4U);
  EXPECT_EQ(chain("?x0 ns:a.b M0 . ?x0 ns:a.b ?x1 . ?x2 ns:a.b ?x1"), 2U);
  EXPECT_EQ(chain("M0 ns:a.b M1 . M1 ns:a.b M0 . M0 ns:a.b M0"), 2U);
  EXPECT_EQ(chain("FILTER ( M0 != M1 )"), 0U);
}

TEST(Preprocessing, FollowsTheOfficialScript) {
  EXPECT_EQ(preprocess_question("Did M1 's female actor edit , and  produce M0"),
            "Did M1 ' s female actor edit , and produce M0");
  EXPECT_EQ(preprocess_question("\t(Buried) Over the Roofs' star-x\n"),
            "( Buried ) Over the Roofs ' star - x");
  EXPECT_EQ(preprocess_query(kItem0),
            "SELECT count ( * ) WHERE { ?x0 film.actor.film/ns:film.performance.character M1 . "
            "?x0 film.editor.film M0 . ?x0 film.producer.film|ns:film.production_company.films M0 "
            ". ?x0 people.person.gender m_02zsn }");
  EXPECT_EQ(preprocess_query(kSamples[5]),
            "SELECT DISTINCT ?x0 WHERE { ?x0 ^ns:people.person.nationality ?x1 . ?x1 a film.writer "
            "}");
  EXPECT_EQ(preprocess_query("ns: a\\nb ns:m.x m.y"), " a b m_x m_y");
}

TEST(Preprocessing, OrdersTheVocabularyByCountAndBytes) {
  VocabularyCounter counter;
  counter.add("b a c a");
  counter.add(" d b  a\n");
  EXPECT_THAT(counter.tokens(), ElementsAre("<pad>", "<EOS>", "<OOV>", "a", "b", "d", "c"));
}

}  // namespace
}  // namespace assay::cfq
