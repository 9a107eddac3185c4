// The normal form of a query and equality of meaning.
#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "assay/base/error.h"
#include "assay/tasks/cfq/query/query.h"
#include "assay/tasks/cfq/query/query_graph.h"

namespace assay::cfq {

namespace {

constexpr int kMostRenumberings = 16;

// Whether variables first appear in the order of their numbers; the answer may come late.
bool is_in_order(std::span<const Edge> sorted, std::size_t answers) {
  Term next = static_cast<Term>(answers);
  for (const Edge& edge : sorted) {
    for (const Term term : edge) {
      if (!is_variable(term) || term < next) continue;
      if (term > next) return false;
      ++next;
    }
  }
  return true;
}

// Tries all numberings and keeps the best that reproduces itself.
//
// One always does. Take the numbering with the least list of edges and suppose that variables
// appear out of order in it: exchanging the first that appears too early with the one whose turn
// it is makes that edge less and leaves those before it as they are, so the list was not the least.
class NumberingSearch {
 public:
  NumberingSearch(const QueryGraph& graph, const ConstantTable& table)
      : graph_(graph), table_(table), edges_(graph.edges.size()) {}

  std::vector<Term> best() {
    std::vector<Term> numbers(graph_.variables.size());
    std::iota(numbers.begin(), numbers.end(), Term{0});
    const auto free = numbers.begin() + static_cast<std::ptrdiff_t>(graph_.answers);
    do {
      attempt(numbers);
    } while (std::next_permutation(free, numbers.end()));
    ASSAY_CHECK(found_);
    return best_numbers_;
  }

 private:
  void attempt(const std::vector<Term>& numbers) {
    std::size_t backward = 0;
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      edges_[i] = renumbered(graph_.edges[i], numbers);
      const Edge& edge = edges_[i];
      backward += is_variable(edge[0]) && is_variable(edge[2]) && edge[0] > edge[2] ? 1 : 0;
    }
    if (found_ && backward > backward_) return;
    std::sort(edges_.begin(), edges_.end());
    if (!is_in_order(edges_, graph_.answers)) return;
    if (found_ && backward == backward_ && !is_better()) return;
    found_ = true;
    backward_ = backward;
    best_edges_ = edges_;
    best_numbers_ = numbers;
  }

  bool is_better() {
    list_properties(edges_, properties_);
    list_properties(best_edges_, best_properties_);
    if (properties_ != best_properties_) return properties_ < best_properties_;
    return edges_ > best_edges_;
  }

  void list_properties(const std::vector<Edge>& edges, std::vector<Edge>& properties) const {
    properties.clear();
    for (const Edge& edge : edges) {
      if (edge[0] != table_.filter() && edge[1] != table_.type()) properties.push_back(edge);
    }
  }

  const QueryGraph& graph_;
  const ConstantTable& table_;
  std::vector<Edge> edges_;
  bool found_ = false;
  std::size_t backward_ = 0;
  std::vector<Edge> best_edges_;
  std::vector<Term> best_numbers_;
  std::vector<Edge> properties_;
  std::vector<Edge> best_properties_;
};

// Where ?x0, ?x1 ... stand in byte order: ?x10 comes before ?x2.
std::vector<Term> name_ranks(std::size_t count) {
  std::vector<std::pair<std::string, Term>> names(count);
  for (std::size_t i = 0; i < count; ++i) names[i] = {std::to_string(i), static_cast<Term>(i)};
  std::sort(names.begin(), names.end());
  std::vector<Term> ranks(count);
  for (std::size_t i = 0; i < count; ++i) ranks[names[i].second] = static_cast<Term>(i);
  return ranks;
}

// For more variables than can be tried: ordered by surroundings, then sorted and renumbered until
// nothing changes or patience ends.
std::vector<Term> approximate_numbers(const QueryGraph& graph) {
  const std::size_t count = graph.variables.size();
  const std::vector<std::uint64_t> colours = surroundings(graph);
  std::vector<Term> order(count);
  std::iota(order.begin(), order.end(), Term{0});
  std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(graph.answers), order.end(),
                   [&](Term a, Term b) { return colours[a] < colours[b]; });
  std::vector<Term> numbers(count);
  for (std::size_t i = 0; i < count; ++i) numbers[order[i]] = static_cast<Term>(i);

  const std::vector<Term> ranks = name_ranks(count);
  std::vector<Term> variable_of(count);  // by rank of its name
  std::vector<Edge> edges(graph.edges.size());
  for (int round = 0; round < kMostRenumberings; ++round) {
    std::vector<Term> ranked(count);
    for (std::size_t v = 0; v < count; ++v) {
      ranked[v] = ranks[numbers[v]];
      variable_of[ranked[v]] = static_cast<Term>(v);
    }
    for (std::size_t i = 0; i < edges.size(); ++i) edges[i] = renumbered(graph.edges[i], ranked);
    std::sort(edges.begin(), edges.end());
    std::vector<Term> renewed(count, kConstant);
    Term next = 0;
    for (; next < graph.answers; ++next) renewed[next] = next;
    for (const Edge& edge : edges) {
      for (const Term term : edge) {
        if (!is_variable(term)) continue;
        Term& number = renewed[variable_of[term]];
        if (number == kConstant) number = next++;
      }
    }
    if (renewed == numbers) break;
    numbers = std::move(renewed);
  }
  return numbers;
}

std::vector<Term> canonical_numbers(const QueryGraph& graph, const ConstantTable& table) {
  const std::size_t free = graph.variables.size() - graph.answers;
  if (free > kMostNumbered) return approximate_numbers(graph);
  if (free > 1) return NumberingSearch(graph, table).best();
  std::vector<Term> numbers(graph.variables.size());
  std::iota(numbers.begin(), numbers.end(), Term{0});
  return numbers;
}

// Looks for a renaming that takes every edge of one graph to an edge of the other. Both have
// equally many edges, none twice, so such a renaming makes them equal.
class RenamingSearch {
 public:
  RenamingSearch(const QueryGraph& from, const QueryGraph& to)
      : from_(from), to_(to), from_colours_(surroundings(from)), to_colours_(surroundings(to)) {}

  bool exists() {
    std::vector<std::uint64_t> these = from_colours_;
    std::vector<std::uint64_t> those = to_colours_;
    std::sort(these.begin(), these.end());
    std::sort(those.begin(), those.end());
    if (these != those) return false;
    const std::size_t count = from_.variables.size();
    edges_at_.resize(count);
    for (const Edge& edge : from_.edges) {
      Term last = kConstant;  // the last variable to be assigned decides when an edge can be asked
      for (const Term term : edge) {
        if (is_variable(term) && (last == kConstant || term > last)) last = term;
      }
      if (last != kConstant) {
        edges_at_[last].push_back(edge);
      } else if (!stands_there(edge)) {
        return false;
      }
    }
    image_.resize(count);
    taken_.assign(count, false);
    return assign(0);
  }

 private:
  bool assign(std::size_t variable) {
    if (variable == image_.size()) return true;
    for (std::size_t other = 0; other < image_.size(); ++other) {
      if (++steps_ > kMostMatchSteps) return false;
      if (taken_[other] || from_colours_[variable] != to_colours_[other]) continue;
      image_[variable] = static_cast<Term>(other);
      if (!edges_agree(variable)) continue;
      taken_[other] = true;
      if (assign(variable + 1)) return true;
      taken_[other] = false;
    }
    return false;
  }

  bool edges_agree(std::size_t variable) {
    for (const Edge& edge : edges_at_[variable]) {
      if (++steps_ > kMostMatchSteps || !stands_there(renumbered(edge, image_))) return false;
    }
    return true;
  }

  bool stands_there(const Edge& edge) const {
    return std::binary_search(to_.edges.begin(), to_.edges.end(), edge);
  }

  const QueryGraph& from_;
  const QueryGraph& to_;
  std::vector<std::uint64_t> from_colours_;
  std::vector<std::uint64_t> to_colours_;
  std::vector<std::vector<Edge>> edges_at_;
  std::vector<Term> image_;
  std::vector<bool> taken_;
  std::size_t steps_ = 0;
};

QueryGraph make_set(const Query& query, const ConstantTable& table) {
  QueryGraph graph = make_graph(query, table);
  std::sort(graph.edges.begin(), graph.edges.end());
  graph.edges.erase(std::unique(graph.edges.begin(), graph.edges.end()), graph.edges.end());
  return graph;
}

}  // namespace

Query canonicalise(Query query) {
  const Query* const queries[] = {&query};
  const ConstantTable table(queries);
  const QueryGraph graph = make_graph(query, table);
  const std::vector<Term> numbers = canonical_numbers(graph, table);
  const auto rename = [&](std::string& node, Term variable) {
    if (is_variable(variable)) node = "?x" + std::to_string(numbers[variable]);
  };
  for (std::size_t i = 0; i < query.clauses.size(); ++i) {
    Clause& clause = query.clauses[i];
    rename(clause.subject, graph.edges[i][clause.kind == ClauseKind::kFilter ? 1 : 0]);
    rename(clause.object, graph.edges[i][2]);
  }
  if (graph.answers > 0) rename(query.answer, 0);
  std::sort(query.clauses.begin(), query.clauses.end(), clause_less);
  return query;
}

bool same_meaning(const Query& a, const Query& b) {
  if (a.kind != b.kind) return false;
  const Query* const queries[] = {&a, &b};
  const ConstantTable table(queries);
  const QueryGraph these = make_set(a, table);
  const QueryGraph those = make_set(b, table);
  if (these.variables.size() != those.variables.size()) return false;
  if (these.edges.size() != those.edges.size()) return false;
  return RenamingSearch(these, those).exists();
}

}  // namespace assay::cfq
