// The SPARQL side of CFQ (Keysers et al. 2020): a query as a header and a list of clauses.
//
// Only what CFQ uses: two headers, triples and FILTER ( s != o ). Queries are read in the published
// form and in the one that models are trained on, brought to the published normal form (appendix
// K: clauses sorted, variables renumbered), compared by meaning, measured and made patterns.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::cfq {

enum class QueryKind { kSelect, kCount };  // SELECT DISTINCT ?x0, SELECT count(*)

enum class ClauseKind { kTriple, kFilter };

// `subject predicate object` or `FILTER ( subject != object )`, which has no predicate. Nodes are
// ?x0, M0, ns:m.05zppz or, after `a`, a type; a predicate is `a` or a property path. No text holds
// a blank or a control character.
struct Clause {
  ClauseKind kind = ClauseKind::kTriple;
  std::string subject;
  std::string predicate;
  std::string object;

  friend bool operator==(const Clause&, const Clause&) = default;
};

struct Query {
  QueryKind kind = QueryKind::kCount;
  std::string answer;  // the variable asked for, published as ?x0; empty under count(*)
  std::vector<Clause> clauses;

  friend bool operator==(const Query&, const Query&) = default;
};

// Exactly one of the two is set.
struct ParsedQuery {
  std::optional<Query> query;
  std::string problem;  // one line: which token, what was expected
};

// Reads any bytes, in linear time and with any white space, in the published form or after
// preprocess_query, whose lost heads are restored (`m_0x` to `ns:m.0x`, `film.film` to
// `ns:film.film`). Keywords are those of CFQ in their case; a last ` .` before `}` is allowed.
ParsedQuery parse_query(std::string_view text);

bool is_variable(std::string_view node);

// `?x0 a ns:film.film`, `FILTER ( ?x0 != M0 )`.
std::string to_text(const Clause& clause);

// The published form: one clause a line, ` .` after all but the last.
std::string to_text(const Query& query);

// Whether `a` stands before `b` in byte order of their texts.
bool clause_less(const Clause& a, const Clause& b);

// The normal form: clauses in byte order, variables ?x0, ?x1 ... by first appearance in that text,
// the answer ?x0. Often several numberings reproduce themselves. Of these comes
//   1. the one with the fewest triples from a higher to a lower variable,
//   2. then the one with the least list of property clauses (no `a`, no FILTER),
//   3. then the one with the greatest text,
// which is the published one for 11,967 of the 11,968 queries of the MCD1 development set. Up to
// kMostNumbered variables besides the answer all numberings are tried, so the result depends on
// nothing but the clauses up to renaming. With more, variables are ordered by what surrounds them
// and sorted and renumbered a few times; those that look alike keep the order of the input.
Query canonicalise(Query query);
inline constexpr std::size_t kMostNumbered = 6;

// Equal headers, and equal sets of clauses up to a renaming of variables that keeps the answer.
// Work is bounded: a pair that takes more than kMostMatchSteps comparisons counts as unequal,
// which needs dozens of variables that look alike in the reference itself.
bool same_meaning(const Query& a, const Query& b);
inline constexpr std::size_t kMostMatchSteps = 1'000'000;

// The published `sparqlPattern`. Properties become P0, P1 ..., `a` stays; types and mids become
// entities and take the numbers M0, M1 ... that no entity has, in order of appearance; clauses are
// sorted again. Properties are numbered in the order of their clauses by subject and object.
//
// The paper's pattern (appendix A) and two quoted in public code (zxteloiv/complex-qa) agree; the
// order among several types and mids is our choice.
Query anonymise_properties(const Query& query);

// `complexityMeasures` of the published data, as far as two published examples tell them.
struct QueryMeasures {
  std::size_t maximum_chain_length = 0;  // nodes on the longest directed path of triples
  std::size_t maximum_degree = 0;        // most triples at one node, as subject or object
  std::size_t constraints = 0;           // clauses, FILTERs among them
  std::size_t variables = 0;

  friend bool operator==(const QueryMeasures&, const QueryMeasures&) = default;
};

// A path visits no node twice. Where triples form a cycle, the search for the longest path ends
// after kMostChainSteps steps with the longest found.
QueryMeasures measure(const Query& query);
inline constexpr std::size_t kMostChainSteps = 20'000;

}  // namespace assay::cfq
