#include "assay/tasks/cfq/evaluator/evaluator.h"

#include <algorithm>
#include <iterator>

#include "assay/base/text.h"

namespace assay::cfq::evaluator {

namespace {

using compiler::Clause;
using compiler::Meaning;
using Entities = std::vector<Entity>;  // ascending, each once

void make_set(Entities& list) {
  std::ranges::sort(list);
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

Entities in_both(const Entities& one, const Entities& other) {
  Entities both;
  std::ranges::set_intersection(one, other, std::back_inserter(both));
  return both;
}

// One alternative of a path, from its beginning to its end.
struct Walk {
  struct Leg {
    std::string_view relation;
    bool backwards = false;
  };
  std::vector<Leg> legs;
};

std::vector<Walk> walks_of(std::string_view path) {
  std::vector<Walk> walks;
  for (const std::string_view alternative : split_text(path, '|')) {
    Walk& walk = walks.emplace_back();
    for (std::string_view leg : split_text(alternative, '/')) {
      const bool backwards = leg.starts_with('^');
      if (backwards) leg.remove_prefix(1);
      if (leg.starts_with("ns:")) leg.remove_prefix(3);
      walk.legs.push_back({leg, backwards});
    }
  }
  return walks;
}

class Evaluator {
 public:
  Evaluator(const Meaning& query, const FactAccess& facts, std::uint64_t most_walks)
      : query_(query), facts_(facts), walks_left_(most_walks) {
    for (const Clause& clause : query.clauses) {
      Edge edge{place_of(clause.subject), place_of(clause.object), {}};
      if (clause.property == compiler::kDiffers) {
        filters_.push_back(std::move(edge));
      } else {
        edge.walks = walks_of(clause.property);
        edges_.push_back(std::move(edge));
      }
    }
  }

  Evaluation run() {
    Evaluation result;
    Domains domains(query_.variables + constants_.size());
    for (std::size_t at = 0; at < constants_.size(); ++at) {
      domains[query_.variables + at] = Entities{constants_[at].entity};
    }
    if (are_all_in_triples() && narrow(domains)) {
      if (query_.open) {
        for (const Entity each : *domains[0]) {
          Domains fixed = domains;
          fixed[0] = Entities{each};
          if (narrow(fixed) && has_solution(fixed)) result.answers.push_back(each);
        }
        result.has_solution = !result.answers.empty();
      } else {
        result.has_solution = has_solution(domains);
      }
    }
    result.is_complete = walks_left_ > 0;
    return result;
  }

 private:
  // What each place can be: variables first, then constants. Not known yet: anything.
  using Domains = std::vector<std::optional<Entities>>;
  using Place = std::size_t;
  struct Edge {
    Place from = 0;
    Place to = 0;
    std::vector<Walk> walks;
  };
  struct Constant {
    std::string_view name;
    Entity entity = 0;
  };

  // A constant that the knowledge base does not know is an entity without facts.
  Place place_of(const compiler::Node& node) {
    if (node.is_variable()) return node.variable;
    const auto known = std::ranges::find(constants_, node.name, &Constant::name);
    const auto at = static_cast<Place>(known - constants_.begin());
    if (known == constants_.end()) {
      std::string_view key = node.name;
      if (key.starts_with("ns:")) key.remove_prefix(3);
      const auto unknown = static_cast<Entity>(UINT32_MAX - constants_.size());
      constants_.push_back({node.name, facts_.find(key).value_or(unknown)});
    }
    return query_.variables + at;
  }

  // SPARQL compares nothing with a variable that no triple binds.
  bool are_all_in_triples() const {
    for (Place place = 0; place < query_.variables; ++place) {
      const auto has = [&](const Edge& edge) { return edge.from == place || edge.to == place; };
      if (std::ranges::none_of(edges_, has)) return false;
    }
    return true;
  }

  Entities reached(const Edge& edge, bool backwards, Entity from) const {
    Entities all;
    for (const Walk& walk : edge.walks) {
      Entities here = {from};
      for (std::size_t at = 0; at < walk.legs.size(); ++at) {
        const Walk::Leg& leg = walk.legs[backwards ? walk.legs.size() - 1 - at : at];
        Entities next;
        for (const Entity each : here) {
          const auto led = facts_.step(leg.relation, leg.backwards != backwards, each);
          next.insert(next.end(), led.begin(), led.end());
        }
        make_set(next);
        here = std::move(next);
      }
      all.insert(all.end(), here.begin(), here.end());
    }
    make_set(all);
    return all;
  }

  Entities beginnings(const Edge& edge, bool backwards) const {
    Entities all;
    for (const Walk& walk : edge.walks) {
      const Walk::Leg& leg = backwards ? walk.legs.back() : walk.legs.front();
      const auto starts = facts_.starts(leg.relation, leg.backwards != backwards);
      all.insert(all.end(), starts.begin(), starts.end());
    }
    make_set(all);
    return all;
  }

  // Leaves at each end of the edge only what the other end can be joined to. Says what changed.
  enum class Change { kNone, kSome, kEmpty };
  Change narrow_edge(const Edge& edge, Domains& domains) {
    const bool backwards =
        !domains[edge.from] ||
        (domains[edge.to] && domains[edge.to]->size() < domains[edge.from]->size());
    std::optional<Entities>& near = domains[backwards ? edge.to : edge.from];
    std::optional<Entities>& far = domains[backwards ? edge.from : edge.to];
    Entities kept;
    Entities seen;
    for (const Entity each : *near) {
      if (walks_left_ == 0 || --walks_left_ == 0) return Change::kEmpty;
      Entities led = reached(edge, backwards, each);
      if (far) led = in_both(led, *far);
      // Both ends may be the same variable.
      if (edge.from == edge.to) led = in_both(led, {each});
      if (led.empty()) continue;
      kept.push_back(each);
      seen.insert(seen.end(), led.begin(), led.end());
    }
    make_set(seen);
    if (kept.empty()) return Change::kEmpty;
    const bool changed = kept.size() != near->size() || !far || seen.size() != far->size();
    near = std::move(kept);
    if (edge.from != edge.to) far = std::move(seen);
    return changed ? Change::kSome : Change::kNone;
  }

  // Until nothing changes; false: nothing is left for some place.
  bool narrow(Domains& domains) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Edge& edge : edges_) {
        if (!domains[edge.from] && !domains[edge.to]) continue;
        const Change change = narrow_edge(edge, domains);
        if (change == Change::kEmpty) return false;
        changed = changed || change == Change::kSome;
      }
      if (changed) continue;
      // A part of the query without constants begins at any of its edges.
      for (const Edge& edge : edges_) {
        if (domains[edge.from] || domains[edge.to]) continue;
        domains[edge.from] = beginnings(edge, false);
        if (domains[edge.from]->empty()) return false;
        changed = true;
        break;
      }
    }
    return std::ranges::all_of(filters_, [&](const Edge& filter) {
      const Entities& one = *domains[filter.from];
      const Entities& other = *domains[filter.to];
      return filter.from != filter.to && (one.size() > 1 || other.size() > 1 || one != other);
    });
  }

  // Tries the values of the place with the fewest, narrowing again after each.
  bool has_solution(const Domains& domains) {
    std::optional<Place> open;
    for (Place place = 0; place < domains.size(); ++place) {
      const std::size_t size = domains[place]->size();
      if (size > 1 && (!open || size < domains[*open]->size())) open = place;
    }
    if (!open) return true;
    for (const Entity each : *domains[*open]) {
      if (walks_left_ == 0) return false;
      Domains fixed = domains;
      fixed[*open] = Entities{each};
      if (narrow(fixed) && has_solution(fixed)) return true;
    }
    return false;
  }

  const Meaning& query_;
  const FactAccess& facts_;
  std::vector<Constant> constants_;
  std::vector<Edge> edges_;
  std::vector<Edge> filters_;
  std::uint64_t walks_left_;
};

}  // namespace

Evaluation evaluate(const Meaning& query, const FactAccess& facts, std::uint64_t most_walks) {
  return Evaluator(query, facts, most_walks).run();
}

}  // namespace assay::cfq::evaluator
