#include "assay/tasks/cfq/kb/query_plan.h"

#include <algorithm>
#include <span>
#include <utility>

namespace assay::cfq {

namespace {

bool is_placeholder(std::string_view node) { return node.starts_with('M'); }

class Planner {
 public:
  Planner(const Query& query, const PropertyPaths& paths) : query_(query), paths_(paths) {
    plan_.kind = query.kind;
  }

  QueryPlan plan() {
    for (const Clause& clause : query_.clauses) {
      if (clause.kind == ClauseKind::kTriple) add_atom(clause);
      if (plan_.is_too_large) return plan_;
    }
    for (const Clause& clause : query_.clauses) {
      if (clause.kind == ClauseKind::kFilter) add_filter(clause);
    }
    if (query_.kind == QueryKind::kSelect) {
      plan_.answer = plan_.find_variable(query_.answer);
      if (!plan_.answer) plan_.is_hopeless = true;
    }
    add_implied_atoms();
    for (std::uint32_t number = 0; number < plan_.atoms.size(); ++number) note_uses(number);
    for (const PlanFilter& filter : plan_.filters) note_filter(filter);
    return std::move(plan_);
  }

 private:
  void add_atom(const Clause& clause) {
    PlanAtom atom;
    atom.relation = paths_.find(clause.predicate);
    atom.subject = term(clause.subject, true);
    atom.object = term(clause.object, true);
    if (atom.relation == nullptr || plan_.variables.size() > QueryPlan::kMostVariables) {
      plan_.is_too_large = true;
    }
    plan_.atoms.push_back(atom);
  }

  void add_filter(const Clause& clause) {
    const PlanTerm left = term(clause.subject, false);
    const PlanTerm right = term(clause.object, false);
    plan_.filters.push_back({left, right});
  }

  PlanTerm term(const std::string& node, bool is_new_allowed) {
    if (is_variable(node) || is_placeholder(node)) {
      if (const auto known = plan_.find_variable(node)) return {true, *known};
      if (!is_new_allowed) {
        plan_.is_hopeless = true;
        return {};
      }
      plan_.variables.push_back({.name = node, .uses = {}, .differs_from = {}});
      return {true, static_cast<std::uint32_t>(plan_.variables.size() - 1)};
    }
    std::string_view key = node;
    if (key.starts_with("ns:")) key.remove_prefix(3);
    if (const auto found = paths_.store().dictionary().find(key)) return {false, *found};
    const auto known = std::ranges::find(unknown_, key);
    const auto place = static_cast<std::uint64_t>(known - unknown_.begin());
    if (known == unknown_.end()) unknown_.push_back(key);
    return {false, static_cast<Node>(paths_.store().nodes() + place)};
  }

  // "x directed, edited and wrote y": few pairs do two of these. Where several relations join two
  // variables, the fewest pairs that two of them share are an atom of their own.
  void add_implied_atoms() {
    const std::size_t size = plan_.atoms.size();
    std::vector<bool> is_done(size);
    for (std::size_t first = 0; first < size; ++first) {
      const PlanAtom atom = plan_.atoms[first];
      if (is_done[first] || !atom.subject.is_variable || !atom.object.is_variable) continue;
      std::vector<const Relation*> relations;
      for (std::size_t other = first; other < size; ++other) {
        const PlanAtom& alike = plan_.atoms[other];
        if (alike.subject != atom.subject || alike.object != atom.object) continue;
        is_done[other] = true;
        if (std::ranges::find(relations, alike.relation) == relations.end()) {
          relations.push_back(alike.relation);
        }
      }
      add_fewest_shared(relations, atom);
    }
  }

  void add_fewest_shared(const std::vector<const Relation*>& relations, PlanAtom atom) {
    const Relation* fewest = nullptr;
    for (std::size_t one = 0; one < relations.size(); ++one) {
      for (std::size_t other = 0; other < one; ++other) {
        const Relation& both = paths_.shared(*relations[one], *relations[other]);
        if (fewest == nullptr || both.pairs() < fewest->pairs()) fewest = &both;
      }
    }
    if (fewest == nullptr) return;
    atom.relation = fewest;
    atom.is_implied = true;
    plan_.atoms.push_back(atom);
    if (fewest->pairs() == 0) plan_.is_hopeless = true;
  }

  void note_uses(std::uint32_t number) {
    const PlanAtom& atom = plan_.atoms[number];
    if (atom.subject.is_variable) {
      plan_.variables[atom.subject.number].uses.push_back({number, true, atom.object});
    }
    if (atom.object.is_variable && atom.object != atom.subject) {
      plan_.variables[atom.object.number].uses.push_back({number, false, atom.subject});
    }
    join(atom.subject, atom.object);
  }

  void note_filter(const PlanFilter& filter) {
    if (filter.left.is_variable) {
      plan_.variables[filter.left.number].differs_from.push_back(filter.right);
    }
    if (filter.right.is_variable) {
      plan_.variables[filter.right.number].differs_from.push_back(filter.left);
    }
    join(filter.left, filter.right);
  }

  void join(const PlanTerm& a, const PlanTerm& b) {
    if (!a.is_variable || !b.is_variable || a == b) return;
    plan_.variables[a.number].neighbours |= std::uint64_t{1} << b.number;
    plan_.variables[b.number].neighbours |= std::uint64_t{1} << a.number;
  }

  const Query& query_;
  const PropertyPaths& paths_;
  QueryPlan plan_;
  std::vector<std::string_view> unknown_;
};

// Whether one relation joins both, on the same side, to the same term.
bool have_common_neighbour(const QueryPlan& plan, const PlanVariable& a, const PlanVariable& b) {
  for (const PlanUse& one : a.uses) {
    for (const PlanUse& other : b.uses) {
      if (plan.atoms[one.atom].relation == plan.atoms[other.atom].relation &&
          one.is_subject == other.is_subject && one.other == other.other) {
        return true;
      }
    }
  }
  return false;
}

// How many placeholders, this one counted, the relation joins on this side to the same term.
std::uint32_t count_alike(const QueryPlan& plan, const PlanUse& use,
                          std::span<const std::uint32_t> placeholders) {
  std::uint32_t alike = 0;
  for (const std::uint32_t each : placeholders) {
    const auto is_alike = [&](const PlanUse& other) {
      return plan.atoms[use.atom].relation == plan.atoms[other.atom].relation &&
             use.is_subject == other.is_subject && use.other == other.other;
    };
    alike += std::ranges::any_of(plan.variables[each].uses, is_alike) ? 1U : 0U;
  }
  return alike;
}

}  // namespace

std::vector<std::uint32_t> QueryPlan::placeholders() const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t number = 0; number < variables.size(); ++number) {
    if (is_placeholder(variables[number].name)) found.push_back(number);
  }
  return found;
}

void make_placeholders_differ(QueryPlan& plan, Different which) {
  const std::vector<std::uint32_t> placeholders = plan.placeholders();
  for (std::size_t at = 0; at < placeholders.size(); ++at) {
    PlanVariable& one = plan.variables[placeholders[at]];
    for (const PlanUse& use : one.uses) {
      PlanAtom& atom = plan.atoms[use.atom];
      (use.is_subject ? atom.fewest_subjects : atom.fewest_objects) =
          count_alike(plan, use, placeholders);
    }
    for (std::size_t before = 0; before < at; ++before) {
      PlanVariable& other = plan.variables[placeholders[before]];
      if (which != Different::kAll && !have_common_neighbour(plan, one, other)) continue;
      one.differs_from.push_back({true, placeholders[before]});
      other.differs_from.push_back({true, placeholders[at]});
      one.neighbours |= std::uint64_t{1} << placeholders[before];
      other.neighbours |= std::uint64_t{1} << placeholders[at];
    }
  }
}

std::optional<std::uint32_t> QueryPlan::find_variable(std::string_view name) const {
  const auto found = std::ranges::find(variables, name, &PlanVariable::name);
  if (found == variables.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - variables.begin());
}

QueryPlan plan_query(const Query& query, const PropertyPaths& paths) {
  return Planner(query, paths).plan();
}

}  // namespace assay::cfq
