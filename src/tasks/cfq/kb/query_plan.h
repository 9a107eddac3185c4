// A query made ready for a store: terms as numbers, predicates as relations.
//
// Placeholders such as M0 are variables here, so that one plan serves to find fillings for them and
// to execute the query with any filling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/tasks/cfq/kb/property_paths.h"
#include "assay/tasks/cfq/query/query.h"

namespace assay::cfq {

// A node, or a variable by its number.
struct PlanTerm {
  bool is_variable = false;
  std::uint32_t number = 0;

  friend bool operator==(const PlanTerm&, const PlanTerm&) = default;
};

struct PlanAtom {
  const Relation* relation = nullptr;
  PlanTerm subject;
  PlanTerm object;
  // So many different nodes must stand beside its object, and beside its subject.
  std::uint32_t fewest_subjects = 1;
  std::uint32_t fewest_objects = 1;
  // It follows from other atoms and is there to be searched by: pairs that two of them share.
  bool is_implied = false;
};

struct PlanFilter {  // the two are not the same node
  PlanTerm left;
  PlanTerm right;
};

// Where a variable stands.
struct PlanUse {
  std::uint32_t atom = 0;
  bool is_subject = false;
  PlanTerm other;

  // Rows of what stands on the other side, by the variable's node.
  const Adjacency& rows(const PlanAtom& in) const {
    return is_subject ? in.relation->objects : in.relation->subjects;
  }
};

struct PlanVariable {
  std::string name;  // ?x0, M0
  std::vector<PlanUse> uses;
  std::vector<PlanTerm> differs_from;
  std::uint64_t neighbours = 0;  // variables that share an atom or a filter with it, as bits
};

struct QueryPlan {
  static constexpr std::size_t kMostVariables = 64;

  QueryKind kind = QueryKind::kCount;
  std::vector<PlanVariable> variables;  // those of the triples, in order of appearance
  std::vector<PlanAtom> atoms;
  std::vector<PlanFilter> filters;
  std::optional<std::uint32_t> answer;  // the variable asked for
  // Nothing can satisfy it: a filter or the answer names a variable that no triple has.
  bool is_hopeless = false;
  // Too many variables, or a path with too many pairs: it is not executed.
  bool is_too_large = false;

  std::optional<std::uint32_t> find_variable(std::string_view name) const;
  std::vector<std::uint32_t> placeholders() const;  // their numbers
};

// Entities that the store does not know are nodes beyond its last: in no triple, and equal only to
// themselves.
QueryPlan plan_query(const Query& query, const PropertyPaths& paths);

// Demands different nodes for placeholders: for those that one relation joins to the same term, as
// in "M0 and M1 directed M2", or for all. The former keeps parts of a query apart.
enum class Different { kNeighbours, kAll };
void make_placeholders_differ(QueryPlan& plan, Different which);

}  // namespace assay::cfq
