// What can be read off a query: the published pattern and the published measures.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "assay/base/text.h"
#include "assay/tasks/cfq/query/query.h"
#include "assay/tasks/cfq/query/query_graph.h"

namespace assay::cfq {

namespace {

bool is_entity(std::string_view node) {
  return node.starts_with('M') && parse_number(node.substr(1)).has_value();
}

// Gives every type and mid the next number that no entity has.
class ConstantNames {
 public:
  explicit ConstantNames(const Query& query) {
    for (const Clause& clause : query.clauses) {
      for (const std::string* node : {&clause.subject, &clause.object}) {
        if (is_entity(*node)) entities_.insert(*node);
      }
    }
  }

  void anonymise(std::string& node) {
    if (is_variable(node) || is_entity(node)) return;
    std::string& name = names_[node];
    while (name.empty()) {
      std::string free = fmt::format("M{}", next_++);
      if (!entities_.contains(free)) name = std::move(free);
    }
    node = name;
  }

 private:
  std::set<std::string> entities_;
  std::map<std::string, std::string> names_;
  std::size_t next_ = 0;
};

// The longest directed path over numbered nodes.
class LongestPath {
 public:
  explicit LongestPath(std::vector<std::vector<Term>> targets)
      : targets_(std::move(targets)), longest_(targets_.size(), 1), on_path_(targets_.size()) {}

  std::size_t nodes() {
    if (targets_.empty()) return 0;
    if (!follow_order()) {
      for (Term node = 0; node < targets_.size(); ++node) search(node);
    }
    return *std::max_element(longest_.begin(), longest_.end());
  }

 private:
  // Without a cycle: every node after all that point to it. False when there is one.
  bool follow_order() {
    std::vector<std::size_t> waiting(targets_.size(), 0);
    for (const auto& targets : targets_) {
      for (const Term target : targets) ++waiting[target];
    }
    std::vector<Term> order;
    for (Term node = 0; node < targets_.size(); ++node) {
      if (waiting[node] == 0) order.push_back(node);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (const Term target : targets_[order[i]]) {
        longest_[target] = std::max(longest_[target], longest_[order[i]] + 1);
        if (--waiting[target] == 0) order.push_back(target);
      }
    }
    if (order.size() == targets_.size()) return true;
    std::fill(longest_.begin(), longest_.end(), 1);
    return false;
  }

  // Depth-first with a stack of its own: a hostile path may be longer than the program's.
  void search(Term start) {
    std::vector<std::pair<Term, std::size_t>> path{{start, 0}};
    on_path_[start] = true;
    while (!path.empty()) {
      auto& [node, at] = path.back();
      if (at == targets_[node].size() || steps_ == kMostChainSteps) {
        on_path_[node] = false;
        path.pop_back();
        continue;
      }
      const Term target = targets_[node][at++];
      ++steps_;
      if (on_path_[target]) continue;
      on_path_[target] = true;
      path.emplace_back(target, 0);
      longest_[start] = std::max(longest_[start], path.size());
    }
  }

  std::vector<std::vector<Term>> targets_;
  std::vector<std::size_t> longest_;
  std::vector<bool> on_path_;
  std::size_t steps_ = 0;
};

}  // namespace

Query anonymise_properties(const Query& query) {
  Query pattern = query;
  ConstantNames names(query);
  for (Clause& clause : pattern.clauses) {
    names.anonymise(clause.subject);
    names.anonymise(clause.object);
  }
  std::vector<Clause*> order;
  for (Clause& clause : pattern.clauses) {
    if (clause.kind == ClauseKind::kTriple && clause.predicate != "a") order.push_back(&clause);
  }
  std::sort(order.begin(), order.end(), [](const Clause* a, const Clause* b) {
    return std::tie(a->subject, a->object, a->predicate) <
           std::tie(b->subject, b->object, b->predicate);
  });
  std::map<std::string, std::string> properties;
  for (Clause* clause : order) {
    std::string& name = properties[clause->predicate];
    if (name.empty()) name = fmt::format("P{}", properties.size() - 1);
    clause->predicate = name;
  }
  std::sort(pattern.clauses.begin(), pattern.clauses.end(), clause_less);
  return pattern;
}

QueryMeasures measure(const Query& query) {
  const Query* const queries[] = {&query};
  const ConstantTable table(queries);
  const QueryGraph graph = make_graph(query, table);
  std::map<Term, Term> nodes;
  std::vector<std::vector<Term>> targets;
  std::vector<std::size_t> degrees;
  const auto node = [&](Term term) {
    const auto [at, added] = nodes.emplace(term, static_cast<Term>(nodes.size()));
    if (added) {
      targets.emplace_back();
      degrees.push_back(0);
    }
    ++degrees[at->second];
    return at->second;
  };
  for (const Edge& edge : graph.edges) {
    if (edge[0] == table.filter()) continue;
    const Term subject = node(edge[0]);
    const Term object = node(edge[2]);
    if (subject != object) targets[subject].push_back(object);
  }
  for (auto& each : targets) {
    std::sort(each.begin(), each.end());
    each.erase(std::unique(each.begin(), each.end()), each.end());
  }
  QueryMeasures measures;
  measures.constraints = query.clauses.size();
  measures.variables = graph.variables.size();
  if (!degrees.empty()) {
    measures.maximum_degree = *std::max_element(degrees.begin(), degrees.end());
  }
  measures.maximum_chain_length = LongestPath(std::move(targets)).nodes();
  return measures;
}

}  // namespace assay::cfq
