// The error analysis of appendix F.1 on answers made wrong in known ways.
#include "assay/tasks/cfq/query/query_errors.h"

#include <gtest/gtest.h>

#include "assay/tasks/cfq/query/query_testing.h"

namespace assay::cfq {
namespace {

QueryErrors errors_of(std::string_view reference, std::string_view answer) {
  const auto whole = [](std::string_view clauses) {
    return "SELECT count(*) WHERE { " + std::string(clauses) + " }";
  };
  return find_errors(read(whole(reference)), whole(answer));
}

TEST(QueryErrors, SortsClausesIntoKinds) {
  constexpr const char* kReference = "M0 ns:p.p M1 . M0 ns:q.q M2 . FILTER ( M0 != M1 )";
  const struct {
    const char* answer;
    QueryErrors errors;
  } cases[] = {
      {"FILTER ( M0 != M1 ) . M0 ns:q.q M2 . M0 ns:p.p M1", {}},
      {"M0 ns:r.r M1 . M0 ns:q.q M2 . FILTER ( M0 != M1 )", {.wrong_property = 1}},
      {"M0 ns:p.p M3 . M0 ns:q.q M2 . FILTER ( M0 != M1 )", {.wrong_node = 1}},
      {"M0 ns:r.r M3 . M0 ns:q.q M2 . FILTER ( M0 != M1 )", {.wrong_both = 1}},
      {"M0 ns:q.q M2 . FILTER ( M0 != M1 )", {.deleted = 1}},
      {"M0 ns:p.p M1 . M0 ns:p.p M1 . M0 ns:q.q M2 . FILTER ( M0 != M1 )", {.inserted = 1}},
      {"M0 ns:p.p M1 . M0 ns:q.q M2", {.filters_deleted = 1}},
      {"M0 ns:p.p M1 . M0 ns:q.q M2 . FILTER ( M1 != M0 )", {.filters_wrong = 1}},
      {"M0 ns:p.p M1 . M0 ns:q.q M2 . FILTER ( M0 != M1 ) . FILTER ( M0 != M2 )",
       {.filters_inserted = 1}},
      {"M0 ns:p.p M2 . M0 ns:q.q M1 . FILTER ( M0 != M1 )", {.wrong_property = 2}},
      {"M0 ns:p.p", {.malformed = true}},
  };
  for (const auto& each : cases) {
    EXPECT_EQ(errors_of(kReference, each.answer), each.errors) << each.answer;
  }
}

TEST(QueryErrors, NamesOfVariablesAreNoErrors) {
  constexpr const char* kReference = "?x0 ns:p.p ?x1 . ?x1 ns:q.q M0 . ?x1 a ns:t.t";
  EXPECT_EQ(errors_of(kReference, "?x1 ns:p.p ?x0 . ?x0 ns:q.q M0 . ?x0 a ns:t.t"), QueryErrors{});
  EXPECT_EQ(errors_of(kReference, "?y ns:p.p ?z . ?z ns:q.q M0 . ?z a ns:t.u"),
            (QueryErrors{.wrong_node = 1}));
  EXPECT_EQ(errors_of(kReference, "?y ns:p.p ?z . ?z ns:q.q M0 . ?w a ns:t.t"),
            (QueryErrors{.wrong_node = 1}));
  // The answer of a SELECT is no matter of names.
  const Query select = read("SELECT DISTINCT ?x0 WHERE { ?x0 ns:p.p ?x1 }");
  EXPECT_EQ(find_errors(select, "SELECT DISTINCT ?x0 WHERE { ?x1 ns:p.p ?x0 }"),
            (QueryErrors{.wrong_node = 1}));
  EXPECT_EQ(find_errors(select, "SELECT DISTINCT ?y WHERE { ?x0 ns:p.p ?x1 }"),
            (QueryErrors{.wrong_node = 1}));
  EXPECT_EQ(find_errors(select, "SELECT count(*) WHERE { ?x0 ns:p.p ?x1 }"),
            (QueryErrors{.other_header = true}));
}

TEST(QueryErrors, ManyVariablesAreComparedByName) {
  std::string text = "SELECT count(*) WHERE { ?v ns:p.p M0";
  for (int i = 0; i < 5000; ++i) text += " . ?v" + std::to_string(i) + " ns:p.p ?v";
  const Query many = read(text + " }");
  EXPECT_EQ(find_errors(many, many), QueryErrors{});
  EXPECT_EQ(find_errors(read(kItem0), many), (QueryErrors{.inserted = 4997, .wrong_both = 4}));
}

}  // namespace
}  // namespace assay::cfq
