// CFQ by brute force: queries as sets of clauses, compared under every renaming of variables.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "decision.h"

namespace brute_force {

// Three words: subject, property, object; of a FILTER the property is "!=". Words are in the form
// of the official preprocessing, so without `ns:` at their head.
using QueryClause = std::vector<std::string>;

struct QueryRead {
  std::string answer;  // the variable asked for; empty under count(*)
  std::set<QueryClause> clauses;
};

std::optional<QueryRead> read_query(std::string_view text);

// Right is what asks for the same and has the same clauses, in any order and however often, if
// variables are renamed one to one.
Decision decide_query(const QueryRead& reference, std::string_view answer);

}  // namespace brute_force
