#include "assay/tasks/cfq/query/query_graph.h"

#include <algorithm>
#include <map>

#include "assay/base/error.h"
#include "assay/base/hash.h"

namespace assay::cfq {

namespace {

constexpr std::string_view kFilterWord = "FILTER";
constexpr std::string_view kTypeWord = "a";
constexpr std::size_t kSurroundingRounds = 8;

// Variables are few in real queries and looked for one by one; hostile ones go to a sorted index.
class VariableIndex {
 public:
  explicit VariableIndex(std::vector<std::string_view>& variables) : variables_(variables) {}

  Term find_or_add(std::string_view name) {
    if (variables_.size() <= kFew) {
      const auto at = std::find(variables_.begin(), variables_.end(), name);
      if (at != variables_.end()) return static_cast<Term>(at - variables_.begin());
      return add(name);
    }
    if (sorted_.empty()) {
      for (Term i = 0; i < variables_.size(); ++i) sorted_.emplace(variables_[i], i);
    }
    const auto at = sorted_.find(name);
    if (at != sorted_.end()) return at->second;
    sorted_.emplace(name, static_cast<Term>(variables_.size()));
    return add(name);
  }

 private:
  static constexpr std::size_t kFew = 16;

  Term add(std::string_view name) {
    variables_.push_back(name);
    return static_cast<Term>(variables_.size() - 1);
  }

  std::vector<std::string_view>& variables_;
  std::map<std::string_view, Term> sorted_;
};

}  // namespace

ConstantTable::ConstantTable(std::span<const Query* const> queries)
    : words_{kFilterWord, kTypeWord} {
  std::size_t clauses = 0;
  for (const Query* query : queries) clauses += query->clauses.size();
  words_.reserve(2 + 3 * clauses);
  const auto add = [this](std::string_view word) {
    // Neighbouring clauses repeat words, and sorting is what this costs.
    const std::size_t recent = words_.size() - std::min<std::size_t>(words_.size(), 16);
    if (is_variable(word)) return;
    if (std::find(words_.begin() + static_cast<std::ptrdiff_t>(recent), words_.end(), word) ==
        words_.end()) {
      words_.push_back(word);
    }
  };
  for (const Query* query : queries) {
    for (const Clause& clause : query->clauses) {
      add(clause.subject);
      if (clause.kind == ClauseKind::kTriple) add(clause.predicate);
      add(clause.object);
    }
  }
  std::sort(words_.begin(), words_.end());
  words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
  filter_ = find(kFilterWord);
  type_ = find(kTypeWord);
}

Term ConstantTable::find(std::string_view word) const {
  const auto at = std::lower_bound(words_.begin(), words_.end(), word);
  ASSAY_CHECK(at != words_.end() && *at == word);
  return kConstant + static_cast<Term>(at - words_.begin());
}

QueryGraph make_graph(const Query& query, const ConstantTable& table) {
  QueryGraph graph;
  VariableIndex index(graph.variables);
  if (query.kind == QueryKind::kSelect) {
    index.find_or_add(query.answer);
    graph.answers = 1;
  }
  const auto term = [&](std::string_view word) {
    return is_variable(word) ? index.find_or_add(word) : table.find(word);
  };
  graph.edges.reserve(query.clauses.size());
  for (const Clause& clause : query.clauses) {
    const bool filter = clause.kind == ClauseKind::kFilter;
    Edge edge{};
    const Term subject = term(clause.subject);
    const Term object = term(clause.object);
    edge[0] = filter ? table.filter() : subject;
    edge[1] = filter ? subject : table.find(clause.predicate);
    edge[2] = object;
    graph.edges.push_back(edge);
  }
  return graph;
}

std::vector<std::uint64_t> surroundings(const QueryGraph& graph) {
  std::vector<std::uint64_t> colours(graph.variables.size(), 1);
  if (graph.answers > 0) colours[0] = 2;
  std::vector<std::uint64_t> sums(colours.size());
  const std::size_t rounds = std::min(colours.size(), kSurroundingRounds);
  for (std::size_t round = 0; round < rounds; ++round) {
    std::fill(sums.begin(), sums.end(), 0);
    for (const Edge& edge : graph.edges) {
      std::array<std::uint64_t, 3> words{};
      for (std::size_t i = 0; i < 3; ++i) {
        words[i] = is_variable(edge[i]) ? colours[edge[i]] : std::uint64_t{edge[i]} << 1U;
      }
      const std::uint64_t whole = mix(mix(words[0], words[1]), words[2]);
      for (std::size_t i = 0; i < 3; ++i) {
        if (is_variable(edge[i])) sums[edge[i]] += mix(whole, i);
      }
    }
    for (std::size_t v = 0; v < colours.size(); ++v) colours[v] = mix(colours[v], sums[v]);
  }
  return colours;
}

}  // namespace assay::cfq
