// Errors of answers by kind: the analysis of Keysers et al. 2020, appendix F.1 and Table 7.
//
// Clauses that reference and answer share are set aside, as multisets. The paper does not say how
// the rest is paired, so this is ours: first clauses with equal subject and object (only the
// property is wrong), then with equal property (a node is wrong), then what is left (both are);
// what stays over on one side is inserted or deleted. FILTERs are paired among themselves.
//
// Variables are compared by their own names first. Where that leaves errors and neither query has
// more than kMostRenamed variables, the renaming under which most clauses agree is taken, own names
// winning ties; the answer of a SELECT keeps its name.
#pragma once

#include <cstddef>
#include <string_view>

#include "assay/tasks/cfq/query/query.h"

namespace assay::cfq {

inline constexpr std::size_t kMostRenamed = 6;

// Errors of one answer.
struct QueryErrors {
  bool malformed = false;     // could not be read; all else is zero
  bool other_header = false;  // SELECT for count or the reverse; not in the paper
  std::size_t inserted = 0;
  std::size_t deleted = 0;
  std::size_t wrong_property = 0;
  std::size_t wrong_node = 0;
  std::size_t wrong_both = 0;
  std::size_t filters_inserted = 0;
  std::size_t filters_deleted = 0;
  std::size_t filters_wrong = 0;

  bool has_clause_error() const {
    return inserted + deleted + wrong_property + wrong_node + wrong_both > 0;
  }
  bool has_filter_error() const { return filters_inserted + filters_deleted + filters_wrong > 0; }

  friend bool operator==(const QueryErrors&, const QueryErrors&) = default;
};

// Errors of a query that could be read.
QueryErrors find_errors(const Query& reference, const Query& answer);

// Errors of any text.
QueryErrors find_errors(const Query& reference, std::string_view answer);

}  // namespace assay::cfq
