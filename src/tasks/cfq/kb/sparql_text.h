// Queries of CFQ as SPARQL 1.1, which every store reads.
//
// The published text is not that: prefixes are not declared, and count(*) has no name. Here names
// are whole IRIs of Freebase's namespace, and placeholders such as M0 are variables: ?M0.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "assay/tasks/cfq/query/query.h"

namespace assay::cfq {

// The variable under which count(*) is given.
inline constexpr std::string_view kCountVariable = "count";

// The query itself.
std::string sparql_text(const Query& query);

// One row, with 1 for this variable, where anything satisfies the query.
inline constexpr std::string_view kSomeVariable = "some";
std::string sparql_decision(const Query& query);

// One row where a pair satisfies the predicate.
std::string sparql_any_pair(std::string_view predicate);

// Different values of some of its variables and placeholders, with further conditions that are
// SPARQL already; at most `limit` rows.
std::string sparql_solutions(const Query& query, std::span<const std::string> names,
                             std::string_view conditions, std::uint64_t limit);

// m.0jt90f5 as <http://rdf.freebase.com/ns/m.0jt90f5>; what no IRI may hold is written as %xx.
std::string iri_text(std::string_view key);

// "Deadfall"@en
std::string english_text(std::string_view text);

// M0 as ?M0; ?x0 as it is.
std::string variable_text(std::string_view name);

}  // namespace assay::cfq
