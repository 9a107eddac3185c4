// Queries as numbers, for what compares clauses many times: variables are counted from 0, other
// words are ranked in byte order. Internal to the files query_*.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "assay/tasks/cfq/query/query.h"

namespace assay::cfq {

// A variable's index, or kConstant + rank: variables stand before all other words, as `?` does.
using Term = std::uint32_t;
inline constexpr Term kConstant = Term{1} << 31U;
inline bool is_variable(Term term) { return term < kConstant; }

// A clause as its three words that vary, in the order of the text: subject, predicate and object,
// or the word FILTER, subject and object. Edges compare like texts.
using Edge = std::array<Term, 3>;

// Ranks of all words of some queries that are no variables.
class ConstantTable {
 public:
  explicit ConstantTable(std::span<const Query* const> queries);

  Term find(std::string_view word) const;
  Term filter() const { return filter_; }  // the word FILTER
  Term type() const { return type_; }      // the word a

 private:
  std::vector<std::string_view> words_;
  Term filter_ = 0;
  Term type_ = 0;
};

struct QueryGraph {
  std::vector<std::string_view> variables;  // by first appearance, the answer before all
  std::vector<Edge> edges;                  // edge i is clause i
  std::size_t answers = 0;                  // 1 when variable 0 is the answer
};

// The views point into the query.
QueryGraph make_graph(const Query& query, const ConstantTable& table);

// The edge with every variable v replaced by numbers[v].
inline Edge renumbered(Edge edge, std::span<const Term> numbers) {
  for (Term& term : edge) {
    if (is_variable(term)) term = numbers[term];
  }
  return edge;
}

// A number for each variable that depends only on what surrounds it, up to a few edges away: equal
// for variables that a renaming can exchange, also between graphs over one table.
std::vector<std::uint64_t> surroundings(const QueryGraph& graph);

}  // namespace assay::cfq
